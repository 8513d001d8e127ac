/**
 * Every refusal, in order of precedence: when several apply, the first is the answer (docs/refusals.md is made from
 * this list). A refusal leaves the state as it is. `recorded`: the service writes it to the journal nevertheless.
 */
/** Every refusal: what it means, and whether it is recorded. */
// biome-ignore format: a table is read down its columns
export const refusals = {
  'position-too-low':            { recorded: true,  means: 'the command needs a higher position than the caller has' },
  'not-for-this-player':         { recorded: true,  means: 'a player may act only for themselves' },
  'not-in-this-book':            { recorded: false, means: 'the rule book of the table has no rule for this command' },
  'table-is-closed':             { recorded: false, means: 'the table is closed, or closes after this round' },
  'table-is-open':               { recorded: false, means: 'the table is open already' },
  'no-round-in-progress':        { recorded: false, means: 'the command needs a round, and none is under way' },
  'round-in-progress':           { recorded: false, means: 'the command is possible once the round is concluded' },
  'book-not-in-force':           { recorded: false, means: 'the rule book is not in force at this time, and the house opens rounds only by books in force' },
  'power-is-out':                { recorded: false, means: 'the command is possible when play is resumed after the power failure' },
  'power-is-not-out':            { recorded: false, means: 'play continues already: no power failure is on record' },
  'round-is-referred':           { recorded: false, means: 'the round waits for the shift manager' },
  'round-is-not-referred':       { recorded: false, means: 'the round was not referred to the shift manager' },
  'too-many-referrals':          { recorded: false, means: 'twenty concluded rounds wait for the shift manager: one of them is decided first' },
  'betting-is-closed':           { recorded: true,  means: 'no bets are open: not yet, or no more' },
  'betting-is-open':             { recorded: false, means: 'the command is possible when betting is closed' },
  'too-early-to-close':          { recorded: false, means: 'the ball is not spun, and closing before that needs a higher position or is not allowed' },
  'early-close-already-allowed': { recorded: false, means: 'closing this round before the spin was allowed already' },
  'ball-already-spun':           { recorded: false, means: 'one round has one spin' },
  'spin-not-on-record':          { recorded: true,  means: 'betting is closed and the record has no spin: record it, or report that the ball was not spun' },
  'outcome-already-determined':  { recorded: false, means: 'the ball is at rest' },
  'outcome-not-determined':      { recorded: false, means: 'the ball is not at rest' },
  'results-differ':              { recorded: false, means: 'the wheel and the dealer name different numbers: a pit supervisor decides with correct-outcome' },
  'irregularity-not-possible':   { recorded: false, means: 'the irregularity cannot have happened yet: it needs a spin, or no more bets' },
  'record-says-otherwise':       { recorded: false, means: 'the record contradicts the irregularity; if the record is wrong, refer the round' },
  'reason-missing':              { recorded: false, means: 'a reason is needed: for an irregularity once the ball rests, an award, a round that stands or continues' },
  'bonus-numbers-already-drawn': { recorded: false, means: 'one round has one draw' },
  'bonus-numbers-not-drawn':     { recorded: false, means: 'the round is settled after the draw of the bonus numbers' },
  'bonus-numbers-not-valid':     { recorded: false, means: 'a draw is ten different numbers of the wheel' },
  'draw-not-as-committed':       { recorded: false, means: 'the numbers do not follow from the secret that the house committed to when betting opened' },
  'round-unknown':               { recorded: false, means: 'the table has concluded no such round' },
  'round-is-void':               { recorded: false, means: 'the round is void, and stays so: it is void already, or no spin was announced' },
  'draw-not-on-record':          { recorded: false, means: 'the round has no draw on record, and no draw may be made up' },
  'rounds-of-several-books':     { recorded: false, means: 'the rounds were opened by different rule books: name those of one book at a time' },
  'pocket-not-on-wheel':         { recorded: false, means: 'the wheel has no such compartment' },
  'outcome-unchanged':           { recorded: false, means: 'the round has this outcome already' },
  'player-unknown':              { recorded: false, means: 'no player of this name has had money at the table' },
  'spot-not-in-book':            { recorded: false, means: 'the layout has no such spot' },
  'bet-not-offered':             { recorded: false, means: 'the table does not offer this several-piece bet' },
  'book-unknown':                { recorded: false, means: 'the house has no such version of the game of the table' },
  'book-unchanged':              { recorded: false, means: 'the table has that rule book already' },
  'book-does-not-fit':           { recorded: false, means: 'the rule book does not fit the setup of the table' },
  'limits-not-valid':            { recorded: false, means: 'the limits do not make sense, or are wider than those of the rule book' },
  'stakes-imprisoned':           { recorded: false, means: 'stakes in prison stay as they are until the next round that is settled' },
  'no-such-wager':               { recorded: false, means: 'the player has no chips on that spot' },
  'stake-not-positive':          { recorded: false, means: 'a stake must be more than zero' },
  'amount-not-positive':         { recorded: false, means: 'an amount must be more than zero' },
  'amount-too-large':            { recorded: false, means: 'the amount is more than a table can hold, or its winnings would be' },
  'colour-in-use':               { recorded: false, means: 'the colour belongs to another player at this table' },
  'colour-differs':              { recorded: false, means: 'the player has another colour or another value, and chips of it are out' },
  'not-whole-chips':             { recorded: false, means: 'the amount is not a whole number of those chips' },
  'withdrawal-too-large':        { recorded: false, means: 'the player has less than that on the spot' },
  'under-the-minimum':           { recorded: false, means: 'the terminal takes no wager under the minimum' },
  'over-the-maximum':            { recorded: false, means: 'the terminal takes no wager over the maximum' },
  'stakes-in-play':              { recorded: false, means: 'credits are paid out when the round is concluded' },
  'nothing-owed':                { recorded: false, means: 'the player owes less than that' },
  'balance-too-low':             { recorded: false, means: 'the player has less than the amount' },
} as const

/** The codes of all refusals. */
export type RefusalCode = keyof typeof refusals
/** The codes of all refusals, in order of precedence. */
export const refusalCodes = Object.keys(refusals) as RefusalCode[]

/** A refusal carries the facts and, where a rule says so, its clause. Screens word it. */
export type Refusal = { refused: RefusalCode; clause?: string; [fact: string]: unknown }

export const refuse = (refused: RefusalCode, facts: { clause?: string; [fact: string]: unknown } = {}): Refusal => ({
  refused,
  ...facts,
})

/** Returns the refusal of highest precedence. */
export const firstOf = (found: readonly (Refusal | null)[]): Refusal | null =>
  found.reduce((first, one) => (!first || (one && rank(one) < rank(first)) ? one : first), null)

const rank = ({ refused }: Refusal): number => refusalCodes.indexOf(refused)
