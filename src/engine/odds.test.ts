import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookById, books } from '../books/index.ts'
import type { Bonus, RuleBook } from '../books/rule-book.ts'
import { drawFacts, outcomeOf } from './draw.ts'
import {
  type Fraction,
  fraction,
  fractionText,
  minus,
  multiply,
  nothing,
  one,
  plus,
  toNumber,
  total,
} from './fraction.ts'
import type { Cents } from './money.ts'
import { chancesOf, choose, distribution, oddsOf, standardDeviation, theoreticalWin, winVariance } from './odds.ts'
import { layoutNames, spotsOf } from './spots.ts'

const sands1 = bookById('mbs/sands-roulette@1')!
const sands2 = bookById('mbs/sands-roulette@2')!
const singleZero = bookById('mbs/roulette@3')!
const fastAction = bookById('mbs/sands-fast-action-roulette@2')!
const doubleZero = bookById('rws/roulette-double-zero-etg@4')!

const everyLayout = books.flatMap((book) => layoutNames(book).map((layout) => ({ id: book.id, book, layout })))

test.each([
  { book: singleZero, layout: 'table', edge: '1/37', except: {} },
  { book: sands1, layout: 'table', edge: '1/13', except: {} },
  { book: sands2, layout: 'table', edge: '1/13', except: {} },
  { book: doubleZero, layout: 'A', edge: '1/19', except: {} },
  { book: doubleZero, layout: 'B', edge: '1/19', except: { 'top-line': '3/38' } },
  {
    book: fastAction,
    layout: 'table',
    edge: '97169/1462240',
    except: { 'bonus-win': '1/4', 'super-bonus-win': '136/703', 'scatter-bonus': '7038047/52978783' },
  },
] as { book: RuleBook; layout: string; edge: string; except: Record<string, string> }[])(
  '$book.id $layout: the house edge of every spot is exactly $edge, but for $except',
  ({ book, layout, edge, except }) => {
    const odds = oddsOf(book, layout)
    for (const { spot, houseEdge, returnToPlayer } of odds) {
      expect(fractionText(houseEdge), spot.spot).toBe(except[spot.spot] ?? edge)
      expect(fractionText(plus(houseEdge, returnToPlayer)), spot.spot).toBe('1')
    }
    expect(odds.map(({ spot }) => spot.spot)).toEqual(expect.arrayContaining(Object.keys(except)))
  },
)

test('a spot wins as often as the pockets that it covers', () => {
  for (const { book, layout } of everyLayout)
    for (const { spot, winProbability } of oddsOf(book, layout))
      if (spot.wins === 'covered')
        expect(winProbability, spot.spot).toEqual(fraction(spot.covers.length, book.wheel.pockets.length))
})

test.each([
  ['17', '1/40'],
  ['MBS', '1/40'],
  ['bonus-win', '1/4'],
  // The four of the ball's link, then any six of the other thirty-six: C(36,6) of C(40,10).
  ['super-bonus-win', fractionText(fraction(choose(36, 6), choose(40, 10)))],
  ['super-bonus-win', '21/9139'],
  // One of the four in each of the ten links.
  ['scatter-bonus', fractionText(fraction(4n ** 10n, choose(40, 10)))],
  ['scatter-bonus', '65536/52978783'],
])('fast action: %s wins %s of the time', (id, probability) => {
  const found = oddsOf(fastAction, 'table').find(({ spot }) => spot.spot === id)!
  expect(fractionText(found.winProbability)).toBe(probability)
})

// With p the chance and b the pay, the result is b or -1, so its variance is (b + 1)^2 p (1 - p).
test('the variance of a spot with one pay is that of a single chance', () => {
  for (const { book, layout } of everyLayout)
    for (const odds of oddsOf(book, layout)) {
      const { spot, winProbability: p, variance } = odds
      if (book === fastAction && spot.wins === 'covered') continue
      expect(variance, spot.spot).toEqual(multiply(fraction((spot.pays + 1) ** 2), multiply(p, minus(one, p))))
      expect(standardDeviation(odds) ** 2).toBeCloseTo(toNumber(variance), 8)
    }
})

test.each(everyLayout)(
  '$id $layout: the distribution of one wager has its edge and its variance',
  ({ book, layout }) => {
    for (const { spot, houseEdge, variance } of oddsOf(book, layout).filter((_, at) => at % 7 === 0)) {
      const results = distribution(book, [{ spot, stake: 1 as Cents }])
      const moment = (power: number) =>
        total(results.map(({ result, probability }) => multiply(fraction(result ** power), probability)))
      expect(moment(1)).toEqual(minus(nothing, houseEdge))
      expect(minus(moment(2), multiply(moment(1), moment(1)))).toEqual(variance)
    }
  },
)

