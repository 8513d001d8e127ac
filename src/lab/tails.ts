import { chiSquareTail } from './chi-square.ts'

/** Probabilities of what is far out, and what follows from them: intervals, quantiles, power. */

/** Lanczos's approximation (g = 7, nine terms): fifteen digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const t = x + 6.5
  const sum = LANCZOS.reduce((total, term, at) => total + (at === 0 ? term : term / (x - 1 + at)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

/** How often a normal variable strays at least z standard deviations from its mean, on either side. */
export const normalTails = (z: number): number => chiSquareTail(z * z, 1)

/** Below `low` the function is over the value, above `high` under it: where it meets it. */
function meeting(falling: (x: number) => number, value: number, low: number, high: number): number {
  let [below, above] = [low, high]
  for (let turn = 0; turn < 200 && below < above; turn++) {
    const middle = (below + above) / 2
    if (middle === below || middle === above) break
    if (falling(middle) > value) below = middle
    else above = middle
  }
  return (below + above) / 2
}

/** The z that is strayed from with this probability, on either side. */
export const normalQuantile = (tails: number): number => meeting(normalTails, tails, 0, 40)

/** The value that a chi-square variable exceeds with probability p. */
export const chiSquareQuantile = (p: number, degrees: number): number =>
  meeting((x) => chiSquareTail(x, degrees), p, 0, degrees + 40 * Math.sqrt(2 * degrees) + 200)

/** A chi-square variable that is not centred: the chance that it is at least x. A mixture by Poisson's law. */
export function noncentralTail(x: number, degrees: number, noncentrality: number): number {
  const half = noncentrality / 2
  let [weight, sum, covered] = [Math.exp(-half), 0, 0]
  if (half > 700) return noncentralByNormal(x, degrees, noncentrality)
  for (let j = 0; j < 10_000 && (covered < 1 - 1e-13 || j < half); j++) {
    sum += weight * chiSquareTail(x, degrees + 2 * j)
    covered += weight
    weight *= half / (j + 1)
  }
  return sum
}

function noncentralByNormal(x: number, degrees: number, noncentrality: number): number {
  const z = (x - degrees - noncentrality) / Math.sqrt(2 * (degrees + 2 * noncentrality))
  const tail = normalTails(z) / 2
  return z > 0 ? tail : 1 - tail
}

/** How far off its centre a chi-square variable must be to be found at this level with this power. */
export function noncentralityFor(degrees: number, level: number, power: number): number {
  const critical = chiSquareQuantile(level, degrees)
  return meeting((off) => 1 - noncentralTail(critical, degrees, off), 1 - power, 0, 1_300)
}

/** The regularised incomplete beta function, by its continued fraction (Lentz). */
export function betaPart(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b
}

const TINY = 1e-300
const TERMS_MAX = 100_000
const nonZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

function betaFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m < TERMS_MAX; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / nonZero(1 + even * d)
    c = nonZero(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + odd * d)
    c = nonZero(1 + odd / c)
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return fraction
}

export type Interval = readonly [low: number, high: number]

/** Clopper and Pearson's interval for a share: it holds at least as often as it says, however few or many there were. */
export function shareInterval(hits: number, of: number, confidence: number): Interval {
  const tail = (1 - confidence) / 2
  const low = hits === 0 ? 0 : meeting((p) => 1 - betaPart(p, hits, of - hits + 1), 1 - tail, 0, 1)
  const high = hits === of ? 1 : meeting((p) => 1 - betaPart(p, hits + 1, of - hits), tail, 0, 1)
  return [low, high]
}

/** How often Poisson's law gives a count as far off as this one, on either side: twice the smaller tail. */
export function poissonTails(count: number, mean: number): number {
  const atLeast = count === 0 ? 1 : 1 - chiSquareTail(2 * mean, 2 * count)
  const atMost = chiSquareTail(2 * mean, 2 * (count + 1))
  return Math.min(1, 2 * Math.min(atLeast, atMost))
}
