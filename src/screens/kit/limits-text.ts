import type { Book } from '../../books/rule-book.ts'
import { type Limits, limitsFor, PAYOUT, type Range, rangeOf } from '../../engine/limits.ts'
import { CENTS_MAX } from '../../engine/money.ts'
import { kindsOf } from '../../engine/spots.ts'
import { rangeIn } from '../../words/naming.ts'
import { capitalise, money, shortMoney } from '../../words/plain-text.ts'
import { common } from '../words/common.ts'
import { kindName, nouns } from '../words/names.ts'

const dollars = (cents: number): string => `$${shortMoney(cents)}`

export const rangeText = (range: Range): string => rangeIn(nouns, range, dollars)

/** Whether wagers of this kind have any limit. */
export const isLimited = ({ min, max }: Range): boolean => min > 0 || max < CENTS_MAX

/** A single bound of a kind; a dash if there is none. */
export const boundText = (bound: number): string => (bound === 0 || bound >= CENTS_MAX ? '–' : money(bound))

export type LimitRow = { name: string; range: string }

/**
 * The limits in as few rows as possible: kinds that share a range stand together, then kinds without a range of their
 * own, last the maximum payout. The list is empty if the table has none.
 */
export const limitRows = (book: Book, layout: string, limits: Limits, others: string): LimitRow[] => [
  ...wagerRows(book, layout, limits, others),
  ...payoutRows(limits),
]

export const payoutRows = ({ [PAYOUT]: payout }: Limits): LimitRow[] =>
  payout ? [{ name: capitalise(nouns.maximumPayout), range: dollars(payout.max!) }] : []

export function wagerRows(book: Book, layout: string, limits: Limits, others: string): LimitRow[] {
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
  const wagers = limits.default ? [] : wagerRows(book, layout, limits, common.otherWagers)
  const rows = [...wagers, ...payoutRows(limits)].map(({ name, range }) => `${name} ${range}`)
  const parts = limits.default ? [rangeText(rangeOf(limits.default)), ...rows] : rows
  return parts.length === 0 ? null : parts.join(' · ')
}

/** The same with its name before it; or that there are none. */
export function limitsLine(book: Book, layout: string, limits: Limits): string {
  const brief = briefLimits(book, layout, limits)
  return brief === null ? common.limitsNone : `${common.limits} ${brief}`
}