test.each(books.map((book) => ({ id: book.id, book })))(
  '$id: all chances make exactly 1, each outcome once',
  ({ book }) => {
    const chances = chancesOf(book)
    expect(fractionText(total(chances.map(({ probability }) => probability)))).toBe('1')
    const keys = new Set(chances.map(({ outcome }) => JSON.stringify(outcome)))
    expect(keys.size).toBe(chances.length)
    expect(chances).toHaveLength(book.wheel.pockets.length * (book.rules.bonus ? 5 : 1))
    for (const pocket of book.wheel.pockets) {
      const here = chances.filter(({ outcome }) => outcome.pocket === pocket)
      expect(total(here.map(({ probability }) => probability))).toEqual(fraction(1, book.wheel.pockets.length))
    }
  },
)

/** Small worlds, counted draw by draw: links even and uneven, pockets in no link, draws that complete two. */
const smallWorlds: readonly { name: string; links: readonly string[]; unlinked: string; numbers: number }[] = [
  { name: 'four links of two, three numbers', links: ['ab', 'cd', 'ef', 'gh'], unlinked: '', numbers: 3 },
  { name: 'four links of two, four numbers', links: ['ab', 'cd', 'ef', 'gh'], unlinked: '', numbers: 4 },
  { name: 'two links of four, four numbers', links: ['abcd', 'efgh'], unlinked: '', numbers: 4 },
  { name: 'two links of four, five numbers', links: ['abcd', 'efgh'], unlinked: '', numbers: 5 },
  { name: 'links of one, two and five', links: ['a', 'bc', 'defgh'], unlinked: '', numbers: 4 },
  { name: 'two pockets in no link', links: ['ab', 'cd', 'ef'], unlinked: 'gh', numbers: 3 },
  { name: 'half of the pockets in no link', links: ['a', 'bcd'], unlinked: 'efgh', numbers: 4 },
  { name: 'all numbers drawn', links: ['abcd', 'efgh'], unlinked: '', numbers: 8 },
  { name: 'one number drawn', links: ['abcd', 'efgh'], unlinked: '', numbers: 1 },
]

function smallBook(links: readonly string[], unlinked: string, numbers: number): RuleBook {
  const pockets = [...links.join(''), ...unlinked]
  const bonus: Bonus = {
    ...fastAction.rules.bonus!,
    numbers,
    links: links.map((link) => ({ link, pockets: [...link] })),
  }
  return {
    ...fastAction,
    wheel: { ...fastAction.wheel, pockets, order: pockets },
    rules: { ...fastAction.rules, bonus },
  }
}

function* draws(pockets: readonly string[], numbers: number): Generator<string[]> {
  if (numbers === 0) yield []
  else
    for (let at = 0; at <= pockets.length - numbers; at++)
      for (const rest of draws(pockets.slice(at + 1), numbers - 1)) yield [pockets[at]!, ...rest]
}

function countedChances(book: RuleBook): Map<string, Fraction> {
  const counts = new Map<string, number>()
  const all = [...draws(book.wheel.pockets, book.rules.bonus!.numbers)]
  for (const numbers of all)
    for (const pocket of book.wheel.pockets) {
      const key = JSON.stringify(outcomeOf(pocket, drawFacts(book.rules.bonus!, numbers)))
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  return new Map([...counts].map(([key, count]) => [key, fraction(count, all.length * book.wheel.pockets.length)]))
}

test.each(smallWorlds)('$name: chances are what counting every draw gives', ({ links, unlinked, numbers }) => {
  const book = smallBook(links, unlinked, numbers)
  const chances = new Map(chancesOf(book).map(({ outcome, probability }) => [JSON.stringify(outcome), probability]))
  expect(chances).toEqual(countedChances(book))
})

const wagersOn = (book: RuleBook, layout: string) =>
  fc.array(
    fc.record({
      spot: fc.constantFrom(...spotsOf(book, layout).list),
      stake: fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents as Cents),
    }),
    { maxLength: 8 },
  )

test.each(everyLayout)(
  '$id $layout: a round of wagers sums to 1 and costs the sum of stake times edge',
  ({ book, layout }) => {
    const edges = new Map(oddsOf(book, layout).map(({ spot, houseEdge }) => [spot, houseEdge]))
    fc.assert(
      fc.property(wagersOn(book, layout), (wagers) => {
        const results = distribution(book, wagers)
        expect(total(results.map(({ probability }) => probability))).toEqual(one)
        expect(results.map(({ result }) => result)).toEqual([...new Set(results.map(({ result }) => result))])
        expect(results.every(({ result }, at) => at === 0 || results[at - 1]!.result < result)).toBe(true)

        const mean = total(results.map(({ result, probability }) => multiply(fraction(result), probability)))
        const cost = total(wagers.map(({ spot, stake }) => multiply(fraction(stake), edges.get(spot)!)))
        expect(mean).toEqual(minus(nothing, cost))

        const handle: Record<string, number> = {}
        for (const { spot, stake } of wagers) handle[spot.spot] = (handle[spot.spot] ?? 0) + stake
        expect(theoreticalWin(book, layout, handle)).toEqual(cost)

        const squared = total(
          results.map(({ result, probability }) => multiply(fraction(result * result), probability)),
        )
        const variance = toNumber(minus(squared, multiply(mean, mean)))
        expect(Math.abs(winVariance(book, layout, handle) - variance)).toBeLessThanOrEqual(1e-9 * variance)
      }),
      { numRuns: 25 },
    )
  },
)

