import { expect, test } from 'vitest'
import { knowsClause } from '../../test/support/engine.ts'
import { bookSchema } from '../book-files/book-schema.ts'
import { checkShape } from '../book-files/check-shape.ts'
import { checkBook } from '../book-files/read-book.ts'
import { layoutNames, spotsOf } from '../engine/spots.ts'
import { bookById, books } from './index.ts'
import type { RuleBook } from './rule-book.ts'

/** Tests of our five books against their documents. `checkBook` tests that each is a valid book. */

const eachBook = books.map((book) => ({ id: book.id, book }))
const eachLayout = books.flatMap((book) =>
  layoutNames(book).map((name) => ({ id: book.id, name, book, layout: book.layouts[name]! })),
)

const sorted = (items: readonly string[]): string[] => [...items].sort()

test.each(eachBook)('$id is a book, and cites readings that we have', ({ book }) => {
  expect(checkBook(book).problems).toEqual([])
  const readings = checkShape(bookSchema, book).citations.filter(({ clause }) => clause.startsWith('reading'))
  expect(readings.filter(({ clause }) => !knowsClause(book, clause))).toEqual([])
  expect(checkShape(bookSchema, book).citations.length).toBeGreaterThan(40)
})

test.each(eachBook)('$id: whatever looks like a clause is cited as one', ({ book }) => {
  const { texts: _, ...rest } = book
  const cited = new Set(checkShape(bookSchema, book).citations.map(({ path }) => path.join('.')))
  const alike = [...leaves(rest)].filter(({ value }) => /^(\d+(\.\d+)+|(Appendix|Diagram)\b.*)$/.test(String(value)))
  expect(alike.filter(({ path, value }) => typeof value === 'string' && !cited.has(path))).toEqual([])
})

type Leaf = { path: string; value: unknown }

/** Every simple value in a book, with its path. */
function* leaves(value: unknown, path = ''): Generator<Leaf> {
  if (typeof value !== 'object' || value === null) yield { path, value }
  else for (const [name, inner] of Object.entries(value)) yield* leaves(inner, path ? `${path}.${name}` : name)
}

test.each([
  ['mbs/sands-roulette@2', 61, ['Appendix A', 'Appendix B', 'Appendix C']],
  ['mbs/sands-roulette@1', 43, ['Diagram A', 'Diagram B']],
  ['mbs/roulette@3', 56, ['Appendix A', 'Appendix B']],
  ['mbs/sands-fast-action-roulette@2', 55, ['Appendix A', 'Appendix B', 'Appendix C']],
  ['rws/roulette-double-zero-etg@4', 48, ['Appendix A', 'Appendix B', 'Appendix C', 'Appendix D', 'Appendix E']],
])('%s accounts for all its %i clauses and its appendices', (id, count, appendices) => {
  const book = bookById(id)!
  expect(book.texts.en.clauses).toHaveLength(count)
  expect(book.texts.en.appendices.map(({ appendix }) => appendix)).toEqual(appendices)
})

const inOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

test.each(eachBook)('$id: clauses stand once each, in order, none missing between', ({ book }) => {
  const numbers = book.texts.en.clauses.map(({ clause }) => clause)
  expect(numbers).toEqual(numbers.toSorted(inOrder))
  const orphans = numbers.filter((number) => {
    const parts = number.split('.').map(Number)
    const before = [...parts.slice(0, -1), parts.at(-1)! - 1]
    const parent = parts.slice(0, -1)
    const first = parts.at(-1) === 1
    return first ? parent.length > 1 && !numbers.includes(parent.join('.')) : !numbers.includes(before.join('.'))
  })
  expect(orphans).toEqual([])
})

test.each(eachBook)('$id: no row is empty', ({ book }) => {
  for (const { means, why } of [...book.texts.en.clauses, ...book.texts.en.appendices]) {
    expect(means.trim().length, means).toBeGreaterThan(10)
    expect(why.trim().length, means).toBeGreaterThan(10)
  }
})

const resolved = (book: RuleBook, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], book)

const fieldsNamed = (why: string): string[] =>
  [...why.matchAll(/\b(?:layouts|rules|wheel|colours|funds|irregularities|clauses)\.[\w.]*\w/g)].map(([path]) => path)

test.each(eachBook)('$id: a field that a clause is said to live in exists', ({ book }) => {
  const rows = [...book.texts.en.clauses, ...book.texts.en.appendices]
  const missing = rows.flatMap(({ why }) => fieldsNamed(why)).filter((path) => resolved(book, path) === undefined)
  expect(missing).toEqual([])
  const kinds = Object.values(book.layouts).flatMap(({ wagers }) => wagers.map(({ kind }) => kind as string))
  const rowsNamed = rows.flatMap(({ why }) => [...why.matchAll(/wagers: the ([\w-]+) row/g)].map(([, kind]) => kind!))
  expect(rowsNamed.filter((kind) => !kinds.includes(kind))).toEqual([])
  const values = rows.filter(({ where }) => where === 'value')
  const nameless = values.filter(({ why }) => fieldsNamed(why).length === 0 && !why.startsWith('heading'))
  expect(nameless).toEqual([])
})

