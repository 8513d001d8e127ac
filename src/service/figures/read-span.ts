import { after, DAY, moment } from '../../house/time.ts'
import type { Span } from './span-count.ts'

const DATE = /^\d{4}-\d\d-\d\d$/
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

type SpanProblem = { readonly field: 'from' | 'to'; readonly problem: string }
export const isSpanProblem = (span: Span | SpanProblem): span is SpanProblem => 'problem' in span

/**
 * A span of time as people write it: 2026-11-16, 2026-11-16T06:00, or with a zone; without one it is Singapore's. A day
 * as the end is that whole day.
 */
export function readSpan(from: string | undefined, to: string | undefined): Span | SpanProblem {
  const span = { from: momentIn(from), to: momentIn(to) }
  for (const field of ['from', 'to'] as const)
    if (span[field] === undefined)
      return { field, problem: `${field} must be a day or a time such as 2026-11-16 or 2026-11-16T06:00` }
  const end = to !== undefined && DATE.test(to) ? after(span.to!, DAY) : span.to!
  if (span.from && end && moment(span.from) >= moment(end)) return { field: 'to', problem: 'to must be after from' }
  return { from: span.from!, to: end }
}

/** Null: none was said. Undefined: it is no time. */
function momentIn(text: string | undefined): string | null | undefined {
  if (text === undefined) return null
  const iso = DATE.test(text)
    ? `${text}T00:00:00+08:00`
    : LOCAL.test(text)
      ? `${text}+08:00`
      : ZONED.test(text)
        ? text
        : ''
  if (Number.isNaN(Date.parse(iso))) return undefined
  const exact = after(iso, 0)
  // The 31st of a month that has none would be another day.
  const back = DATE.test(text) || LOCAL.test(text) ? after(iso, 8 * 3_600_000).slice(0, 10) : text.slice(0, 10)
  return back === text.slice(0, 10) ? exact : undefined
}
