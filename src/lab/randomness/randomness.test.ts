import { describe, expect, test } from 'vitest'
import { bookById } from '../../books/index.ts'
import { choose } from '../../engine/odds.ts'
import { chanceFrom, type LabChance, seededFill } from '../generator.ts'
import { judge, pooledTest, type RandomnessTest, verdictOn } from './battery.ts'
import { type Draws, drawCode, drawTests, linkChances } from './draw-battery.ts'
import { powerOf } from './power.ts'
import { collectionChances, differentIn, type Symbols, symbolTests } from './symbol-battery.ts'
import { type WheelRecord, type WheelSpin, wheelTests } from './wheel-battery.ts'

const book = bookById('mbs/sands-fast-action-roulette@2')!
const [KINDS, SIZE] = [40, 10]

type NextNumber = (below: number) => number
const goodSource = (seed: string): NextNumber => chanceFrom(seededFill(seed, 0)).below

/** Draws as they should be made, from a source that may be good or not. */
function drawsFrom(next: NextNumber, count: number): Draws {
  const [numbers, balls] = [new Uint8Array(count * SIZE), new Uint8Array(count)]
  for (let draw = 0; draw < count; draw++) {
    const left = Array.from({ length: KINDS }, (_, at) => at)
    for (let nth = 0; nth < SIZE; nth++) numbers[draw * SIZE + nth] = left.splice(next(left.length), 1)[0]!
    balls[draw] = next(KINDS)
  }
  return { book, numbers, size: SIZE, kinds: KINDS, balls }
}

const symbolsFrom = (next: NextNumber, count: number, kinds = 37): Symbols => ({
  values: Uint8Array.from({ length: count }, () => next(kinds)),
  kinds,
})

const failedIn = (tests: readonly RandomnessTest[]): string[] =>
  judge(tests)
    .filter(({ passed }) => passed === false)
    .map(({ name }) => name)

const share = (count: number, isOne: (seed: number) => boolean): number =>
  Array.from({ length: count }, (_, seed) => seed).filter(isOne).length / count

describe('good sources', () => {
  test('draws pass as often as 99 % promises, and no test is quicker than it says', () => {
    const all = Array.from({ length: 150 }, (_, seed) => drawTests(drawsFrom(goodSource(`draw ${seed}`), 1_500)))
    expect(all.filter((tests) => failedIn(tests).length > 0).length).toBeLessThanOrEqual(5)
    for (const name of new Set(all.flat().map((one) => one.name))) {
      const ps = all.flat().flatMap((one) => (one.name === name && one.p !== null ? [one.p] : []))
      // One in ten, within four standard deviations; those that can only take few values may be slower.
      expect(ps.filter((p) => p < 0.1).length, name).toBeLessThanOrEqual(
        0.1 * ps.length + 4 * Math.sqrt(0.09 * ps.length),
      )
    }
  })

  test('wheels pass as often as 99 % promises', () => {
    const all = Array.from({ length: 200 }, (_, seed) => wheelTests(wheelFrom(goodSource(`wheel ${seed}`), 4_000)))
    expect(all.filter((tests) => failedIn(tests).length > 0).length).toBeLessThanOrEqual(6)
  })

  test('a long sequence leaves nothing unsaid', () => {
    const tests = judge([
      ...drawTests(drawsFrom(goodSource('long'), 60_000)),
      ...symbolTests(symbolsFrom(goodSource('long'), 200_000)),
    ])
    expect(tests.filter(({ p }) => p === null)).toEqual([])
    expect(verdictOn(tests)).toBe(true)
  })

  test('too few results give no verdict', () => {
    const tests = judge(symbolTests(symbolsFrom(goodSource('few'), 20)))
    expect(tests.map(({ passed }) => passed)).toEqual(tests.map(() => null))
    expect(verdictOn(tests)).toBeNull()
  })
})

// Bad sources ---------------------------------------------------------------------------------------------------------

/** The remainder of a byte: the classic mistake. */
const moduloOfByte = (seed: string): NextNumber => {
  const byte = goodSource(seed)
  return (below) => byte(256) % below
}

/** A generator that goes round in 2^16 steps. */
const shortPeriod = (): NextNumber => {
  let state = 1
  return (below) => {
    state = (Math.imul(state, 25_173) + 13_849) & 0xffff
    return Math.floor((state / 65_536) * below)
  }
}

test('the remainder of a byte is found out', () => {
  expect(failedIn(drawTests(drawsFrom(moduloOfByte('modulo'), 20_000)))).toContain('numbers')
  expect(failedIn(symbolTests(symbolsFrom(moduloOfByte('modulo'), 50_000)))).toContain('numbers')
})

