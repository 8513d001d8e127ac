import type { Irregularity, Pocket, RuleBook } from '../../books/rule-book.ts'
import type { Decide, Decision } from '../decision.ts'
import type { Adjustment, Chips, TableEvent } from '../events.ts'
import { type Concluded, recall } from '../history.ts'
import { cashOf, chipsOf, owedBy, post } from '../ledger.ts'
import { add, type Cents, chipsToCover, negative, smaller, subtract, times, zero } from '../money.ts'
import { firstOf, type Refusal, refuse } from '../refusals.ts'
import { settle } from '../settle.ts'
import { type Line, returnedLine, type Stake } from '../settlement.ts'
import { spotsOf } from '../spots.ts'
import { isUnderWay, type RoundUnderWay, type TableState } from '../table.ts'
import { voidNow } from './conclusion.ts'
import { isTakenByOther } from './funds.ts'

/** Reading 16: the round is settled again by the wheel and every difference posted; later rounds stand. */
export const correctOutcome: Decide<'correct-outcome'> = (book, state, command) => {
  const { round } = state
  if (isUnderWay(round) && round.round === command.round) return correctUnsettled(book, round, command)
  const before = concludedRound(state, command.round)
  if ('refused' in before) return before
  const { pocket, reason, by } = command
  const from = before.pocket!
  const wrong = pocketProblem(book, from, pocket)
  if (wrong) return wrong
  const lines = settledAgain(book, state, before, pocket)
  const adjustments = adjustmentsOf(state, before.lines, lines)
  const { clause } = book.rules.correction
  return {
    events: [
      { type: 'outcome-corrected', round: before.round, from, to: pocket, lines, adjustments, reason, by, clause },
    ],
  }
}

type Correction = Parameters<Decide<'correct-outcome'>>[2]

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
  if (clause === undefined) return refuse('not-in-this-book', { what: code })
  const refused = firstOf(rounds.map((number) => voidRefusal(state, number)))
  if (refused) return refused
  const events: TableEvent[] = []
  let { ledger } = state
  for (const number of underWayFirst(state, rounds)) {
    const voided = voidOne(book, { ...state, ledger }, number, code, clause)
    events.push({ ...voided, reason, by })
    ledger = post(ledger, voided)
  }
  return { events }
}

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

function voidRefusal(state: TableState, number: number): Refusal | null {
  if (isUnderWay(state.round) && state.round.round === number) return null
  const before = concludedRound(state, number)
  return 'refused' in before ? before : null
}

function voidOne(book: RuleBook, state: TableState, number: number, code: string, clause: string): Voided {
  const { round } = state
  if (isUnderWay(round) && round.round === number) return voidNow(book, state, round, code)
  const before = recall(state.history, number)!
  const lines = stakesIn(book, state, before.lines).map((stake) => returnedLine(stake, clause))
  const adjustments = adjustmentsOf(state, before.lines, lines)
  return { type: 'round-voided', round: number, code, clause, lines, adjustments }
}

function concludedRound(state: TableState, number: number): Concluded | Refusal {
  const before = recall(state.history, number)
  if (!before) return refuse('round-unknown', { round: number })
  return before.code === null ? before : refuse('round-is-void', { round: number, code: before.code })
}

/** What was returned by a ruling or under the minimum stays returned, whatever the outcome. */
function settledAgain(book: RuleBook, state: TableState, before: Concluded, pocket: Pocket): Line[] {
  const stakes = stakesIn(book, state, before.lines)
  const settlement = { book, limits: before.limits, warned: () => false, pocket, draw: before.draw }
  return before.lines.map((line, index) =>
    line.result === 'returned' ? line : settle(settlement, [stakes[index]!])[0]!,
  )
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
  const players = new Map<string, { amount: Cents; chips: number }>()
  const count = (line: Line, sign: 1 | -1) => {
    const { amount, chips } = players.get(line.player) ?? { amount: zero, chips: 0 }
    const result = subtract(line.paid, line.collected)
    players.set(line.player, {
      amount: sign === 1 ? add(amount, result) : subtract(amount, result),
      chips: chips + sign * chipsBack(state, line),
    })
  }
  for (const line of before) count(line, -1)
  for (const line of after) count(line, 1)
  return [...players]
    .filter(([, { amount, chips }]) => amount !== 0 || chips > 0)
    .map(([player, { amount, chips }]) => adjustment(state, player, amount, Math.max(0, chips)))
}

/** Colour chips come back as chips while that colour at that value is the player's alone, else as cash. */
function chipsBack(state: TableState, { player, chips }: Line): number {
  const own = state.colours.get(player)
  if (!chips || isTakenByOther(state, player, chips.colour)) return 0
  return own?.colour === chips.colour && own.value === chips.value ? chips.returned : 0
}

/** A debit takes cash or credits, then colour chips in hand, the last one changed; a credit pays off first what is owed. */
function adjustment({ ledger, colours }: TableState, player: string, amount: Cents, chips: number): Adjustment {
  const own = colours.get(player)
  const value = own?.value ?? zero
  const cash = subtract(amount, times(value, chips))
  if (cash >= 0)
    return { player, amount, owed: negative(smaller(owedBy(ledger, player), cash)), ...chipsOfColour(own, chips) }
  const debit = negative(cash)
  const rest = subtract(debit, smaller(debit, cashOf(ledger, player)))
  const inHand = add(chipsOf(ledger, player), times(value, chips))
  const taken = own ? chipsToCover(smaller(rest, inHand), value) : 0
  const owed = subtract(rest, smaller(rest, times(value, taken)))
  return { player, amount, owed, ...chipsOfColour(own, chips - taken) }
}

const chipsOfColour = (own: { colour: string; value: Cents } | undefined, count: number): { chips?: Chips } =>
  own && count !== 0 ? { chips: { ...own, count } } : {}
