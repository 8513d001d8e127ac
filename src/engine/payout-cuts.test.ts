import fc from 'fast-check'
import { expect, test } from 'vitest'
import { announcedRoulette } from '../../test/books/foreign-books.ts'
import { prisonLoses } from '../../test/books/french-en-prison.ts'
import { playCommand, read } from '../../test/support/engine.ts'
import type { Book } from '../books/rule-book.ts'
import { sandsFastActionRoulette2 } from '../books/sands-fast-action-roulette-2.ts'
import { openTable, type Table } from './conduct.ts'
import { toNumber } from './fraction.ts'
import type { Limits } from './limits.ts'
import type { Cents } from './money.ts'
import { chancesOf, netTogether, payingOutcomes, theoreticalWin, winVariance } from './odds.ts'
import { cutsOf } from './payout-cuts.ts'
import { lostLine } from './settlement.ts'
import { layoutNames, spotsOf } from './spots.ts'
import { summaryOf } from './summary.ts'
import { readSetup, type TableSetup } from './table.ts'

const amount = 5_000 as Cents
const withMaximum = (book: Book): Book => ({
  ...book,
  rules: { ...book.rules, maximumPayout: { amount, clause: '3.4' } },
})
const limits = { 'maximum-payout': { max: amount } } as Limits

/** Even stakes, so that la partage halves them without an odd cent. */
const wagersOf = (book: Book, layout: string) =>
  fc.array(
    fc.record({
      player: fc.constantFrom('ann', 'ben', 'cyd'),
      spot: fc.constantFrom(...spotsOf(book, layout).list),
      stake: fc.integer({ min: 1, max: 250 }).map((coins) => (2 * coins) as Cents),
    }),
    { minLength: 1, maxLength: 20 },
  )

/** All results of the house, outcome by outcome, with each player's winnings cut to the maximum. */
function houseMoments(book: Book, wagers: readonly { player: string; spot: Spot; stake: Cents }[]) {
  const players = Map.groupBy(wagers, ({ player }) => player)
  const results = chancesOf(book).map(({ outcome, probability }) => ({
    chance: toNumber(probability),
    win: -[...players.values()].reduce((sum, own) => sum + netTogether(own, outcome, amount), 0),
  }))
  const mean = results.reduce((sum, { chance, win }) => sum + chance * win, 0)
  return { mean, variance: results.reduce((sum, { chance, win }) => sum + chance * (win - mean) ** 2, 0) }
}
type Spot = ReturnType<typeof spotsOf>['list'][number]

const close = (found: number, expected: number) =>
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)))

test.each([announcedRoulette, prisonLoses, sandsFastActionRoulette2].map((book) => ({ id: book.id, book })))(
  '$id: win and variance are those of the players’ results, each cut to the maximum',
  ({ book: unlimited }) => {
    const book = withMaximum(unlimited)
    const layout = layoutNames(book)[0]!
    let bitten = 0
    fc.assert(
      fc.property(wagersOf(book, layout), (wagers) => {
        const handles: Record<string, number> = {}
        for (const { spot, stake } of wagers) handles[spot.spot] = (handles[spot.spot] ?? 0) + stake
        const lines = wagers.map((wager) =>
          lostLine({ ...wager, cash: wager.stake, chips: 0, colour: null, chipValue: 0 as Cents }, '1'),
        )
        const { cutByOutcome = {} } = cutsOf(lines, { book, layout, limits })
        if (Object.keys(cutByOutcome).length > 0) bitten++
        const { mean, variance } = houseMoments(book, wagers)
        close(toNumber(theoreticalWin(book, layout, handles, cutByOutcome)), mean)
        close(winVariance(book, layout, handles, cutByOutcome), variance)
      }),
      { numRuns: 40 },
    )
    expect(bitten).toBeGreaterThan(0)
  },
)

test('a wager that is paid in full whatever happens is cut by no outcome', () => {
  const { byId } = spotsOf(announcedRoulette, 'table')
  const line = (stake: number) =>
    lostLine(
      { player: 'ann', spot: byId.get('17')!, cash: stake as Cents, chips: 0, colour: null, chipValue: 0 as Cents },
      '1',
    )
  const most = { 'maximum-payout': { max: 3_500 as Cents } }
  const cuts = (book: Book, stake: number) => cutsOf([line(stake)], { book, layout: 'table', limits: most })
  expect(cuts(announcedRoulette, 100)).toEqual({})
  expect(cuts(announcedRoulette, 101)).toEqual({ cutByOutcome: { '17': 35 } })
  expect(cuts(prisonLoses, 101)).toEqual({})
  expect(payingOutcomes(prisonLoses)).toHaveLength(37)
})

/** Two players, of whom only Ann's winnings are ever cut. Ben's 17 is paid in full. */
const round = (table: Table): Table =>
  [
    { do: 'buy-in', player: 'ann', amount: 10_000 },
    { do: 'buy-in', player: 'ben', amount: 10_000 },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'ann', spot: '17', stake: 200 },
    { do: 'wager', player: 'ann', spot: '14/17', stake: 100 },
    { do: 'wager', player: 'ann', spot: 'black', stake: 400 },
    { do: 'wager', player: 'ben', spot: '17', stake: 100 },
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '0' },
    { do: 'settle' },
  ].reduce((now, order) => playCommand(now, read(order)), table)

test('the figures of a table expect the average of what each pocket brings it, through corrections and voids', () => {
  const book = withMaximum(announcedRoulette)
  const setup = readSetup({ book: book.id }, () => book) as TableSetup
  const fresh = openTable(book, setup, { bookById: () => book })
  const figures = ({ book: now, state }: Table) => summaryOf(now, state).figures
  const correct = (table: Table, pocket: string) =>
    playCommand(table, read({ do: 'correct-outcome', round: 1, pocket, reason: 'misread' }))

  let table = round(fresh)
  // By hand: on 17 Ann would win 9,100 and is paid 5,000, so 4,100 in 37 rounds stay with the house. On black the house
  // wins half of the edge, because of la partage.
  const expected = (200 + 100 + 400 / 2 + 100 + 4_100) / 37
  expect(figures(table).theoreticalWin).toBeCloseTo(expected, 9)
  let sum = figures(table).win as number
  for (const pocket of book.wheel.pockets.slice(1)) {
    table = correct(table, pocket)
    expect(figures(table).theoreticalWin).toBeCloseTo(expected, 9)
    sum += figures(table).win
  }
  expect(sum / 37).toBeCloseTo(expected, 9)

  const voided = playCommand(table, read({ do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'a crack' }))
  expect(figures(voided)).toMatchObject({ handle: 0, theoreticalWin: 0 })
  expect(figures(correct(voided, '17')).theoreticalWin).toBeCloseTo(expected, 9)
})
