import type { RefusalCode } from '../../engine/refusals.ts'
import { roleIn } from '../naming.ts'
import { dollars } from '../plain-text.ts'
import type { Attempts, Reason } from '../scenery.ts'
import { forPlayer, listInWords } from './grammar.en.ts'

const orAbove = (role: string): string => `a ${role} or above`

/** Things that a book may lack, by the engine's names. Any other name is the code of an irregularity. */
const bookThings: ReadonlyMap<unknown, string> = new Map([
  ['colour chips', 'colour chips'],
  ['commitment', 'a commitment to a draw'],
  ['bonus-numbers', 'bonus numbers'],
  ['rule-on-wager', 'rulings on unclear wagers'],
  ['staff-wagers', 'wagers that staff place for a player'],
  ['staff-records', 'wagers that staff record for a player'],
  ['moved', 'moving a wager to another spot'],
  ['staff-withdrawals', 'wagers that staff take back for a player'],
  ['allow-early-close', 'leave to close betting before the spin'],
  ['no-spin', 'announcing no spin'],
  ['power-failure', 'going on after a power failure'],
  ['resume', 'going on after a power failure'],
  ['interruption', 'technical interruptions'],
  ['refer', 'referring a concluded round'],
  ['continue', 'letting a referred round go on'],
  ['stands', 'letting a referred round stand'],
  ['awards', 'awards'],
])

/** The attempted act, where the command's name is not enough: a part of `refused.tried`. */
const attempts: Attempts = {
  'buy-in': ({ amount, colour, chipValue }, say) =>
    colour === undefined
      ? `buy ${dollars(amount)} in ${say.money}`
      : `buy ${dollars(amount)} in ${say.chipsOf(colour)} at ${dollars(chipValue)} each`,
  'cash-out': ({ amount, colour }, say) =>
    `cash out ${dollars(amount)} in ${colour === undefined ? say.money : say.chipsOf(colour)}`,
  repay: ({ amount }) => `repay ${dollars(amount)}`,
  wager: ({ spot, stake, chips, bet, unit }, say) =>
    bet === undefined
      ? `put ${chips === undefined ? dollars(stake) : say.chips(chips)} on ${say.spot(spot)}`
      : `place the several-piece bet ${say.bet(bet)} at ${chips === undefined ? dollars(unit) : say.chips(chips)} a piece`,
  withdraw: ({ spot, stake, chips }, say) => {
    const from = say.spot(spot)
    if (chips !== undefined) return `take back ${say.chips(chips)} from ${from}`
    return stake === undefined ? `take back all that lay on ${from}` : `take back ${dollars(stake)} from ${from}`
  },
  'ball-at-rest': ({ pocket, by }) => `${by.role === 'wheel' ? 'report' : 'call'} ${pocket} as the outcome`,
  'rule-on-wager': ({ player, spot }, say) => `rule on ${player}'s wager on ${say.spot(spot)}`,
  irregularity: ({ code }, say) => `report an irregularity (${say.irregularity(code)})`,
  interruption: ({ terminals }) => `report a technical interruption${terminals ? ` of ${listInWords(terminals)}` : ''}`,
  refer: ({ round }, say) => `refer ${round === undefined ? 'the round' : `round ${round}`} to the ${say.referral}`,
  decide: ({ decision, round }) => {
    if (decision === 'stands') return `decide that round ${round} stand`
    if (decision === 'continue') return 'decide that the round go on'
    const about = round === undefined ? 'the round' : `round ${round}`
    return `decide that ${about} be ${decision === 'void' ? 'void' : 'settled'}`
  },
  'set-book': ({ book }) => `change the rules to ${book}`,
  'correct-outcome': ({ round, pocket }) => `change the outcome of round ${round} to ${pocket}`,
  'void-rounds': ({ rounds }) => `make round${rounds.length === 1 ? '' : 's'} ${listInWords(rounds.map(String))} void`,
}

