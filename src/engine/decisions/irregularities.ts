import type { Irregularity, RuleBook } from '../../books/rule-book.ts'
import type { Decide, Decision } from '../decision.ts'
import type { TableEvent } from '../events.ts'
import { type Facts, isEnoughBySensor } from '../facts.ts'
import { impossible } from '../impossible.ts'
import { type By, tooLow } from '../positions.ts'
import { refuse } from '../refusals.ts'
import { isUnderWay, type RoundUnderWay, type TableState } from '../table.ts'
import { clauseOfCode, heldByReferral, voidNow } from './conclusion.ts'

const isAtRest = (round: RoundUnderWay): boolean => 'pocket' in round && round.pocket !== null

/**
 * Voids the round for an irregularity that the book lists, until the round is concluded. Reading 26 says who may report
 * it and when.
 */
export const irregularity: Decide<'irregularity'> = (book, state, { code, reason, by }) => {
  const { round } = state
  if (code === book.rules.noSpin?.code) return noSpin(book, state, by, reason)
  if (code === book.rules.interruption?.code) return interruption(book, state, undefined, by)
  const late = isUnderWay(round) && isAtRest(round) ? book.rules.lateReports : null
  const lacking = late ? tooLow(by.role, late.by) : null
  if (late && lacking) return refuse('position-too-low', { ...lacking, clause: late.clause })
  const row = book.irregularities.find((one) => one.code === code)
  if (!row) return refuse('not-in-this-book', { what: code })
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  const record = recordOf(round)
  if (isTooEarly(row, record))
    return refuse('irregularity-not-possible', { code, phase: round.phase, clause: row.clause })
  if (late && isAgainstRecord(book, row, record)) return refuse('record-says-otherwise', { code, clause: late.clause })
  if (late && reason === undefined) return refuse('reason-missing', { clause: late.clause })
  if (round.phase === 'referred') return { events: [reportedEvent(round, row, by, reason)] }
  return { events: [voidNow(book, state, round, code, { by, reason })] }
}

/** While a round is referred, an irregularity is recorded for the shift manager (reading 29). */
const reportedEvent = (
  { round }: RoundUnderWay,
  { code, clause }: Pick<Irregularity, 'code' | 'clause'>,
  by: By,
  reason: string | undefined,
): TableEvent => ({
  type: 'irregularity-reported',
  round,
  code,
  clause,
  ...(reason === undefined ? {} : { reason }),
  by,
})

/** Facts on record that speak for or against an irregularity. */
export type RoundRecord = { isOpen: boolean; isSpun: boolean; isAtRest: boolean; facts: Facts }

export const recordOf = (round: RoundUnderWay): RoundRecord => ({
  isOpen: round.phase === 'betting-open' || round.phase === 'ball-spinning',
  isSpun: 'spin' in round && round.spin !== null,
  isAtRest: isAtRest(round),
  facts: round.facts,
})

export function isTooEarly({ from }: Irregularity, record: RoundRecord): boolean {
  if (from === 'no-more-bets') return record.isOpen
  return from === 'spin' && !record.isSpun && !record.isAtRest
}

/** Every spin on record had ball and wheel in opposite directions. Any other would have voided the round. */
export function isAgainstRecord(book: RuleBook, { against }: Irregularity, record: RoundRecord): boolean {
  switch (against) {
    case undefined:
      return false
    case 'directions':
      return record.isSpun
    case 'compartment':
      return record.isAtRest
    case 'count':
      return isEnoughBySensor(book, record.facts)
    default:
      return impossible(against)
  }
}

export const announceNoSpin: Decide<'no-spin'> = (book, state, { by, reason }) => noSpin(book, state, by, reason)

/**
 * Reading 12: from the opening of bets until the ball is at rest. A failure that the wheel reports was announced by no
 * person.
 */
function noSpin(book: RuleBook, state: TableState, by: By, reason: string | undefined): Decision {
  const { round } = state
  const rule = book.rules.noSpin
  if (!rule) return refuse('not-in-this-book', { what: 'no-spin' })
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  const held = by.role === 'wheel' ? null : heldByReferral(book, round)
  if (held) return held
  if (isAtRest(round))
    return refuse('outcome-already-determined', {
      pocket: 'pocket' in round ? round.pocket : null,
      clause: rule.onceAtRest,
    })
  const { code } = rule
  const inTheDark = state.powerOut ? book.rules.powerFailure?.noSpinAnnounced : undefined
  const clause = inTheDark ?? clauseOfCode(book, code)
  if (round.phase === 'referred') return { events: [reportedEvent(round, { code, clause }, by, reason)] }
  const announced = by.role === 'wheel' ? {} : ({ binding: 'announced' } as const)
  return { events: [{ ...voidNow(book, state, round, code, { clause, by, reason }), ...announced }] }
}

/** Reading 13: with the ball at rest the outcome stands. Otherwise play is resumed, unless no spin is announced. */
export const powerFailure: Decide<'power-failure'> = (book, { round, powerOut }) => {
  const rule = book.rules.powerFailure
  if (!rule) return refuse('not-in-this-book', { what: 'power-failure' })
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (powerOut) return refuse('power-is-out', { clause: rule.clause })
  const ball = isAtRest(round) ? 'at-rest' : 'not-at-rest'
  return { events: [{ type: 'power-failed', round: round.round, ball, clause: rule.clause }] }
}

export const resume: Decide<'resume'> = (book, { round, powerOut }) => {
  const rule = book.rules.powerFailure
  if (!rule) return refuse('not-in-this-book', { what: 'resume' })
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (!powerOut) return refuse('power-is-not-out', { clause: rule.clause })
  const clause = powerOut === 'at-rest' ? rule.clause : rule.playContinues
  return { events: [{ type: 'play-resumed', round: round.round, clause }] }
}

export const interrupt: Decide<'interruption'> = (book, state, { terminals, by }) =>
  interruption(book, state, terminals, by)

/** Readings 14 and 15: without an outcome the round is void; terminals that are cut off keep what they registered. */
function interruption(book: RuleBook, state: TableState, terminals: readonly string[] | undefined, by: By): Decision {
  const { round } = state
  const rule = book.rules.interruption
  if (!rule) return refuse('not-in-this-book', { what: 'interruption' })
  if (!isUnderWay(round)) return refuse('no-round-in-progress')
  if (terminals)
    return { events: [{ type: 'play-interrupted', round: round.round, terminals, clause: rule.someTerminals }] }
  if (isAtRest(round))
    return { events: [{ type: 'play-interrupted', round: round.round, clause: rule.outcomeEstablished }] }
  const { code, noOutcome } = rule
  if (round.phase === 'referred') return { events: [reportedEvent(round, { code, clause: noOutcome }, by, undefined)] }
  return { events: [voidNow(book, state, round, code, { clause: noOutcome, by })] }
}
