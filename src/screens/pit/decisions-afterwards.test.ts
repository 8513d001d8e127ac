import { expect, test } from 'vitest'
import { playCommand, read, tableOf } from '../../../test/support/engine.ts'
import type { Table } from '../../engine/conduct.ts'
import { recall } from '../../engine/history.ts'
import type { Cents } from '../../engine/money.ts'
import { pitView, staffRound } from '../../engine/views.ts'
import { actionsAt } from './action-list.ts'
import { wagersNow, wagersThen } from './table-facts.ts'
import { awardsInPlaceOf, partIn, playersFor } from './typed-fields.ts'

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
  return wagersNow(pitView(book, state))
}
const returned = { ...moved, treatment: 'returned', to: undefined }

test('wagers are offered as they lay at no more bets, also those that were moved onto others', () => {
  const lay = (isRuled: boolean, left = 1_000) => [
    { player: 'ann', spot: '17', stake: 1_000, isRuled, left: { stake: left, chips: 0 } },
    { player: 'ann', spot: '20', stake: 800, isRuled: false },
    { player: 'bob', spot: 'red', stake: 2_000, isRuled: false, isAllChips: true, left: { stake: 2_000, chips: 4 } },
  ]
  expect(wagersAfter()).toMatchObject({ wagers: lay(false), list: [] })
  expect(wagersAfter(moved)).toMatchObject({ wagers: lay(true), list: [{ treatment: 'moved', isReplaced: false }] })
})

test('parts add up, and what they leave is said; a ruling on all of it replaces them', () => {
  const parts = [
    { ...moved, stake: 300 },
    { ...returned, stake: 200 },
  ]
  const left = (stake: number) => ({ spot: '17', left: { stake } })
  expect(wagersAfter(...parts)).toMatchObject({
    wagers: [left(500), {}, {}],
    list: [{ isReplaced: false }, { isReplaced: false }],
  })
  expect(wagersAfter(...parts, returned)).toMatchObject({
    wagers: [left(1_000), {}, {}],
    list: [{ isReplaced: true }, { isReplaced: true }, { isReplaced: false }],
  })
})

test('wagers of a concluded round are those of its lines, and as they lay where somebody ruled on them', () => {
  const { state } = played([...atRest, { ...moved, stake: 400 }, { do: 'settle' }])
  const then = staffRound(recall(state.history, 1)!)
  expect(wagersThen(then)).toMatchObject({
    wagers: [
      { player: 'ann', spot: '17', stake: 1_000, left: { stake: 600 }, isRuled: true },
      { player: 'ann', spot: '20', stake: 800, isRuled: false },
      { player: 'bob', spot: 'red', stake: 2_000, chips: 4, isAllChips: true, isRuled: false },
    ],
    list: [{ spot: '17', to: '20', stake: 400, isReplaced: false }],
  })
})

test('a table whose only wager was moved away can still be ruled on', () => {
  const alone = [...atRest.filter((order) => !('spot' in order) || order.spot === '17'), moved]
  const { book, state } = played(alone)
  expect(actionsAt(book, pitView(book, state)).find(({ action }) => action === 'rule')?.isPossible).toBe(true)
})

test('a part of a wager is money, or a number of chips where it is all of colour chips', () => {
  const { book, state } = played(atRest)
  const [cash, , chips] = wagersNow(pitView(book, state)).wagers
  expect([partIn(cash!, ''), partIn(cash!, '4.50'), partIn(cash!, '0'), partIn(cash!, 'half')]).toEqual([
    {},
    { stake: 450 },
    null,
    null,
  ])
  expect([partIn(chips!, '3'), partIn(chips!, '2.5'), partIn(chips!, ' ')]).toEqual([{ chips: 3 }, null, {}])
})

test('awards are read when every row is whole, and nobody is named twice', () => {
  expect(awardsInPlaceOf([], [])).toBeUndefined()
  expect(awardsInPlaceOf([], [{ player: 'ann', amount: '' }])).toBeNull()
  expect(awardsInPlaceOf([], [{ player: 'ann', amount: '0' }])).toBeNull()
  const rows = [
    { player: 'ann', amount: '5' },
    { player: 'bob', amount: '1,000.50' },
  ]
  expect(awardsInPlaceOf([], rows)).toEqual({ ann: 500, bob: 100_050 })
  expect(playersFor(['ann', 'bob', 'cy'], rows, rows[0]!)).toEqual(['ann', 'cy'])
})

test('unchanged awards are not awarded again; removed rows take the awards back', () => {
  const before = [{ player: 'ann', amount: 500 as Cents }]
  expect(awardsInPlaceOf(before, [{ player: 'ann', amount: '5.00' }])).toBeUndefined()
  expect(awardsInPlaceOf(before, [{ player: 'ann', amount: '2' }])).toEqual({ ann: 200 })
  expect(awardsInPlaceOf(before, [])).toEqual({})
})
