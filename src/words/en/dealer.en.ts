import { capitalise } from '../plain-text.ts'
import { commands } from './commands.en.ts'

/** What the dealer console says. */
export const dealer = {
  console: 'Dealer console',
  consoleAt: (table: string) => `Dealer console, ${table}`,
  watching: 'You watch. Your position deals at no table.',
  whichTable: 'Which table do you deal at?',

  // The next step
  openMeans: (round: number) => `Opens betting for round ${round}`,
  bettingTime: 'Betting time announced',
  untilCalled: 'none',
  seconds: (count: number) => `${count} s`,
  spin: capitalise(commands.spin),
  spinMeans: (ball: string, wheel: string) => `Ball ${ball}, wheel ${wheel}`,
  closeMeans: 'Closes betting while the ball is running',
  closeEarly: 'Close bets before the spin',
  closeEarlyMeans:
    'Betting closes at once, and the ball is spun after it. No wager is taken, raised or given back from then on.',
  pickOutcome: 'Where does the ball rest?',
  pickOutcomeMeans: 'Pick the number on the layout, or type it',
  pickOutcomeLed: 'The wheel names the number. By hand: pick it on the layout, or type it',
  outcomeMeans: 'Announce it and set the dolly: this determines the outcome',
  number: 'Number',
  noSuchPocket: (text: string) => `The wheel has no ${text}`,
  revolutions: 'Revolutions',
  notCounted: 'not counted',
  tooFew: (least: number) => `Fewer than ${least}: the round will be void`,
  drawing: 'The bonus numbers are being drawn',
  settle: (pocket: string) => `Settle ${pocket}`,
  settleMeans: (paid: string, players: number, collected: string) =>
    `Pays ${paid} to ${players === 1 ? '1 player' : `${players} players`}, collects ${collected}`,
  settleNobody: (collected: string) => `Nobody won; collects ${collected}`,
  settleNothing: 'Nothing was staked',
  differ: (one: string, other: string) => `Two results: ${one} and ${other}`,
  differMeans: 'The wheel and the dealer name different numbers. Nothing is settled until a pit supervisor decides.',
  decision: 'The shift manager decides',
  decisionMeans: (reason: string) => `Referred: ${reason}`,
  resume: capitalise(commands.resume),
  resumeAtRest: 'The ball was down: its outcome stands',
  resumeRunning: 'The ball was not down: play goes on. To void the round, announce no spin instead.',
  tableClosed: 'The table is closed',
  tableClosedMeans: 'No further round is opened. A pit supervisor opens the table again.',
  closesAfter: 'The table closes after this round',
  wheelLeads: 'The wheel calls this by itself. Press only to do it by hand.',
  stopped: 'The table is stopped',
  stoppedMeans: 'Its journal could not be written. Nothing is accepted until the service is restarted.',

  // Directions
  wheelTurns: 'Wheel',
  ballRuns: 'Ball',
  spinVoids: (why: string) => `${why}: the round will be void`,

  // Round, clock, wheel
  elapsed: 'In this phase',
  wheelOk: 'Wheel on',
  wheelNow: (state: string) => `Wheel: ${state}`,
  wheelNone: 'By hand',
  wheelLost: 'Wheel off',
  wheelUnknown: 'Wheel: no word',
  wheelSays: 'It says',
  wheelSaysNothing: 'nothing yet',
  heardAt: 'Last heard',
  wheelFaults: (count: number) => (count === 1 ? '1 fault' : `${count} faults`),
  wheelDialog: 'The wheel',
  wheelOkMeans: 'The wheel is heard. It opens betting, spins, closes and names the number.',
  wheelLostMeans: 'The wheel is not heard. Go on by hand: every step is here.',
  wheelNoneMeans: 'No wheel is connected to this table. What the dealer says counts.',
  faults: 'Faults, the newest first',
  noFaults: 'No faults',

  // What may happen
  noSpin: 'No spin',
  noSpinTitle: capitalise(commands['no-spin']),
  noSpinSays: 'No spin!',
  irregularity: 'Irregularity',
  irregularityTitle: 'What happened?',
  irregularityIntro: 'What is possible at this moment, and the rule that it goes by.',
  powerFailure: 'Power failure',
  interruption: 'Interruption',
  interruptionTitle: 'Technical interruption',
  interruptionWhole: 'The whole game',
  interruptionSome: 'Some terminals',
  whichTerminals: 'Which of them are cut off?',
  refer: 'Refer',
  referTitle: 'Refer to the shift manager',
  whichRound: 'Which round',
  roundNow: (round: number) => `Round ${round}, under way`,
  roundThen: (round: number, result: string) => `Round ${round}, ${result}`,
  concludedWaits:
    'The shift manager lets it stand, corrects it or voids it. Until then it stays as it is, and others are played meanwhile.',
  reasonNeeded: 'Say what happened',
  needsRound: 'No round is under way',
  happens: 'What this does',
  confirmVoid: (round: number) => `Void round ${round}`,
  confirmPower: 'Report the power failure',
  confirmInterruption: 'Report the interruption',
  confirmRefer: 'Refer the round',

  // Layout and wagers
  layout: 'Layout with every wager',
  layoutPick: 'Layout. Pick the number where the ball rests.',
  choosePlayer: 'Choose a player',
  notANumber: 'The ball rests in a number',
  hasOnly: (balance: string) => `The player has ${balance}; that is not enough`,
  nothingHere: 'No wager here',
  more: (count: number) => `and ${count} more`,
  wagers: 'Wagers',
  payouts: 'Payouts',
  wagersOf: (players: number) => (players === 1 ? '1 player' : `${players} players`),
  noWagers: 'No wagers on the layout',
  takeBack: (player: string, spot: string) => `Give ${player} back ${spot}`,
  outside: (count: number) => `Outside the limits: ${count}`,
  settledOnce: 'settled this once; goes back from the next round on',
  goesBack: 'goes back, win or lose',
  excessBack: 'only the maximum is in play; the excess goes back',
  setAside: 'set aside, goes back',
  warned: 'Had wagers under the minimum before',

  // Payouts
  collectFirst: 'Collect losing chips',
  fromSpots: (spots: number) => (spots === 1 ? 'from 1 spot' : `from ${spots} spots`),
  thenPay: 'Then pay',
  payOrder: 'outside first, the number last',
  markPaid: (player: string) => `${player} is paid`,
  nobodyWon: 'Nobody won',
  giveBack: 'Give back',
  overBack: (amount: string) => `${amount} over the maximum goes back`,
  giveBackAll: 'Give every stake back',
  lostOnly: (count: number) =>
    count === 1 ? '1 player lost everything staked' : `${count} players lost everything staked`,
  foreseen: 'What settling will pay. Nothing is paid yet.',
  voidRound: (why: string) => `Void: ${why}`,
  noRoundYet: 'No round has been concluded yet',
  corrected: 'Result corrected: differences',

  // Players
  players: 'Players',
  nobody: 'Nobody has chips at this table',
  nobodyMeans: 'Sell chips to a player to begin.',
  owes: (amount: string) => `owes ${amount}`,
  left: (count: number) => (count === 1 ? '1 player has left' : `${count} players have left`),
  placingFor: (player: string) => `Placing for ${player}`,
  placeHint: 'Press a spot to place, right-click it to give back',
  playersAlone: 'Players place their own wagers',
  placeClosed: 'No bets are taken now',
  byStaff: 'At the player’s wish; the player answers for where it lies',
  chip: 'Chip',
  chipsCount: (count: number) => (count === 1 ? '1 chip' : `${count} chips`),
  chipsAt: (value: string) => `at ${value} each`,

  // Several-piece bets
  severalPieces: 'Several-piece bet',
  severalPiecesFor: (player: string) => `Several-piece bet for ${player}`,
  whichBet: 'Which bet',
  sides: 'Neighbours',
  lastDigit: 'Last digit',
  pickNumber: 'Pick the number on the wheel’s order',
  pickDigit: 'Choose the last digit',
  neighboursOf: (number: string, sides: number) =>
    `${number} and its ${sides === 1 ? 'neighbour' : `${sides} neighbours`} on each side`,
  pieceValue: 'Value of a piece',
  pieces: 'What it is made of',
  noPieces: 'What it is made of will stand here',
  piecesMean: (count: number, piece: string, inHand: string) =>
    `${count === 1 ? '1 piece' : `${count} pieces`} of ${piece}: all are placed, or none. The player has ${inHand} in hand.`,
  place: 'Place',
  placePieces: (total: string) => `Place ${total}`,

  // Chips for money
  buyIn: capitalise(commands['buy-in']),
  repay: 'Repay',
  newPlayer: 'New player',
  sellTitle: 'Sell chips',
  sellCreditsTitle: 'Sell credits',
  cashOutTitle: 'Redeem chips',
  cashOutCreditsTitle: 'Redeem credits',
  repayTitle: 'Repay what is owed',
  amountWrong: 'Type an amount, such as 100 or 12.50',
  whichChips: 'Which chips',
  colour: 'Colour',
  chipValue: 'Value of a chip',
  sells: (what: string, player: string) => `${player} pays cash and gets ${what}.`,
  redeems: (what: string, player: string) => `${player} hands in ${what} and is paid cash.`,
  repays: (amount: string, player: string) => `${amount} of what ${player} has goes to what is owed.`,
  colourRule: 'The colour is this player’s alone, and its value stays while chips of it are out.',
  marker: 'Above the table minimum: set the marker.',
  limitsNotEnforced: 'shown, not enforced',
}