test.each(eachBook)('$id: fields that a clause names after its place are there too', ({ book }) => {
  const known = ['wagers', 'zeroArea', 'sections', 'grids', 'areas', 'places', 'severalPieceBets']
  for (const { why } of [...book.texts.en.clauses, ...book.texts.en.appendices])
    for (const [, path, list] of why.matchAll(/(layouts\.\w+): ([\w, ]+)/g))
      for (const name of list!.split(/, | and /).filter((word) => known.includes(word)))
        expect(resolved(book, `${path}.${name}`), `${path}.${name}`).toBeInstanceOf(Array)
})

test.each(eachBook)(
  '$id: ids are in the order S, MBS, 0, 00, 1 to 36, and the wheel in that of reading 24',
  ({ book }) => {
    const numbers = Array.from({ length: 36 }, (_, at) => String(at + 1))
    const all = ['S', 'MBS', '0', '00', ...numbers]
    expect(book.wheel.pockets).toEqual(all.filter((pocket) => book.wheel.pockets.includes(pocket)))
    const round =
      '0 S MBS 00 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26'
    expect(book.wheel.order).toEqual(round.split(' ').filter((pocket) => book.wheel.pockets.includes(pocket)))
  },
)

test.each(eachBook)('$id: eighteen red, eighteen black, and the zeros green', ({ book }) => {
  const { red, black, green } = book.colours
  expect([red.length, black.length, green.length]).toEqual([18, 18, book.wheel.pockets.length - 36])
})

test.each(eachLayout)('$id $name: numbers and sections have an area of their own; the others lie on lines', (row) => {
  const { list } = spotsOf(row.book, row.name)
  const cells = row.layout.grids.flatMap(({ rows }) => rows.flat())
  const printed = [...cells, ...row.layout.areas.map(({ spot }) => spot)]
  const areas = list.filter(({ spot, kind }) => !spot.includes('/') && kind !== 'top-line').map(({ spot }) => spot)
  expect(sorted(printed)).toEqual(sorted(areas))
})

test('links share out all forty pockets by fours, and no other book of ours has a draw', () => {
  expect(books.filter(({ rules }) => rules.bonus).map(({ id }) => id)).toEqual(['mbs/sands-fast-action-roulette@2'])
  const { links, numbers } = bookById('mbs/sands-fast-action-roulette@2')!.rules.bonus!
  const { pockets } = bookById('mbs/sands-fast-action-roulette@2')!.wheel
  expect(links.map(({ link }) => link).join('')).toBe('abcdefghij')
  expect(links.every((link) => link.pockets.length === 4)).toBe(true)
  expect(sorted(links.flatMap((link) => link.pockets))).toEqual(sorted(pockets))
  expect([numbers, pockets.length]).toEqual([10, 40])
})

const irregularities = [
  ['same-direction', '5.1', '5.3.6'],
  ['ball-not-spun', '5.2', '5.3.1'],
  ['too-few-revolutions', '5.3', '5.3.2'],
  ['foreign-object', '5.4', '5.3.7'],
  ['ball-not-in-compartment', '5.5', '5.3.3'],
  ['ball-out-of-wheel', '5.6', '5.3.4'],
  ['ball-broke', '5.7', '5.4'],
  ['wheel-stopped', '5.8', '5.3.9'],
  ['wheel-not-rotating', '5.9', '5.3.5'],
  ['interference', '5.10', '5.3.8'],
] as const
const own: Record<string, readonly [string, string][]> = {
  'mbs/sands-roulette@1': [],
  'mbs/sands-roulette@2': [['no-spin', '5.12']],
  'mbs/roulette@3': [['no-spin', '5.12']],
  'mbs/sands-fast-action-roulette@2': [
    ['bonus-number-not-lit', '5.11'],
    ['no-spin', '5.13'],
  ],
  'rws/roulette-double-zero-etg@4': [['interruption', '5.1.2']],
}

test.each(eachBook)('$id: what voids a round, by which clause', ({ id, book }) => {
  const common = irregularities.map(([code, mbs, etg]) => [code, book.playedOn === 'terminals' ? etg : mbs])
  expect(book.irregularities.map(({ code, clause }) => [code, clause])).toEqual([...common, ...own[id]!])
})

test.each(eachBook)('$id: a book is a value, the same after being written down and read', ({ book }) => {
  expect(JSON.parse(JSON.stringify(book))).toStrictEqual(book)
})

test('books are told apart by their ids, which say operator, game and version', () => {
  expect(new Set(books.map(({ id }) => id)).size).toBe(5)
  for (const { id, version } of books) expect(id).toMatch(new RegExp(`^(mbs|rws)/[a-z-]+@${version}$`))
  expect(bookById('mbs/roulette@4')).toBeUndefined()
})

test('a book that is superseded ends when the next begins', () => {
  const named = books.filter(({ supersedes }) => supersedes !== null)
  expect(named.map(({ id, supersedes }) => [id, supersedes])).toEqual([
    ['mbs/sands-roulette@2', 'mbs/sands-roulette@1'],
  ])
  for (const { supersedes, inForce, version } of named) {
    const before = bookById(supersedes!)!
    expect(before.inForce.until).toBe(inForce.from)
    expect(before.version).toBe(version - 1)
  }
  const ended = books.filter(({ inForce }) => inForce.until !== null).map(({ id }) => id)
  expect(ended).toEqual(named.map(({ supersedes }) => supersedes))
})
