import type { Role } from '../../engine/positions.ts'
import type { Phase } from '../../engine/table.ts'
import { betWords, offerTold } from '../bets.ts'
import { inColour, irregularityWords, otherThan } from '../nouns.ts'
import { bothSpoke, fundsWord, ownChips, pocketsIn, roundUnderWay } from '../refusals.ts'
import { playerIn } from '../scene.ts'
import { onSpot } from '../spots.ts'
import { capitalised, dollars } from '../text.ts'
import type { Words } from './words.ts'

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

const forWhom = (whom: string | null): string => (whom === null ? '' : ` for ${whom}`)
const after = (revolutions: number | undefined): string =>
  revolutions === undefined ? '' : ` after ${counted(revolutions, 'revolution')}`
const making = (total: string | null): string => (total === null ? '' : `, making ${total} there`)

// biome-ignore format: a table is read down its columns
const roles: Words['people']['roles'] = {
  'player':         'player',
  'dealer':         'dealer',
  'pit-supervisor': 'pit supervisor',
  'pit-manager':    'pit manager',
  'shift-manager':  'shift manager',
  'system':         'random number generator',
}
const orAbove = (role: unknown): string => `a ${roles[role as Role]} or above`

// biome-ignore format: a table is read down its columns
const kinds: Words['spots']['kinds'] = {
  'straight-up':     'straight up',
  'split':           'split',
  'street':          'street',
  'corner':          'corner',
  'six-line':        'six line',
  'line':            'line',
  'top-line':        'top line',
  'column':          'column',
  'dozen':           'dozen',
  'low':             'low',
  'high':            'high',
  'odd':             'odd',
  'even':            'even',
  'red':             'red',
  'black':           'black',
  'green':           'green',
  'bonus-win':       'bonus win',
  'super-bonus-win': 'super bonus win',
  'scatter-bonus':   'scatter bonus',
}

// biome-ignore format: a table is read down its columns
const phases: Record<Phase, string> = {
  'closed':             'no round had been opened',
  'betting-open':       'betting was open',
  'ball-spinning':      'the ball was spinning and betting was open',
  'betting-closed':     'betting was closed and the ball was not at rest',
  'outcome-determined': 'the ball was at rest and nothing was settled',
  'referred':           'it was waiting for a decision',
  'settled':            'the last round was settled',
  'void':               'the last round was void',
}

const colours = { red: 'red', black: 'black', green: 'green' }
const money = { chips: 'cash chips', credits: 'credits' }
const said = { wheel: 'reported', dealer: 'announced' }

/** What a book may know nothing of, by the names that the engine has for it; anything else is an irregularity's code. */
// biome-ignore format: a table is read down its columns
const bookThings: ReadonlyMap<unknown, string> = new Map([
  ['colour chips',  'colour chips'],
  ['bonus-numbers', 'bonus numbers'],
  ['rule-on-wager', 'rulings on unclear wagers'],
  ['no-spin',       'announcing no spin'],
  ['power-failure', 'going on after a power failure'],
  ['resume',        'going on after a power failure'],
  ['interruption',  'technical interruptions'],
])

