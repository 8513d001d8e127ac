import { type Fraction, fraction, gcd, toNumber } from '../engine/fraction.ts'
import type { ResultChance } from '../engine/odds.ts'

/** Returns the greatest common divisor. */
export const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

/**
 * The distribution of the total of many rounds with the same wagers, smallest result first. It is exact where the
 * fractions are short enough. Otherwise it is in doubles, and no probability or sum of probabilities is off by more
 * than `errorBound`.
 */
export type ManyRounds = {
  readonly rounds: number
  readonly results: readonly { readonly result: number; readonly probability: number }[]
  readonly isExact: boolean
  readonly errorBound: number
  /** Exact in every case: the figures of one round times the number of rounds. */
  readonly mean: number
  readonly standardDeviation: number
}

/** The number of bits that are multiplied in a second or so. */
const BITS_MAX = 2 ** 24
const POINTS_MAX = 30_000
const WORK_MAX = 4e8
/** Results at either end with a smaller total chance are left out, and their chance is added to the bound of the error. */
const TAIL = 1e-17

/**
 * Computes the results of many rounds. Null: there are too many results to list.
 *
 * @example
 * const rounds: ManyRounds | null = manyRounds(results, 100)
 */
export function manyRounds(one: readonly ResultChance[], rounds: number): ManyRounds | null {
  const lattice = latticeOf(one)
  const { mean, variance } = momentsOf(one)
  const moments = { rounds, mean: mean * rounds, standardDeviation: Math.sqrt(variance * rounds) }
  const exact = exactPower(lattice, rounds)
  if (exact) {
    const results = exact.map((probability, at) => ({ result: resultAt(lattice, rounds, at), probability }))
    return { ...moments, results: results.filter(({ probability }) => probability > 0), isExact: true, errorBound: 0 }
  }
  const power = roundedPower(lattice, rounds)
  if (!power) return null
  const results = Array.from(power.chances, (probability, at) => {
    return { result: resultAt(lattice, rounds, power.first + at), probability }
  })
  return {
    ...moments,
    results: results.filter(({ probability }) => probability > 0),
    isExact: false,
    errorBound: power.error,
  }
}

/**
 * The chance of each result as an exact fraction; null: too long. For those who want them whole.
 *
 * @example
 * const after: ResultChance[] | null = exactRounds(results, 10)
 */
export function exactRounds(one: readonly ResultChance[], rounds: number): ResultChance[] | null {
  const lattice = latticeOf(one)
  const weights = exactWeights(lattice, rounds)
  if (!weights) return null
  const whole = lattice.whole ** BigInt(rounds)
  return weights
    .map((weight, at) => ({ result: resultAt(lattice, rounds, at), weight }))
    .filter(({ weight }) => weight > 0n)
    .map(({ result, weight }) => ({ result, probability: fraction(weight, whole) }))
}

/**
 * Results lie on a lattice: the lowest, and a number of steps above it. Their chances are integers over a common
 * denominator.
 */
type Lattice = { lowest: number; step: number; weights: bigint[]; whole: bigint }

function latticeOf(one: readonly ResultChance[]): Lattice {
  const lowest = one[0]!.result
  const step = one.reduce((common, { result }) => commonDivisor(result - lowest, common), 0) || 1
  const whole = one.reduce((common, { probability: { d } }) => (common / gcd(common, d)) * d, 1n)
  const weights = new Array<bigint>((one.at(-1)!.result - lowest) / step + 1).fill(0n)
  for (const { result, probability } of one) weights[(result - lowest) / step] = (probability.n * whole) / probability.d
  return { lowest, step, weights, whole }
}

const resultAt = ({ lowest, step }: Lattice, rounds: number, at: number): number => lowest * rounds + step * at

function momentsOf(one: readonly ResultChance[]): { mean: number; variance: number } {
  const chances = one.map(({ result, probability }) => ({ result, chance: toNumber(probability) }))
  const mean = chances.reduce((sum, { result, chance }) => sum + result * chance, 0)
  return { mean, variance: chances.reduce((sum, { result, chance }) => sum + (result - mean) ** 2 * chance, 0) }
}

