import type { RuleBook } from '../../books/rule-book.ts'
import { clauseOf } from '../clauses.ts'
import { revealOf } from '../committed-draw.ts'
import type { Decide, Decision } from '../decision.ts'
import { drawFacts, drawOf, isDraw } from '../draw.ts'
import type { Count, Source, TableEvent } from '../events.ts'
import { isNewCount, isTooFew, withCount } from '../facts.ts'
import { keptRound } from '../history.ts'
import { isInForce } from '../in-force.ts'
import { earlyCloseLeave } from '../language.ts'
import { limitsCited, tableLimits } from '../limits.ts'
import { type By, holds } from '../positions.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { systemReasons } from '../system-reasons.ts'
import { isUnderWay, type RoundUnderWay, type TableState } from '../table.ts'
import { heldByReferral, voidNow } from './conclusion.ts'
import { marksBy } from './funds.ts'

export const placeYourBets: Decide<'place-your-bets'> = (
  book,
  state,
  { closesAt, commitment, at },
  { onlyInForce },
) => {
  const { round, roundsOpened, isClosing, prison } = state
  if (commitment !== undefined && !book.rules.bonus) return refuse('not-in-this-book', { what: 'commitment' })
  // A closed table plays on until no stake is in prison: each gets the round that decides it.
  if (isClosing && prison.length === 0) return refuse('table-is-closed')
  if (isUnderWay(round)) return refuse('round-in-progress', { round: round.round, phase: round.phase })
  // A command without a time cannot be checked. The service always gives one.
  if (onlyInForce && at !== undefined && !isInForce(book, at))
    return refuse('book-not-in-force', { book: book.id, ...book.inForce, at, clause: 'reading 25' })
  const { clause } = book.rules.opening
  const announced = closesAt === undefined ? {} : { closesAt }
  const bound = commitment === undefined ? {} : { commitment }
  const only = isClosing ? { forPrison: true as const } : {}
  return {
    events: [
      { type: 'betting-opened', round: roundsOpened + 1, book: book.id, ...announced, ...bound, ...only, clause },
    ],
  }
}

/** A spin that is irregular in itself voids the round at once, without a report. */
export const spin: Decide<'spin'> = (book, state, { ball, wheel, rotorSpeed, by }) => {
  const { round } = state
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (state.powerOut) return refuse('power-is-out', { clause: clauseOf(book.rules.powerFailure) })
  if (round.phase === 'referred') return refuse('round-is-referred', { clause: book.rules.referral.clause })
  const { clause } = book.rules.spin
  if ('spin' in round && round.spin) return refuse('ball-already-spun', { clause })
  if (round.phase === 'outcome-determined')
    return refuse('outcome-already-determined', { pocket: round.pocket, clause: book.rules.outcome.clause })
  const speed = rotorSpeed === undefined ? {} : { rotorSpeed }
  const seen = by.role === 'wheel' ? { source: 'wheel' as const, ...speed } : {}
  const spun: TableEvent = { type: 'ball-spun', round: round.round, ball, wheel, ...seen, clause }
  if (wheel === 'still') return { events: [spun, voidNow(book, state, round, 'wheel-not-rotating', { by })] }
  if (wheel === ball) return { events: [spun, voidNow(book, state, round, 'same-direction', { by })] }
  return { events: [spun] }
}

/** Reading 8: before the spin only as the book allows. */
export const noMoreBets: Decide<'no-more-bets'> = (book, { round }, { by }) => {
  const { clause, whileSpinning, beforeSpin } = book.rules.closing
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (round.phase === 'referred') return refuse('round-is-referred', { clause: book.rules.referral.clause })
  if (round.phase === 'ball-spinning')
    return { events: [{ type: 'betting-closed', round: round.round, clause: whileSpinning }] }
  if (round.phase !== 'betting-open') return refuse('betting-is-closed', { phase: round.phase, clause })
  if (!beforeSpin) return refuse('too-early-to-close', { clause: whileSpinning })
  const leave = holds(by.role, beforeSpin.by) ? by : round.leave
  if (!leave) return refuse('too-early-to-close', { needs: beforeSpin.by, by: by.role, clause: beforeSpin.clause })
  const given = earlyCloseLeave(book) ? { leave } : {}
  return { events: [{ type: 'betting-closed', round: round.round, ...given, clause: beforeSpin.clause }] }
}

