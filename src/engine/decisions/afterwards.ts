import type { Irregularity, Pocket, RuleBook } from '../../books/rule-book.ts'
import { bookOfRound } from '../book-of-round.ts'
import type { Decide, Decision } from '../decision.ts'
import { outcomeOf } from '../draw.ts'
import type { RoundBefore, TableEvent } from '../events.ts'
import { type Concluded, keptRound, recall } from '../history.ts'
import { balanceOf, post } from '../ledger.ts'
import { cutToMaximum } from '../maximum-payout.ts'
import { HOUSE_LOSS_MAX, subtract, times, zero } from '../money.ts'
import { cutsOf, type WithCuts } from '../payout-cuts.ts'
import { type By, holds, tooLow } from '../positions.ts'
import { roundsBefore } from '../prison.ts'
import { noteOtherRounds, prisonAfter, prisonChange } from '../prison-changes.ts'
import { firstOf, type Refusal, refuse } from '../refusals.ts'
import { stakesAgain } from '../ruled-rounds.ts'
import { settlePrisoner, settleStakes } from '../settle.ts'
import { type Line, returnedLine, type Stake } from '../settlement.ts'
import { spotsOf } from '../spots.ts'
import { sumsOf } from '../sums.ts'
import { isUnderWay, type Phase, type RoundUnderWay, type TableState } from '../table.ts'
import { isWarned, type OneTime, oneTimeIn } from '../under-minimum.ts'
import { adjustmentsOf } from './adjustments.ts'
import {
  byDecision,
  byPlayer,
  clauseOfCode,
  heldByReferral,
  heldConcluded,
  setAsideClause,
  voidNow,
} from './conclusion.ts'
import { isAgainstRecord, isTooEarly, type RoundRecord, recordOf } from './irregularities.ts'

/** Readings 16 and 28: the round is settled by the wheel and every difference posted; later rounds stand. */
export const correctOutcome: Decide<'correct-outcome'> = (book, state, command) => {
  const { round } = state
  if (isUnderWay(round) && round.round === command.round) return correctUnsettled(book, round, command)
  const before = recall(state.history, command.round)
  if (!before) return refuse('round-unknown', { round: command.round })
  const refused = firstOf([
    takesHigher(book, before, command.by),
    heldConcluded(book, state, command.round, command.by),
    staysVoid(book, before),
    pocketProblem(book, before.pocket, command.pocket),
  ])
  return refused ?? payable(state, settledByWheel(book, state, before, command))
}

type Correction = Parameters<Decide<'correct-outcome'>>[2]

type Changing = Extract<TableEvent, { type: 'round-settled' | 'outcome-corrected' }>

/** Reading 36: what could not be represented is not paid after the fact either. */
export function payable({ ledger }: TableState, event: Changing): Decision {
  const paid = (event.adjustments ?? []).reduce((total, { amount }) => total + amount, 0)
  return paid - balanceOf(ledger, 'house') > HOUSE_LOSS_MAX
    ? refuse('amount-too-large', { amount: paid })
    : { events: [event] }
}

function settledByWheel(book: RuleBook, state: TableState, before: Concluded, command: Correction): Changing {
  const { correction } = book.rules
  const { round, pocket: from, code } = before
  const { lines, ...oneTime } = settledAgain(book, state, before, command.pocket)
  const change = prisonChange(state.prison, before, lines, false)
  return {
    type: 'outcome-corrected',
    round,
    from,
    ...(code === null ? {} : { code }),
    to: command.pocket,
    lines,
    ...oneTime,
    adjustments: adjustmentsOf(state, linesUndone(before, change), lines),
    ...beforeIn(state, before),
    ...change,
    reason: command.reason,
    by: command.by,
    clause: code === null ? correction.clause : correction.ofVoid,
  }
}

/**
 * The lines that are replaced when a round is settled again or voided: its own, and later ones of stakes that it
 * imprisoned.
 */
const linesUndone = ({ lines }: Concluded, { prison }: ReturnType<typeof prisonChange>): readonly Line[] =>
  prison ? [...lines, ...prison.cancelled.map(({ line }) => line)] : lines