/** What an action does, before it is confirmed. */
export const effects = {
  'round-void': (total: string, players: number) =>
    players === 0
      ? 'The round is void. Nothing was staked.'
      : `The round is void: every stake goes back, ${total} to ${players === 1 ? '1 player' : `${players} players`}.`,
  'outcome-stands': 'The ball is down: the outcome stands, and the round is settled.',
  'play-waits': 'Until play is resumed nothing is staked, spun or settled.',
  'no-spin-voids': 'If no spin is announced, the round is void.',
  'play-goes-on': 'If not, play goes on when it is resumed.',
  'registered-settled': 'Wagers that were registered are in play and settled.',
  'not-registered-never-happened': 'Wagers that were not registered never happened.',
  'betting-closes': 'Betting closes: nothing is staked on a round that waits.',
  'round-goes-on': (stage: string) => `The round goes on. Then: ${stage}.`,
  'bets-open-again': 'Wagers are taken again until no more bets is called.',
  'round-stands': (round: number) => `Round ${round} stands as it was concluded.`,
  'award-paid': (awards: string) => `Awarded at once: ${awards}. An award pays off first what is owed.`,
  'shift-manager-decides': 'The round waits until the shift manager decides: void, settled, or it goes on.',
}

/** What a wheel says it does. */
export const wheelStates = {
  start: 'new game',
  'place-your-bets': 'bets open',
  'ball-in-rim': 'ball running',
  'no-more-bets': 'no more bets',
  'winning-number': 'number named',
  closed: 'closed',
}

/** What a wheel says is wrong with it now. */
export const wheelWarnings = {
  ballRemoved: 'The ball was taken out',
  ballDirection: 'The ball runs the wrong way',
  sensor: 'A sensor fails',
  launch: 'The ball was not launched well',
}
