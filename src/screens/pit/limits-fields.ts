import type { SpotKind } from '../../books/rule-book.ts'
import type { Limit, Limits } from '../../engine/limits.ts'
import { money, readMoney } from '../../words/plain-text.ts'

/** Limits as they are typed: an empty field is no limit of its own. */
export type Row = { min: string; max: string }
export type Rows = Readonly<Record<string, Row>>

const moneyText = (cents: number | undefined): string => (cents === undefined ? '' : money(cents))

export function rowsOf(limits: Limits, kinds: readonly SpotKind[]): Rows {
  const row = (limit: Limit | undefined): Row => ({ min: moneyText(limit?.min), max: moneyText(limit?.max) })
  return Object.fromEntries([
    ['default', row(limits.default)],
    ...kinds.map((kind) => [kind, row(limits[kind])] as const),
  ])
}

/** Null: something in it is no amount of money. */
export function limitsIn(rows: Rows): Limits | null {
  const limits: Record<string, Limit> = {}
  for (const [kind, { min, max }] of Object.entries(rows)) {
    const [low, high] = [min, max].map((text) => (text.trim() === '' ? undefined : readMoney(text)))
    if (low === null || high === null) return null
    if (low !== undefined || high !== undefined)
      limits[kind] = { ...(low === undefined ? {} : { min: low }), ...(high === undefined ? {} : { max: high }) }
  }
  return limits as Limits
}
