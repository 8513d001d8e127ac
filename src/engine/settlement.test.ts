import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookById, books } from '../books/index.ts'
import type { RuleBook } from '../books/rule-book.ts'
import { type Draw, drawFacts, outcomeOf } from './draw.ts'
import { toNumber } from './fraction.ts'
import { type Limits, limitsFor } from './limits.ts'
import { CENTS_MAX, type Cents, sum } from './money.ts'
import { type Settlement, settleStakes } from './settle.ts'
import { type Line, returnedLine, type Stake, totalOf } from './settlement.ts'
import { layoutNames, spotsOf } from './spots.ts'
import { unitResult } from './unit-result.ts'

const sands1 = bookById('mbs/sands-roulette@1')!
const sands2 = bookById('mbs/sands-roulette@2')!
const singleZero = bookById('mbs/roulette@3')!
const fastAction = bookById('mbs/sands-fast-action-roulette@2')!
const doubleZero = bookById('rws/roulette-double-zero-etg@4')!

const cents = (amount: number) => amount as Cents
const everyLayout = books.flatMap((book) => layoutNames(book).map((layout) => ({ id: book.id, book, layout })))

type Money = { cash?: number; chips?: number; value?: number }

function stakeOn(book: RuleBook, id: string, { cash = 0, chips = 0, value = 0 }: Money, layout?: string): Stake {
  const spot = spotsOf(book, layout ?? layoutNames(book)[0]!).byId.get(id)!
  return { player: 'ann', spot, cash: cents(cash), chips, colour: chips ? 'blue' : null, chipValue: cents(value) }
}

type Round = { pocket: string; limits?: object; warned?: boolean; lit?: readonly string[] }

const drawOf = (book: RuleBook, lit?: readonly string[]): Draw | null =>
  lit ? drawFacts(book.rules.bonus!, lit) : null

function settlementOf(book: RuleBook, { pocket, limits = {}, warned = false, lit }: Round): Settlement {
  return { book, limits: limits as Limits, warned: () => warned, pocket, draw: drawOf(book, lit) }
}

/** A line as one sentence: result and clause, the pay to 1, then paid, collected and returned. */
const told = ({ result, clause, pays, paid, collected, returned }: Line): string =>
  `${result} by ${clause}, ${pays} to 1: paid ${paid}, collected ${collected}, returned ${returned}`

function toldOf(book: RuleBook, id: string, money: Money, round: Round, layout?: string): string {
  return told(settleStakes(settlementOf(book, round), [stakeOn(book, id, money, layout)])[0]!)
}

const limits = { default: { min: 500, max: 10_000 }, 'straight-up': { max: 2_000 }, red: { min: 1_000, max: 50_000 } }

test.each<[string, RuleBook, string, Money, Round, string]>([
  [
    'a number wins',
    singleZero,
    '17',
    { cash: 500 },
    { pocket: '17' },
    'won by 4.1, 35 to 1: paid 17500, collected 0, returned 500',
  ],
  [
    'a number loses',
    singleZero,
    '17',
    { cash: 500 },
    { pocket: '18' },
    'lost by 4.1, 35 to 1: paid 0, collected 500, returned 0',
  ],
  [
    'red loses to zero',
    singleZero,
    'red',
    { cash: 500 },
    { pocket: '0' },
    'lost by 4.2, 1 to 1: paid 0, collected 500, returned 0',
  ],
  [
    'a corner with zero wins',
    singleZero,
    '0/1/2/3',
    { cash: 500 },
    { pocket: '0' },
    'won by 4.1, 8 to 1: paid 4000, collected 0, returned 500',
  ],
  [
    'S collects by its own rule',
    sands2,
    '17',
    { cash: 500 },
    { pocket: 'S' },
    'lost by 4.2, 35 to 1: paid 0, collected 500, returned 0',
  ],
  [
    '0 collects by its own rule',
    sands2,
    'S/00',
    { cash: 500 },
    { pocket: '0' },
    'lost by 4.3, 17 to 1: paid 0, collected 500, returned 0',
  ],
  [
    '00 collects by its own rule',
    sands2,
    'even',
    { cash: 500 },
    { pocket: '00' },
    'lost by 4.4, 1 to 1: paid 0, collected 500, returned 0',
  ],
  [
    'top line wins on S',
    sands2,
    'top-line',
    { cash: 500 },
    { pocket: 'S' },
    'won by 4.1, 5 to 1: paid 2500, collected 0, returned 500',
  ],
  [
    'green wins on 00',
    sands2,
    'green',
    { cash: 500 },
    { pocket: '00' },
    'won by 4.1, 11 to 1: paid 5500, collected 0, returned 500',
  ],
  [
    'the older book has one rule for all',
    sands1,
    '17',
    { cash: 500 },
    { pocket: 'S' },
    'lost by 4.1, 35 to 1: paid 0, collected 500, returned 0',
  ],
  [
    'the smallest stake there is',
    singleZero,
    '17',
    { cash: 1 },
    { pocket: '17' },
    'won by 4.1, 35 to 1: paid 35, collected 0, returned 1',
  ],
])('%s', (_, book, id, money, round, line) => {
  expect(toldOf(book, id, money, round)).toBe(line)
})

