import type { Irregularity, Pocket, RuleBook } from '../../books/rule-book.ts'
import { bookOfRound } from '../book-of-round.ts'
import type { Decide, Decision } from '../decision.ts'
import { type Draw, outcomeOf } from '../draw.ts'
import type { Adjustment, Chips, RoundBefore, TableEvent } from '../events.ts'
import { type Concluded, keptRound, recall } from '../history.ts'
import { cashOf, chipsOf, owedBy, post } from '../ledger.ts'
import { add, type Cents, chipsToCover, negative, smaller, subtract, times, zero } from '../money.ts'
import { type By, holds, tooLow } from '../positions.ts'
import { roundsBefore } from '../prison.ts'
import { noteOtherRounds, prisonAfter, prisonChange } from '../prison-changes.ts'
import { firstOf, type Refusal, refuse } from '../refusals.ts'
import { settle, settlePrisoner } from '../settle.ts'
import { imprisonedBy, type Line, returnedLine, type Stake } from '../settlement.ts'
import { spotsOf } from '../spots.ts'
import { sumsOf } from '../sums.ts'
import { isUnderWay, type RoundUnderWay, type TableState } from '../table.ts'
import { byDecision, clauseOfCode, firstUnderMinimum, heldByReferral, setAsideClause, voidNow } from './conclusion.ts'
import { isTakenByOther } from './funds.ts'

/** Readings 16 and 28: the round is settled by the wheel and every difference posted; later rounds stand. */
export const correctOutcome: Decide<'correct-outcome'> = (book, state, command) => {
  const { round } = state
  if (isUnderWay(round) && round.round === command.round) return correctUnsettled(book, round, command)
  const before = recall(state.history, command.round)
  if (!before) return refuse('round-unknown', { round: command.round })
  const refused = firstOf([
    takesHigher(book, before, command.by),
    staysVoid(book, before),
    pocketProblem(book, before.pocket, command.pocket),
  ])
  return refused ?? { events: [settledByWheel(book, state, before, command)] }
}

type Correction = Parameters<Decide<'correct-outcome'>>[2]

function settledByWheel(book: RuleBook, state: TableState, before: Concluded, command: Correction): TableEvent {
  const { correction } = book.rules
  const { round, pocket: from, code } = before
  const { lines, warned } = settledAgain(book, state, before, command.pocket)
  const change = prisonChange(state.prison, before, lines, false)
  return {
    type: 'outcome-corrected',
    round,
    from,
    ...(code === null ? {} : { code }),
    to: command.pocket,
    lines,
    ...(warned.length > 0 ? { warned } : {}),
    adjustments: adjustmentsOf(state, linesUndone(before, change), lines),
    ...beforeIn(state, before),
    ...change,
    reason: command.reason,
    by: command.by,
    clause: code === null ? correction.clause : correction.ofVoid,
  }
}

/** The lines that settling a round again, or voiding it, replaces: its own, and later ones of stakes that it imprisoned. */
const linesUndone = ({ lines }: Concluded, { prison }: ReturnType<typeof prisonChange>): readonly Line[] =>
  prison ? [...lines, ...prison.cancelled.map(({ line }) => line)] : lines

/** What the state cannot say of a round that it has forgotten, the event does. */
function beforeIn({ history }: TableState, { round, pocket, code, lines, at }: Concluded): { before?: RoundBefore } {
  if (keptRound(history, round)) return {}
  const { handle, won } = sumsOf(lines)
  return { before: { pocket, code, handle: Object.fromEntries(handle), won, at } }
}

/** Reading 28: what the shift manager decided, and what was never properly played, only the shift manager puts right. */
function takesHigher({ rules }: RuleBook, { code, binding, wasPlayed }: Concluded, by: By): Refusal | null {
  if (code === null || binding === 'announced' || (binding === undefined && wasPlayed)) return null
  const lacking = tooLow(by.role, rules.referral.by)
  return lacking && refuse('position-too-low', { ...lacking, clause: 'reading 28' })
}

/** Reading 28: a void is put right, but not after a person announced no spin; and no draw is made up for it. */
function staysVoid(book: RuleBook, { round, code, binding, asItLay }: Concluded): Refusal | null {
  if (code === null) return null
  const { bonus } = book.rules
  if (binding === 'announced') return refuse('round-is-void', { round, code, clause: clauseOfCode(book, code) })
  return bonus && !asItLay?.draw ? refuse('draw-not-on-record', { round, clause: bonus.clause }) : null
}

