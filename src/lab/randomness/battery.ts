import { chiSquareTail } from '../chi-square.ts'
import { normalTails } from '../tails.ts'

/**
 * One test of a source of chance. `p`: how often a good source strays at least so far, on either side, for too even is
 * as odd as too uneven; null: there were too few results to say.
 */
export type RandomnessTest = {
  readonly name: string
  /** The counted and the expected figures. */
  readonly how: string
  readonly statistic: number | null
  readonly degrees: number | null
  readonly p: number | null
}

/** Judged among all tests that were made together. */
export type JudgedTest = RandomnessTest & {
  /** p by Holm's correction for the number of tests. */
  readonly adjusted: number | null
  /** Null: too few to say. */
  readonly passed: boolean | null
}

/** Good sources pass all tests together this often, at least. */
export const LEVEL = 0.01

export const tooFew = (name: string, how: string): RandomnessTest => ({
  name,
  how,
  statistic: null,
  degrees: null,
  p: null,
})

export const chiSquareTest = (name: string, how: string, statistic: number, degrees: number): RandomnessTest => {
  const above = chiSquareTail(statistic, degrees)
  return { name, how, statistic, degrees, p: Math.min(1, 2 * Math.min(above, 1 - above)) }
}

export const normalTest = (name: string, how: string, z: number): RandomnessTest => ({
  name,
  how,
  statistic: z,
  degrees: null,
  p: normalTails(z),
})

/** Below this count per cell Pearson's curve is not to be trusted. */
export const EXPECTED_MIN = 8

/** Pearson's test against expected counts; cells that expect too few are put together with their neighbours. */
export function pooledTest(name: string, how: string, counts: readonly number[], expected: readonly number[]) {
  const cells = poolCells(counts, expected)
  if (cells.length < 2) return tooFew(name, how)
  const statistic = cells.reduce((sum, { count, expects }) => sum + (count - expects) ** 2 / expects, 0)
  return chiSquareTest(name, how, statistic, cells.length - 1)
}

type PooledCell = { count: number; expects: number }

function poolCells(counts: readonly number[], expected: readonly number[]): PooledCell[] {
  const cells: PooledCell[] = []
  let open: PooledCell = { count: 0, expects: 0 }
  for (const [at, expects] of expected.entries()) {
    open = { count: open.count + (counts[at] ?? 0), expects: open.expects + expects }
    if (open.expects < EXPECTED_MIN) continue
    cells.push(open)
    open = { count: 0, expects: 0 }
  }
  const last = cells.pop()
  return last ? [...cells, { count: last.count + open.count, expects: last.expects + open.expects }] : []
}

/** Equal chances for every cell. */
export function evenTest(name: string, how: string, counts: ArrayLike<number>) {
  const cells = counts.length
  let [sum, squares] = [0, 0]
  for (let at = 0; at < cells; at++) sum += counts[at]!
  const expects = sum / cells
  if (expects < EXPECTED_MIN) return tooFew(name, how)
  for (let at = 0; at < cells; at++) squares += (counts[at]! - expects) ** 2
  return chiSquareTest(name, how, squares / expects, cells - 1)
}

/**
 * Holm (1979): the smallest p counts as many times as there are tests, the next one time less, and so on.
 *
 * @example
 * const judged: JudgedTest[] = judge(tests)
 */
export function judge(tests: readonly RandomnessTest[], level = LEVEL): JudgedTest[] {
  const made = tests.filter(({ p }) => p !== null).sort((a, b) => a.p! - b.p!)
  const adjusted = new Map<RandomnessTest, number>()
  let most = 0
  for (const [at, test] of made.entries()) {
    most = Math.max(most, Math.min(1, test.p! * (made.length - at)))
    adjusted.set(test, most)
  }
  return tests.map((test) => {
    const value = adjusted.get(test) ?? null
    return { ...test, adjusted: value, passed: value === null ? null : value >= level }
  })
}

/**
 * Null: nothing could be tested.
 *
 * @example
 * const verdict: boolean | null = verdictOn(judge(tests))
 */
export function verdictOn(tests: readonly JudgedTest[]): boolean | null {
  if (tests.some(({ passed }) => passed === false)) return false
  return tests.some(({ passed }) => passed) ? true : null
}
