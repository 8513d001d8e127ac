import type { RuleBook } from '../../books/rule-book.ts'
import { toNumber } from '../../engine/fraction.ts'
import { chancesOf, choose } from '../../engine/odds.ts'
import { linksOf, NO_LINK } from '../spinner.ts'
import { chiSquareTest, EXPECTED_MIN, evenTest, pooledTest, type RandomnessTest, tooFew } from './battery.ts'
import {
  alikeTest,
  couponTest,
  gapTest,
  pokerTest,
  runsTest,
  type Symbols,
  serialCorrelationTest,
} from './symbol-battery.ts'

/** A sequence of bonus draws: each holds numbers from 0 to kinds - 1, in the order of the draw. */
export type Draws = {
  readonly book: RuleBook
  readonly numbers: Uint8Array
  readonly size: number
  readonly kinds: number
  /** The pocket of the ball in the round of each draw. */
  readonly balls: Uint8Array
}

const drawCount = ({ balls }: Draws): number => balls.length

/**
 * The tests of the bonus draw, in the order in which laboratories list them.
 *
 * @example
 * const tests: RandomnessTest[] = drawTests(draws)
 */
export function drawTests(draws: Draws): RandomnessTest[] {
  const first: Symbols = { kinds: draws.kinds, values: draws.balls.map((_, at) => draws.numbers[at * draws.size]!) }
  const ofFirst = (test: RandomnessTest): RandomnessTest => ({ ...test, how: `${test.how}, of the first numbers` })
  return [
    wholeTest(draws),
    drawNumbersTest(draws),
    pairsTest(draws),
    linksTest(draws),
    completeLinksTest(draws),
    overlapsTest(draws),
    ofFirst(runsTest(first)),
    ofFirst(serialCorrelationTest(first)),
    interplayTest(draws),
    ballTest(draws),
    ofFirst(gapTest(first)),
    ofFirst(pokerTest(first)),
    ofFirst(couponTest(first)),
    drawDuplicatesTest(draws),
  ]
}

/** Not a matter of chance: one draw with a number twice is one too many. */
function wholeTest(draws: Draws): RandomnessTest {
  const { numbers, size, kinds } = draws
  const seen = new Int32Array(kinds).fill(-1)
  let broken = 0
  for (let draw = 0; draw < drawCount(draws); draw++) {
    let different = 0
    for (let at = draw * size; at < (draw + 1) * size; at++) {
      if (seen[numbers[at]!] !== draw) different++
      seen[numbers[at]!] = draw
    }
    if (different < size) broken++
  }
  const how = `draws that are not ${size} different numbers: there must be none`
  return { name: 'whole draws', how, statistic: broken, degrees: null, p: broken === 0 ? 1 : 0 }
}

/** Numbers of one draw are drawn without putting back, which makes their counts more even than Pearson's test expects. */
function drawNumbersTest(draws: Draws): RandomnessTest {
  const [name, how] = ['numbers', 'chi-square of how often each number was drawn, for draws without putting back']
  const { numbers, size, kinds } = draws
  const expects = (drawCount(draws) * size) / kinds
  if (expects < EXPECTED_MIN) return tooFew(name, how)
  const counts = new Float64Array(kinds)
  for (const number of numbers) counts[number]!++
  const squares = counts.reduce((sum, count) => sum + (count - expects) ** 2, 0)
  return chiSquareTest(name, how, (squares / (expects * (1 - size / kinds))) * ((kinds - 1) / kinds), kinds - 1)
}

/**
 * Which two numbers come in one draw, beyond what follows from how often each comes: what is left of the counts of pairs
 * when the part of each number is taken away. Its spread is known from the scheme of all pairs (Johnson).
 */
