import { describe, expect, test } from 'vitest'
import { playCommand, read, tableOf } from '../../../test/support/engine.ts'
import { type DealerView, dealerView } from '../../engine/views.ts'
import { colourChips, coloursFor, tintsOf } from './tints.ts'

const buysIn = (player: string, colour?: string): object => ({
  do: 'buy-in',
  player,
  amount: 500,
  ...(colour && { colour, chipValue: 100 }),
})

/** The dealer's view after these commands. */
function viewAfter(...orders: readonly object[]): DealerView {
  const { book, state } = orders.map(read).reduce(playCommand, tableOf('mbs/sands-roulette@2'))
  return dealerView(book, state)
}

const all = colourChips.map(({ colour }) => colour)

test('a colour that somebody holds is offered to nobody else, and to its owner again', () => {
  const view = viewAfter(buysIn('ann', 'blue'), buysIn('bob'))
  expect(coloursFor(view, 'bob').toSorted()).toEqual(all.filter((colour) => colour !== 'blue').toSorted())
  expect(coloursFor(view, 'ann')).toContain('blue')
})

test('a colour whose last chips lie on the layout is still in use', () => {
  const allOn17 = { do: 'wager', player: 'ann', spot: '17', chips: 5 }
  const view = viewAfter(buysIn('ann', 'pink'), { do: 'place-your-bets' }, allOn17)
  expect(view.seats.ann?.funds.colourChips?.count).toBe(0)
  expect(coloursFor(view, 'bob')).not.toContain('pink')
})

test('a colour is free again when its last chip came back', () => {
  const view = viewAfter(buysIn('ann', 'pink'), { do: 'cash-out', player: 'ann', amount: 500, colour: 'pink' })
  expect(coloursFor(view, 'bob').toSorted()).toEqual(all.toSorted())
})

test('chips are drawn in the colour that was bought, and nobody else in that one', () => {
  const { seats } = viewAfter(buysIn('ann'), buysIn('bob', 'blue'), buysIn('cem'))
  const tints = tintsOf(seats)
  expect(tints.get('bob')).toBe('#7db4e8')
  expect(new Set(tints.values()).size).toBe(3)
})

describe('a colour is its owner from buy-in on', () => {
  const leaves = (player: string) => ({ do: 'cash-out', player, amount: 500 })
  const colours = (...orders: readonly object[]) =>
    Object.fromEntries(Object.entries(viewAfter(...orders).seats).map(([player, { colour }]) => [player, colour]))

  test('whoever else comes or goes', () => {
    const two = [buysIn('bob'), buysIn('cem')]
    expect(colours(...two)).toEqual({ bob: 'blue', cem: 'yellow' })
    expect(colours(...two, buysIn('ann'))).toEqual({ ann: 'pink', bob: 'blue', cem: 'yellow' })
    expect(colours(...two, leaves('bob'), buysIn('ann'))).toEqual({ ann: 'pink', bob: 'blue', cem: 'yellow' })
    expect(colours(...two, leaves('bob'), buysIn('ann'), buysIn('bob'))).toMatchObject({ bob: 'blue' })
  })

  test('also where another buys chips: none is offered by which somebody is known', () => {
    const view = viewAfter(buysIn('bob'), buysIn('cem'))
    expect(coloursFor(view, 'ann')).toEqual(all.slice(2))
    // The player's own colour is offered first.
    expect(coloursFor(view, 'cem').slice(0, 2)).toEqual(['yellow', 'pink'])
    expect(colours(buysIn('bob'), buysIn('cem'), buysIn('ann', 'pink'))).toEqual({
      bob: 'blue',
      cem: 'yellow',
      ann: 'pink',
    })
  })

  test('chips of a colour by which somebody was known give them another, in the same entry', () => {
    expect(colours(buysIn('bob'), buysIn('ann', 'blue'))).toEqual({ ann: 'blue', bob: 'yellow' })
    expect(colours(buysIn('bob'), leaves('bob'), buysIn('ann', 'blue'))).toEqual({ ann: 'blue', bob: null })
  })

  test('twenty players have twenty colours, and a further one has that of somebody who left', () => {
    const players = Array.from({ length: 20 }, (_, nth) => buysIn(`p${nth}`))
    expect(new Set(tintsOf(viewAfter(...players).seats).values()).size).toBe(20)
    expect(colours(...players, buysIn('late')).late).toBe(null)
    expect(colours(...players, leaves('p3'), buysIn('late'))).toMatchObject({ p3: null, late: 'orange' })
  })
})
