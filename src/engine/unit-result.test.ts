import { expect, test } from 'vitest'
import { bookById, books } from '../books/index.ts'
import type { OddCent, RuleBook } from '../books/rule-book.ts'
import { fraction, fractionText, minus, nothing, one } from './fraction.ts'
import { type Cents, shareOf } from './money.ts'
import { chancesOf, distribution, oddsOf, theoreticalWin, winVariance } from './odds.ts'
import { type Settlement, settleStakes } from './settle.ts'
import { inPlay, type Stake } from './settlement.ts'
import { layoutNames, spotsOf } from './spots.ts'
import { backOf, collectedOn, netOf, paidOn, termsOf, unitResult } from './unit-result.ts'

const singleZero = bookById('mbs/roulette@3')!
const cents = (amount: number) => amount as Cents

/** The single zero book of a house with la partage. */
const halvingBook = (oddCent: OddCent, more: Partial<RuleBook['rules']> = {}): RuleBook => {
  const kinds = ['low', 'high', 'odd', 'even', 'red', 'black'] as const
  return {
    ...singleZero,
    rules: { ...singleZero.rules, ...more, partage: { kinds, pockets: ['0'], oddCent, clause: '4.2' } },
  }
}

const spotOf = (book: RuleBook, id: string) => spotsOf(book, 'table').byId.get(id)!
const on = (pocket: string) => ({ pocket, level: 'plain', scatter: false }) as const

test.each(books.map((book) => ({ id: book.id, book })))(
  '$id: a unit is paid and goes back whole, or nothing of it does',
  ({ book }) => {
    for (const layout of layoutNames(book))
      for (const spot of spotsOf(book, layout).list)
        for (const { outcome } of chancesOf(book)) {
          const { paid, returned } = unitResult(spot, outcome)
          expect(paid.d).toBe(1n)
          expect(returned).toEqual(paid.n > 0n ? one : nothing)
        }
  },
)

test('with la partage an even chance gets half back on the zero, and nothing else does', () => {
  const book = halvingBook('house')
  for (const spot of spotsOf(book, 'table').list)
    for (const pocket of book.wheel.pockets) {
      const { paid, returned } = unitResult(spot, on(pocket))
      const isHalved = pocket === '0' && ['low', 'high', 'odd', 'even', 'red', 'black'].includes(spot.kind)
      const isWon = spot.covers.includes(pocket)
      expect([fractionText(paid), fractionText(returned)], `${spot.spot} on ${pocket}`).toEqual([
        isWon ? String(spot.pays) : '0',
        isWon ? '1' : isHalved ? '1/2' : '0',
      ])
    }
  expect(fractionText(netOf(unitResult(spotOf(book, 'red'), on('0'))))).toBe('-1/2')
  expect(fractionText(backOf(unitResult(spotOf(book, 'red'), on('1'))))).toBe('2')
})

test('la partage halves the edge: 1/74 on red, 1/37 elsewhere', () => {
  const odds = oddsOf(halvingBook('house'), 'table')
  for (const { spot, houseEdge, winProbability } of odds) {
    const isEvenChance = spot.partage !== null
    expect(fractionText(houseEdge), spot.spot).toBe(isEvenChance ? '1/74' : '1/37')
    expect(winProbability).toEqual(fraction(spot.covers.length, 37))
  }
  expect(odds.filter(({ spot }) => spot.partage)).toHaveLength(6)
  // E[R^2] = 18/37 * 4 + 1/37 * 1/4, and E[R] = 73/74.
  const red = odds.find(({ spot }) => spot.spot === 'red')!
  expect(red.variance).toEqual(minus(fraction(289, 148), fraction(73 ** 2, 74 ** 2)))
})

test('expected win and deviation take halves into account', () => {
  const book = halvingBook('house')
  expect(fractionText(theoreticalWin(book, 'table', { red: 7_400 }))).toBe('100')
  const { variance } = oddsOf(book, 'table').find(({ spot }) => spot.spot === 'red')!
  expect(winVariance(book, 'table', { red: 100 })).toBeCloseTo((10_000 * Number(variance.n)) / Number(variance.d), 6)
})

