import { expect, test } from 'vitest'
import { playCommand, read, tableOf } from '../../../test/support/engine.ts'
import type { Table } from '../../engine/conduct.ts'
import { pitView } from '../../engine/views.ts'
import { actionsAt } from './action-list.ts'
import { wagersToRule } from './table-facts.ts'
import { awardsIn, partIn, playersFor } from './typed-fields.ts'

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const played = (orders: readonly object[]): Table =>
  orders.reduce((table: Table, order) => playCommand(table, read(order)), tableOf('mbs/roulette@3'))
const atRest = [
  { do: 'buy-in', player: 'ann', amount: 10_000 },
  { do: 'buy-in', player: 'bob', amount: 10_000, colour: 'blue', chipValue: 500 },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 1_000 },
  { do: 'wager', player: 'ann', spot: '20', stake: 800 },
  { do: 'wager', player: 'bob', spot: 'red', chips: 4 },
  spin,
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket: '20' },
]
const moved = { do: 'rule-on-wager', player: 'ann', spot: '17', treatment: 'moved', to: '20', reason: 'pushed' }
const wagersAfter = (...rulings: readonly object[]) => {
  const { book, state } = played([...atRest, ...rulings])
  return wagersToRule(pitView(book, state)).map(({ player, spot, stake, ruling }) => [
    player,
    spot,
    stake,
    ruling?.treatment ?? null,
  ])
}

test('wagers are offered as they lay at no more bets, also those that were moved onto others', () => {
  const lay = (seventeen: string | null) => [
    ['ann', '17', 1_000, seventeen],
    ['ann', '20', 800, null],
    ['bob', 'red', 2_000, null],
  ]
  expect(wagersAfter()).toEqual(lay(null))
  expect(wagersAfter(moved)).toEqual(lay('moved'))
  expect(wagersAfter(moved, { ...moved, treatment: 'returned', to: undefined, stake: 400 })).toEqual(lay('returned'))
})

test('a table whose only wager was moved away can still be ruled on', () => {
  const alone = [...atRest.filter((order) => !('spot' in order) || order.spot === '17'), moved]
  const { book, state } = played(alone)
  expect(actionsAt(book, pitView(book, state)).find(({ action }) => action === 'rule')?.isPossible).toBe(true)
})

test('a part of a wager is money, or a number of chips where it is all of colour chips', () => {
  const { book, state } = played(atRest)
  const [cash, , chips] = wagersToRule(pitView(book, state))
  expect([partIn(cash!, ''), partIn(cash!, '4.50'), partIn(cash!, '0'), partIn(cash!, 'half')]).toEqual([
    {},
    { stake: 450 },
    null,
    null,
  ])
  expect([partIn(chips!, '3'), partIn(chips!, '2.5'), partIn(chips!, ' ')]).toEqual([{ chips: 3 }, null, {}])
})

test('awards are read when every row is whole, and nobody is named twice', () => {
  expect(awardsIn([])).toBeUndefined()
  expect(awardsIn([{ player: 'ann', amount: '' }])).toBeNull()
  expect(awardsIn([{ player: 'ann', amount: '0' }])).toBeNull()
  const rows = [
    { player: 'ann', amount: '5' },
    { player: 'bob', amount: '1,000.50' },
  ]
  expect(awardsIn(rows)).toEqual({ ann: 500, bob: 100_050 })
  expect(playersFor(['ann', 'bob', 'cy'], rows, rows[0]!)).toEqual(['ann', 'cy'])
})