test.each([
  ['A', '17', '17', 'won by 4.1.1, 35 to 1: paid 3500, collected 0, returned 100'],
  ['B', '17', '17', 'won by 4.1.2, 35 to 1: paid 3500, collected 0, returned 100'],
  ['B', 'top-line', '00', 'won by 4.1.2, 6 to 1: paid 600, collected 0, returned 100'],
  ['A', '17', '18', 'lost by 3.9, 35 to 1: paid 0, collected 100, returned 0'],
  ['A', 'even', '0', 'lost by 3.8, 1 to 1: paid 0, collected 100, returned 0'],
  ['B', 'red', '00', 'lost by 3.8, 1 to 1: paid 0, collected 100, returned 0'],
])('ETG layout %s: %s with the ball in %s', (layout, id, pocket, line) => {
  expect(toldOf(doubleZero, id, { cash: 100 }, { pocket }, layout)).toBe(line)
})

const scattered = ['0', '1', '5', '9', '13', '17', '21', '25', '29', '33']
const linkF = ['17', '18', '19', '20', '1', '2', '3', '5', '6', '7']
const twoLinks = ['17', '18', '19', '20', '0', '00', 'S', 'MBS', '1', '5']

test.each<[string, string, string[], string]>([
  [
    '17',
    '17',
    ['1', '2', '3', '5', '6', '7', '9', '10', '11', '13'],
    'won by 4.1, 35 to 1: paid 3500, collected 0, returned 100',
  ],
  ['17', '17', scattered, 'won by 4.1, 40 to 1: paid 4000, collected 0, returned 100'],
  ['17', '17', linkF, 'won by 4.1, 80 to 1: paid 8000, collected 0, returned 100'],
  ['MBS', 'MBS', twoLinks, 'won by 4.1, 80 to 1: paid 8000, collected 0, returned 100'],
  ['18', '17', linkF, 'lost by 4.1, 35 to 1: paid 0, collected 100, returned 0'],
  ['bonus-win', '1', linkF, 'won by 4.2, 2 to 1: paid 200, collected 0, returned 100'],
  ['bonus-win', '17', linkF, 'won by 4.2, 2 to 1: paid 200, collected 0, returned 100'],
  ['bonus-win', '36', linkF, 'lost by 1.1.2, 2 to 1: paid 0, collected 100, returned 0'],
  ['super-bonus-win', '20', linkF, 'won by 4.2, 350 to 1: paid 35000, collected 0, returned 100'],
  ['super-bonus-win', 'S', twoLinks, 'won by 4.2, 350 to 1: paid 35000, collected 0, returned 100'],
  ['super-bonus-win', '1', linkF, 'lost by 1.1.12, 350 to 1: paid 0, collected 100, returned 0'],
  ['scatter-bonus', '36', scattered, 'won by 4.2, 700 to 1: paid 70000, collected 0, returned 100'],
  ['scatter-bonus', '17', scattered, 'won by 4.2, 700 to 1: paid 70000, collected 0, returned 100'],
  ['scatter-bonus', '17', linkF, 'lost by 1.1.9, 700 to 1: paid 0, collected 100, returned 0'],
])('fast action: %s with the ball in %s and %s lit', (id, pocket, lit, line) => {
  expect(toldOf(fastAction, id, { cash: 100 }, { pocket, lit })).toBe(line)
})

