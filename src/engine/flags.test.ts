import { expect, test } from 'vitest'
import { playCommand, read, settings, tableOf, turnsOf } from '../../test/support/engine.ts'
import type { Table } from './conduct.ts'
import { flagsOf } from './flags.ts'
import { wagersOf } from './views.ts'

const limits = { default: { min: 500, max: 100_000 }, 'straight-up': { max: 20_000 } }
const staked = [
  { do: 'buy-in', player: 'ann', amount: 500_000 },
  { do: 'buy-in', player: 'cy', amount: 100_000 },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 30_000 },
  { do: 'wager', player: 'ann', spot: 'black', stake: 5_000 },
  { do: 'wager', player: 'cy', spot: 'odd', stake: 100 },
  { do: 'wager', player: 'cy', spot: 'dozen-1', stake: 700 },
]
const concluded = [
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
]
const play = (table: Table, orders: readonly object[]): Table =>
  orders.reduce((now: Table, order) => playCommand(now, read(order)), table)

test('wagers outside the limits are flagged with what becomes of them', () => {
  const table = play(tableOf('mbs/roulette@3', limits), staked)
  expect(flagsOf(table.book, table.state)).toEqual([
    { player: 'ann', spot: '17', stake: 30_000, becomes: 'excess-returned', clause: '5.16' },
    { player: 'cy', spot: 'odd', stake: 100, becomes: 'settled-once', clause: '5.15' },
  ])
  const again = [{ do: 'place-your-bets' }, { do: 'wager', player: 'cy', spot: 'odd', stake: 100 }]
  const next = play(table, [...concluded, ...again])
  expect(flagsOf(next.book, next.state)).toMatchObject([{ player: 'cy', becomes: 'returned' }])
})

test('a book that knows no limits, or takes nothing outside them, flags nothing', () => {
  const table = play(tableOf('mbs/sands-roulette@1', limits), staked.slice(0, 5))
  expect(flagsOf(table.book, table.state)).toEqual([])
})

test('exactly the wagers outside the limits are flagged', () => {
  for (const setting of settings.filter(({ book }) => book.rules.limits.policy === 'settled-by-rule'))
    for (const { book, state } of turnsOf(setting)) {
      const outside = ['ann', 'ben', 'cid'].flatMap((player) =>
        Object.entries(wagersOf(book, state, player)).flatMap(([spot, wager]) =>
          wager.outside ? [`${player} ${spot}`] : [],
        ),
      )
      const flagged = flagsOf(book, state).map(({ player, spot }) => `${player} ${spot}`)
      expect(flagged.sort()).toEqual(outside.sort())
    }
})
