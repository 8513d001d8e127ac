import { poissonTails } from '../tails.ts'
import { chiSquareTest, evenTest, normalTest, pooledTest, type RandomnessTest, tooFew } from './battery.ts'

/** Results one after another, each of 0 to kinds - 1 with equal chances, and none knowing of the others. */
export type Symbols = { readonly values: Uint8Array; readonly kinds: number }

export function countsOf({ values, kinds }: Symbols): Float64Array {
  const counts = new Float64Array(kinds)
  for (const value of values) counts[value]!++
  return counts
}

const numbersTest = (symbols: Symbols): RandomnessTest =>
  evenTest('numbers', 'chi-square of how often each number came', countsOf(symbols))

/** Pairs that do not overlap know nothing of one another. */
function serialPairsTest({ values, kinds }: Symbols): RandomnessTest {
  const counts = new Float64Array(kinds * kinds)
  for (let at = 0; at + 1 < values.length; at += 2) counts[values[at]! * kinds + values[at + 1]!]!++
  return evenTest('serial pairs', 'chi-square of each number followed by each', counts)
}

const RUNS_MIN = 30

/** Wald and Wolfowitz: runs of the lower and of the upper half of the numbers. */
export function runsTest({ values, kinds }: Symbols): RandomnessTest {
  const how = 'how often the results change between lower and upper half (Wald and Wolfowitz)'
  const middle = Math.floor(kinds / 2)
  let [low, runs] = [0, values.length === 0 ? 0 : 1]
  for (let at = 0; at < values.length; at++) {
    const isLow = values[at]! < middle
    if (isLow) low++
    if (at > 0 && isLow !== values[at - 1]! < middle) runs++
  }
  const [all, high] = [values.length, values.length - low]
  if (low < RUNS_MIN || high < RUNS_MIN) return tooFew('runs', how)
  const mean = (2 * low * high) / all + 1
  const variance = ((mean - 1) * (mean - 2)) / (all - 1)
  return normalTest('runs', how, (runs - mean) / Math.sqrt(variance))
}

const LAGS = 10
const CORRELATED_MIN = 200

/** Box and Pierce over ten lags: what is 1 to 10 results back says nothing of a result. */
export function serialCorrelationTest({ values, kinds }: Symbols): RandomnessTest {
  const [name, how] = ['serial correlation', `correlation with the result 1 to ${LAGS} before (Box and Pierce)`]
  if (values.length < CORRELATED_MIN) return tooFew(name, how)
  const centre = (kinds - 1) / 2
  const variance = (kinds * kinds - 1) / 12
  let statistic = 0
  for (let lag = 1; lag <= LAGS; lag++) {
    let sum = 0
    for (let at = lag; at < values.length; at++) sum += (values[at]! - centre) * (values[at - lag]! - centre)
    statistic += (sum / variance) ** 2 / (values.length - lag)
  }
  return chiSquareTest(name, how, statistic, LAGS)
}

/** How long it takes until a third of the numbers shows again. */
export function gapTest({ values, kinds }: Symbols): RandomnessTest {
  const marked = Math.max(1, Math.floor(kinds / 3))
  const chance = marked / kinds
  const gaps: number[] = []
  let [gap, seen] = [0, 0]
  for (const value of values) {
    if (value >= marked) gap++
    else {
      if (seen++ > 0) gaps[gap] = (gaps[gap] ?? 0) + 1
      gap = 0
    }
  }
  const count = Math.max(0, seen - 1)
  const length = Math.max(gaps.length, 60)
  const expected = Array.from({ length }, (_, at) => count * chance * (1 - chance) ** at)
  expected.push(count * (1 - chance) ** length)
  return pooledTest('gap', `how many results lie between two of the first ${marked} numbers`, [...gaps], expected)
}

const HAND = 5

/** Hands of five: how many different numbers are in each. */
export function pokerTest({ values, kinds }: Symbols): RandomnessTest {
  const hands = Math.floor(values.length / HAND)
  const counts = new Array<number>(HAND).fill(0)
  const seen = new Int32Array(kinds).fill(-1)
  for (let hand = 0; hand < hands; hand++) {
    let different = 0
    for (let at = hand * HAND; at < (hand + 1) * HAND; at++) {
      if (seen[values[at]!] !== hand) different++
      seen[values[at]!] = hand
    }
    counts[different - 1]!++
  }
  const expected = differentIn(HAND, kinds).map((chance) => chance * hands)
  return pooledTest('poker', `how many different numbers are in ${HAND} results`, counts, expected)
}

/** The probabilities of 1, 2 ... different numbers in a block of results. */
export function differentIn(results: number, kinds: number): number[] {
  let chances = [1]
  for (let nth = 0; nth < results; nth++) {
    const next = new Array<number>(chances.length + 1).fill(0)
    for (const [different, chance] of chances.entries()) {
      next[different]! += (chance * different) / kinds
      next[different + 1]! += (chance * (kinds - different)) / kinds
    }
    chances = next
  }
  return chances.slice(1)
}