/** The story in English. */
export const en: Words = {
  edition: (book) => book,
  gap: ' ',
  comma: ', ',
  listed,
  run: (first, last) => `${first} to ${last}`,
  longList: (first, last) => `${first} .. ${last}`,
  quoted: (text) => `"${text}"`,
  reason: (reason) => `The reason given: "${reason}".`,
  phases,

  people: {
    roles,
    orAbove,
    somebody: 'A player',
    staff: (role, name) => (name === undefined ? `The ${roles[role]}` : `${capitalised(roles[role])} ${name}`),
    machines: {
      wheel: 'The wheel',
      'automatic dealer': 'The automatic dealer',
      'automatic shift manager': 'The automatic shift manager',
    },
    inSentence: (name) => name.charAt(0).toLowerCase() + name.slice(1),
  },
  money: {
    kinds: money,
    sum: (amount, kind) => `${amount} in ${money[kind]}`,
    chips: (count, colour = 'colour') => counted(count, `${colour} chip`),
    chipsWorth: (chips, worth) => `${chips} (${worth})`,
    chipsAt: (chips, value, all) => `${chips} at ${value} each, ${all} in all`,
    colourChips: 'colour chips',
    both: (cash, chips) => `${cash} and ${chips}`,
    inKind: (amount, chips, cash) => `${amount} (${chips}${cash === null ? '' : ` and ${cash}`})`,
  },
  pockets: {
    colours,
    inColour: (pocket, colour) => `${pocket} (${colour})`,
    lit: { bonus: 'bonus number', 'super-bonus': 'super bonus number' },
  },
  spots: {
    kinds,
    number: (pocket) => pocket,
    numbers: (kind, pockets) => `${kind} ${pockets}`,
    nth: (kind, nth) => `${kind} ${nth}`,
    covering: (name, pockets) => `${name} (${pockets})`,
    inSentence: (name, isOneOfMany) => (isOneOfMany ? `the ${name}` : name),
  },
  bets: {
    name: (bet) => bet,
    ofDigit: (bet, digit) => `${bet} of ${digit}`,
    ofNumber: (bet, number, sides) => `${bet} of ${number}, ${sides} on each side`,
    ofAnyDigit: (bet) => `${bet} of a last digit`,
    ofAnyNumber: (bet, least, most) => `${bet} of a number (${least} to ${most} on each side)`,
    offered: (bets) => `the several-piece bets offered here are ${bets}`,
    noneOffered: 'no several-piece bets are offered at this table',
  },
  clauses: {
    name: (clause) => (/^\d/.test(clause) ? `clause ${clause}` : clause),
    means: (name, means) => `${name}: ${means}`,
    silent: 'The rules are silent here; docs/readings.md says how they are read.',
    count: (clauses, appendices) => `${clauses} clauses, ${appendices} appendices`,
    homes: { value: 'value', engine: 'engine', service: 'service', screen: 'screen', outside: 'outside' },
    lives: (home, why) => `${home}: ${why}`,
    shownBy: (path) => `shown by ${path}`,
  },

  headings: {
    table: (title, id) => `${title}, ${id}`,
    beforeFirst: 'Before the first round',
    round: (round, openedAt) => `Round ${round}${openedAt === null ? '' : `, opened ${openedAt}`}`,
    after: (round) => `After round ${round}`,
    end: 'At the end',
    scenario: (title) => `Scenario: ${title}`,
  },
  opening: {
    rules: (operator, version, from, until) =>
      `Rules of ${operator}, version ${version}${from ? `, in force from ${from}` : ''}${until ? ` until ${until}` : ''}.`,
    atTable: (layout) => `Played at a table${layout ? ` with layout ${layout}` : ''}.`,
    onTerminals: (terminal, layout) =>
      `Played on ${terminal ? `${terminal} ` : ''}terminals${layout ? ` with layout ${layout}` : ''}.`,
    wheel: (count, pockets) => `The wheel has ${count} pockets: ${pockets}.`,
    ownOrder: (order) => `This wheel has its own order: ${order}.`,
  },
  limits: {
    unknown: 'These rules know no limits.',
    unset: 'No limits are set.',
    shown: (limits) => `Limits, for one player on one spot: ${limits}.`,
    notEnforced: 'These rules know no limits, so none is enforced.',
    none: 'none',
    ofKind: (kind, range) => `${kind} ${range}`,
    between: (min, max) => `${min} to ${max}`,
    atLeast: (min) => `at least ${min}`,
    atMost: (max) => `at most ${max}`,
    any: 'any amount',
    joined: (limits) => limits.join('; '),
    changed: (who, before, now) =>
      `${who} changed the limits, for one player on one spot. Before: ${before}. Now: ${now}.`,
  },
  funds: {
    bought: (who, what) => `${who} bought ${what}.`,
    sold: (who, player, what) => `${who} sold ${player} ${what}.`,
    marked: 'The value is above the table minimum, so it was marked.',
    cashedOut: (who, what, whom) => `${who} cashed out ${what}${forWhom(whom)}.`,
    repaid: (who, amount, whom, player, rest) =>
      `${who} repaid ${amount}${forWhom(whom)}; ${player} ${rest === null ? 'owed nothing more' : `still owed ${rest}`}.`,
  },
  wagers: {
    placed: (who, what, spot, whom, total) => `${who} put ${what} on ${spot}${forWhom(whom)}${making(total)}.`,
    flagged: {
      'under-minimum': (min) => `That is under the minimum of ${min}: it was recorded and flagged to the dealer.`,
      'over-maximum': (max) => `That is over the maximum of ${max}: it was recorded and flagged to the dealer.`,
    },
    severalPieces: (who, bet, whom, unit, all, pieces) =>
      `${who} placed the several-piece bet ${bet}${forWhom(whom)}: ${unit} a piece, ${all} in all, on ${pieces}.`,
    piece: (spot, stake, total, outside) =>
      `${spot} (${stake}${making(total)}${outside ? `, ${outside.replace('-', ' the ')}` : ''})`,
    withdrawn: (who, what, spot, whom, left) =>
      `${who} took back ${what} from ${spot}${forWhom(whom)}, leaving ${left ?? 'nothing'} there.`,
    ruled: (who, player, stake, spot, ruling) => `${who} ruled on ${player}'s ${stake} on ${spot}: ${ruling}.`,
    stands: 'it stands where it is',
    returned: 'it goes back to the player',
    moved: (to) => `it counts as moved to ${to}`,
  },
  round: {
    opened: (who, says, round) => `${who} ${says === null ? '' : `called "${says}" and `}opened round ${round}.`,
    closed: (who, says, isEarly) => {
      const early = isEarly ? ', before the ball was spun' : ''
      return says === null ? `${who} closed betting${early}.` : `${who} called "${says}"${early}. Betting was closed.`
    },
    closedByReferral: 'Betting was closed, for nothing may be staked on a round that waits to be decided.',
    closedByBall: 'Betting had not been closed when the ball came to rest, so it closed then.',
    referred: (who, to) => `${who} referred the round to the ${roles[to]}.`,
    thereforeReferred: (to) => `So the round was referred to the ${roles[to]}, to decide.`,
    decided: (who, decision) =>
      `${who} decided that the round be ${decision === 'void' ? 'void' : 'settled by its outcome'}.`,
    powerFailed: (who, isAtRest) =>
      `${who} reported that the power had failed, with the ball ${isAtRest ? 'at rest: the outcome stood' : 'not at rest'}. Play was held.`,
    resumed: (who) => `${who} resumed play.`,
    interrupted: (who) =>
      `${who} reported a technical interruption. The ball was at rest, so the round went on to its end.`,
    cutOff: (who, terminals) =>
      `${who} reported that ${listed(terminals)} ${terminals.length === 1 ? 'was' : 'were'} cut off. The round went on.`,
    registered: 'Wagers that were registered there stayed in play.',
    notRegistered: 'Wagers that were not registered never counted, and took no money.',
    tableClosed: (who, lastRound) =>
      `${who} closed the table${lastRound === null ? '' : `, from the end of round ${lastRound} on`}.`,
    tableOpened: (who) => `${who} opened the table again.`,
    again: (id, who) => `The command ${id} came again from ${who}: it was answered as before, and nothing changed.`,
  },
  wheel: {
    spun: (who, ball, wheel) => {
      const against = wheel === ball ? 'the same way as the wheel' : `against the wheel, which turned ${wheel}`
      return `${who} spun the ball ${ball}, ${wheel === 'still' ? 'while the wheel stood still' : against}.`
    },
    drawn: (who, count, numbers) => `${who} drew ${count} bonus numbers: ${numbers}.`,
    link: (link, pockets) => `link ${link} (${pockets.join(', ')})`,
    links: (links) => `link${links.length === 1 ? '' : 's'} ${listed(links)}`,
    superBonus: (links) => `They completed ${links}: super bonus numbers.`,
    noSuperBonus: 'They completed no link, so there was no super bonus number.',
    scatter: 'Every link held a bonus number: a scatter bonus.',
    noScatter: (links) => `No scatter bonus: ${links} held no bonus number.`,
    atRest: (pocket, revolutions, lit, who, source) =>
      `The ball came to rest in ${pocket}${after(revolutions)}${lit ? `, a ${lit}` : ''}, as ${who} ${said[source]}.`,
    differed: (who, pocket, source, first) => {
      const other = otherThan(source)
      return `${who} ${said[source]} ${pocket}, but the ${other} had ${said[other]}${first ? ` ${first}` : ''}.`
    },
    held: (decides) => `Nothing was to be settled until a ${roles[decides]} had decided.`,
  },
  settlement: {
    settled: (who, round, pocket) =>
      `${who ? `${who} settled round ${round}` : `Round ${round} was settled`} on ${pocket}, wager by wager.`,
    noWagers: 'There were no wagers.',
    onlyCovering: (pocket) => `On ${pocket} only wagers that cover it win; every other wager loses.`,
    byPayTable: (somebodyWon) => `By the pay table${somebodyWon ? ', winners keeping their stake' : ''}:`,
    columns: ['player', 'wager', 'stake', 'chips', 'odds', 'result', 'winnings', 'collected'],
    chips: (count, colour) => `${count} ${colour}`,
    odds: (pays) => `${pays} to 1`,
    results: { won: 'won', lost: 'lost', returned: 'returned' },
    underMinimum: (min, isReturned) =>
      `under the minimum of ${min}: ${isReturned ? 'not for the first time' : 'settled this one time'}`,
    overMaximum: (max, back) => `over the maximum of ${max}: ${back} of it was not in play and went back`,
    halved: (other) => (other === null ? 'half of it went back' : `${other}; half of what was in play went back`),
    byRuling: 'by the ruling',
    scatter: 'the draw was a scatter bonus',
    noScatter: 'the draw was no scatter bonus',
    was: (pocket, lit) => `${pocket} was a ${lit}`,
    wasNo: (pocket, lit) => `${pocket} was no ${lit}`,
    noted: (why, clause) => `${why} ${clause}`,
    result: (player, net, holds) => `${player} ${net} and ${holds}.`,
    even: 'came out even',
    won: (amount) => `won ${amount} on the round`,
    lost: (amount) => `lost ${amount} on the round`,
    holds: (amount, owed) => `now holds ${amount}${owed === null ? '' : ` and owes ${owed}`}`,
    warned: (players) =>
      `${players} had wagers under the minimum settled this one time; from the next round on they go back.`,
  },
  voids: {
    isVoid: (round) => `Round ${round} was void.`,
    because: (round, why) => `Round ${round} was void: ${why}.`,
    byDecision: (round) => `Round ${round} was void by that decision.`,
    made: (who, round, isLate, why) => `${who} made round ${round} void${isLate ? ' afterwards' : ''}: ${why}.`,
    noSpin: (who, isDark) => `${who} announced no spin${isDark ? ' while the power was out' : ''}.`,
    interrupted: (who) => `${who} reported a technical interruption.`,
    irregular: (who) => `${who} reported an irregularity.`,
    atRest: (who, pocket, revolutions) => `${who} reported the ball in ${pocket}${after(revolutions)}.`,
    noStakes: 'There were no stakes to give back.',
    stakesBack: 'Every stake went back, to the cent.',
    gotBack: (player, amount, holds) => `${player} got back ${amount} and ${holds}.`,
    reversed: 'Every stake counted as returned, and what was paid or collected was reversed.',
    hadSettledOn: (pocket) => `It had been settled on ${pocket}.`,
    laterStood: 'Later rounds stood.',
  },
  corrections: {
    putRight: (who, round, from, to) => `${who} put the outcome of round ${round} right: not ${from} but ${to}.`,
    decidedFor: (who, side, to) =>
      `${who} decided for ${side === null ? 'neither the wheel nor the dealer' : `the ${side}`}: the ball rested in ${to}.`,
    nothingSettled: 'Nothing had been settled yet, so no money moved.',
    settledAgain: 'The round was settled again by where the ball rested.',
    laterStood: 'Later rounds stood as they were played.',
    columns: ['player', 'wager', 'stake', 'before', 'now'],
    asBefore: (count, isOther) => `${counted(count, isOther ? 'other wager' : 'wager')} came out as before.`,
    won: (pays, paid) => `won at ${pays} to 1, ${paid} paid`,
    lost: (collected) => `lost, ${collected} collected`,
    nobody: "Nobody's money changed by it.",
    adjusted: (player, how, holds) => `${player} ${how}. ${player} ${holds}.`,
    given: (amount, chips, toOwed) =>
      `was given ${amount}${chips ? `, ${chips} of it back as chips` : ''}${toOwed ? `, of which ${toOwed} went to what was owed` : ''}`,
    givenBySwap: (amount, chips, cash) => `was given ${amount}: ${chips} back for ${cash}`,
    swapped: (chips, cash) => `got ${chips} back for ${cash}`,
    gaveBack: (amount, given) => `gave back ${amount}${given === null ? '' : ` (${given})`}`,
    gaveBackLess: (amount, given, chips) => `gave back ${amount}: ${given}, less ${chips} that came back`,
    stillOwes: (amount, given, owed) =>
      `had ${amount} to give back: ${given === null ? 'nothing was there' : `${given} taken`}, ${owed} still owed`,
    changed: (chips, change) => `${chips}${change === null ? '' : ` with ${change} change`}`,
  },
  closing: {
    notOver: (round, phase) => `Round ${round} was not over: ${phases[phase]}.`,
    nobody: 'Nobody brought money to the table.',
    columns: ['player', 'brought', 'took away', 'holds', 'on the layout', 'owes'],
    houseEven: 'The house neither won nor lost.',
    houseWon: (amount) => `The house won ${amount}.`,
    houseLost: (amount) => `The house lost ${amount}.`,
    brought: (amount) => `${amount} brought`,
    taken: (amount) => `${amount} taken away`,
    held: (amount) => `${amount} held`,
    onLayout: (amount) => `${amount} on the layout`,
    owed: (amount) => `${amount} owed`,
    wonByHouse: (amount) => `${amount} won by the house`,
    lostByHouse: (amount) => `${amount} lost by the house`,
    balanced: (given, found) => `The books balance: ${given} = ${found}.`,
    unbalanced: (given, found) => `THE BOOKS DO NOT BALANCE: ${given} is not ${found}.`,
  },
  refused: {
    tried: (who, attempt, whom, reason) => `${who} tried to ${attempt}${forWhom(whom)}, but was refused: ${reason}.`,
    stayed: (amount, player) => `The ${amount} that ${player} had there stayed in play.`,
    recorded: 'The attempt was recorded.',
  },

  attempts: {
    'buy-in': ({ amount, colour, chipValue }, { book }) =>
      colour === undefined
        ? `buy ${dollars(amount)} in ${money[book.funds.money]}`
        : `buy ${dollars(amount)} in ${colour} chips at ${dollars(chipValue)} each`,
    'cash-out': ({ amount, colour }, { book }) =>
      `cash out ${dollars(amount)} in ${colour === undefined ? money[book.funds.money] : `${colour} chips`}`,
    repay: ({ amount }) => `repay ${dollars(amount)}`,
    'place-your-bets': () => 'open a round',
    wager: ({ spot, stake, chips, bet, unit }, scene) =>
      bet === undefined
        ? `put ${chips === undefined ? dollars(stake) : ownChips(chips, scene)} on ${onSpot(scene, spot!)}`
        : `place the several-piece bet ${betWords(bet, scene)} at ${dollars(unit)} a piece`,
    withdraw: ({ spot, stake, chips }, scene) => {
      const from = onSpot(scene, spot)
      if (chips !== undefined) return `take back ${ownChips(chips, scene)} from ${from}`
      return stake === undefined ? `take back all that lay on ${from}` : `take back ${dollars(stake)} from ${from}`
    },
    spin: () => 'spin the ball',
    'no-more-bets': () => 'close betting',
    'bonus-numbers': () => 'draw the bonus numbers',
    'ball-at-rest': ({ pocket, source }) => `${source === 'wheel' ? 'report' : 'call'} ${pocket} as the outcome`,
    'rule-on-wager': ({ player, spot }, scene) => `rule on ${player}'s wager on ${onSpot(scene, spot)}`,
    settle: () => 'settle the round',
    irregularity: ({ code }, scene) => `report an irregularity (${irregularityWords(scene, code)})`,
    'no-spin': () => 'announce no spin',
    'power-failure': () => 'report a power failure',
    resume: () => 'resume play',
    interruption: ({ terminals }) => `report a technical interruption${terminals ? ` of ${listed(terminals)}` : ''}`,
    refer: (_, { book }) => `refer the round to the ${roles[book.rules.referral.by]}`,
    decide: ({ decision }) => `decide that the round be ${decision === 'void' ? 'void' : 'settled'}`,
    'correct-outcome': ({ round, pocket }) => `change the outcome of round ${round} to ${pocket}`,
    'void-rounds': ({ rounds }) => `make round${rounds.length === 1 ? '' : 's'} ${listed(rounds.map(String))} void`,
    'close-table': () => 'close the table',
    'open-table': () => 'open the table',
    'set-limits': () => 'change the limits',
  },

  // biome-ignore format: a table is read down its columns
  reasons: {
    'position-too-low':            ({ needs, by }) => needs === 'system' ? 'that is for the random number generator alone' : `${by === 'system' ? 'that is for people,' : 'that takes'} ${orAbove(needs)}`,
    'not-for-this-player':         ({ player, by }) => `${by} is a player and may not act for ${player}`,
    'not-in-this-book':            ({ what }) => `these rules know nothing of ${bookThings.get(what) ?? `an irregularity called "${what}"`}`,
    'table-is-closed':             (_, scene) => roundUnderWay(scene) === null ? 'the table was closed' : `the table was to close when round ${roundUnderWay(scene)} was over`,
    'table-is-open':               () => 'the table was open',
    'no-round-in-progress':        () => 'no round was under way',
    'round-in-progress':           ({ round, phase }) => `round ${round} was still under way; ${phases[phase as Phase]}`,
    'power-is-out':                () => 'the power was out and play had not been resumed',
    'power-is-not-out':            () => 'the power was not out',
    'round-is-referred':           (_, { book }) => `the round was waiting for the ${roles[book.rules.referral.by]} to decide`,
    'round-is-not-referred':       () => 'the round had not been referred to anybody',
    'betting-is-closed':           ({ phase }, scene) => roundUnderWay(scene) === null ? `no bets were open; ${phases[phase as Phase]}` : 'betting was closed',
    'betting-is-open':             () => 'betting was still open',
    'too-early-to-close':          ({ needs }) => `the ball had not been spun, and ${needs ? `closing before that takes the leave of ${orAbove(needs)}` : 'these rules do not let betting close before that'}`,
    'ball-already-spun':           () => 'the ball had been spun already, and a round has one spin',
    'outcome-already-determined':  ({ pocket }, scene) => bothSpoke(scene) ? 'the wheel and the dealer had both named a number' : `the ball was at rest in ${inColour(scene, String(pocket))} already`,
    'outcome-not-determined':      () => 'the ball was not at rest',
    'results-differ':              ({ pockets }, scene) => `the wheel and the dealer named different numbers, ${pocketsIn(scene, pockets)}, and no ${roles[scene.book.rules.correction.by]} had decided`,
    'bonus-numbers-already-drawn': () => 'the bonus numbers were drawn already, and a round has one draw',
    'bonus-numbers-not-drawn':     () => 'the bonus numbers were not drawn, and nothing is settled before that',
    'bonus-numbers-not-valid':     ({ numbers, needs }) => `a draw is ${needs} different numbers of the wheel, and this one was ${listed(numbers as string[]) || 'empty'}`,
    'round-unknown':               ({ round }) => `there was no round ${round} to change, or the table no longer keeps it`,
    'round-is-void':               ({ round }) => `round ${round} was void, and a void round has no result to change`,
    'pocket-not-on-wheel':         ({ pocket }) => `the wheel has no pocket ${pocket}`,
    'outcome-unchanged':           ({ pocket }) => `${pocket} was the outcome already`,
    'spot-not-in-book':            ({ spot }) => `the layout has no spot ${spot}`,
    'bet-not-offered':             ({ offered }, { words }) => offerTold(words, offered as string[]),
    'limits-not-valid':            ({ problem }) => String(problem).replace(/^limits (?=\w)/, 'what was asked ').replace(/^limits \./, ''),
    'no-such-wager':               ({ player, spot }, scene) => `${player} had nothing on ${onSpot(scene, String(spot))}`,
    'stake-not-positive':          () => 'a stake must be more than nothing',
    'amount-not-positive':         () => 'an amount must be more than nothing',
    'amount-too-large':            () => 'that is more than a table can hold',
    'colour-in-use':               ({ colour }) => `${colour} chips belonged to another player at this table`,
    'colour-differs':              ({ colour, chipValue }, { command }) => `${playerIn(command)} had ${colour === null ? 'no colour chips' : `${colour} chips at ${dollars(chipValue)} each, and no other`}`,
    'not-whole-chips':             ({ amount, stake, chipValue }) => `${dollars(amount ?? stake)} is no whole number of chips at ${dollars(chipValue)} each`,
    'withdrawal-too-large':        ({ chips, total }, scene) => `${playerIn(scene.command)} had only ${chips === undefined ? dollars(total) : ownChips(Number(chips), scene)} there`,
    'under-the-minimum':           ({ spot, total, min }, scene) => `${dollars(total)} on ${onSpot(scene, String(spot))} would be under the minimum of ${dollars(min)}`,
    'over-the-maximum':            ({ spot, total, max }, scene) => `${dollars(total)} on ${onSpot(scene, String(spot))} would be over the maximum of ${dollars(max)}`,
    'stakes-in-play':              ({ round }, { book, command }) => `${playerIn(command)} had stakes in round ${round}, and ${money[book.funds.money]} are paid out when it is over`,
    'nothing-owed':                ({ owed }, { command }) => `${playerIn(command)} owed ${Number(owed) > 0 ? `only ${dollars(owed)}` : 'nothing'}`,
    'balance-too-low':             ({ balance }, scene) => `${playerIn(scene.command)} had ${Number(balance) > 0 ? `only ${dollars(balance)} in` : 'no'} ${fundsWord(scene)}`,
  },
}
