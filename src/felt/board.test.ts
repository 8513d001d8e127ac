import { expect, test } from 'vitest'
import { books } from '../books/index.ts'
import { placesOf } from '../engine/places.ts'
import { layoutNames } from '../engine/spots.ts'
import { boardOf, type StepDirection, spotAt, stepFrom } from './board.ts'

const boards = books.flatMap((book) =>
  layoutNames(book).flatMap((layout) =>
    (['wide', 'tall', 'printed'] as const).map(
      (lie) => [`${book.id} ${layout} ${lie}`, boardOf(book, layout, lie)] as const,
    ),
  ),
)

test.each(boards)('%s: pointing at the place of a spot means that spot', (_, board) => {
  for (const { spot, x, y } of board.list) expect(spotAt(board, { x, y }), spot).toBe(spot)
})

/** A quarter of a cell: at 1920 pixels a target of 44. */
const FINGER = 0.249
const around = Array.from({ length: 16 }, (_, index) => (index * Math.PI) / 8)

test.each(boards)('%s: around every spot there is room for a finger', (_, board) => {
  for (const { spot, x, y } of board.list)
    for (const angle of around) {
      const at = { x: x + FINGER * Math.cos(angle), y: y + FINGER * Math.sin(angle) }
      expect(spotAt(board, at), `${spot} ${Math.round((angle * 180) / Math.PI)}`).toBe(spot)
    }
})

test('only what is crowded lies elsewhere than in the book, inside one of its own areas, with a line to its edge', () => {
  for (const book of books)
    for (const layout of layoutNames(book)) {
      const [board, places] = [boardOf(book, layout, 'printed'), placesOf(book, layout)]
      const moved = board.combinations.filter(({ spot, x, y }) => {
        const { x: bookX, y: bookY } = places.byId.get(spot)!
        return x !== bookX || y !== bookY
      })
      const isCrowded = places.byId.has('0/00/2')
      expect(moved.map(({ spot }) => spot).sort(), book.id).toEqual(isCrowded ? ['0/2', '00/2'] : [])
      expect(board.leads.map(({ to }) => to.x)).toEqual(moved.map(() => 0))
      for (const { spot, x, y } of moved) {
        const { x: left, y: top, w, h } = board.cellOf.get(spot.split('/')[0]!)!
        expect(x > left && x < left + w && y > top && y < top + h, spot).toBe(true)
      }
    }
})

test.each(boards)('%s: the arrow keys reach every spot from every other', (_, board) => {
  const directions: StepDirection[] = ['left', 'right', 'up', 'down']
  const steps = board.list.flatMap(({ spot }) => directions.map((way) => [spot, stepFrom(board, spot, way)] as const))
  const reached = (ways: readonly (readonly [string, string])[]): Set<string> => {
    const next = Map.groupBy(ways, ([from]) => from)
    const seen = new Set(['1'])
    for (const spot of seen) for (const [, to] of next.get(spot) ?? []) seen.add(to)
    return seen
  }
  expect(reached(steps).size).toBe(board.list.length)
  expect(reached(steps.map(([from, to]) => [to, from])).size).toBe(board.list.length)
})

test('only a layout that is higher than wide is turned, and keeps its shape', () => {
  const fast = books.find(({ rules }) => rules.bonus)!
  const [turned, printed] = [boardOf(fast, 'table'), boardOf(fast, 'table', 'printed')]
  expect(turned.isTurned).toBe(true)
  expect([turned.bounds.w, turned.bounds.h]).toEqual([printed.bounds.h, printed.bounds.w])
  expect(boardOf(books[0]!, 'table').isTurned).toBe(false)
  expect(turned.cells.find(({ spot }) => spot === '0')).toMatchObject({ x: 0, y: 3, w: 1, h: 1 })
})

test('a wide layout that stands tall has its zeros above and counts from left to right', () => {
  const tall = boardOf(books[2]!, 'table', 'tall')
  const [zero, one, two, four] = ['0', '1', '2', '4'].map((spot) => tall.byId.get(spot)!)
  expect(zero!.y).toBeLessThan(one!.y)
  expect(one!.x).toBeLessThan(two!.x)
  expect(one!.y).toBeLessThan(four!.y)
})

test('nothing is meant far from the layout', () => {
  for (const [, board] of boards) expect(spotAt(board, { x: board.bounds.x - 1, y: board.bounds.y })).toBeNull()
})