/** Before settlement nothing has moved yet: the outcome alone changes. */
function correctUnsettled(book: RuleBook, round: RoundUnderWay, { pocket, reason, by }: Correction): Decision {
  if (!('pocket' in round) || round.pocket === null)
    return refuse('outcome-not-determined', { clause: book.rules.outcome.clause })
  const wrong = pocketProblem(book, round.said?.differs ? null : round.pocket, pocket)
  if (wrong) return wrong
  const { clause } = book.rules.correction
  const change = { round: round.round, from: round.pocket, to: pocket, lines: [], adjustments: [] }
  return { events: [{ type: 'outcome-corrected', ...change, reason, by, clause }] }
}

/** Where the wheel and the dealer differ, either of the two may be confirmed. */
function pocketProblem(book: RuleBook, from: Pocket | null, to: Pocket): Refusal | null {
  if (!book.wheel.pockets.includes(to)) return refuse('pocket-not-on-wheel', { pocket: to, clause: book.wheel.clause })
  return from === to ? refuse('outcome-unchanged', { pocket: to }) : null
}

/** Reading 17: staff name the rounds; each is void, and what was settled is reversed. All of them, or none. */
export const voidRounds: Decide<'void-rounds'> = (book, state, { rounds, code, reason, by }) => {
  const clause = whatVoidsRounds(book).find((row) => row.code === code)?.clause
  if (clause === undefined) return refuse('not-in-this-book', unknownCause(book, code))
  const refused = firstOf(rounds.map((number) => voidRefusal(book, state, number, by)))
  if (refused) return refused
  const books = new Set(rounds.map((number) => bookOfRound(state, number)))
  if (books.size > 1) return refuse('rounds-of-several-books', { books: [...books], clause: 'reading 25' })
  const events: TableEvent[] = []
  const { referral, voidedRounds } = book.rules
  const binding = voidedRounds.by === referral.by ? byDecision : {}
  let now = state
  for (const number of underWayFirst(state, rounds)) {
    const voided = voidOne(book, now, number, code, clause)
    events.push({ ...voided, ...binding, reason, by })
    now = afterVoid(now, voided)
  }
  return { events }
}

/** The table for the next of several rounds: what each player has, and what became of stakes in prison. */
const afterVoid = (state: TableState, voided: Voided): TableState => ({
  ...state,
  ledger: post(state.ledger, voided),
  prison: prisonAfter(state.prison, voided),
  history: noteOtherRounds(state.history, voided),
})

/** A cause that the book knows of a round under way is no unknown word: it does not reach back. */
const unknownCause = ({ irregularities }: RuleBook, code: string): { what: string; until?: 'concluded' } =>
  irregularities.some((row) => row.code === code) ? { what: code, until: 'concluded' } : { what: code }

/** What staff may name for it: of some books, only what the document says of settled rounds. */
export function whatVoidsRounds({ irregularities, rules }: RuleBook): readonly Irregularity[] {
  const { codes } = rules.voidedRounds
  return irregularities.filter(({ code }) => !codes || codes.includes(code))
}

/** Stakes that come back from the round under way may cover what a settled round takes. */
function underWayFirst({ round }: TableState, rounds: readonly number[]): number[] {
  const isUnderWayNow = (number: number) => isUnderWay(round) && round.round === number
  return [...new Set(rounds)].sort((a, b) => Number(isUnderWayNow(b)) - Number(isUnderWayNow(a)) || a - b)
}

type Voided = Extract<TableEvent, { type: 'round-voided' }>

function voidRefusal(book: RuleBook, state: TableState, number: number, by: By): Refusal | null {
  if (isUnderWay(state.round) && state.round.round === number)
    return holds(by.role, book.rules.referral.by) ? null : heldByReferral(book, state.round)
  const before = recall(state.history, number)
  if (!before) return refuse('round-unknown', { round: number })
  return before.code === null ? null : refuse('round-is-void', { round: number, code: before.code })
}

function voidOne(book: RuleBook, state: TableState, number: number, code: string, clause: string): Voided {
  const { round } = state
  if (isUnderWay(round) && round.round === number) return voidNow(book, state, round, code)
  const before = recall(state.history, number)!
  const returned = book.rules.returnedStakes?.clause ?? clause
  const own = before.lines.filter(({ imprisonedIn }) => imprisonedIn === undefined)
  const lines = stakesIn(book, state, own).map((stake) => returnedLine(stake, returned))
  const change = prisonChange(state.prison, before, lines, true)
  const adjustments = adjustmentsOf(state, linesUndone(before, change), lines)
  return {
    type: 'round-voided',
    round: number,
    code,
    clause,
    lines,
    adjustments,
    ...beforeIn(state, before),
    ...change,
  }
}

type SettledAgain = { lines: Line[]; warned: readonly string[] }