test('a number that never comes is found out', () => {
  const next = goodSource('missing')
  const draws = drawsFrom(next, 2_000)
  const without = { ...draws, numbers: draws.numbers.map((number) => (number === 7 ? 39 : number)) }
  expect(failedIn(drawTests(without))).toContain('numbers')
  expect(failedIn(symbolTests(symbolsFrom((below) => Math.max(1, next(below)), 4_000)))).toContain('numbers')
})

test('drawing with putting back is found out at once', () => {
  const next = goodSource('replacement')
  const numbers = Uint8Array.from({ length: 200 * SIZE }, () => next(KINDS))
  const balls = new Uint8Array(200).map(() => next(KINDS))
  expect(failedIn(drawTests({ book, numbers, size: SIZE, kinds: KINDS, balls }))).toContain('whole draws')
})

test('a generator that soon goes round is found out by what comes twice', () => {
  expect(failedIn(drawTests(drawsFrom(shortPeriod(), 100_000)))).toContain('duplicates')
  expect(failedIn(symbolTests(symbolsFrom(shortPeriod(), 300_000)))).toContain('duplicates')
})

test('results that are too even are found too', () => {
  const values = Uint8Array.from({ length: 37_000 }, (_, at) => (at * 5) % 37)
  expect(failedIn(symbolTests({ values, kinds: 37 }))).toContain('numbers')
})

test('a ball that likes lit pockets, and draws that like the draw before, are found out', () => {
  const next = goodSource('interplay')
  const draws = drawsFrom(next, 30_000)
  const balls = draws.balls.map((ball, draw) => (next(20) === 0 ? draws.numbers[draw * SIZE]! : ball))
  expect(failedIn(drawTests({ ...draws, balls }))).toEqual(['interplay with the ball'])
  const numbers = draws.numbers.slice()
  for (let draw = 1; draw < 30_000; draw += 10) numbers.copyWithin(draw * SIZE, (draw - 1) * SIZE, draw * SIZE)
  expect(failedIn(drawTests({ ...draws, numbers }))).toContain('overlaps')
})

test('links that come together, pairs that come together and a memory of the last result are found out', () => {
  const next = goodSource('pairs')
  const draws = drawsFrom(next, 40_000)
  const together = draws.numbers.slice()
  for (let draw = 0; draw < 40_000; draw++) {
    const own = together.subarray(draw * SIZE, (draw + 1) * SIZE)
    if (own[0] === 3 && !own.includes(30)) own[9] = 30
    else if (own[0] === 30 && !own.includes(3)) own[9] = 3
  }
  expect(failedIn(drawTests({ ...draws, numbers: together }))).toContain('pairs')
  const sticky = symbolsFrom(next, 60_000)
  for (let at = 1; at < 60_000; at++) if (next(30) === 0) sticky.values[at] = sticky.values[at - 1]!
  expect(failedIn(symbolTests(sticky))).toEqual(expect.arrayContaining(['serial correlation', 'serial pairs', 'runs']))
})

// Wheels of wood and steel --------------------------------------------------------------------------------------------

const PLACES = 37

function wheelFrom(
  place: (places: number, nth: number, before: WheelSpin | undefined) => number,
  count: number,
): WheelRecord {
  const spins: WheelSpin[] = []
  for (let nth = 0; nth < count; nth++) {
    const ball = nth % 2 === 0 ? 'clockwise' : 'anticlockwise'
    spins.push({ place: place(PLACES, nth, spins.at(-1)), dealer: `staff:${Math.floor(nth / 500) % 3}`, ball })
  }
  return { places: PLACES, spins }
}

/** A place by its weight: each at most twice the average. */
function weighed(chance: LabChance, weightOf: (place: number) => number): number {
  for (;;) {
    const place = chance.below(PLACES)
    if (chance.below(60_000) < weightOf(place) * 30_000) return place
  }
}

const TESTS = 12

test('a wide pocket is found as often as the power says, with the spins that it names', () => {
  const { pocket } = powerOf(0, PLACES, TESTS).spinsFor.find(({ bias }) => bias === 0.5)!
  const found = share(60, (seed) => {
    const chance = chanceFrom(seededFill(`wide ${seed}`, 0))
    const record = wheelFrom(() => weighed(chance, (place) => (place === 5 ? 1.5 : 1)), pocket)
    return failedIn(wheelTests(record)).includes('numbers')
  })
  expect(found).toBeGreaterThan(0.9 - 4 * Math.sqrt(0.09 / 60))
})

test('a tilted wheel is found as often as the power says', () => {
  const { tilt } = powerOf(0, PLACES, TESTS).spinsFor.find(({ bias }) => bias === 0.2)!
  const found = share(100, (seed) => {
    const chance = chanceFrom(seededFill(`tilt ${seed}`, 0))
    const record = wheelFrom(() => weighed(chance, (place) => 1 + 0.2 * Math.cos((2 * Math.PI * place) / PLACES)), tilt)
    return failedIn(wheelTests(record)).includes('sectors')
  })
  expect(found).toBeGreaterThan(0.9 - 4 * Math.sqrt(0.09 / 100))
})