/** Why it was refused: the end of `refused.tried`. */
const reasons: Record<RefusalCode, Reason> = {
  'position-too-low': ({ needs, by }, say) =>
    needs === 'system'
      ? 'that is for the random number generator alone'
      : `${by === 'system' ? 'that is for people,' : 'that takes'} ${orAbove(roleIn(say.nouns, needs))}`,
  'not-for-this-player': ({ player, by }) => `${by} is a player and may not act for ${player}`,
  'not-in-this-book': ({ what, until }, say) =>
    until
      ? `these rules let that (${say.irregularity(String(what))}) void a round only until it is concluded`
      : `these rules know nothing of ${bookThings.get(what) ?? `an irregularity called "${what}"`}`,
  'table-is-closed': (_, say) =>
    say.round === null ? 'the table was closed' : `the table was to close when round ${say.round} was over`,
  'table-is-open': () => 'the table was open',
  'no-round-in-progress': () => 'no round was under way',
  'round-in-progress': ({ round, phase }, say) => `round ${round} was still under way; ${say.phase(phase)}`,
  'book-not-in-force': ({ book }) => `the rules ${book} were not in force at that time`,
  'power-is-out': () => 'the power was out and play had not been resumed',
  'power-is-not-out': () => 'the power was not out',
  'round-is-referred': ({ round }, say) =>
    `${round === undefined ? 'the round' : `round ${round}`} was waiting for the ${say.referral} to decide`,
  'round-is-not-referred': ({ round }) =>
    `${round === undefined ? 'the round' : `round ${round}`} had not been referred to anybody`,
  'too-many-referrals': (_, say) => `twenty concluded rounds were waiting for the ${say.referral} already`,
  'betting-is-closed': ({ phase }, say) =>
    say.round === null ? `no bets were open; ${say.phase(phase)}` : 'betting was closed',
  'betting-is-open': () => 'betting was still open',
  'too-early-to-close': ({ needs }, say) =>
    `the ball had not been spun, and ${needs ? `closing before that takes the leave of ${orAbove(roleIn(say.nouns, needs))}` : 'these rules do not let betting close before that'}`,
  'early-close-already-allowed': () => 'leave for this round had been given already',
  'ball-already-spun': () => 'the ball had been spun already, and a round has one spin',
  'spin-not-on-record': () => 'no spin was on record, and a ball at rest needs one',
  'outcome-already-determined': ({ pocket }, say) =>
    say.bothSpoke
      ? 'the wheel and the dealer had both named a number'
      : `the ball was at rest in ${say.pocket(pocket)} already`,
  'outcome-not-determined': () => 'the ball was not at rest',
  'results-differ': ({ pockets }, say) =>
    `the wheel and the dealer named different numbers, ${say.pockets(pockets)}, and no ${say.correction} had decided`,
  'irregularity-not-possible': () => 'that could not have happened yet',
  'record-says-otherwise': () => 'the record said otherwise',
  'reason-missing': () => 'no reason was given',
  'bonus-numbers-already-drawn': () => 'the bonus numbers were drawn already, and a round has one draw',
  'bonus-numbers-not-drawn': () => 'the bonus numbers were not drawn, and nothing is settled before that',
  'bonus-numbers-not-valid': ({ numbers, needs }) =>
    `a draw is ${needs} different numbers of the wheel, and this one was ${listInWords(numbers as string[]) || 'empty'}`,
  'round-unknown': ({ round }) => `no round ${round} had been concluded`,
  'round-is-void': ({ round }) => `round ${round} was void, and stayed so`,
  'draw-not-as-committed': () => 'they were not the numbers of the secret that the house had committed to',
  'draw-not-on-record': ({ round }) => `no bonus numbers of round ${round} were on record, and none may be made up`,
  'rounds-of-several-books': () => 'they had been opened by different versions of the rules',
  'pocket-not-on-wheel': ({ pocket }) => `the wheel has no pocket ${pocket}`,
  'outcome-unchanged': ({ pocket }) => `${pocket} was the outcome already`,
  'player-unknown': ({ player }) => `${player} had never had money at the table`,
  'spot-not-in-book': ({ spot }) => `the layout has no spot ${spot}`,
  'bet-not-offered': ({ offered }, say) => say.offer(offered),
  'book-unknown': ({ book }) => `there was no version ${book} of this game`,
  'book-unchanged': () => 'the table had these rules already',
  'book-does-not-fit': ({ problem }) => `those rules did not fit the table: ${problem}`,
  'limits-not-valid': ({ problem }) =>
    String(problem)
      .replace(/^limits (?=\w)/, 'what was asked ')
      .replace(/^limits \./, ''),
  'stakes-imprisoned': ({ spot }, say) =>
    spot === undefined
      ? 'stakes were in prison, and the next settled round had to decide about them first'
      : `the stake on ${say.spot(spot)} was in prison until a settled round decided about it`,
  'no-such-wager': ({ player, spot }, say) => `${player} had nothing on ${say.spot(spot)}`,
  'stake-not-positive': () => 'a stake must be more than nothing',
  'amount-not-positive': () => 'an amount must be more than nothing',
  'amount-too-large': () => 'that is more than a table can hold',
  'colour-in-use': ({ colour }, say) => `${say.chipsOf(colour)} belonged to another player at this table`,
  'colour-differs': ({ colour, chipValue }, say) =>
    `${say.player} had ${colour === null ? 'no colour chips' : `${say.chipsOf(colour)} at ${dollars(chipValue)} each, and no other`}`,
  'not-whole-chips': ({ amount, stake, chipValue }) =>
    `${dollars(amount ?? stake)} is not a whole number of chips at ${dollars(chipValue)} each`,
  'withdrawal-too-large': ({ chips, total }, say) =>
    `${say.player} had only ${chips === undefined ? dollars(total) : say.chips(chips)} there`,
  'under-the-minimum': ({ spot, total, min }, say) =>
    `${dollars(total)} on ${say.spot(spot)} would be under the minimum of ${dollars(min)}`,
  'over-the-maximum': ({ spot, total, max }, say) =>
    `${dollars(total)} on ${say.spot(spot)} would be over the maximum of ${dollars(max)}`,
  'stakes-in-play': ({ round }, say) =>
    `${say.player} had stakes in round ${round}, and ${say.money} are paid out when it is over`,
  'nothing-owed': ({ owed }, say) => `${say.player} owed ${Number(owed) > 0 ? `only ${dollars(owed)}` : 'nothing'}`,
  'balance-too-low': ({ balance }, say) =>
    `${say.player} had ${Number(balance) > 0 ? `only ${dollars(balance)} in` : 'no'} ${say.funds}`,
}

export const storyOfRefusals = {
  refused: {
    tried: (who: string, attempt: string, whom: string | null, reason: string) =>
      `${who} tried to ${attempt}${forPlayer(whom)}, but was refused: ${reason}.`,
    stayed: (amount: string, player: string) => `The ${amount} that ${player} had there stayed in play.`,
    recorded: 'The attempt was recorded.',
  },
  attempts,
  reasons,
}
