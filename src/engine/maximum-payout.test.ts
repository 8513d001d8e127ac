import { describe, expect, test } from 'vitest'
import { announcedRoulette } from '../../test/books/foreign-books.ts'
import { playCommand, read } from '../../test/support/engine.ts'
import { type Book, rulesOf } from '../books/rule-book.ts'
import { conduct, openTable, type Table } from './conduct.ts'
import { foresee } from './foresee.ts'
import { accountsOf, isBalanced } from './ledger.ts'
import { type Limits, tableLimits } from './limits.ts'
import { cutToMaximum } from './maximum-payout.ts'
import type { Cents } from './money.ts'
import { oddsOf } from './odds.ts'
import { inPlay, type Line } from './settlement.ts'
import { summaryOf } from './summary.ts'
import { readSetup, type TableSetup } from './table.ts'
import { playerView } from './views.ts'

/** The amount in the book is 400,000; tables of these tests mostly show 5,000. */
const clause = '3.4'
const { maximumPayout: _, ...withoutRule } = announcedRoulette.rules
const free: Book = { ...announcedRoulette, id: 'riviera/french-roulette@2', version: 2, rules: withoutRule }
const unstated: Book = {
  ...announcedRoulette,
  id: 'riviera/french-roulette@3',
  version: 3,
  rules: { ...withoutRule, maximumPayout: { clause } },
}
const books = [announcedRoulette, free, unstated]
const byId = (id: string) => books.find((book) => book.id === id)

const payoutOf = (max: number) => ({ 'maximum-payout': { max } })

function tableWith(limits: object, book = announcedRoulette): Table {
  const setup = readSetup({ book: book.id, limits }, byId) as TableSetup
  return openTable(book, setup, { bookById: byId })
}

const played = (table: Table, ...orders: readonly object[]): Table =>
  orders.reduce((now: Table, order) => playCommand(now, read(order)), table)

const bought = [
  { do: 'buy-in', player: 'ann', amount: 10_000 },
  { do: 'buy-in', player: 'ben', amount: 10_000 },
]
const untilAtRest = (pocket: string, ...wagers: readonly object[]): object[] => [
  { do: 'place-your-bets' },
  ...wagers.map((wager) => ({ do: 'wager', player: 'ann', ...wager })),
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket },
]
const onSeventeen = untilAtRest(
  '17',
  { spot: '17', stake: 100 },
  { spot: '14/17', stake: 100 },
  { spot: 'black', stake: 200 },
  { spot: 'odd', stake: 200 },
  { spot: '36', stake: 300 },
  { spot: '17', stake: 100, player: 'ben' },
)
const settle = { do: 'settle' }
const linesIn = ({ state }: Table, round = 1): readonly Line[] => state.history.rounds.get(String(round))!.lines
const shown = ({ player, spot, paid, cut }: Line) => [player, spot, paid, cut?.amount ?? 0]

describe('the winnings of a player are cut to the maximum payout of the round', () => {
  // biome-ignore format: a table is read down its columns
  test.each([
    [3_500, [3_500, 0],     [0, 1_700],     [0, 200], [0, 200]],
    [5_000, [3_500, 0],     [1_500, 200],   [0, 200], [0, 200]],
    [5_599, [3_500, 0],     [1_700, 0],     [200, 0], [199, 1]],
    [5_600, [3_500, 0],     [1_700, 0],     [200, 0], [200, 0]],
  ])('at %i', (max, number, split, odd, black) => {
    const table = played(tableWith(payoutOf(max)), ...bought, ...onSeventeen, settle)
    expect(linesIn(table).map(shown)).toEqual([
      ['ann', '17', ...number],
      ['ann', '36', 0, 0],
      ['ann', '14/17', ...split],
      ['ann', 'odd', ...odd],
      ['ann', 'black', ...black],
      ['ben', '17', 3_500, 0],
    ])
    for (const { cut } of linesIn(table)) if (cut) expect(cut.clause).toBe(clause)
    const { players, house, figures, balanced } = summaryOf(table.book, table.state)
    expect([players.ann!.balance, players.ben!.balance, house]).toEqual([9_700 + max, 13_500, 300 - max - 3_500])
    expect([figures.handle, balanced]).toEqual([1_000, true])
  })

  test('and stakes go back in full: a part that was at risk is known all the same', () => {
    const table = played(tableWith(payoutOf(1)), ...bought, ...onSeventeen, settle)
    const own = linesIn(table).filter(({ player }) => player === 'ann')
    expect(own.map((line) => [line.returned, inPlay(line)])).toEqual([
      [100, 100],
      [0, 300],
      [100, 100],
      [200, 200],
      [200, 200],
    ])
    expect(playerView(table.book, table.state, 'ann').last).toMatchObject({ net: -299, balance: { after: 9_701 } })
  })
})

test('the result of settling is known before', () => {
  const table = played(tableWith(payoutOf(5_000)), ...bought, ...onSeventeen)
  const seen = foresee(table.book, table.state, read(settle))
  expect(seen).toMatchObject({
    house: -8_200,
    players: [
      { player: 'ann', after: 4_700 },
      { player: 'ben', after: 3_500 },
    ],
  })
})

