import type { RuleBook } from '../../books/rule-book.ts'
import { clauseOf } from '../clauses.ts'
import type { Decide, Decision } from '../decision.ts'
import type { Award, Awarded, PhaseUnderWay, TableEvent } from '../events.ts'
import { causeOnRecord } from '../facts.ts'
import { type Concluded, isForgotten, recall } from '../history.ts'
import type { Awards, CommandOf } from '../language.ts'
import { balanceOf, hasAccount, post } from '../ledger.ts'
import { type Cents, subtract, sum, TABLE_MONEY_MAX, zero } from '../money.ts'
import type { By } from '../positions.ts'
import { firstOf, type Refusal, refuse } from '../refusals.ts'
import { isUnderWay, type RoundUnderWay, type TableState } from '../table.ts'
import { adjustmentBy } from './adjustments.ts'
import { payable, settledByRulings, voidConcluded } from './afterwards.ts'
import { byDecision, isReferred, referredRefusal, settledEvent, voidNow } from './conclusion.ts'

/**
 * The most concluded rounds that may wait for a decision at once: a pit with twenty needs decisions, not a longer list.
 */
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
  // A round that waits for a decision accepts no stakes.
  return { events: isOpen ? [{ type: 'betting-closed', round: round.round, clause }, referred] : [referred] }
}

/** Reading 29: a concluded round stays as it is until it is decided. Other rounds are played meanwhile. */
function referConcluded(book: RuleBook, state: TableState, round: number, reason: string, by: By): Decision {
  const { clause } = book.rules.referral
  if (isReferred(state, round)) return refuse('round-is-referred', { round, clause })
  if (state.referrals.length >= REFERRALS_MAX)
    return refuse('too-many-referrals', { rounds: state.referrals.map((one) => one.round), clause })
  if (!recall(state.history, round) && !isForgotten(state.history, round)) return refuse('round-unknown', { round })
  return { events: [{ type: 'round-referred', round, reason, clause, by }] }
}

type Order = CommandOf<'decide'>

export const decideReferral: Decide<'decide'> = (book, state, command) => {
  const { round: number, decision } = command
  const isAboutNow = number === undefined || (isUnderWay(state.round) && state.round.round === number)
  if (!isAboutNow) return decideConcluded(book, state, command, number)
  if (decision !== 'stands') return decideUnderWay(book, state, command)
  const { round, phase } = state.round as RoundUnderWay
  return refuse('round-in-progress', { round, phase })
}

/** Reading 29: a concluded round stands, is void, or is settled again by the rulings on it. */
function decideConcluded(book: RuleBook, state: TableState, command: Order, number: number): Decision {
  const { decision, reason, by } = command
  const before = recall(state.history, number)
  const refused = firstOf([
    referredRefusal(book, state, number),
    decision !== 'stands' && before ? voidRefusal(before) : null,
    decisionRefusal(book, state, command),
  ])
  if (refused) return refused
  const decided = decidedEvent(book, state, number, command)
  const now = { ...state, ledger: post(state.ledger, decided) }
  if (decision === 'void') {
    const cause = causeOnRecord(book, before!.facts) ?? { code: 'decision', clause: book.rules.referral.clause }
    return { events: [decided, { ...voidConcluded(book, now, before!, cause), ...byDecision, reason: reason!, by }] }
  }
  if (decision !== 'settle') return { events: [decided] }
  const again = payable(now, { ...settledByRulings(book, now, before!), reason: reason!, by })
  return 'refused' in again ? again : { events: [decided, ...again.events] }
}

const voidRefusal = ({ round, code }: Concluded): Refusal | null =>
  code === null ? null : refuse('round-is-void', { round, code })

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
  const signed = decision === 'void' ? { by, reason } : { by }
  const voided = voidNow(book, state, round, code, { clause: cited, ...signed })
  return { events: [decided, decision === 'void' ? { ...voided, ...byDecision } : voided] }
}

function decidedEvent(book: RuleBook, state: TableState, number: number, command: Order): TableEvent {
  const { decision, reason, awards, by } = command
  const { round } = state
  const phase = decision === 'continue' && isUnderWay(round) ? phaseIfContinued(round) : null
  const given = awards ? awardsOf(state, number, awards) : []
  return {
    type: 'referral-decided',
    round: number,
    decision,
    ...(phase ? { phase } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(given.length > 0 ? { awards: given } : {}),
    clause: book.rules.referral.clause,
    by,
  }
}

/** The phase to which a referred round would return: its own, or at rest if the ball has stopped by now. */
export function phaseIfContinued(round: RoundUnderWay): PhaseUnderWay | null {
  if (round.phase !== 'referred') return null
  return round.pocket === null ? round.from : 'outcome-determined'
}

/** Reading 29: every decision takes a reason. */
function decisionRefusal({ rules }: RuleBook, state: TableState, { reason, awards }: Order): Refusal | null {
  const { clause } = rules.referral
  return firstOf([
    reason === undefined ? refuse('reason-missing', { clause }) : null,
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

/** Awards for a round replace those of an earlier decision about it. The excess of an earlier award is taken back. */
function awardsOf(state: TableState, round: number, awards: Awards): Award[] {
  const before = new Map(awardedFor(state, round).map(({ player, amount }) => [player, amount]))
  const now = new Map(Object.entries(awards))
  return [...new Set([...now.keys(), ...before.keys()])]
    .sort((one, other) => (one < other ? -1 : 1))
    .map((player) => awardOf(state, player, now.get(player) ?? zero, before.get(player)))
}

function awardOf(state: TableState, player: string, amount: Cents, before: Cents | undefined): Award {
  const { owed, chips } = adjustmentBy(state, player, subtract(amount, before ?? zero))
  return { player, amount, ...(before === undefined ? {} : { before }), owed, ...(chips ? { chips } : {}) }
}

function awardedFor({ round, history }: TableState, number: number): readonly Awarded[] {
  const about = isUnderWay(round) && round.round === number ? round : recall(history, number)
  return about?.awards ?? []
}