// Reading 5: once as usual, then returned. Reading 6: only the maximum is in play.
test.each([
  { book: sands2, under: '5.15', over: '5.16' },
  { book: singleZero, under: '5.15', over: '5.16' },
])('$book.id: wagers outside the limits', ({ book, under, over }) => {
  const on = (id: string, cash: number, pocket: string, warned = false) =>
    toldOf(book, id, { cash }, { pocket, limits, warned })
  expect(on('17', 499, '17')).toBe(`won by ${under}, 35 to 1: paid 17465, collected 0, returned 499`)
  expect(on('17', 499, '18')).toBe(`lost by ${under}, 35 to 1: paid 0, collected 499, returned 0`)
  expect(on('17', 499, '17', true)).toBe(`returned by ${under}, 35 to 1: paid 0, collected 0, returned 499`)
  expect(on('17', 499, '18', true)).toBe(`returned by ${under}, 35 to 1: paid 0, collected 0, returned 499`)
  expect(on('17', 500, '17', true)).toBe('won by 4.1, 35 to 1: paid 17500, collected 0, returned 500')
  expect(on('17', 2_000, '17')).toBe('won by 4.1, 35 to 1: paid 70000, collected 0, returned 2000')
  expect(on('17', 2_001, '17')).toBe(`won by ${over}, 35 to 1: paid 70000, collected 0, returned 2001`)
  expect(on('17', 2_001, '18')).toBe(`lost by ${over}, 35 to 1: paid 0, collected 2000, returned 1`)
  expect(on('17', 5_000, '0')).toBe(`lost by ${over}, 35 to 1: paid 0, collected 2000, returned 3000`)
  expect(on('red', 999, '1', true)).toBe(`returned by ${under}, 1 to 1: paid 0, collected 0, returned 999`)
  expect(on('red', 50_000, '1', true)).toBe('won by 4.1, 1 to 1: paid 50000, collected 0, returned 50000')
  expect(on('black', 10_001, '1', true)).toBe(`lost by ${over}, 1 to 1: paid 0, collected 10000, returned 1`)
})

test('fast action: wagers outside the limits', () => {
  const own = { default: { min: 500, max: 1_000 }, 'scatter-bonus': { min: 100, max: 200 } }
  const on = (id: string, cash: number, lit: readonly string[], warned = false) =>
    toldOf(fastAction, id, { cash }, { pocket: '17', limits: own, warned, lit })
  expect(on('17', 400, linkF)).toBe('won by 5.16, 80 to 1: paid 32000, collected 0, returned 400')
  expect(on('17', 400, linkF, true)).toBe('returned by 5.16, 35 to 1: paid 0, collected 0, returned 400')
  expect(on('17', 1_500, linkF)).toBe('won by 5.17, 80 to 1: paid 80000, collected 0, returned 1500')
  expect(on('18', 1_500, linkF)).toBe('lost by 5.17, 35 to 1: paid 0, collected 1000, returned 500')
  expect(on('scatter-bonus', 300, scattered)).toBe('won by 5.17, 700 to 1: paid 140000, collected 0, returned 300')
  expect(on('scatter-bonus', 99, linkF, true)).toBe('returned by 5.16, 700 to 1: paid 0, collected 0, returned 99')
})

test('books without such a rule settle what lies there: sands @1 knows no limits, a terminal has refused before', () => {
  for (const [book, won] of [
    [sands1, '4.1'],
    [doubleZero, '4.1.1'],
  ] as const)
    for (const cash of [1, 499, 2_001, 1_000_000])
      expect(toldOf(book, '17', { cash }, { pocket: '17', limits, warned: true })).toBe(
        `won by ${won}, 35 to 1: paid ${cash * 35}, collected 0, returned ${cash}`,
      )
})

test('a limit is on the total that one player has on one spot, cash and colour chips together', () => {
  const on = (money: Money, pocket: string) => toldOf(singleZero, '17', money, { pocket, limits, warned: true })
  expect(on({ cash: 300, chips: 2, value: 100 }, '18')).toBe('lost by 4.1, 35 to 1: paid 0, collected 500, returned 0')
  expect(on({ cash: 299, chips: 2, value: 100 }, '18')).toBe(
    'returned by 5.15, 35 to 1: paid 0, collected 0, returned 499',
  )
  expect(on({ cash: 1_000, chips: 11, value: 100 }, '17')).toBe(
    'won by 5.16, 35 to 1: paid 70000, collected 0, returned 2100',
  )
})

