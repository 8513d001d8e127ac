import type { Clause, RuleBook } from '../../books/rule-book.ts'
import { clauseOf } from '../clauses.ts'
import type { Decide } from '../decision.ts'
import type { TableEvent } from '../events.ts'
import type { Wagers } from '../holdings.ts'
import { cutToMaximum } from '../maximum-payout.ts'
import { cutsOf } from '../payout-cuts.ts'
import { type By, holds } from '../positions.ts'
import { linesOf, prisonLines, stakesOf } from '../prepared-settlement.ts'
import { prisonRoundsOf } from '../prison-changes.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { type Line, returnedLine } from '../settlement.ts'
import { isUnderWay, type Round, type RoundUnderWay, type TableState } from '../table.ts'
import { oneTimeIn } from '../under-minimum.ts'

export const settleRound: Decide<'settle'> = (book, state) => {
  const { round } = state
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (state.powerOut) return refuse('power-is-out', { clause: clauseOf(book.rules.powerFailure) })
  if (round.phase === 'referred') return refuse('round-is-referred', { clause: book.rules.referral.clause })
  const settled = settledEvent(book, state, round)
  return 'refused' in settled ? settled : { events: [settled] }
}

export function settledEvent(book: RuleBook, state: TableState, round: RoundUnderWay): TableEvent | Refusal {
  if (!('pocket' in round) || round.pocket === null)
    return refuse('outcome-not-determined', { clause: book.rules.outcome.clause })
  if (round.said?.differs)
    return refuse('results-differ', {
      pockets: [round.pocket, round.said.differs],
      clause: book.rules.correction.clause,
    })
  if (book.rules.bonus && !round.draw) return refuse('bonus-numbers-not-drawn', { clause: book.rules.bonus.clause })
  const { pocket, draw } = round
  const stakes = stakesOf(book, state, round.wagers)
  const lines = linesOf(book, state, { pocket, draw }, stakes)
  const { limits, underMinimum } = state
  const oneTime = oneTimeIn(book, { limits, underMinimum, round: round.round }, stakes)
  const further = [...prisonLines(book, state, { pocket, draw }), ...setAsideLines(book, state, round.setAside)]
  const prisonRounds = prisonRoundsOf(further)
  const all = further.length === 0 ? lines : byPlayer([...lines, ...further])
  return {
    type: 'round-settled',
    round: round.round,
    pocket,
    lines: cutToMaximum(book, limits, all),
    ...cutsOf(all, { book, layout: state.setup.layout, limits }),
    ...oneTime,
    ...(prisonRounds.length > 0 ? { prisonRounds } : {}),
    clause: (book.rules.settling ?? book.rules.positionOfChips).clause,
  }
}

export const byPlayer = (lines: Line[]): Line[] =>
  lines.sort((a, b) => (a.player < b.player ? -1 : a.player > b.player ? 1 : 0))

/** Reading 21: what the pit ruled to be returned goes back, whatever the outcome. */
function setAsideLines(book: RuleBook, state: TableState, setAside: Wagers): Line[] {
  if (setAside.size === 0) return []
  const clause = setAsideClause(book)
  return stakesOf(book, state, setAside).map((stake) => returnedLine(stake, clause))
}

/** The clause by which a wager goes back that the pit ruled to be returned. */
export const setAsideClause = ({ rules }: RuleBook): Clause => (rules.unclearWagers ?? rules.referral).clause

type Voided = Extract<TableEvent, { type: 'round-voided' }>

/** The cause of a void round where its code does not give it: another clause, and the person with the reason. */
type Voiding = { clause?: Clause; by: By; reason?: string | undefined }

/** The round is void: every stake goes back, to the cent, in the kind it was staked. */
export function voidNow(
  book: RuleBook,
  state: TableState,
  round: RoundUnderWay,
  code: string,
  { clause, by, reason }: Voiding,
): Voided {
  const cited = clause ?? clauseOfCode(book, code)
  const all = 'setAside' in round ? [round.wagers, round.setAside] : [round.wagers]
  const stakes = all.flatMap((wagers) => stakesOf(book, state, wagers))
  const lines = stakes.map((stake) => returnedLine(stake, book.rules.returnedStakes?.clause ?? cited))
  const afterDraw = 'draw' in round && round.draw !== null
  return {
    type: 'round-voided',
    round: round.round,
    code,
    clause: cited,
    lines,
    ...(afterDraw ? { afterDraw } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(afterDraw || reason !== undefined ? { by } : {}),
  }
}

export const clauseOfCode = ({ irregularities }: RuleBook, code: string): Clause =>
  clauseOf(irregularities.find((row) => row.code === code))

/** Whether a concluded round waits to be decided. */
export const isReferred = ({ referrals }: TableState, round: number): boolean =>
  referrals.some((one) => one.round === round)

/** Refuses what only a concluded round that is referred allows. */
export const referredRefusal = ({ rules }: RuleBook, state: TableState, round: number): Refusal | null =>
  isReferred(state, round) ? null : refuse('round-is-not-referred', { round, clause: rules.referral.clause })

/** Reading 29: only the position that decides referrals may touch a concluded round that is referred. */
export const heldConcluded = ({ rules }: RuleBook, state: TableState, round: number, { role }: By): Refusal | null =>
  isReferred(state, round) && !holds(role, rules.referral.by)
    ? refuse('round-is-referred', { round, clause: rules.referral.clause })
    : null

/** The mark of a decision on a referral. */
export const byDecision = { binding: 'decision' } as const

/** Reading 29: while a round is referred, only the position that decides referrals ends it. */
export const heldByReferral = ({ rules }: RuleBook, { phase }: Round): Refusal | null =>
  phase === 'referred' ? refuse('round-is-referred', { clause: rules.referral.clause }) : null