/** The round before the change, for the event: the state cannot tell it once the table has forgotten the round. */
function beforeIn({ history }: TableState, concluded: Concluded): { before?: RoundBefore } {
  const { round, pocket, code, lines, cutByOutcome, at } = concluded
  if (keptRound(history, round)) return {}
  const { handle, won } = sumsOf(lines)
  const cuts = cutByOutcome ? { cutByOutcome } : {}
  return { before: { pocket, code, handle: Object.fromEntries(handle), ...cuts, won, at } }
}

/**
 * Reading 28: only the shift manager puts right a round that the shift manager voided, or one that was never properly
 * played.
 */
function takesHigher({ rules }: RuleBook, { code, binding, wasPlayed }: Concluded, by: By): Refusal | null {
  if (code === null || binding === 'announced' || (binding === undefined && wasPlayed)) return null
  const lacking = tooLow(by.role, rules.referral.by)
  return lacking && refuse('position-too-low', { ...lacking, clause: 'reading 28' })
}

/** Reading 28: a void round can be put right, except after a person announced no spin. No draw is made up for it. */
function staysVoid(book: RuleBook, { round, code, binding, draw }: Concluded): Refusal | null {
  if (code === null) return null
  const { bonus } = book.rules
  if (binding === 'announced') return refuse('round-is-void', { round, code, clause: clauseOfCode(book, code) })
  return bonus && !draw ? refuse('draw-not-on-record', { round, clause: bonus.clause }) : null
}

