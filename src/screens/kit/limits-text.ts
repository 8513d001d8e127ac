import type { Book } from '../../books/rule-book.ts'
import { type Limits, limitsFor, type Range, rangeOf } from '../../engine/limits.ts'
import { CENTS_MAX } from '../../engine/money.ts'
import { kindsOf } from '../../engine/spots.ts'
import { rangeIn } from '../../words/naming.ts'
import { shortMoney } from '../../words/plain-text.ts'
import { common } from '../words/common.ts'
import { kindName, nouns } from '../words/names.ts'

const dollars = (cents: number): string => `$${shortMoney(cents)}`

export const rangeText = (range: Range): string => rangeIn(nouns, range, dollars)

/** Whether anything is asked of a wager of this kind at all. */
export const isLimited = ({ min, max }: Range): boolean => min > 0 || max < CENTS_MAX

/**
 * The limits in as few rows as say them all: kinds that share a range stand together, last those that have none of
 * their own, be it that there is nothing for them. No rows: there are no limits.
 */
export function limitRows(
  book: Book,
  layout: string,
  limits: Limits,
  others: string,
): { name: string; range: string }[] {
  const kinds = kindsOf(book, layout)
  const own = kinds.filter((kind) => limits[kind])
  const rest = kinds.find((kind) => !limits[kind])
  if (!kinds.some((kind) => isLimited(limitsFor(limits, kind)))) return []
  const byRange = Map.groupBy(own, (kind) => rangeText(limitsFor(limits, kind)))
  const rows = [...byRange].map(([range, those]) => ({
    name: those.map((kind) => kindName(book, kind)).join(', '),
    range,
  }))
  return rest ? [...rows, { name: others, range: rangeText(limitsFor(limits, rest)) }] : rows
}

/** On one line: the limits for all kinds, where there are some; else those of the kinds that have their own. */
export function briefLimits(book: Book, layout: string, limits: Limits): string | null {
  if (limits.default) return rangeText(rangeOf(limits.default))
  const rows = limitRows(book, layout, limits, common.otherWagers)
  return rows.length === 0 ? null : rows.map(({ name, range }) => `${name} ${range}`).join(' · ')
}

/** The same with its name before it; or that there are none. */
export function limitsLine(book: Book, layout: string, limits: Limits): string {
  const brief = briefLimits(book, layout, limits)
  return brief === null ? common.limitsNone : `${common.limits} ${brief}`
}
