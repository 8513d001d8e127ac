import { chiSquareTail } from './chi-square.ts'

/** Results rarer than this under fair play are unusual, and very unusual. */
export const UNUSUAL = 0.01
export const VERY_UNUSUAL = 0.001

/** `none`: nothing was in play. `too-few`: the sum of so few rounds need not follow the curve that p comes from. */
export type HoldChance = { verdict: 'none' | 'too-few' | 'within' | 'unusual' | 'very-unusual'; p: number }

/** The number of rounds below which a hold says nothing. */
export const ROUNDS_MIN = 30

/**
 * How often fair play strays so far from theory, on either side. `staked`: rounds with stakes, the only ones that say something.
 * `deviations`: in standard deviations of the win.
 *
 * @example
 * const judged: HoldChance = holdChance({ staked: 5_000_000, deviations: 1.2 })
 */
export function holdChance({ staked, deviations }: { staked: number; deviations: number | null }): HoldChance {
  if (deviations === null) return { verdict: 'none', p: 1 }
  const p = chiSquareTail(deviations ** 2, 1)
  if (staked < ROUNDS_MIN) return { verdict: 'too-few', p }
  return { verdict: p < VERY_UNUSUAL ? 'very-unusual' : p < UNUSUAL ? 'unusual' : 'within', p }
}

/** Standard deviations within which a result is not unusual: p is `UNUSUAL` there. */
const NOT_UNUSUAL = 2.575829

/** The bounds of a win that is within chance: a chart shows as chance what `holdChance` calls so. */
export const withinChance = (theory: number, variance: number): { low: number; high: number } => ({
  low: theory - NOT_UNUSUAL * Math.sqrt(Math.max(0, variance)),
  high: theory + NOT_UNUSUAL * Math.sqrt(Math.max(0, variance)),
})

/** Nineteen of twenty results lie within this number of standard deviations. */
export const BAND = 1.96
