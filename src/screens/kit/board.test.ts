import { expect, test } from 'vitest'
import { books } from '../../books/index.ts'
import { layoutNames } from '../../engine/spots.ts'
import { boardOf, type Direction, spotAt, stepFrom } from './board.ts'

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

test.each(boards)('%s: every spot has room enough for a finger', (_, board) => {
  const [fine, room] = [0.05, new Map<string, number>()]
  const { x, y, w, h } = board.bounds
  for (let at = { x: x - 0.3, y }; at.x < x + w + 0.3; at.x += fine)
    for (at.y = y - 0.3; at.y < y + h + 0.3; at.y += fine) {
      const spot = spotAt(board, at)
      if (spot !== null) room.set(spot, (room.get(spot) ?? 0) + fine * fine)
    }
  for (const { spot } of board.list) expect(room.get(spot) ?? 0, spot).toBeGreaterThan(0.1)
})

test.each(boards)('%s: the arrow keys reach every spot from every other', (_, board) => {
  const directions: Direction[] = ['left', 'right', 'up', 'down']
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
