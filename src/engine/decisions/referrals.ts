import type { RuleBook } from '../../books/rule-book.ts'
import { clauseOf } from '../clauses.ts'
import type { Decide, Decision } from '../decision.ts'
import type { Award, PhaseUnderWay, TableEvent } from '../events.ts'
import { causeOnRecord } from '../facts.ts'
import { isForgotten, recall } from '../history.ts'
import type { Awards, CommandOf } from '../language.ts'
import { balanceOf, hasAccount, owedBy } from '../ledger.ts'
import { negative, smaller, subtract, sum, TABLE_MONEY_MAX } from '../money.ts'
import type { By } from '../positions.ts'
import { firstOf, type Refusal, refuse } from '../refusals.ts'
import { isUnderWay, type RoundUnderWay, type TableState } from '../table.ts'
import { byDecision, settledEvent, voidNow } from './conclusion.ts'

/** Questions about concluded rounds that may be open at once: a pit that has twenty needs answers, not a longer list. */
const REFERRALS_MAX = 20

export const refer: Decide<'refer'> = (book, state, { reason, round: number, by }) => {
  const { round } = state
  const isAboutNow = isUnderWay(round) && (number === undefined || number === round.round)
  if (number !== undefined && !isAboutNow) return referConcluded(book, state, number, reason, by)
  const { clause } = book.rules.referral
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (round.phase === 'referred') return refuse('round-is-referred', { clause })
  const { phase } = round
  const referred: TableEvent = { type: 'round-referred', round: round.round, reason, phase, clause, by }
  const isOpen = phase === 'betting-open' || phase === 'ball-spinning'
  // Nothing may be staked on a round that waits for a decision.
  return { events: isOpen ? [{ type: 'betting-closed', round: round.round, clause }, referred] : [referred] }
}

/** Reading 29: what was concluded stays as it is until it is decided; other rounds are played meanwhile. */
function referConcluded(book: RuleBook, state: TableState, round: number, reason: string, by: By): Decision {
  const { clause } = book.rules.referral
  if (isReferred(state, round)) return refuse('round-is-referred', { round, clause })
  if (state.referrals.length >= REFERRALS_MAX)
    return refuse('too-many-referrals', { rounds: state.referrals.map((one) => one.round), clause })
  if (!recall(state.history, round) && !isForgotten(state.history, round)) return refuse('round-unknown', { round })
  return { events: [{ type: 'round-referred', round, reason, clause, by }] }
}

const isReferred = ({ referrals }: TableState, round: number): boolean => referrals.some((one) => one.round === round)

type Order = CommandOf<'decide'>

export const decideReferral: Decide<'decide'> = (book, state, command) =>
  command.decision === 'stands' ? letStand(book, state, command) : decideUnderWay(book, state, command)

function letStand(book: RuleBook, state: TableState, command: Order): Decision {
  const { round } = state
  const number = command.round!
  if (isUnderWay(round) && round.round === number)
    return refuse('round-in-progress', { round: number, phase: round.phase })
  if (!isReferred(state, number))
    return refuse('round-is-not-referred', { round: number, clause: book.rules.referral.clause })
  const refused = decisionRefusal(book, state, command)
  return refused ?? { events: [decidedEvent(book, state, number, command)] }
}

function decideUnderWay(book: RuleBook, state: TableState, command: Order): Decision {
  const { round } = state
  const { decision, reason, by } = command
  const { clause } = book.rules.referral
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (state.powerOut && decision === 'settle')
    return refuse('power-is-out', { clause: clauseOf(book.rules.powerFailure) })
  if (round.phase !== 'referred') return refuse('round-is-not-referred', { clause })
  const settled = decision === 'settle' ? settledEvent(book, state, round) : null
  const refused = firstOf([settled && 'refused' in settled ? settled : null, decisionRefusal(book, state, command)])
  if (refused) return refused
  const decided = decidedEvent(book, state, round.round, command)
  if (settled && !('refused' in settled)) return { events: [decided, settled] }
  const cause = causeOnRecord(book, round.facts)
  if (decision === 'continue' && !cause) return { events: [decided] }
  // Reading 34: a cause that the record bears out cites its own clause.
  const { code, clause: cited } = cause ?? { code: 'decision', clause }
  const signature = decision === 'void' ? { ...signatureOf(by, reason), ...byDecision } : {}
  return { events: [decided, { ...voidNow(book, state, round, code, cited), ...signature }] }
}

const signatureOf = (by: By, reason: string | undefined) => ({ by, ...(reason === undefined ? {} : { reason }) })

function decidedEvent(book: RuleBook, state: TableState, number: number, command: Order): TableEvent {
  const { decision, reason, awards, by } = command
  const { round } = state
  const phase = decision === 'continue' && isUnderWay(round) ? phaseIfContinued(round) : null
  return {
    type: 'referral-decided',
    round: number,
    decision,
    ...(phase ? { phase } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(awards ? { awards: awardsOf(state, awards) } : {}),
    clause: book.rules.referral.clause,
    by,
  }
}

/** Where a referred round would go on: where it was, or at rest if the ball came to rest meanwhile. */
export function phaseIfContinued(round: RoundUnderWay): PhaseUnderWay | null {
  if (round.phase !== 'referred') return null
  return round.pocket === null ? round.from : 'outcome-determined'
}

/** Reading 29: what is neither void nor settled, and an award, takes a reason. */
function decisionRefusal({ rules }: RuleBook, state: TableState, { decision, reason, awards }: Order): Refusal | null {
  const { clause } = rules.referral
  const isReasonDue = decision === 'continue' || decision === 'stands' || awards !== undefined
  return firstOf([
    isReasonDue && reason === undefined ? refuse('reason-missing', { clause }) : null,
    awards ? awardsRefusal(state, awards, clause) : null,
  ])
}

function awardsRefusal({ ledger }: TableState, awards: Awards, clause: string): Refusal | null {
  const stranger = Object.keys(awards).find((player) => !hasAccount(ledger, player))
  if (stranger !== undefined) return refuse('player-unknown', { player: stranger, clause })
  const total = sum(Object.values(awards))
  const isTooMuch = subtract(total, balanceOf(ledger, 'awards')) > TABLE_MONEY_MAX
  return isTooMuch ? refuse('amount-too-large', { amount: total }) : null
}

/** An award pays off first what is owed, as any credit does. */
const awardsOf = ({ ledger }: TableState, awards: Awards): Award[] =>
  Object.entries(awards)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([player, amount]) => ({ player, amount, owed: negative(smaller(owedBy(ledger, player), amount)) }))
