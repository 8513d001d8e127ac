import type { Limits } from '../../engine/limits.ts'
import type { Cents } from '../../engine/money.ts'

/** Chips by value, the smallest first. An amount below the smallest value is shown as one chip. */
export const denominations: readonly Cents[] = [
  50, 1_00, 5_00, 10_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00, 10_000_00, 100_000_00,
] as Cents[]

const SEEN_MAX = 5

/** The chips of an amount, the largest first. */
export function chipsOf(amount: number): Cents[] {
  const chips: Cents[] = []
  let left = amount
  for (const value of [...denominations].reverse())
    while (left >= value && chips.length < 100) {
      chips.push(value)
      left -= value
    }
  if (left > 0) chips.push(left as Cents)
  return chips
}

/** The visible chips of a stack: the highest five at most, the largest below. */
export const stackOf = (amount: number): Cents[] => chipsOf(amount).slice(0, SEEN_MAX)

/** The chips that a table offers: from the one that makes the minimum upwards, none above the maximum. */
export function chipsOffered({ default: limit }: Limits, count = 6): Cents[] {
  const [min, max] = [limit?.min ?? 0, limit?.max ?? Number.POSITIVE_INFINITY]
  const from = denominations.findLastIndex((value) => value <= Math.max(min, 1_00))
  return denominations
    .slice(Math.max(0, from))
    .filter((value) => value <= max)
    .slice(0, count)
}