/** What was returned by a ruling or under the minimum stays returned, whatever the outcome. */
function settledAgain(book: RuleBook, state: TableState, before: Concluded, pocket: Pocket): SettledAgain {
  const stakes = stakesIn(book, state, before.lines)
  if (before.asItLay) return settledAfterAll(book, state, before, stakes, { pocket, draw: before.asItLay.draw })
  const { limits, draw } = before
  const anew = settle({ book, limits, warned: () => false, pocket, draw }, stakes)
  const lines = before.lines.map((line, index) => {
    if (line.imprisonedIn !== undefined)
      return settlePrisoner({ ...stakes[index]!, rounds: roundsBefore(line) }, outcomeOf(pocket, draw))
    return line.result === 'returned' ? line : anew[index]!
  })
  return { lines, warned: [] }
}

/** Reading 28: the wagers as they lay, by the limits of then; readings 5 and 6 as they would have applied. */
function settledAfterAll(
  book: RuleBook,
  state: TableState,
  { round, limits, asItLay }: Concluded,
  stakes: readonly Stake[],
  result: { pocket: Pocket; draw: Draw | null },
): SettledAgain {
  const goesBack = new Map(asItLay!.goesBack.map(({ line, clause }) => [line, clause ?? setAsideClause(book)]))
  const warned = (player: string) => (state.warned.get(player) ?? round) < round
  const anew = settle({ book, limits, warned, ...result }, stakes)
  const lines = stakes.map((stake, index) =>
    goesBack.has(index) ? returnedLine(stake, goesBack.get(index)!) : anew[index]!,
  )
  const inPlay = stakes.filter((_, index) => !goesBack.has(index))
  return { lines, warned: firstUnderMinimum(book, { limits, warned: state.warned }, inPlay) }
}

/** The stakes that these lines settled. */
function stakesIn(book: RuleBook, state: TableState, lines: readonly Line[]): Stake[] {
  const { byId } = spotsOf(book, state.setup.layout)
  return lines.map(({ player, spot, stake, chips }) => ({
    player,
    spot: byId.get(spot)!,
    cash: chips ? subtract(stake, times(chips.value, chips.staked)) : stake,
    chips: chips?.staked ?? 0,
    colour: chips?.colour ?? null,
    chipValue: chips?.value ?? zero,
  }))
}

/** Per player, the difference between two settlements. What a balance cannot cover is owed, never dropped. */
function adjustmentsOf(state: TableState, before: readonly Line[], after: readonly Line[]): Adjustment[] {
  const players = new Map<string, Change>()
  const count = (line: Line, sign: 1 | -1) => {
    const { amount, chips, imprisoned } = players.get(line.player) ?? noChange
    players.set(line.player, {
      amount: add(amount, times(subtract(line.paid, line.collected), sign)),
      imprisoned: add(imprisoned, times(imprisonedBy(line), sign)),
      chips: chips + sign * chipsBack(state, line),
    })
  }
  for (const line of before) count(line, -1)
  for (const line of after) count(line, 1)
  return [...players]
    .filter(([, { amount, chips, imprisoned }]) => amount !== 0 || chips > 0 || imprisoned !== 0)
    .map(([player, change]) => adjustment(state, player, { ...change, chips: Math.max(0, change.chips) }))
}

type Change = { amount: Cents; imprisoned: Cents; chips: number }
const noChange: Change = { amount: zero, imprisoned: zero, chips: 0 }

/** Colour chips come back as chips while that colour at that value is the player's alone, else as cash. */
function chipsBack(state: TableState, { player, chips }: Line): number {
  const own = state.colours.get(player)
  if (!chips || isTakenByOther(state, player, chips.colour)) return 0
  return own?.colour === chips.colour && own.value === chips.value ? chips.returned : 0
}

/** A debit takes cash or credits, then colour chips in hand, the last one changed; a credit pays off first what is owed. */
function adjustment({ ledger, colours }: TableState, player: string, change: Change): Adjustment {
  const { amount, imprisoned, chips } = change
  const own = colours.get(player)
  const value = own?.value ?? zero
  const cash = subtract(subtract(amount, imprisoned), times(value, chips))
  const stays = imprisoned === 0 ? {} : { imprisoned }
  if (cash >= 0) {
    const owed = negative(smaller(owedBy(ledger, player), cash))
    return { player, amount, owed, ...chipsOfColour(own, chips), ...stays }
  }
  const debit = negative(cash)
  const rest = subtract(debit, smaller(debit, cashOf(ledger, player)))
  const inHand = add(chipsOf(ledger, player), times(value, chips))
  const taken = own ? chipsToCover(smaller(rest, inHand), value) : 0
  const owed = subtract(rest, smaller(rest, times(value, taken)))
  return { player, amount, owed, ...chipsOfColour(own, chips - taken), ...stays }
}

const chipsOfColour = (own: { colour: string; value: Cents } | undefined, count: number): { chips?: Chips } =>
  own && count !== 0 ? { chips: { ...own, count } } : {}