/** Reading 8: leave is for one round, and lapses when the ball is spun. */
export const allowEarlyClose: Decide<'allow-early-close'> = (book, { round }, { by }) => {
  const { clause: closing } = book.rules.closing
  const needed = earlyCloseLeave(book)
  if (!needed) return refuse('not-in-this-book', { what: 'allow-early-close', clause: closing })
  const { clause } = needed
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (round.phase === 'referred') return refuse('round-is-referred', { clause: book.rules.referral.clause })
  if (round.phase === 'ball-spinning') return refuse('ball-already-spun', { clause: book.rules.spin.clause })
  if (round.phase !== 'betting-open') return refuse('betting-is-closed', { phase: round.phase, clause: closing })
  if (round.leave) return refuse('early-close-already-allowed', { leave: round.leave, clause })
  return { events: [{ type: 'early-close-allowed', round: round.round, clause, by }] }
}

/** Reading 18: drawn after no more bets, for known numbers could be bet on. */
export const bonusNumbers: Decide<'bonus-numbers'> = (book, { round, powerOut }, { numbers, secret }) => {
  const { bonus } = book.rules
  if (!bonus) return refuse('not-in-this-book', { what: 'bonus-numbers' })
  const { clause } = bonus
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (powerOut) return refuse('power-is-out', { clause: clauseOf(book.rules.powerFailure) })
  // With the ball not at rest, the round may return to open betting. Players must not bet with a draw that is known.
  const held = 'pocket' in round && round.pocket === null ? heldByReferral(book, round) : null
  if (held) return held
  if (!('draw' in round)) return refuse('betting-is-open', { clause })
  if (round.draw) return refuse('bonus-numbers-already-drawn', { clause })
  if (!isDraw(book, numbers)) return refuse('bonus-numbers-not-valid', { numbers, needs: bonus.numbers, clause })
  const reveal = revealOf(book, round.commitment, numbers, secret)
  if (reveal === null) return refuse('draw-not-as-committed', { commitment: round.commitment?.hash ?? null, clause })
  const facts = drawOf({ ...drawFacts(bonus, numbers), ...reveal })
  return { events: [{ type: 'bonus-numbers-drawn', round: round.round, ...facts, clause }] }
}

/**
 * Records where the ball rests. With bets open, betting closes and the shift manager decides, whether or not a spin is
 * on record (reading 10). With bets closed, the spin must be on record (reading 27).
 */
export const ballAtRest: Decide<'ball-at-rest'> = (book, state, { pocket, revolutions, by }) => {
  const source: Source = by.role === 'wheel' ? 'wheel' : 'dealer'
  const word: Word = { pocket, by, source, ...(revolutions === undefined ? {} : { count: { source, revolutions } }) }
  const { round } = state
  if (!isUnderWay(round)) return countedAfterwards(book, state, word)
  if ('pocket' in round && round.pocket !== null) return saidAgain(book, state, word)
  if (round.phase === 'betting-closed' && !round.spin)
    return refuse('spin-not-on-record', { clause: book.rules.spin.onRecord })
  const wrong = offTheWheel(book, pocket)
  if (wrong) return wrong
  if (isVoidBy(book, round, word)) return voidByCount(book, state, round, word)
  const { clause } = book.rules.outcome
  const counted = revolutions === undefined ? {} : { revolutions }
  const determined: TableEvent = { type: 'outcome-determined', round: round.round, pocket, ...counted, source, clause }
  if (round.phase !== 'betting-open' && round.phase !== 'ball-spinning') return { events: [determined] }
  const { clause: referral } = book.rules.referral
  const reason = systemReasons.betsNeverClosed
  return {
    events: [
      { type: 'betting-closed', round: round.round, clause: referral },
      determined,
      { type: 'round-referred', round: round.round, reason, phase: round.phase, clause: referral, by },
    ],
  }
}

