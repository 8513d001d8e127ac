/**
 * Every refusal, in order of precedence: when several apply, the first is the answer (docs/refusals.md is made from
 * this list). A refusal leaves the state as it is. `recorded`: the service writes it to the journal nevertheless.
 */
// biome-ignore format: a table is read down its columns
export const refusals = {
  'position-too-low':            { recorded: true,  means: 'whoever asks does not hold the position that it takes' },
  'not-for-this-player':         { recorded: true,  means: 'a player may act only for themselves' },
  'not-in-this-book':            { recorded: false, means: 'the rule book of the table knows no such thing' },
  'table-is-closed':             { recorded: false, means: 'the table is closed, or closes after this round' },
  'table-is-open':               { recorded: false, means: 'there is nothing to open' },
  'no-round-in-progress':        { recorded: false, means: 'it needs a round, and none is under way' },
  'round-in-progress':           { recorded: false, means: 'it waits until the round is concluded' },
  'book-not-in-force':           { recorded: false, means: 'the house opens no round by a rule book that is not in force at that time' },
  'power-is-out':                { recorded: false, means: 'it waits until play is resumed' },
  'power-is-not-out':            { recorded: false, means: 'there is no power failure to resume from' },
  'round-is-referred':           { recorded: false, means: 'the round waits for the shift manager' },
  'round-is-not-referred':       { recorded: false, means: 'nothing was referred for a decision' },
  'too-many-referrals':          { recorded: false, means: 'twenty concluded rounds wait for the shift manager: one of them is decided first' },
  'betting-is-closed':           { recorded: true,  means: 'no bets are open: not yet, or no more' },
  'betting-is-open':             { recorded: false, means: 'it waits until betting is closed' },
  'too-early-to-close':          { recorded: false, means: 'the ball is not spun, and closing before that takes a higher position or is not allowed' },
  'early-close-already-allowed': { recorded: false, means: 'the leave to close this round before the spin is given' },
  'ball-already-spun':           { recorded: false, means: 'one round has one spin' },
  'spin-not-on-record':          { recorded: true,  means: 'betting is closed and the record has no spin: record it, or report that the ball was not spun' },
  'outcome-already-determined':  { recorded: false, means: 'the ball is at rest' },
  'outcome-not-determined':      { recorded: false, means: 'the ball is not at rest' },
  'results-differ':              { recorded: false, means: 'the wheel and the dealer name different numbers: a pit supervisor decides with correct-outcome' },
  'irregularity-not-possible':   { recorded: false, means: 'that cannot have happened yet: it takes a spin, or no more bets' },
  'record-says-otherwise':       { recorded: false, means: 'the record speaks against that irregularity: what the record has wrong is referred' },
  'reason-missing':              { recorded: false, means: 'it takes a reason: an irregularity once the ball rests, an award, a round that stands or goes on' },
  'bonus-numbers-already-drawn': { recorded: false, means: 'one round has one draw' },
  'bonus-numbers-not-drawn':     { recorded: false, means: 'nothing is settled before the draw' },
  'bonus-numbers-not-valid':     { recorded: false, means: 'a draw is ten different numbers of the wheel' },
  'draw-not-as-committed':       { recorded: false, means: 'the numbers are not those of the secret that the house committed to when betting opened' },
  'round-unknown':               { recorded: false, means: 'the table has concluded no such round' },
  'round-is-void':               { recorded: false, means: 'the round is void, and stays so: it is void already, or no spin was announced' },
  'draw-not-on-record':          { recorded: false, means: 'the round has no draw on record, and none may be made up' },
  'rounds-of-several-books':     { recorded: false, means: 'the rounds were opened by different rule books: name those of one book at a time' },
  'pocket-not-on-wheel':         { recorded: false, means: 'the wheel has no such compartment' },
  'outcome-unchanged':           { recorded: false, means: 'that is the outcome already' },
  'player-unknown':              { recorded: false, means: 'nobody of that name has had money at this table' },
  'spot-not-in-book':            { recorded: false, means: 'the layout has no such place' },
  'bet-not-offered':             { recorded: false, means: 'the table does not offer this several-piece bet' },
  'book-unknown':                { recorded: false, means: 'there is no such version of the game of this table' },
  'book-unchanged':              { recorded: false, means: 'the table has that rule book already' },
  'book-does-not-fit':           { recorded: false, means: 'the rule book has no place for what the table is set up with' },
  'limits-not-valid':            { recorded: false, means: 'the limits do not make sense, or are wider than those of the rule book' },
  'stakes-imprisoned':           { recorded: false, means: 'stakes in prison stay as they are until the next round that is settled' },
  'no-such-wager':               { recorded: false, means: 'the player has nothing on that spot' },
  'stake-not-positive':          { recorded: false, means: 'a stake is more than nothing' },
  'amount-not-positive':         { recorded: false, means: 'an amount is more than nothing' },
  'amount-too-large':            { recorded: false, means: 'more than a table can hold, or than could be paid should it win' },
  'colour-in-use':               { recorded: false, means: 'the colour belongs to another player at this table' },
  'colour-differs':              { recorded: false, means: 'the player has another colour or another value, and chips of it are out' },
  'not-whole-chips':             { recorded: false, means: 'the amount is not a whole number of those chips' },
  'withdrawal-too-large':        { recorded: false, means: 'the player has less than that on the spot' },
  'under-the-minimum':           { recorded: false, means: 'the terminal takes no wager under the minimum' },
  'over-the-maximum':            { recorded: false, means: 'the terminal takes no wager over the maximum' },
  'stakes-in-play':              { recorded: false, means: 'credits are paid out when the round is concluded' },
  'nothing-owed':                { recorded: false, means: 'the player owes less than that' },
  'balance-too-low':             { recorded: false, means: 'nobody stakes or takes more than they have' },
} as const

export type RefusalCode = keyof typeof refusals
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