function pairsTest(draws: Draws): RandomnessTest {
  const [name, how] = ['pairs', 'chi-square of which two numbers come in one draw, beyond how often each comes']
  const { size, kinds } = draws
  const falling = (taken: number): number =>
    Array.from({ length: taken }, (_, at) => (size - at) / (kinds - at)).reduce((product, part) => product * part, 1)
  if (drawCount(draws) * falling(2) < EXPECTED_MIN) return tooFew(name, how)
  const counts = pairCounts(draws)
  const rows = new Float64Array(kinds)
  let all = 0
  for (let a = 0; a < kinds; a++)
    for (let b = 0; b < kinds; b++) {
      if (a === b) continue
      rows[a]! += counts[a * kinds + b]!
      all += counts[a * kinds + b]! / 2
    }
  const mean = all / ((kinds * (kinds - 1)) / 2)
  const part = rows.map((row) => (row - mean * (kinds - 1)) / (kinds - 2))
  let squares = 0
  for (let a = 0; a < kinds; a++)
    for (let b = a + 1; b < kinds; b++) squares += (counts[a * kinds + b]! - mean - part[a]! - part[b]!) ** 2
  const spread = falling(2) - 2 * falling(3) + falling(4)
  return chiSquareTest(name, how, squares / (drawCount(draws) * spread), (kinds * (kinds - 3)) / 2)
}

/** How often each two numbers came in one draw, either way round. */
function pairCounts(draws: Draws): Float64Array {
  const { numbers, size, kinds } = draws
  const counts = new Float64Array(kinds * kinds)
  for (let draw = 0; draw < drawCount(draws); draw++)
    for (let i = draw * size; i < (draw + 1) * size; i++)
      for (let j = i + 1; j < (draw + 1) * size; j++) {
        counts[numbers[i]! * kinds + numbers[j]!]!++
        counts[numbers[j]! * kinds + numbers[i]!]!++
      }
  return counts
}

/** How many of each link a draw lit, draw after draw. */
function* litLinks(draws: Draws): Generator<Uint8Array> {
  const { book, numbers, size } = draws
  const linkOf = linksOf(book)
  const lit = new Uint8Array(book.rules.bonus!.links.length)
  for (let draw = 0; draw < drawCount(draws); draw++) {
    lit.fill(0)
    for (let at = draw * size; at < (draw + 1) * size; at++) {
      const link = linkOf[numbers[at]!]!
      if (link !== NO_LINK) lit[link]!++
    }
    yield lit
  }
}

/** How many links hold at least one of the numbers: all of them make a scatter. */
function linksTest(draws: Draws): RandomnessTest {
  const { links } = draws.book.rules.bonus!
  const counts = new Array<number>(links.length + 1).fill(0)
  for (const lit of litLinks(draws)) counts[lit.reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0)]!++
  const expected = linkChances(draws).map((chance) => chance * drawCount(draws))
  return pooledTest('links', 'how many links hold a number of the draw', counts, expected)
}

/** The chance that 0, 1 ... links hold a number, by counting draws. */
export function linkChances({ book, size, kinds }: Pick<Draws, 'book' | 'size' | 'kinds'>): number[] {
  const { links } = book.rules.bonus!
  const linked = links.reduce((sum, { pockets }) => sum + pockets.length, 0)
  /** The number of ways, by links lit and numbers used. */
  let ways = [Array.from({ length: size + 1 }, (_, used) => choose(kinds - linked, used))]
  for (const { pockets } of links) {
    const next = Array.from({ length: ways.length + 1 }, () => new Array<bigint>(size + 1).fill(0n))
    for (const [lit, row] of ways.entries())
      for (const [used, count] of row.entries())
        for (let here = 0; here <= Math.min(pockets.length, size - used); here++)
          next[lit + (here > 0 ? 1 : 0)]![used + here]! += count * choose(pockets.length, here)
    ways = next
  }
  const all = choose(kinds, size)
  return ways.map((row) => toNumber({ n: row[size]!, d: all }))
}

/** Which links are complete: each as often as any other of its size. */
function completeLinksTest(draws: Draws): RandomnessTest {
  const [name, how] = ['complete links', 'chi-square of how often all numbers of each link were drawn']
  const { book, size, kinds } = draws
  const { links } = book.rules.bonus!
  const counts = new Float64Array(links.length)
  for (const lit of litLinks(draws))
    for (let link = 0; link < links.length; link++) if (lit[link] === links[link]!.pockets.length) counts[link]!++
  let statistic = 0
  for (const [link, { pockets }] of links.entries()) {
    const chance = toNumber({ n: choose(kinds - pockets.length, size - pockets.length), d: choose(kinds, size) })
    const expects = chance * drawCount(draws)
    if (expects < EXPECTED_MIN) return tooFew(name, how)
    statistic += (counts[link]! - expects) ** 2 / (expects * (1 - chance))
  }
  return chiSquareTest(name, how, statistic, links.length)
}