/** A report of the wheel or the dealer that the ball is at rest. */
type Word = { pocket: string; by: By; source: Source; count?: Count }

const offTheWheel = ({ wheel }: RuleBook, pocket: string): Refusal | null =>
  wheel.pockets.includes(pocket) ? null : refuse('pocket-not-on-wheel', { pocket, clause: wheel.clause })

/**
 * Too few revolutions void the round at once. In a referred round they are recorded for the shift manager (reading 29).
 */
const isVoidBy = (book: RuleBook, { phase, facts }: RoundUnderWay, { count }: Word): boolean =>
  count !== undefined && phase !== 'referred' && isTooFew(book, withCount(facts, count))

const voidByCount = (book: RuleBook, state: TableState, round: RoundUnderWay, { count, by }: Word): Decision => ({
  events: [{ ...voidNow(book, state, round, 'too-few-revolutions', { by }), ...(count ? { counted: count } : {}) }],
})

const countedEvent = (book: RuleBook, round: number, count: Count): TableEvent => ({
  type: 'revolutions-counted',
  round,
  ...count,
  clause: book.rules.spin.clause,
})

/** The wheel and the dealer may both report. Where they differ, a pit supervisor decides; every new count is recorded. */
function saidAgain(book: RuleBook, state: TableState, word: Word): Decision {
  const round = state.round as Extract<RoundUnderWay, { said: unknown }>
  const { pocket, source, count } = word
  const { clause } = book.rules.outcome
  // A result that a pit supervisor has decided is not reopened by either of them.
  const isOther = round.said !== null && round.said.source !== source
  const isOtherPocket = isOther && round.pocket !== pocket && !round.said?.differs
  const isCounted = count !== undefined && isNewCount(round.facts, count)
  if (!isOtherPocket && !isCounted) return refuse('outcome-already-determined', { pocket: round.pocket, clause })
  const wrong = offTheWheel(book, pocket)
  if (wrong) return wrong
  if (isCounted && isVoidBy(book, round, word)) return voidByCount(book, state, round, word)
  if (!isOtherPocket) return { events: [countedEvent(book, round.round, count!)] }
  const counted = count ? { revolutions: count.revolutions } : {}
  return { events: [{ type: 'results-differed', round: round.round, pocket, ...counted, source, clause }] }
}

/** A sensor's count may arrive when the round is over: it is recorded on the round, and the pit sees it (reading 11). */
function countedAfterwards(book: RuleBook, { round, history }: TableState, { pocket, source, count }: Word): Decision {
  const last = 'round' in round ? keptRound(history, round.round) : undefined
  if (!last || source !== 'wheel' || !count || !isNewCount(last.facts, count)) return refuse('no-round-in-progress')
  return offTheWheel(book, pocket) ?? { events: [countedEvent(book, last.round, count)] }
}

export const closeTable: Decide<'close-table'> = (_book, { isClosing }, { reason, by }) =>
  isClosing ? refuse('table-is-closed') : { events: [{ type: 'table-closed', reason, by }] }

export const openTable: Decide<'open-table'> = (_book, { isClosing }, { reason, by }) =>
  isClosing ? { events: [{ type: 'table-opened', reason, by }] } : refuse('table-is-open')

export const setLimits: Decide<'set-limits'> = (book, state, { limits, reason, by }) => {
  const { round } = state
  if (isUnderWay(round)) return refuse('round-in-progress', { round: round.round, phase: round.phase })
  const read = tableLimits(book, state.setup.layout, limits)
  if ('problem' in read) return refuse('limits-not-valid', { ...read, problem: `limits ${read.problem}` })
  const said = reason === undefined ? {} : { reason }
  const { limits: to } = read
  const marks = marksBy(book, state, book, to)
  return { events: [{ type: 'limits-set', from: state.limits, to, ...marks, ...said, by, ...limitsCited(book) }] }
}