const COLLECTIONS_MIN = 100
const COLLECTION_CELLS = 12

/** How many results it takes until every number has come. */
export function couponTest(symbols: Symbols): RandomnessTest {
  const how = 'how many results it takes until every number has come'
  const lengths = collectionLengths(symbols)
  if (lengths.length < COLLECTIONS_MIN) return tooFew('coupon collector', how)
  const longest = symbols.kinds * 40
  const chances = collectionChances(symbols.kinds, longest)
  const { counts, expected } = lengthCells(lengths, chances)
  return pooledTest('coupon collector', how, counts, expected)
}

function collectionLengths({ values, kinds }: Symbols): number[] {
  const lengths: number[] = []
  const seen = new Int32Array(kinds)
  let [collection, different, from] = [1, 0, 0]
  for (let at = 0; at < values.length; at++) {
    if (seen[values[at]!] === collection) continue
    seen[values[at]!] = collection
    if (++different < kinds) continue
    lengths.push(at + 1 - from)
    collection++
    different = 0
    from = at + 1
  }
  return lengths
}

/** The chance that a collection is complete with the nth result, from 0 on. */
export function collectionChances(kinds: number, longest: number): number[] {
  let chances = new Float64Array(kinds)
  chances[0] = 1
  const complete = [0]
  for (let nth = 1; nth <= longest; nth++) {
    const next = new Float64Array(kinds)
    for (let different = 0; different < kinds; different++) {
      next[different]! += (chances[different]! * different) / kinds
      if (different + 1 < kinds) next[different + 1]! += (chances[different]! * (kinds - different)) / kinds
    }
    complete.push(chances[kinds - 1]! / kinds)
    chances = next
  }
  return complete
}

/** About as many lengths in each cell; the last takes all that is longer. */
function lengthCells(lengths: readonly number[], chances: readonly number[]): { counts: number[]; expected: number[] } {
  const [ends, expected]: [number[], number[]] = [[], []]
  let [open, done] = [0, 0]
  for (const [length, chance] of chances.entries()) {
    open += chance
    if (open < 1 / COLLECTION_CELLS || ends.length === COLLECTION_CELLS - 1) continue
    ends.push(length)
    expected.push(open * lengths.length)
    done += open
    open = 0
  }
  expected.push((1 - done) * lengths.length)
  const counts = new Array<number>(expected.length).fill(0)
  for (const length of lengths) {
    const cell = ends.findIndex((end) => length <= end)
    counts[cell < 0 ? ends.length : cell]!++
  }
  return { counts, expected }
}

/** The expected number of equal pairs: with fewer the test is weak, with more the pairs are no longer rare. */
const ALIKE = 1_000

/** Birthdays: several results in a row are one of very many, and how often two such are alike is known. */
function duplicatesTest({ values, kinds }: Symbols): RandomnessTest {
  let length = 2
  const expectedAt = (size: number): number => Math.floor(values.length / size) ** 2 / 2 / kinds ** size
  while (expectedAt(length) > ALIKE && kinds ** (length + 1) < Number.MAX_SAFE_INTEGER) length++
  const codes = new Float64Array(Math.floor(values.length / length))
  for (let at = 0; at < codes.length; at++)
    for (let nth = 0; nth < length; nth++) codes[at] = codes[at]! * kinds + values[at * length + nth]!
  return alikeTest(codes, kinds ** length, `how many pairs of ${length} results in a row are alike`)
}

const ALIKE_MIN = 1
const CODES_MIN = 100

export function alikeTest(codes: Float64Array, all: number, how: string): RandomnessTest {
  const expects = (codes.length * (codes.length - 1)) / 2 / all
  if (expects < ALIKE_MIN || codes.length < CODES_MIN) return tooFew('duplicates', how)
  const pairs = alikeIn(codes)
  return { name: 'duplicates', how, statistic: pairs, degrees: null, p: poissonTails(pairs, expects) }
}

function alikeIn(codes: Float64Array): number {
  const sorted = codes.slice().sort()
  let [pairs, same] = [0, 0]
  for (let at = 1; at < sorted.length; at++) {
    same = sorted[at] === sorted[at - 1] ? same + 1 : 0
    pairs += same
  }
  return pairs
}

/**
 * The tests that apply to every sequence of results.
 *
 * @example
 * const tests: RandomnessTest[] = symbolTests(symbols)
 */
export const symbolTests = (symbols: Symbols): RandomnessTest[] => [
  numbersTest(symbols),
  serialPairsTest(symbols),
  runsTest(symbols),
  serialCorrelationTest(symbols),
  gapTest(symbols),
  pokerTest(symbols),
  couponTest(symbols),
  duplicatesTest(symbols),
]