test('a wheel whose tilt turns in time is found by its drift, though over all it is even', () => {
  const found = Array.from({ length: 10 }, (_, seed) => {
    const chance = chanceFrom(seededFill(`drift ${seed}`, 0))
    const record = wheelFrom((_, nth) => {
      const turn = (2 * Math.PI * nth) / 8_000
      return weighed(chance, (place) => 1 + 0.25 * Math.cos((2 * Math.PI * place) / PLACES + turn))
    }, 8_000)
    return failedIn(wheelTests(record))
  })
  for (const names of found) {
    expect(names).toContain('drift')
    expect(names).not.toContain('sectors')
  }
})

test("a dealer's hand that brings the ball about as far each time is found, and the wheel itself is not blamed", () => {
  const chance = chanceFrom(seededFill('signature', 0))
  const record = wheelFrom((places, nth, before) => {
    const isHis = Math.floor(nth / 500) % 3 === 1
    if (!before || !isHis || chance.below(4) > 0) return chance.below(places)
    const distance = 9 + chance.below(5)
    return (before.place + (nth % 2 === 0 ? distance : places - distance)) % places
  }, 6_000)
  // All dealers together show the signature in the distances too, but not in the pockets.
  expect(failedIn(wheelTests(record))).toEqual(['neighbours', "dealer's signature"])
})

test('without dealers on record there is no signature to be read', () => {
  const { spins } = wheelFrom(goodSource('nobody'), 1_000)
  const tests = wheelTests({ places: PLACES, spins: spins.map((spin) => ({ ...spin, dealer: null })) })
  expect(tests.find(({ name }) => name.startsWith('dealer'))).toMatchObject({ p: null })
})

test('power: too few spins find nothing, more find less bias', () => {
  expect(powerOf(50, PLACES, TESTS)).toMatchObject({ pocketBias: null, tilt: null })
  const [some, many] = [powerOf(5_000, PLACES, TESTS), powerOf(500_000, PLACES, TESTS)]
  expect(some.pocketBias! / many.pocketBias!).toBeCloseTo(10, 6)
  for (const { bias, pocket } of some.spinsFor) expect(powerOf(pocket, PLACES, TESTS).pocketBias).toBeCloseTo(bias, 3)
})

// Support of the tests ---------------------------------------------------------------------------------------------

test("Holm's correction, by hand", () => {
  const tests = [0.01, 0.04, 0.03, 0.005, null].map((p, at) => ({
    name: `${at}`,
    how: '',
    statistic: 0,
    degrees: null,
    p,
  }))
  expect(judge(tests, 0.025).map(({ adjusted, passed }) => [adjusted && +adjusted.toFixed(6), passed])).toEqual([
    [0.03, true],
    [0.06, true],
    [0.06, true],
    [0.02, false],
    [null, null],
  ])
})

test('cells that expect too few are put together', () => {
  const { degrees, statistic } = pooledTest('', '', [1, 2, 20, 15, 2], [2, 3, 15, 16, 4])
  expect(degrees).toBe(1)
  expect(statistic).toBeCloseTo((23 - 20) ** 2 / 20 + (17 - 20) ** 2 / 20, 12)
})

test('hands of five and collections: by hand for few kinds', () => {
  expect(differentIn(2, 6).map((chance) => chance * 36)).toEqual([6, 30])
  expect(differentIn(5, 10)[4]).toBeCloseTo(0.3024, 12)
  const coins = collectionChances(2, 50)
  for (let length = 2; length < 10; length++) expect(coins[length]).toBeCloseTo(0.5 ** (length - 1), 12)
  const wheel = collectionChances(37, 3_000)
  const mean = wheel.reduce((sum, chance, length) => sum + chance * length, 0)
  let harmonic = 0
  for (let kind = 1; kind <= 37; kind++) harmonic += 37 / kind
  expect(mean).toBeCloseTo(harmonic, 6)
})

test('links: the chances are whole, and the last is the scatter of the exact odds', () => {
  const chances = linkChances({ book, size: SIZE, kinds: KINDS })
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 14)
  expect(chances[10]).toBeCloseTo(4 ** 10 / Number(choose(40, 10)), 14)
})

test('draws are numbered without a gap', () => {
  const codes = new Set<number>()
  for (let a = 0; a < 7; a++)
    for (let b = a + 1; b < 7; b++) for (let c = b + 1; c < 7; c++) codes.add(drawCode(Uint8Array.from([c, a, b]), 7))
  expect([...codes].sort((a, b) => a - b)).toEqual(Array.from({ length: 35 }, (_, at) => at))
})
