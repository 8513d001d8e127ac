import { expect, test } from 'vitest'
import type { DealerView } from '../../engine/views.ts'
import { colourChips, coloursFor, tintsOf } from './tints.ts'

type Chips = { colour: string; count: number; onLayout?: number }

const seats = (players: Record<string, Chips | null>): DealerView['seats'] =>
  Object.fromEntries(
    Object.entries(players).map(([player, chips]) => [
      player,
      {
        funds: { colourChips: chips && { colour: chips.colour, value: 100, count: chips.count } },
        wagers: chips?.onLayout ? { 17: { chips: chips.onLayout } } : {},
      },
    ]),
  ) as unknown as DealerView['seats']

const all = colourChips.map(({ colour }) => colour)

test('a colour that somebody holds is offered to nobody else, and to its owner again', () => {
  const held = seats({ ann: { colour: 'blue', count: 5 }, bob: null })
  expect(coloursFor(held, 'bob')).toEqual(all.filter((colour) => colour !== 'blue'))
  expect(coloursFor(held, 'ann')).toEqual(all)
})

test('a colour whose last chips lie on the layout is still in use', () => {
  expect(coloursFor(seats({ ann: { colour: 'pink', count: 0, onLayout: 3 } }), 'bob')).not.toContain('pink')
})

test('a colour is free again when its last chip came back', () => {
  expect(coloursFor(seats({ ann: { colour: 'pink', count: 0 } }), 'bob')).toEqual(all)
})

test('chips are drawn in the colour that was bought, and nobody else in that one', () => {
  const tints = tintsOf(seats({ ann: null, bob: { colour: 'blue', count: 5 }, cem: null }))
  expect(tints.get('bob')).toBe('#7db4e8')
  expect(new Set(tints.values()).size).toBe(3)
})