test.each<[string, Money, Round, object | undefined]>([
  ['no chips, no word of them', { cash: 500 }, { pocket: '17' }, undefined],
  ['won: all chips go back', { chips: 5, value: 100 }, { pocket: '17' }, { staked: 5, returned: 5 }],
  ['lost: none goes back', { chips: 5, value: 100 }, { pocket: '18' }, { staked: 5, returned: 0 }],
  [
    'over the maximum, lost: the excess in chips',
    { chips: 25, value: 100 },
    { pocket: '18' },
    { staked: 25, returned: 5 },
  ],
  ['over the maximum, won: all of them', { chips: 25, value: 100 }, { pocket: '17' }, { staked: 25, returned: 25 }],
  ['cash goes back first', { cash: 300, chips: 20, value: 100 }, { pocket: '18' }, { staked: 20, returned: 0 }],
  ['then chips', { cash: 300, chips: 24, value: 100 }, { pocket: '18' }, { staked: 24, returned: 4 }],
  ['a broken chip goes back as cash', { cash: 50, chips: 7, value: 300 }, { pocket: '18' }, { staked: 7, returned: 0 }],
  [
    'returned under the minimum',
    { cash: 50, chips: 2, value: 100 },
    { pocket: '17', warned: true },
    { staked: 2, returned: 2 },
  ],
])('colour chips: %s', (_, money, round, chips) => {
  const [line] = settleStakes(settlementOf(singleZero, { limits, ...round }), [stakeOn(singleZero, '17', money)])
  expect(line!.chips).toEqual(chips && { colour: 'blue', value: money.value, ...chips })
})

test('the largest stake at the longest pay is a safe number of cents', () => {
  const line = toldOf(fastAction, 'scatter-bonus', { cash: CENTS_MAX }, { pocket: '36', lit: scattered })
  expect(line).toContain(`paid ${CENTS_MAX * 700}`)
})

test('warned is asked of each player', () => {
  const players = ['ann', 'ben'].map((player) => ({ ...stakeOn(singleZero, '17', { cash: 100 }), player }))
  const round = { ...settlementOf(singleZero, { pocket: '17', limits }), warned: (player: string) => player === 'ben' }
  expect(settleStakes(round, players).map(({ player, result }) => `${player} ${result}`)).toEqual([
    'ann won',
    'ben returned',
  ])
})

/** The input that a failing run prints: without the book, to keep it small. */
type World = { pocket: string; limits: Limits; warned: string[]; lit: string[] | undefined; stakes: Stake[] }

const people = ['ann', 'ben', 'cleo']
const anyAmount = fc.integer({ min: 0, max: 3_000 }).map(cents)
const anyLimit = fc
  .tuple(anyAmount, anyAmount)
  .map(([a, b]) => ({ min: cents(Math.min(a, b)), max: cents(Math.max(a, b)) }))

const anyStake = (book: RuleBook, layout: string): fc.Arbitrary<Stake> =>
  fc
    .record({
      player: fc.constantFrom(...people),
      spot: fc.constantFrom(...spotsOf(book, layout).list),
      cash: anyAmount,
      chips: fc.nat(20),
      chipValue: fc.constantFrom(50, 100, 250).map(cents),
    })
    .map((row) => ({ ...row, colour: row.chips ? 'blue' : null }))
    .filter((row) => totalOf(row) > 0)

/** At most one stake for each player and spot, as the table holds them; limits that bite; a pocket, lit or not. */
const anyWorld = (book: RuleBook, layout: string): fc.Arbitrary<World> =>
  fc.record({
    pocket: fc.constantFrom(...book.wheel.pockets),
    limits: fc.record({ default: anyLimit, 'straight-up': anyLimit }, { requiredKeys: [] }) as fc.Arbitrary<Limits>,
    warned: fc.subarray(people),
    lit: book.rules.bonus
      ? fc.shuffledSubarray([...book.wheel.pockets], { minLength: 10, maxLength: 10 })
      : fc.constant(undefined),
    stakes: fc.uniqueArray(anyStake(book, layout), {
      maxLength: 30,
      selector: ({ player, spot }) => `${player} ${spot.spot}`,
    }),
  })

const roundOf = (book: RuleBook, { pocket, limits, warned, lit }: World): Settlement => ({
  book,
  limits,
  warned: (player) => warned.includes(player),
  pocket,
  draw: drawOf(book, lit),
})

const keyOf = ({ player, spot }: Line): string => `${player} ${spot}`
const byKey = (lines: readonly Line[]) => new Map(lines.map((line) => [keyOf(line), line]))

function expectWhole(line: Line, stake: Stake): void {
  for (const amount of [line.stake, line.paid, line.collected, line.returned])
    expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
  expect(line.stake).toBe(totalOf(stake))
  expect(line.collected + line.returned).toBe(line.stake)
  if (line.result !== 'won') expect(line.paid).toBe(0)
  if (line.result !== 'lost') expect([line.collected, line.returned]).toEqual([0, line.stake])
}

/**
 * Chips that are returned never exceed the chips staked or the amount due, and less than one chip's worth of it is
 * broken.
 */
