import { after, moment } from '../../house/time.ts'
import { dateAfter, dayStart, type HouseCalendar, zonedMoment } from '../../print/zone-time.ts'
import type { Span } from './span-count.ts'

const DATE = /^\d{4}(-\d\d(-\d\d)?)?$/
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

type SpanProblem = { readonly field: 'from' | 'to'; readonly problem: string }
export const isSpanProblem = (span: Span | SpanProblem): span is SpanProblem => 'problem' in span

/**
 * Reads a span of time as people write it: a year, a month or a gaming day (2026, 2026-11, 2026-11-16), a time by the
 * clocks of the house (2026-11-16T06:00), or a time with a zone. As the end of the span, a year, month or day is
 * included whole.
 */
export function readSpan(
  from: string | undefined,
  to: string | undefined,
  calendar: HouseCalendar,
): Span | SpanProblem {
  const span = { from: momentIn(from, calendar), to: momentIn(to, calendar, true) }
  for (const field of ['from', 'to'] as const)
    if (span[field] === undefined)
      return { field, problem: `${field} must be a day or a time such as 2026-11-16 or 2026-11-16T06:00` }
  if (span.from && span.to && moment(span.from) >= moment(span.to))
    return { field: 'to', problem: 'to must be after from' }
  return { from: span.from!, to: span.to! }
}

/** Null if none was given; undefined if the text is not a time. */
function momentIn(text: string | undefined, calendar: HouseCalendar, isEnd = false): string | null | undefined {
  if (text === undefined) return null
  const at = DATE.test(text)
    ? dateMoment(text, calendar, isEnd)
    : !isDate(text.slice(0, 10))
      ? Number.NaN
      : LOCAL.test(text)
        ? zonedMoment(calendar.timeZone, text)
        : Date.parse(ZONED.test(text) ? text : '')
  return Number.isNaN(at) ? undefined : after(new Date(at).toISOString(), 0)
}

/** The time at which a year, a month or a gaming day begins, or ends. */
function dateMoment(text: string, calendar: HouseCalendar, isEnd: boolean): number {
  const date = `${text}-01-01`.slice(0, 10)
  if (!isDate(date)) return Number.NaN
  return dayStart(calendar, isEnd ? dateAfterAll(text, date) : date)
}

const dateAfterAll = (text: string, date: string): string => {
  if (text.length === 10) return dateAfter(date, 1)
  // 31 days after the 1st of a month lie in the next month; 366 days after that of a year lie in the next year.
  return `${dateAfter(date, text.length === 7 ? 31 : 366).slice(0, text.length)}-01-01`.slice(0, 10)
}

/** `Date.parse` turns the 31st of a shorter month into a day of the next one. */
const isDate = (date: string): boolean => {
  const at = Date.parse(`${date}T00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === date
}
