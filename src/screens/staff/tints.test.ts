import { describe, expect, test } from 'vitest'
import { playCommand, read, tableOf } from '../../../test/support/engine.ts'
import { type DealerView, dealerView } from '../../engine/views.ts'
import { colourChips, coloursFor, tintsAfter, tintsOf } from './tints.ts'

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
  expect(coloursFor(view, 'bob')).toEqual(all.filter((colour) => colour !== 'blue'))
  expect(coloursFor(view, 'ann')).toEqual(all)
})

test('a colour whose last chips lie on the layout is still in use', () => {
  const allOn17 = { do: 'wager', player: 'ann', spot: '17', chips: 5 }
  const view = viewAfter(buysIn('ann', 'pink'), { do: 'place-your-bets' }, allOn17)
  expect(view.seats.ann?.funds.colourChips?.count).toBe(0)
  expect(coloursFor(view, 'bob')).not.toContain('pink')
})

test('a colour is free again when its last chip came back', () => {
  const view = viewAfter(buysIn('ann', 'pink'), { do: 'cash-out', player: 'ann', amount: 500, colour: 'pink' })
  expect(coloursFor(view, 'bob')).toEqual(all)
})

test('chips are drawn in the colour that was bought, and nobody else in that one', () => {
  const { seats } = viewAfter(buysIn('ann'), buysIn('bob', 'blue'), buysIn('cem'))
  const tints = tintsOf(seats)
  expect(tints.get('bob')).toBe('#7db4e8')
  expect(new Set(tints.values()).size).toBe(3)
})

test('the console and whoever looks for the first time see the same colours, also when somebody has left', () => {
  const leaves = { do: 'cash-out', player: 'ann', amount: 500 }
  const { seats } = viewAfter(buysIn('ann'), buysIn('bob'), buysIn('cem', 'blue'), leaves)
  const atConsole = tintsAfter(new Map(), seats)
  expect([...atConsole.keys()].toSorted()).toEqual(['bob', 'cem'])
  for (const [player, tint] of atConsole) expect(tintsOf(seats).get(player)).toBe(tint)
})

describe('a colour is its owner from buy-in to cash-out', () => {
  const leaves = (player: string) => ({ do: 'cash-out', player, amount: 500 })

  test('whoever else comes or goes', () => {
    const first = tintsAfter(new Map(), viewAfter(buysIn('bob'), buysIn('cem')).seats)
    const more = tintsAfter(first, viewAfter(buysIn('bob'), buysIn('cem'), buysIn('ann'), buysIn('dee')).seats)
    for (const player of ['bob', 'cem']) expect(more.get(player)).toBe(first.get(player))
    expect(new Set(more.values()).size).toBe(4)
    const fewer = tintsAfter(more, viewAfter(buysIn('bob'), buysIn('cem'), leaves('bob'), buysIn('ann')).seats)
    expect(fewer.get('cem')).toBe(first.get('cem'))
    expect(fewer.has('bob')).toBe(false)
  })

  test('also where another buys chips: none is offered by which somebody is known', () => {
    const view = viewAfter(buysIn('bob'), buysIn('cem'))
    const tints = tintsAfter(new Map(), view.seats)
    const offered = coloursFor(view, 'ann', tints)
    expect(offered).toEqual(all.slice(2))
    const after = tintsAfter(tints, viewAfter(buysIn('bob'), buysIn('cem'), buysIn('ann', offered[0])).seats)
    for (const player of ['bob', 'cem']) expect(after.get(player)).toBe(tints.get(player))
    expect(after.get('ann')).toBe(colourChips[2].tint)
  })

  test('twenty players have twenty colours', () => {
    const players = Array.from({ length: 20 }, (_, nth) => buysIn(`p${nth}`))
    expect(new Set(tintsAfter(new Map(), viewAfter(...players).seats).values()).size).toBe(20)
  })
})