test('red and black together lose only to the zeros', () => {
  const { byId } = spotsOf(sands2, 'table')
  const both = ['red', 'black'].map((id) => ({ spot: byId.get(id)!, stake: 100 as Cents }))
  expect(distribution(sands2, both)).toEqual([
    { result: -200, probability: fraction(1, 13) },
    { result: 0, probability: fraction(12, 13) },
  ])
  expect(distribution(sands2, [])).toEqual([{ result: 0, probability: one }])
  // 200 with a probability of 1/13, otherwise zero. Two separate wagers would have a far larger variance.
  expect(winVariance(sands2, 'table', { red: 100, black: 100 })).toBeCloseTo(40_000 / 13 - (200 / 13) ** 2, 6)
})

test.each([
  [0, 0, 1n],
  [5, 0, 1n],
  [5, 5, 1n],
  [5, 6, 0n],
  [5, -1, 0n],
  [40, 10, 847_660_528n],
  [100, 50, 100_891_344_545_564_193_334_812_497_256n],
])('of %i things there are %i at a time in %i ways', (n, k, ways) => {
  expect(choose(n, k)).toBe(ways)
})

const anyInteger = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const anyFraction = fc
  .tuple(
    anyInteger,
    anyInteger.filter((d) => d !== 0n),
  )
  .map(([n, d]) => fraction(n, d))
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b))

test('fractions are in lowest terms over a positive denominator', () => {
  fc.assert(
    fc.property(anyFraction, ({ n, d }) => {
      expect(d > 0n).toBe(true)
      expect(gcd(n, d)).toBe(1n)
    }),
  )
  expect(fraction(0, -7)).toEqual({ n: 0n, d: 1n })
  expect(fraction(6, -4)).toEqual({ n: -3n, d: 2n })
  expect(() => fraction(1, 0)).toThrow(RangeError)
  expect(() => fraction(0.5)).toThrow(RangeError)
  expect([fraction(4, 2), fraction(-1, 3), nothing].map(fractionText)).toEqual(['2', '-1/3', '0'])
})

test('fractions obey arithmetic', () => {
  fc.assert(
    fc.property(anyFraction, anyFraction, anyFraction, (a, b, c) => {
      expect(plus(a, b)).toEqual(plus(b, a))
      expect(plus(plus(a, b), c)).toEqual(plus(a, plus(b, c)))
      expect(multiply(a, b)).toEqual(multiply(b, a))
      expect(multiply(multiply(a, b), c)).toEqual(multiply(a, multiply(b, c)))
      expect(multiply(a, plus(b, c))).toEqual(plus(multiply(a, b), multiply(a, c)))
      expect(minus(plus(a, b), b)).toEqual(a)
      expect([plus(a, nothing), multiply(a, one), minus(a, a)]).toEqual([a, a, nothing])
      expect(total([a, b, c])).toEqual(plus(a, plus(b, c)))
      // In lowest terms, the same number is the same pair.
      if (a.n * b.d === b.n * a.d) expect(a).toEqual(b)
    }),
  )
})

test('a fraction of two doubles that are whole is their quotient', () => {
  const whole = fc.maxSafeInteger()
  fc.assert(
    fc.property(whole, fc.integer({ min: 1 }), (n, d) => {
      expect(toNumber(fraction(n, d))).toBe(n === 0 ? 0 : n / d)
    }),
    { numRuns: 2000 },
  )
})

const google = 10n ** 100n

test.each<[string, Fraction, number]>([
  ['nothing', nothing, 0],
  ['one over 10^300', fraction(1, google ** 3n), 1e-300],
  ['minus 10^300', fraction(-(google ** 3n)), -1e300],
  ['a third, both beyond a double', fraction(google ** 4n, 3n * google ** 4n + 1n), 1 / 3],
  ['two thirds, negative', fraction(-2n * google ** 4n - 1n, 3n * google ** 4n), -2 / 3],
  ['10^-20, both beyond a double', fraction(google ** 4n + 1n, google ** 4n * 10n ** 20n), 1e-20],
  ['10^20, both beyond a double', fraction(google ** 4n * 10n ** 20n + 1n, google ** 4n), 1e20],
  ['the smallest normal double', fraction(1n, 2n ** 1022n), 2 ** -1022],
  ['the smallest double', fraction(1n, 2n ** 1074n), 2 ** -1074],
  ['far below the smallest double', fraction(1n, 2n ** 3000n), 0],
  ['the largest double', fraction((2n ** 53n - 1n) << 971n), Number.MAX_VALUE],
  ['a hair above halfway between two doubles', fraction((2n ** 53n + 1n) * google + 1n, google), 2 ** 53 + 2],
  ['a hair above halfway, small', fraction((2n ** 53n + 1n) * google + 1n, 2n ** 53n * google), 1 + 2 ** -52],
  ['exactly halfway goes to the even one', fraction(2n ** 53n + 1n), 2 ** 53],
])('%s as a number', (_, exact, number) => {
  expect(toNumber(exact)).toBe(number)
})
