import { expect, test } from 'vitest'
import { bookById, books } from '../books/index.ts'
import { placesOf } from './places.ts'
import { layoutNames, spotsOf } from './spots.ts'

const layouts = books.flatMap((book) => layoutNames(book).map((layout) => ({ book, layout, name: book.id })))

test.each(layouts)('every spot of $name, layout $layout, has one place of its own on the print', ({ book, layout }) => {
  const { list, byId, bounds } = placesOf(book, layout)
  expect(list.map((place) => place.spot)).toEqual(spotsOf(book, layout).list.map((spot) => spot.spot))
  expect(byId.size).toBe(list.length)
  expect(new Set(list.map(({ x, y }) => `${x} ${y}`)).size).toBe(list.length)
  for (const { spot, x, y } of list) {
    expect(x >= bounds.x && x <= bounds.x + bounds.w, `${spot} at x ${x}`).toBe(true)
    expect(y >= bounds.y && y <= bounds.y + bounds.h, `${spot} at y ${y}`).toBe(true)
  }
})

test.each(layouts)('the cells of $name, layout $layout, are spots and do not overlap', ({ book, layout }) => {
  const { cells } = placesOf(book, layout)
  const spots = spotsOf(book, layout)
  expect(new Set(cells.map((cell) => cell.spot)).size).toBe(cells.length)
  for (const pocket of book.wheel.pockets)
    expect(
      cells.some((cell) => cell.spot === pocket),
      pocket,
    ).toBe(true)
  for (const a of cells) {
    expect(spots.byId.has(a.spot), a.spot).toBe(true)
    for (const b of cells)
      if (a !== b)
        expect(
          a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h,
          `${a.spot} over ${b.spot}`,
        ).toBe(false)
  }
})

// biome-ignore format: a table is read down its columns
const examples: [book: string, layout: string, spot: string, x: number, y: number][] = [
  ['mbs/roulette@3',                 'table', '17',           5.5,  1.5],
  ['mbs/roulette@3',                 'table', '0',           -0.5,  1.5],
  ['mbs/roulette@3',                 'table', '17/20',        6,    1.5],
  ['mbs/roulette@3',                 'table', '16/17',        5.5,  2],
  ['mbs/roulette@3',                 'table', '0/2',          0,    1.5],
  ['mbs/roulette@3',                 'table', '0/1/2',        0,    2],
  ['mbs/roulette@3',                 'table', '0/2/3',        0,    1],
  ['mbs/roulette@3',                 'table', '0/1/2/3',      0,    3],
  ['mbs/roulette@3',                 'table', '1/2/3',        0.5,  3],
  ['mbs/roulette@3',                 'table', '1/2/3/4/5/6',  1,    3],
  ['mbs/roulette@3',                 'table', '16/17/19/20',  6,    2],
  ['mbs/roulette@3',                 'table', 'column-3',    12.5,  0.5],
  ['mbs/roulette@3',                 'table', 'red',          5,    4.5],
  ['mbs/sands-roulette@2',           'table', 'S/0/00',      -1,    1.5],
  ['mbs/sands-roulette@2',           'table', 'S/0',         -1,    2.25],
  ['mbs/sands-roulette@2',           'table', '0/00',        -0.5,  1.5],
  ['mbs/sands-roulette@2',           'table', '0/2',          0,    1.75],
  ['mbs/sands-roulette@2',           'table', '0/00/2',       0,    1.5],
  ['mbs/sands-roulette@2',           'table', '00/2/3',       0,    1],
  ['mbs/sands-roulette@2',           'table', 'top-line',     0,    3],
  ['mbs/sands-fast-action-roulette@2', 'table', 'MBS',        3.5,  0.5],
  ['mbs/sands-fast-action-roulette@2', 'table', '17',         0.5,  6.5],
  ['mbs/sands-fast-action-roulette@2', 'table', 'bonus-win',  2,   11.5],
  ['rws/roulette-double-zero-etg@4', 'A',     '0/00',        -1,    1.5],
  ['rws/roulette-double-zero-etg@4', 'B',     'top-line',     0,    3],
  ['rws/roulette-double-zero-etg@4', 'B',     'dozen-1',      2,   -0.5],
  ['rws/roulette-double-zero-etg@4', 'B',     '31/32/33/34/35/36', 11, 3],
]

test.each(examples)('%s %s: %s lies at %d, %d', (id, layout, spot, x, y) => {
  expect(placesOf(bookById(id)!, layout).byId.get(spot)).toEqual({ spot, x, y })
})

test('the bounds are those of the print', () => {
  expect(placesOf(bookById('mbs/roulette@3')!, 'table').bounds).toEqual({ x: -1, y: 0, w: 14, h: 5 })
  expect(placesOf(bookById('mbs/sands-roulette@1')!, 'table').bounds).toEqual({ x: -2, y: 0, w: 15, h: 5 })
  expect(placesOf(bookById('rws/roulette-double-zero-etg@4')!, 'B').bounds).toEqual({ x: -1, y: -1, w: 14, h: 5 })
  expect(placesOf(bookById('mbs/sands-fast-action-roulette@2')!, 'table').bounds).toEqual({ x: 0, y: 0, w: 4, h: 12 })
})

test('a spot whose cells do not touch has no place, and the layout is not drawn', () => {
  const book = bookById('mbs/roulette@3')!
  const table = book.layouts.table!
  const torn = { ...table, zeroArea: [{ spot: '0/36', kind: 'split' as const, covers: ['0', '36'], clause: '4.2' }] }
  expect(() => placesOf({ ...book, layouts: { torn } }, 'torn')).toThrow('no place for 0/36')
})