test('a correction cuts by the limits of the round, there and back, and a void takes back what was paid', () => {
  const corrected = (pocket: string) => ({ do: 'correct-outcome', round: 1, pocket, reason: 'misread' })
  const settled = played(tableWith(payoutOf(5_000)), ...bought, ...onSeventeen, settle, {
    do: 'set-limits',
    limits: {},
  })
  const before = accountsOf(settled.state.ledger)
  const away = played(settled, corrected('36'))
  expect(linesIn(away).map(shown)).toEqual([
    ['ann', '17', 0, 0],
    ['ann', '36', 5_000, 5_500],
    ['ann', '14/17', 0, 0],
    ['ann', 'odd', 0, 0],
    ['ann', 'black', 0, 0],
    ['ben', '17', 0, 0],
  ])
  const back = played(away, corrected('17'))
  expect(linesIn(back)).toEqual(linesIn(settled))
  expect(accountsOf(back.state.ledger)).toEqual(before)
  const voided = played(back, { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'a crack' })
  expect(accountsOf(voided.state.ledger)).toEqual({ outside: -20_000, 'player:ann': 10_000, 'player:ben': 10_000 })
  const restored = played(voided, corrected('17'))
  expect(linesIn(restored).map(shown)).toEqual(linesIn(settled).map(shown))
  expect(accountsOf(restored.state.ledger)).toEqual(before)
})

test('a wager that was ruled to go back counts for nothing', () => {
  const ruling = { do: 'rule-on-wager', player: 'ann', spot: '17', treatment: 'returned', reason: 'late' }
  const table = played(tableWith(payoutOf(1_800)), ...bought, ...onSeventeen, ruling, settle)
  expect(linesIn(table).map(shown).slice(0, 5)).toEqual([
    ['ann', '36', 0, 0],
    ['ann', '14/17', 1_700, 0],
    ['ann', 'odd', 100, 100],
    ['ann', 'black', 0, 200],
    ['ann', '17', 0, 0],
  ])
  const again = played(table, { do: 'correct-outcome', round: 1, pocket: '36', reason: 'misread' })
  const back = played(again, { do: 'correct-outcome', round: 1, pocket: '17', reason: 'misread' })
  expect(linesIn(back)).toEqual(linesIn(table))
  expect(isBalanced(back.state.ledger)).toBe(true)
})

test('colour chips go back as chips, and what is paid is cash', () => {
  const table = played(
    tableWith(payoutOf(1_000)),
    { do: 'buy-in', player: 'ann', amount: 1_000, colour: 'blue', chipValue: 100 },
    ...untilAtRest('17', { spot: '17', chips: 2 }),
    settle,
  )
  expect(summaryOf(table.book, table.state).players.ann).toMatchObject({ balance: 2_000, cash: 1_000 })
})

describe('the amount', () => {
  test.each([
    [announcedRoulette, {}, 400_000],
    [announcedRoulette, payoutOf(400_000), 400_000],
    [announcedRoulette, payoutOf(399_999), 399_999],
    [unstated, payoutOf(5_000_000), 5_000_000],
    [unstated, {}, undefined],
    [free, {}, undefined],
  ])('%#: is the book’s, or what the table lowers it to', (book, limits, max) => {
    const found = tableLimits(book, 'table', limits) as { limits: Limits }
    expect(found.limits['maximum-payout']?.max).toBe(max)
    expect(tableLimits(book, 'table', found.limits)).toEqual(found)
  })

  test.each([
    [announcedRoulette, payoutOf(400_001), { problem: 'puts the maximum payout above that of the rule book', clause }],
    [announcedRoulette, payoutOf(0), { problem: '.maximum-payout.max must be above 0' }],
    [announcedRoulette, { 'maximum-payout': { min: 5 } }, { problem: '.maximum-payout has max, not min' }],
    [free, payoutOf(5), { problem: 'has no kind of wager called maximum-payout' }],
  ])('%#: is refused where it cannot be', (book, limits, problem) => {
    expect(tableLimits(book, 'table', limits)).toEqual(problem)
  })

  test('a book without the rule leaves it out, and one with it brings its own', () => {
    const change = (to: number) => ({
      do: 'set-book',
      book: `riviera/french-roulette@${to}`,
      reason: 'new',
      by: 'shift-manager',
    })
    const without = conduct(tableWith({}), read(change(2)))
    expect(without.answer).toMatchObject({ events: [{ type: 'book-set' }, { type: 'limits-set' }] })
    expect(without.table.state.limits).not.toHaveProperty('maximum-payout')
    expect(played(without.table, change(1)).state.limits['maximum-payout']).toEqual({ max: 400_000 })
  })
})

test('lines below the maximum are the same list, and a book without the rule knows no maximum', () => {
  const lines = linesIn(played(tableWith({}), ...bought, ...onSeventeen, settle))
  const limits = payoutOf(5_000) as unknown as Limits
  expect(cutToMaximum(announcedRoulette, payoutOf(5_600) as unknown as Limits, lines)).toBe(lines)
  expect(cutToMaximum(announcedRoulette, {}, lines)).toBe(lines)
  expect(cutToMaximum(free, limits, lines)).toBe(lines)
  expect(cutToMaximum(announcedRoulette, limits, lines)).not.toBe(lines)
})

test('exact odds do not count it', () => {
  const odds = (book: Book) => oddsOf(book, 'table').map(({ spot, ...facts }) => ({ spot: spot.spot, ...facts }))
  const tight = {
    ...announcedRoulette,
    rules: { ...announcedRoulette.rules, maximumPayout: { amount: 1 as Cents, clause } },
  }
  expect(odds(tight)).toEqual(odds(free))
  expect(rulesOf(tight)).not.toEqual(rulesOf(announcedRoulette))
})
