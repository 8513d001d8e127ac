import { expect, test } from 'vitest'
import { playCommand, read, tableOf } from '../../../test/support/engine.ts'
import type { Table } from '../../engine/conduct.ts'
import { dealerView } from '../../engine/views.ts'
import { roundsToRefer } from './refer-dialog.tsx'

const seen = ({ book, state }: Table) => dealerView(book, state)
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const play = (table: Table, ...orders: readonly object[]): Table =>
  orders.reduce((before: Table, order) => playCommand(before, read(order)), table)

test('the round under way is referred first, then those that are concluded; one that waits is not offered again', () => {
  const round = [{ do: 'place-your-bets' }, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }]
  const [settled, referred] = [{ do: 'settle' }, { do: 'refer', reason: 'a dispute' }]
  const offered = (...orders: readonly object[]) =>
    roundsToRefer(seen(play(tableOf('mbs/roulette@3'), ...orders))).map((one) => [one.round, one.isConcluded])
  expect(offered()).toEqual([])
  expect(offered(...round)).toEqual([[1, false]])
  expect(offered(...round, settled)).toEqual([[1, true]])
  expect(offered(...round, settled, ...round)).toEqual([
    [2, false],
    [1, true],
  ])
  expect(offered(...round, settled, ...round, referred)).toEqual([[1, true]])
})