function expectInKind(line: Line, stake: Stake): void {
  expect(line.chips === undefined).toBe(stake.chips === 0)
  if (!line.chips) return
  const { returned, staked, value } = line.chips
  expect([staked, value]).toEqual([stake.chips, stake.chipValue])
  expect(returned).toBeLessThanOrEqual(staked)
  const inCash = line.returned - returned * value
  expect(inCash).toBeGreaterThanOrEqual(0)
  expect(inCash).toBeLessThan(stake.cash + value)
  if (line.returned === line.stake) expect(returned).toBe(staked)
}

/** Checks readings 5 and 6 a second time, from the outcome alone. */
function expectByReadings({ book, limits, warned, pocket, draw }: Settlement, line: Line, stake: Stake): void {
  const enforced = book.rules.limits.policy === 'settled-by-rule'
  const { min, max } = limitsFor(limits, stake.spot.kind)
  const pays = toNumber(unitResult(stake.spot, outcomeOf(pocket, draw)).paid)
  const inPlay = enforced && line.stake > max ? max : line.stake
  const returned = enforced && line.stake < min && warned(stake.player)
  expect(line.result).toBe(returned ? 'returned' : pays > 0 ? 'won' : 'lost')
  expect(line.paid - line.collected).toBe(returned ? 0 : pays > 0 ? inPlay * pays : 0 - inPlay)
}

test.each(everyLayout)('$id $layout: lines are whole, in kind, by the readings and by clauses that exist', (row) => {
  const clauses = new Set<string>(row.book.texts.en.clauses.map(({ clause }) => clause))
  fc.assert(
    fc.property(anyWorld(row.book, row.layout), (world) => {
      const { stakes } = world
      const round = roundOf(row.book, world)
      const lines = settleStakes(round, stakes)
      expect(lines.map(keyOf)).toEqual(stakes.map(({ player, spot }) => `${player} ${spot.spot}`))
      for (const [at, line] of lines.entries()) {
        expectWhole(line, stakes[at]!)
        expectInKind(line, stakes[at]!)
        expectByReadings(round, line, stakes[at]!)
        expect(clauses.has(line.clause), line.clause).toBe(true)
      }
    }),
  )
})

test.each(everyLayout)('$id $layout: no money comes from nowhere', ({ book, layout }) => {
  fc.assert(
    fc.property(anyWorld(book, layout), (world) => {
      const lines = settleStakes(roundOf(book, world), world.stakes)
      const total = (part: 'stake' | 'paid' | 'collected' | 'returned') => sum(lines.map((line) => line[part]))
      const [toPlayers, toHouse] = [total('returned') + total('paid'), total('collected') - total('paid')]
      expect(toPlayers + toHouse).toBe(sum(world.stakes.map(totalOf)))
    }),
  )
})

test.each(everyLayout)('$id $layout: the order of stakes does not matter', ({ book, layout }) => {
  const shuffled = anyWorld(book, layout).chain((world) =>
    fc.tuple(fc.constant(world), fc.shuffledSubarray(world.stakes, { minLength: world.stakes.length })),
  )
  fc.assert(
    fc.property(shuffled, ([world, other]) => {
      const round = roundOf(book, world)
      expect(byKey(settleStakes(round, other))).toEqual(byKey(settleStakes(round, world.stakes)))
    }),
  )
})

test.each(everyLayout)('$id $layout: a raise changes no other line, and risks no less', ({ book, layout }) => {
  const raise = fc.integer({ min: 1, max: 5_000 })
  fc.assert(
    fc.property(anyWorld(book, layout), fc.nat(), raise, (world, which, by) => {
      const { stakes } = world
      if (stakes.length === 0) return
      const at = which % stakes.length
      const raised = stakes.map((stake, i) => (i === at ? { ...stake, cash: cents(stake.cash + by) } : stake))
      const [before, after] = [stakes, raised].map((some) => settleStakes(roundOf(book, world), some))
      expect(after!.toSpliced(at, 1)).toEqual(before!.toSpliced(at, 1))
      expect(after![at]!.collected).toBeGreaterThanOrEqual(before![at]!.collected)
      expect(after![at]!.paid).toBeGreaterThanOrEqual(before![at]!.paid)
    }),
  )
})

test.each(everyLayout)('$id $layout: a void gives all of it back, in its kind', ({ book, layout }) => {
  fc.assert(
    fc.property(anyStake(book, layout), (stake) => {
      const line = returnedLine(stake, '5.1')
      expectWhole(line, stake)
      expectInKind(line, stake)
      expect([line.result, line.returned, line.paid, line.clause]).toEqual(['returned', totalOf(stake), 0, '5.1'])
    }),
  )
})
