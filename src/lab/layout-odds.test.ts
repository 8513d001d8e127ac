import fc from 'fast-check'
import { expect, test } from 'vitest'
import { announcedRoulette } from '../../test/books/foreign-books.ts'
import { bookById, books } from '../books/index.ts'
import type { Book } from '../books/rule-book.ts'
import { fractionText, toNumber } from '../engine/fraction.ts'
import type { Cents } from '../engine/money.ts'
import { distribution, type ResultChance } from '../engine/odds.ts'
import { layoutNames, spotsOf } from '../engine/spots.ts'
import { exactHitRate, exactReturn, gameOf } from './game.ts'
import { figuresOfLayout, LayoutOdds } from './layout-odds.ts'
import { flat } from './plan.ts'

/** Few chips are paid in full. */
const capped: Book = {
  ...announcedRoulette,
  rules: { ...announcedRoulette.rules, maximumPayout: { amount: 5_000, clause: '3.4' } },
}
const layouts = [...books, capped].flatMap((book) =>
  layoutNames(book).map((layout) => ({ book, layout, id: `${book.id} ${layout}` })),
)
const textOf = (results: ReturnType<typeof distribution>) =>
  results.map(({ result, probability }) => [result, fractionText(probability)])

test.each(layouts)(
  '$id: chips that come and go one at a time leave what the engine says of the layout',
  ({ book, layout }) => {
    const { list } = spotsOf(book, layout)
    const move = fc.record({ at: fc.nat(list.length - 1), stake: fc.constantFrom(0, 0, 1, 25, 333, 500, 10_000) })
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 40 }), (moves) => {
        const [odds, stakes] = [new LayoutOdds(book, layout), new Map<number, Cents>()]
        for (const { at, stake } of moves) {
          odds.put(list[at]!.spot, stake as Cents)
          stakes.set(at, stake as Cents)
        }
        const wagers = [...stakes].flatMap(([at, stake]) => (stake > 0 ? [{ spot: list[at]!, stake }] : []))
        const figures = odds.figures()
        expect(figures === null).toBe(wagers.length === 0)
        if (!figures) return
        expect(textOf(figures.results as ResultChance[])).toEqual(textOf(distribution(book, wagers)))
        const setup = {
          book,
          layout,
          plan: flat,
          limits: {},
          wagers: wagers.map(({ spot, stake }) => ({ spot: spot.spot, stake })),
        }
        const game = gameOf(setup)
        expect(fractionText(figures.returnToPlayer)).toBe(fractionText(exactReturn(game)))
        expect(fractionText(figures.hitRate)).toBe(fractionText(exactHitRate(game)))
        const { ahead, even, behind, staked, mean, worst, best } = figures
        expect(toNumber(ahead) + toNumber(even) + toNumber(behind)).toBeCloseTo(1, 12)
        expect(mean).toBeCloseTo(staked * (toNumber(figures.returnToPlayer) - 1), 4)
        expect([worst.result, best.result]).toEqual([figures.results[0]!.result, figures.results.at(-1)!.result])
      }),
      { numRuns: 20 },
    )
  },
)

test('number by number, as worked by hand: 5.00 on 17 and 10.00 on red', () => {
  const { pockets, hitRate, ahead, behind } = figuresOfLayout(bookById('mbs/roulette@3')!, 'table', {
    17: 500 as Cents,
    red: 1000 as Cents,
  })!
  const of = (pocket: string) => pockets.find((one) => one.pocket === pocket)
  expect(of('17')).toEqual({ pocket: '17', plain: 16_500, worst: 16_500, best: 16_500 })
  expect(of('1')).toMatchObject({ plain: 500 })
  expect(of('0')).toMatchObject({ plain: -1500 })
  expect([hitRate, ahead, behind].map(fractionText)).toEqual(['19/37', '19/37', '18/37'])
})

test('where a draw lights numbers, a pocket has a best and a worst', () => {
  const book = bookById('mbs/sands-fast-action-roulette@2')!
  const { pockets } = figuresOfLayout(book, 'table', { 17: 100 as Cents })!
  const own = pockets.find(({ pocket }) => pocket === '17')!
  const { pays, paysSuperBonus } = spotsOf(book, 'table').byId.get('17')!
  expect(own).toEqual({ pocket: '17', plain: 100 * pays, worst: 100 * pays, best: 100 * paysSuperBonus })
  expect(pockets).toHaveLength(40)
})

test('the maximum payout cuts the results of a round, and a table may lower it', () => {
  const wagers = { 17: 100 as Cents, '14/17': 100 as Cents, black: 200 as Cents, '36': 300 as Cents }
  const onSeventeen = (book: Book, limits = {}) =>
    figuresOfLayout(book, 'table', wagers, limits)!.pockets.find(({ pocket }) => pocket === '17')!.plain
  // 3,500, 1,700 and 200 are won, 300 is lost.
  expect(onSeventeen(announcedRoulette)).toBe(5_400 - 300)
  expect(onSeventeen(capped)).toBe(5_000 - 300)
  expect(onSeventeen(capped, { 'maximum-payout': { max: 4_000 } })).toBe(4_000 - 300)
})
