import type { Clause, RuleBook } from '../books/rule-book.ts'
import { clauseOf } from './clauses.ts'
import type { Count } from './events.ts'

/** An irregularity that was reported while its round was referred, and the clause that it voids the round by. */
type Report = { code: string; clause: Clause }

/** Facts that were recorded beside the course of a round, in their order. */
export type Facts = { counts: readonly Count[]; reports: readonly Report[] }

export const noFacts: Facts = { counts: [], reports: [] }

export const withCount = (facts: Facts, count: Count | undefined): Facts =>
  count && isNewCount(facts, count) ? { ...facts, counts: [...facts.counts, count] } : facts

/** Keeps the first report of each irregularity. */
export const withReport = (facts: Facts, { code, clause }: Report): Facts =>
  facts.reports.some((report) => report.code === code)
    ? facts
    : { ...facts, reports: [...facts.reports, { code, clause }] }

/** Whether a count differs from the last one of its source. */
export const isNewCount = (facts: Facts, { source, revolutions }: Count): boolean =>
  lastCountOf(facts, source)?.revolutions !== revolutions

const lastCountOf = ({ counts }: Facts, source: Count['source']): Count | undefined =>
  counts.findLast((count) => count.source === source)

/** Whether the sensor counted enough revolutions. */
export const isEnoughBySensor = ({ rules }: RuleBook, facts: Facts): boolean =>
  (lastCountOf(facts, 'wheel')?.revolutions ?? 0) >= rules.spin.revolutionsMin

/** Whether the count that decides is too low: the sensor's, or the dealer's where no sensor has counted (reading 11). */
export function isTooFew({ rules }: RuleBook, facts: Facts): boolean {
  const deciding = lastCountOf(facts, 'wheel') ?? lastCountOf(facts, 'dealer')
  return deciding !== undefined && deciding.revolutions < rules.spin.revolutionsMin
}

/** The irregularity that the facts void a round by; null if they do not. */
export function causeOnRecord(book: RuleBook, facts: Facts): Report | null {
  if (!isTooFew(book, facts)) return facts.reports[0] ?? null
  const code = 'too-few-revolutions'
  return { code, clause: clauseOf(book.irregularities.find((row) => row.code === code)) }
}
