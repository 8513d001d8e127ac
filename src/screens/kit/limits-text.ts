import type { SpotKind } from '../../books/rule-book.ts'
import { type Limits, limitsFor } from '../../engine/limits.ts'
import { kindName, nouns } from '../words/names.ts'
import { shortMoney } from './money-text.ts'

const dollars = (cents: number): string => `$${shortMoney(cents)}`

export function rangeText({ min, max }: { min: number; max: number }): string {
  return nouns.range(dollars(min), dollars(max))
}

/** The limits in as few rows as say them all: kinds that share a range stand together, the default last. */
export function limitRows(
  limits: Limits,
  kinds: readonly SpotKind[],
  others: string,
): { name: string; range: string }[] {
  const base = limits.default ? limitsFor({ default: limits.default }, 'red') : null
  const own = kinds.filter((kind) => limits[kind])
  const byRange = Map.groupBy(own, (kind) => rangeText(limitsFor(limits, kind)))
  const rows = [...byRange].map(([range, those]) => ({ name: those.map(kindName).join(', '), range }))
  return base ? [...rows, { name: others, range: rangeText(base) }] : rows
}