/** Before settlement nothing has moved yet: the outcome alone changes. */
function correctUnsettled(book: RuleBook, round: RoundUnderWay, { pocket, reason, by }: Correction): Decision {
  const held = holds(by.role, book.rules.referral.by) ? null : heldByReferral(book, round)
  if (held) return held
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
  const cause = whatVoidsRounds(book).find((row) => row.code === code)
  if (!cause) return refuse('not-in-this-book', unknownCause(book, code))
  const refused = firstOf(rounds.flatMap((number) => voidRefusals(book, state, number, cause, by)))
  if (refused) return refused
  const books = new Set(rounds.map((number) => bookOfRound(state, number)))
  if (books.size > 1) return refuse('rounds-of-several-books', { books: [...books], clause: 'reading 25' })
  const events: TableEvent[] = []
  const { referral, voidedRounds } = book.rules
  const binding = voidedRounds.by === referral.by ? byDecision : {}
  let now = state
  for (const number of underWayFirst(state, rounds)) {
    const voided = { ...voidOne(book, now, number, cause, by), ...binding, reason, by }
    events.push(voided)
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

/**
 * The facts of a refusal for a cause that does not void settled rounds. If the book lists it for a round under way, the
 * refusal says so and cites its clause.
 */
function unknownCause(
  { irregularities }: RuleBook,
  code: string,
): { what: string; until?: 'concluded'; clause?: string } {
  const row = irregularities.find((one) => one.code === code)
  return row ? { what: code, until: 'concluded', clause: row.clause } : { what: code }
}

/**
 * The causes that staff may name to void settled rounds. Some books list only those that their document states for
 * settled rounds.
 */
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

/** Readings 26 and 34: a listed cause that contradicts the record is refused, whoever names it and whenever. */
function voidRefusals(
  book: RuleBook,
  state: TableState,
  number: number,
  cause: Irregularity,
  by: By,
): (Refusal | null)[] {
  const { round, history } = state
  if (isUnderWay(round) && round.round === number) {
    const held = holds(by.role, book.rules.referral.by) ? null : heldByReferral(book, round)
    return [held, causeRefusal(book, cause, recordOf(round), round.phase)]
  }
  const before = recall(history, number)
  if (!before) return [refuse('round-unknown', { round: number })]
  const { code, facts, wasPlayed, pocket } = before
  if (code !== null) return [heldConcluded(book, state, number, by), refuse('round-is-void', { round: number, code })]
  const record = { isOpen: false, isSpun: wasPlayed, isAtRest: pocket !== null, facts }
  return [heldConcluded(book, state, number, by), causeRefusal(book, cause, record, 'settled')]
}

function causeRefusal(book: RuleBook, cause: Irregularity, record: RoundRecord, phase: Phase): Refusal | null {
  const { code, clause } = cause
  if (isTooEarly(cause, record)) return refuse('irregularity-not-possible', { code, phase, clause })
  const { lateReports } = book.rules
  return isAgainstRecord(book, cause, record)
    ? refuse('record-says-otherwise', { code, clause: lateReports.clause })
    : null
}

type Cause = { code: string; clause: string }

function voidOne(book: RuleBook, state: TableState, number: number, cause: Cause, by: By): Voided {
  const { round } = state
  return isUnderWay(round) && round.round === number
    ? voidNow(book, state, round, cause.code, { by })
    : voidConcluded(book, state, recall(state.history, number)!, cause)
}

/** Every stake of a settled round goes back, and what was paid or collected is reversed. */
export function voidConcluded(book: RuleBook, state: TableState, before: Concluded, { code, clause }: Cause): Voided {
  const returned = book.rules.returnedStakes?.clause ?? clause
  const own = before.lines.filter(({ imprisonedIn }) => imprisonedIn === undefined)
  const lines = stakesIn(book, state, own).map((stake) => returnedLine(stake, returned))
  const change = prisonChange(state.prison, before, lines, true)
  const adjustments = adjustmentsOf(state, linesUndone(before, change), lines)
  return {
    type: 'round-voided',
    round: before.round,
    code,
    clause,
    lines,
    adjustments,
    ...beforeIn(state, before),
    ...change,
  }
}

/** A concluded round is settled again by the rulings on it (reading 29). */
export function settledByRulings(book: RuleBook, state: TableState, before: Concluded): Changing {
  const { round, pocket } = before
  const { lines, ...oneTime } = settledAgain(book, state, before, pocket!)
  const change = prisonChange(state.prison, before, lines, false)
  return {
    type: 'round-settled',
    round,
    pocket: pocket!,
    lines,
    ...oneTime,
    adjustments: adjustmentsOf(state, linesUndone(before, change), lines),
    ...beforeIn(state, before),
    ...change,
    clause: (book.rules.settling ?? book.rules.positionOfChips).clause,
  }
}

type SettledAgain = OneTime & WithCuts & { lines: readonly Line[] }

/**
 * The round's wagers as they lay, with rulings applied, settled by the limits and the draw of that time (reading 28).
 * Stakes that were ruled to be returned are returned.
 */
function settledAgain(book: RuleBook, state: TableState, before: Concluded, pocket: Pocket): SettledAgain {
  const { round, limits, draw } = before
  const { inPlay, setAside } = stakesAgain(book, state.setup.layout, before)
  const { underMinimum } = state
  const warned = (player: string) => isWarned(underMinimum, player, round)
  const lines = [
    ...settleStakes({ book, limits, warned, pocket, draw }, inPlay),
    ...prisonersAgain(book, state, before, pocket),
    ...setAside.map((stake) => returnedLine(stake, setAsideClause(book))),
  ]
  const oneTime = oneTimeIn(book, { limits, underMinimum, round }, inPlay)
  const inOrder = before.code === null ? byPlayer(lines) : lines
  return {
    lines: cutToMaximum(book, limits, inOrder),
    ...cutsOf(inOrder, { book, layout: state.setup.layout, limits }),
    ...oneTime,
  }
}

/** Stakes that were in prison before the round. */
function prisonersAgain(book: RuleBook, state: TableState, { lines, draw }: Concluded, pocket: Pocket): Line[] {
  const imprisoned = lines.filter(({ imprisonedIn }) => imprisonedIn !== undefined)
  return stakesIn(book, state, imprisoned).map((stake, index) =>
    settlePrisoner({ ...stake, rounds: roundsBefore(imprisoned[index]!) }, outcomeOf(pocket, draw)),
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