function exactPower(lattice: Lattice, rounds: number): number[] | null {
  const weights = exactWeights(lattice, rounds)
  if (!weights) return null
  const whole = lattice.whole ** BigInt(rounds)
  return weights.map((weight) => (weight === 0n ? 0 : toNumber({ n: weight, d: whole })))
}

/**
 * A polynomial to the power of the number of rounds, by one multiplication of whole numbers (Kronecker): its coefficients
 * stand side by side in one long number, each with room for the largest that can come of them.
 */
function exactWeights({ weights, whole }: Lattice, rounds: number): bigint[] | null {
  const digits = Math.ceil(((whole.toString(2).length + 1) * rounds + 1) / 4)
  const points = (weights.length - 1) * rounds + 1
  if (digits * 4 * points > BITS_MAX || points > POINTS_MAX) return null
  const text = weights.map((weight) => weight.toString(16).padStart(digits, '0')).join('')
  const power = (BigInt(`0x${text}`) ** BigInt(rounds)).toString(16).padStart(points * digits, '0')
  return Array.from({ length: points }, (_, at) => BigInt(`0x${power.slice(at * digits, (at + 1) * digits)}`))
}

/** Chances from `first` on. `error`: absolute, for all of them together. */
type Rounded = { first: number; chances: Float64Array; error: number }

const HALF_PLACE = 2 ** -53

function roundedPower(lattice: Lattice, rounds: number): Rounded | null {
  const chances = Float64Array.from(lattice.weights, (weight) => toNumber({ n: weight, d: lattice.whole } as Fraction))
  let base: Rounded = { first: 0, chances, error: HALF_PLACE }
  let power: Rounded | null = null
  for (let left = rounds; ; ) {
    if (power && power.chances.length * base.chances.length > WORK_MAX) return null
    if (left % 2 === 1) power = power ? product(power, base) : base
    left = Math.floor(left / 2)
    if (left === 0) return power
    if (base.chances.length ** 2 > WORK_MAX) return null
    base = product(base, base)
  }
}

/**
 * Sums of positive terms: the relative error of each coefficient is at most half a unit in the last place for each
 * operation.
 */
function product(a: Rounded, b: Rounded): Rounded {
  const [long, short] = a.chances.length < b.chances.length ? [b.chances, a.chances] : [a.chances, b.chances]
  const chances = new Float64Array(long.length + short.length - 1)
  for (let i = 0; i < short.length; i++) {
    const factor = short[i]!
    if (factor === 0) continue
    for (let j = 0; j < long.length; j++) chances[i + j]! += factor * long[j]!
  }
  const operations = short.length + 2
  const error = a.error + b.error + a.error * b.error + operations * HALF_PLACE
  return withoutTails({ first: a.first + b.first, chances, error })
}

function withoutTails({ first, chances, error }: Rounded): Rounded {
  let [from, to, left] = [0, chances.length, 0]
  for (let tail = 0; from < to - 1 && tail + chances[from]! < TAIL; from++) {
    tail += chances[from]!
    left += chances[from]!
  }
  for (let tail = 0; to > from + 1 && tail + chances[to - 1]! < TAIL; to--) {
    tail += chances[to - 1]!
    left += chances[to - 1]!
  }
  return { first: first + from, chances: chances.slice(from, to), error: error + left }
}

/**
 * The smallest result that at least this part of all sessions stays at or below.
 *
 * @example
 * const rounds = manyRounds(results, 100)
 * if (rounds) console.log(resultQuantile(rounds, 0.5))
 */
export function resultQuantile({ results }: ManyRounds, part: number): number {
  let sum = 0
  for (const { result, probability } of results) {
    sum += probability
    if (sum >= part) return result
  }
  return results.at(-1)!.result
}

/**
 * How often one is ahead, even and behind afterwards.
 *
 * @example
 * const rounds = manyRounds(results, 100)
 * if (rounds) console.log(aheadEvenBehind(rounds).ahead)
 */
export function aheadEvenBehind({ results }: ManyRounds): { ahead: number; even: number; behind: number } {
  const chance = (isOne: (result: number) => boolean) =>
    results.reduce((sum, { result, probability }) => (isOne(result) ? sum + probability : sum), 0)
  return { ahead: chance((r) => r > 0), even: chance((r) => r === 0), behind: chance((r) => r < 0) }
}
