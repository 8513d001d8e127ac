import { expect, test } from 'vitest'
import { playCommand, read, tableOf } from '../../../test/support/engine.ts'
import { dealerView } from '../../engine/views.ts'
import type { TableSeat } from '../../wire/floor-service.ts'
import { placesAt, sameName } from './seat-map.ts'

const orders = [
  { do: 'buy-in', player: 't2', amount: 500 },
  { do: 'buy-in', player: 'Ann', amount: 500 },
  { do: 'buy-in', player: 'bob', amount: 500 },
  { do: 'cash-out', player: 'bob', amount: 500 },
]
const { book, state } = orders.map(read).reduce(playCommand, tableOf('mbs/roulette@3'))
const view = dealerView(book, state)
const terminal = (player: string, name: string): TableSeat => ({
  terminal: player,
  name,
  player,
  status: 'open',
  enrolled: true,
  isWatched: false,
  called: null,
})
const terminals = [terminal('t10', 'By the door'), terminal('t2', 'Window')]

test('places are the terminals of the table, empty or not, and whoever else has chips', () => {
  const places = placesAt(view.seats, terminals)
  expect(places.map(({ player }) => player)).toEqual(['t10', 't2', 'Ann'])
  expect(places.map(({ seat }) => seat?.funds.balance ?? null)).toEqual([null, 500, 500])
})

test('a name written otherwise is the same player, and no phantom', () => {
  const known = { view, terminals }
  const asked = ['T2', ' window ', 'ANN', 'Ann', 't2', 'BOB', 'cem', '']
  expect(asked.map((typed) => sameName(known, typed.trim()))).toEqual([
    't2',
    't2',
    'Ann',
    null,
    null,
    'bob',
    null,
    null,
  ])
})
