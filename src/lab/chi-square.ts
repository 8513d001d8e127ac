/** Pearson's test that every one of several outcomes is equally likely. */
export type Fit = {
  spins: number
  /** How often each outcome would come up on average. */
  expected: number
  statistic: number
  degreesOfFreedom: number
  /** How often equal chances give a statistic at least as large. */
  p: number
}

/** The chi-square test is an approximation. It is not reliable below this expected count per outcome. */
const EXPECTED_MIN = 5

/**
 * Compares counts with equal chances, by chi-square.
 *
 * @example
 * const { p }: Fit = fitOf([102, 98, 100])
 */
export function fitOf(counts: readonly number[]): Fit {
  const spins = counts.reduce((sum, count) => sum + count, 0)
  const expected = spins / counts.length
  const statistic = spins === 0 ? 0 : counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const degreesOfFreedom = counts.length - 1
  return { spins, expected, statistic, degreesOfFreedom, p: chiSquareTail(statistic, degreesOfFreedom) }
}

/**
 * How many more spins until every outcome is expected often enough.
 *
 * @example
 * const more: number = spinsMissing(fitOf([2, 1, 0]))
 */
export const spinsMissing = ({ spins, degreesOfFreedom }: Fit): number =>
  Math.max(0, EXPECTED_MIN * (degreesOfFreedom + 1) - spins)

/**
 * The probability that a chi-square variable is at least x.
 *
 * @example
 * const p: number = chiSquareTail(41.2, 36)
 */
export function chiSquareTail(x: number, degreesOfFreedom: number): number {
  if (x <= 0) return 1
  const [a, half] = [degreesOfFreedom / 2, x / 2]
  return half < a + 1 ? 1 - lowerBySeries(a, half) : upperByFraction(a, half)
}

const TERMS_MAX = 1_000
const PRECISION = 1e-15

/** The regularised incomplete gamma function from below: x^a e^-x / Γ(a+1) · Σ x^n / ((a+1)…(a+n)). */
function lowerBySeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; n < TERMS_MAX && term > sum * PRECISION; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum * weight(a, x)
}

/** The upper incomplete gamma function as a continued fraction (Lentz). */
function upperByFraction(a: number, x: number): number {
  const tiny = 1e-300
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < TERMS_MAX; n++) {
    const step = -n * (n - a)
    b += 2
    d = 1 / nonZero(step * d + b, tiny)
    c = nonZero(b + step / c, tiny)
    fraction *= d * c
    if (Math.abs(d * c - 1) < PRECISION) break
  }
  return fraction * weight(a, x)
}

const nonZero = (value: number, tiny: number): number => (Math.abs(value) < tiny ? tiny : value)
const weight = (a: number, x: number): number => Math.exp(a * Math.log(x) - x - logGamma(a))

/** Exact for whole and half numbers, which are all that degrees of freedom give. */
function logGamma(a: number): number {
  let [log, at] = Number.isInteger(a) ? [0, 1] : [Math.log(Math.PI) / 2, 0.5]
  for (; at < a; at++) log += Math.log(at)
  return log
}