const stakeOn = (book: RuleBook, id: string, cash: number, chips = 0, chipValue = 0): Stake => ({
  player: 'ann',
  spot: spotOf(book, id),
  cash: cents(cash),
  chips,
  chipValue: cents(chipValue),
  colour: chips > 0 ? 'blue' : null,
})
const onZero = (book: RuleBook, limits: Settlement['limits'] = {}): Settlement => ({
  book,
  limits,
  warned: () => false,
  pocket: '0',
  draw: null,
})

test.each([
  ['house', 1_000, 500, 500],
  ['house', 1_001, 501, 500],
  ['player', 1_001, 500, 501],
  ['house', 1, 1, 0],
  ['player', 1, 0, 1],
] as const)('an odd cent goes to the %s: of %i, %i is collected and %i goes back', (oddCent, stake, taken, back) => {
  const book = halvingBook(oddCent)
  const [line] = settleStakes(onZero(book), [stakeOn(book, 'red', stake)])
  expect(line).toMatchObject({ result: 'lost', stake, paid: 0, collected: taken, returned: back, clause: '4.2' })
  expect(inPlay(line!)).toBe(stake)
  const results = distribution(book, [{ spot: spotOf(book, 'red'), stake: cents(stake) }])
  expect(results.map(({ result }) => result)).toContain(0 - taken)
})

test('a stake lost whole cites the rule of losing, not that of halves', () => {
  const book = halvingBook('house')
  const [line] = settleStakes({ ...onZero(book), pocket: '2' }, [stakeOn(book, 'red', 1_000)])
  expect(line).toMatchObject({ result: 'lost', collected: 1_000, returned: 0, clause: spotOf(book, 'red').loses })
  expect(line!.clause).not.toBe('4.2')
})

test('over the maximum only what is in play is halved; the excess goes back', () => {
  const book = halvingBook('house')
  const limits = { default: { max: cents(401) } }
  const [line] = settleStakes(onZero(book, limits), [stakeOn(book, 'black', 1_000)])
  expect(line).toMatchObject({ collected: 201, returned: 799, inPlay: 401, clause: '5.16' })
  expect(inPlay(line!)).toBe(401)
})

test('half of colour chips goes back in whole chips, and a broken one in cash', () => {
  const book = halvingBook('house')
  const [line] = settleStakes(onZero(book), [stakeOn(book, 'even', 0, 5, 200)])
  expect(line).toMatchObject({ stake: 1_000, collected: 500, returned: 500, chips: { staked: 5, returned: 2 } })
})

test('a spot that is not halved has no amount in play beside what it collects', () => {
  const book = halvingBook('house')
  const lines = settleStakes(onZero(book), [stakeOn(book, 'column-1', 100), stakeOn(book, '0', 100)])
  expect(lines.every((line) => !('inPlay' in line))).toBe(true)
})

test('terms in cents are the unit in fractions, for every stake that comes out even', () => {
  const book = halvingBook('house')
  for (const { spot } of oddsOf(book, 'table'))
    for (const { outcome } of chancesOf(book)) {
      const terms = termsOf(spot, outcome)
      const net = paidOn(terms, cents(100)) - collectedOn(terms, cents(100))
      expect(fraction(net, 100)).toEqual(netOf(unitResult(spot, outcome)))
    }
})

test('shares are exact up to the most that a table takes', () => {
  const most = 99_999_999_999
  expect(shareOf(cents(most), 1, 2, 'house')).toBe(50_000_000_000)
  expect(shareOf(cents(most), 1, 2, 'player')).toBe(49_999_999_999)
  expect(shareOf(cents(most), 0, 1, 'house')).toBe(0)
  expect(shareOf(cents(most), 1, 1, 'house')).toBe(most)
  expect(shareOf(cents(10), 1, 3, 'house') + shareOf(cents(10), 2, 3, 'player')).toBe(10)
})
