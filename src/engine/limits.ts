import type { SpotKind } from '../books/rule-book.ts'
import { CENTS_MAX, type Cents, isCents, zero } from './money.ts'
import { isRecord } from './shape.ts'

/** The limits displayed at a table for one kind of wager. */
export type Limit = { min?: Cents; max?: Cents }
/** By kind of wager; `default` is for the kinds that have none of their own. */
export type Limits = { readonly [kind: SpotKind]: Limit }

export type Range = { min: Cents; max: Cents }

const open: Range = { min: zero, max: CENTS_MAX as Cents }

/** Whose wager: the total that one player has on one spot (reading 4). */
export const limitsFor = (limits: Limits, kind: SpotKind): Range => ({
  min: limits[kind]?.min ?? limits.default?.min ?? open.min,
  max: limits[kind]?.max ?? limits.default?.max ?? open.max,
})

export const rangeOf = ({ min = open.min, max = open.max }: Limit): Range => ({ min, max })

/** The lowest minimum of any spot at a table (reading 31); null: no spot has one. */
export function tableMinimum(limits: Limits, kinds: readonly SpotKind[]): Cents | null {
  const minima = kinds.map((kind) => limitsFor(limits, kind).min).filter((min) => min > 0)
  return minima.length === 0 ? null : (Math.min(...minima) as Cents)
}

/** How a stake lies outside the limits displayed. */
export type Outside = 'under-minimum' | 'over-maximum'

export function outsideOf(limits: Limits, kind: SpotKind, total: Cents): Outside | null {
  const { min, max } = limitsFor(limits, kind)
  if (total < min) return 'under-minimum'
  return total > max ? 'over-maximum' : null
}

/** What is wrong with limits, in words; null: nothing. */
export function limitsProblem(value: unknown, kinds: readonly SpotKind[]): string | null {
  if (!isRecord(value)) return 'must be an object'
  for (const [kind, limit] of Object.entries(value)) {
    if (kind !== 'default' && !kinds.includes(kind)) return `has no kind of wager called ${kind}`
    if (!isRecord(limit)) return `.${kind} must be an object with min and max`
    for (const [bound, amount] of Object.entries(limit)) {
      if (bound !== 'min' && bound !== 'max') return `.${kind} has min and max, not ${bound}`
      if (!isCents(amount) || amount < 0) return `.${kind}.${bound} must be a whole number of cents`
    }
  }
  const crossed = [...kinds].find((kind) => limitsFor(value as Limits, kind).min > limitsFor(value as Limits, kind).max)
  return crossed ? `puts the minimum of ${crossed} above its maximum` : null
}