/** How many numbers a draw has in common with the one before. */
function overlapsTest(draws: Draws): RandomnessTest {
  const { numbers, size, kinds } = draws
  const counts = new Array<number>(size + 1).fill(0)
  const seen = new Int32Array(kinds).fill(-1)
  for (let draw = 0; draw < drawCount(draws); draw++) {
    let common = 0
    for (let at = draw * size; at < (draw + 1) * size; at++) if (seen[numbers[at]!] === draw - 1) common++
    for (let at = draw * size; at < (draw + 1) * size; at++) seen[numbers[at]!] = draw
    if (draw > 0) counts[common]!++
  }
  const all = choose(kinds, size)
  const expected = counts.map(
    (_, common) =>
      toNumber({ n: choose(size, common) * choose(kinds - size, size - common), d: all }) * (drawCount(draws) - 1),
  )
  return pooledTest('overlaps', 'how many numbers a draw has in common with the one before', counts, expected)
}

/** Tests that the second number depends on the first only by being another number. */
function interplayTest(draws: Draws): RandomnessTest {
  const { numbers, size, kinds } = draws
  const counts = new Float64Array(kinds * (kinds - 1))
  for (let at = 0; at < numbers.length; at += size) {
    const [first, second] = [numbers[at]!, numbers[at + 1]!]
    if (first !== second) counts[first * (kinds - 1) + (second > first ? second - 1 : second)]!++
  }
  return evenTest('interplay', 'chi-square of each first number with each second', counts)
}

/** The ball knows nothing of the draw: how its pocket was lit, and the scatter, against the exact odds. */
function ballTest(draws: Draws): RandomnessTest {
  const classes = new Map<string, { expects: number; count: number }>()
  for (const { outcome, probability } of chancesOf(draws.book)) {
    const key = `${outcome.level} ${outcome.scatter}`
    const before = classes.get(key)?.expects ?? 0
    classes.set(key, { expects: before + toNumber(probability) * drawCount(draws), count: 0 })
  }
  for (const key of ballOutcomes(draws)) {
    const found = classes.get(key)
    if (found) found.count++
  }
  const cells = [...classes.values()].sort((a, b) => a.expects - b.expects)
  return pooledTest(
    'interplay with the ball',
    'how the pocket where the ball fell was lit, and the scatter, against the exact odds',
    cells.map(({ count }) => count),
    cells.map(({ expects }) => expects),
  )
}

function* ballOutcomes(draws: Draws): Generator<string> {
  const { book, numbers, size, balls } = draws
  const { links } = book.rules.bonus!
  const linkOf = linksOf(book)
  let draw = 0
  for (const lit of litLinks(draws)) {
    const ball = balls[draw]!
    const link = linkOf[ball]!
    const isLit = numbers.subarray(draw * size, (draw + 1) * size).includes(ball)
    const isComplete = link !== NO_LINK && lit[link] === links[link]!.pockets.length
    draw++
    yield `${isLit ? (isComplete ? 'super-bonus' : 'bonus') : 'plain'} ${lit.every((one) => one > 0)}`
  }
}

/** Whole draws that are the same: a generator that runs in a short circle shows itself here. */
function drawDuplicatesTest(draws: Draws): RandomnessTest {
  const { numbers, size, kinds } = draws
  const codes = Float64Array.from({ length: drawCount(draws) }, (_, draw) =>
    drawCode(numbers.subarray(draw * size, (draw + 1) * size), kinds),
  )
  return alikeTest(codes, Number(choose(kinds, size)), 'how many pairs of draws are the same')
}

const waysByNumbers = new Map<number, Float64Array>()

/** How many ways there are to choose, as doubles, by `numbers * 64 + chosen`. */
function choices(kinds: number): Float64Array {
  const table =
    waysByNumbers.get(kinds) ??
    Float64Array.from({ length: (kinds + 1) * 64 }, (_, at) => Number(choose(at >> 6, at & 63)))
  waysByNumbers.set(kinds, table)
  return table
}

/** The number of a draw among all there can be, from 0 on, whatever the order of its numbers. */
export function drawCode(numbers: Uint8Array, kinds: number): number {
  const table = choices(kinds)
  const sorted = numbers.slice().sort()
  let code = 0
  for (let nth = 0; nth < sorted.length; nth++) code += table[sorted[nth]! * 64 + nth + 1]!
  return code
}
