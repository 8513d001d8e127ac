import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaign } from '../../test/campaign.ts'
import { bookById } from '../books/index.ts'
import type { RuleBook, SpotKind } from '../books/rule-book.ts'
import { layoutOf, parseSpot, type Spot, type Spots, spotsOf } from './spots.ts'

const sands1 = bookById('mbs/sands-roulette@1')!
const sands2 = bookById('mbs/sands-roulette@2')!
const singleZero = bookById('mbs/roulette@3')!
const fastAction = bookById('mbs/sands-fast-action-roulette@2')!
const doubleZero = bookById('rws/roulette-double-zero-etg@4')!

type Case = {
  book: RuleBook
  layout: string
  spots: number
  zeros: readonly string[]
  splits: readonly string[]
  streets: readonly string[]
  corners: readonly string[]
  named: readonly [string, number, string][]
}

const sandsZeroArea = {
  zeros: ['S', '0', '00'],
  splits: ['S/0', 'S/00', '0/00', '0/1', '0/2', '00/2', '00/3'],
  streets: ['S/0/00', '0/1/2', '0/00/2', '00/2/3'],
  corners: [],
  named: [
    ['top-line', 5, 'S/0/00/1/2/3'],
    ['green', 11, 'S/0/00'],
  ] as [string, number, string][],
}

const numbered: readonly Case[] = [
  { book: sands1, layout: 'table', spots: 166, ...sandsZeroArea },
  { book: sands2, layout: 'table', spots: 166, ...sandsZeroArea },
  {
    book: singleZero,
    layout: 'table',
    spots: 157,
    zeros: ['0'],
    splits: ['0/1', '0/2', '0/3'],
    streets: ['0/1/2', '0/2/3'],
    corners: ['0/1/2/3'],
    named: [],
  },
  {
    book: doubleZero,
    layout: 'A',
    spots: 159,
    zeros: ['0', '00'],
    splits: ['0/00', '0/1', '0/2', '0/3'],
    streets: ['0/1/2', '0/2/3'],
    corners: ['0/1/2/3'],
    named: [],
  },
  {
    book: doubleZero,
    layout: 'B',
    spots: 161,
    zeros: ['0', '00'],
    splits: ['0/00', '0/1', '0/2', '00/2', '00/3'],
    streets: ['0/1/2', '00/2/3', '0/00/2'],
    corners: [],
    named: [['top-line', 6, '0/00/1/2/3']],
  },
]
const named = ({ book, layout }: { book: RuleBook; layout: string }) => `${book.id} ${layout}`
const cases = numbered.map((row) => [named(row), row] as const)
const layouts: readonly (readonly [string, Spots])[] = [
  ...numbered.map((row) => [named(row), spotsOf(row.book, row.layout)] as const),
  ['mbs/sands-fast-action-roulette@2 table', spotsOf(fastAction, 'table')],
]

const ofKind = (spots: Spots, ...kinds: SpotKind[]): string[] =>
  spots.list.filter(({ kind }) => kinds.includes(kind)).map(({ spot }) => spot)

test.each(cases)('%s has its exact count of spots, each once', (_, { book, layout, spots }) => {
  const { list, byId } = spotsOf(book, layout)
  expect(list).toHaveLength(spots)
  expect(byId.size).toBe(spots)
  expect(list.map(({ index }) => index)).toEqual(list.map((_, at) => at))
})

test('fast action has forty straight-ups and three bonus wagers', () => {
  const spots = spotsOf(fastAction, 'table')
  expect(spots.list).toHaveLength(43)
  expect(ofKind(spots, 'straight-up')).toHaveLength(40)
  expect(spots.list.slice(40).map(({ spot, kind, pays }) => [spot, kind, pays])).toEqual([
    ['bonus-win', 'bonus-win', 2],
    ['super-bonus-win', 'super-bonus-win', 350],
    ['scatter-bonus', 'scatter-bonus', 700],
  ])
})

test.each(cases)('%s: the grid gives 57 splits, 12 streets, 22 corners, 11 six-lines', (_, { book, layout }) => {
  const spots = spotsOf(book, layout)
  const onGrid = (...kinds: SpotKind[]) => ofKind(spots, ...kinds).filter((id) => /^[1-9]/.test(id)).length
  expect([onGrid('split'), onGrid('street'), onGrid('corner'), onGrid('six-line', 'line')]).toEqual([57, 12, 22, 11])
  const outside = ['column', 'dozen', 'low', 'high', 'odd', 'even', 'red', 'black'] as const
  expect(outside.map((kind) => ofKind(spots, kind).length)).toEqual([3, 3, 1, 1, 1, 1, 1, 1])
})

test.each(cases)('%s: the zero area adds exactly its own', (_, { book, layout, splits, streets, corners, ...rest }) => {
  const spots = spotsOf(book, layout)
  const inZeroArea = (kind: SpotKind) => ofKind(spots, kind).filter((id) => !/^[1-9]/.test(id))
  expect(inZeroArea('straight-up').sort()).toEqual([...rest.zeros].sort())
  expect(inZeroArea('split').sort()).toEqual([...splits].sort())
  expect(inZeroArea('street').sort()).toEqual([...streets].sort())
  expect(inZeroArea('corner').sort()).toEqual([...corners].sort())
  const special = spots.list.filter(({ kind }) => kind === 'top-line' || kind === 'green')
  expect(special.map(({ spot, pays, covers }) => [spot, pays, covers.join('/')])).toEqual(rest.named)
})

const permutations = (items: readonly string[]): string[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))

test.each(layouts)('%s: every spot is found by its id and by its numbers in every order', (_, spots) => {
  for (const spot of spots.list) {
    expect(parseSpot(spots, spot.spot)).toBe(spot)
    if (!spot.spot.includes('/') && spot.kind !== 'top-line') continue
    const found = new Set(permutations(spot.covers).map((order) => parseSpot(spots, order.join('/'))))
    expect([...found], spot.spot).toEqual([spot])
  }
})

const nowhere = [
  '',
  '/',
  '//',
  ' ',
  '1/',
  '/1',
  '1//2',
  '1/1',
  '0/0',
  '1/2/2',
  '1/2/3/3',
  '2/1/1',
  '1/36',
  '3/4',
  '6/7',
  '1/3',
  '1/5',
  '1/2/4',
  '2/3/4',
  '3/4/5',
  '3/4/6/7',
  '1/2/3/4',
  '1/2/3/4/5',
  '2/3/4/5/6/7',
  '3/4/5/6/7/8',
  '1/2/3/7/8/9',
  '1/2/3/4/5/6/7/8/9',
  '1/2/3/4/5/6/7/8/9/10/11/12',
  '37',
  '-1',
  '+1',
  '1.0',
  '1e0',
  '01',
  '01/02',
  '1/02',
  '000',
  '0x1',
  '٣',
  '1 ',
  ' 1',
  '1 / 2',
  '1/ 2',
  '1,2',
  '1-2',
  's',
  'mbs',
  'RED',
  'Red',
  'column-0',
  'column-4',
  'dozen-4',
  'dozen',
  'column',
  'straight-up',
  'six-line',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__proto__/1',
  'constructor/1',
  'NaN',
  'undefined',
  'null',
  '1\n',
  '1\u0000',
  '1/2\n',
  'red/black',
  'top-line/1',
]

test.each(layouts)('%s: there is no spot but those of the list', (_, spots) => {
  for (const text of nowhere) expect(parseSpot(spots, text), JSON.stringify(text)).toBeUndefined()
})

test('spots of one layout are refused on another', () => {
  const refused: [RuleBook, string, string[]][] = [
    [singleZero, 'table', ['00', 'S', 'MBS', '0/00', '00/3', 'top-line', 'green', 'bonus-win', '0/00/2']],
    [sands2, 'table', ['MBS', '0/3', '00/1', 'S/1', 'S/2', '0/1/2/3', '0/2/3', '0/00/1/2/3', 'scatter-bonus']],
    [doubleZero, 'A', ['S', '00/2', '00/3', '0/00/2', '00/2/3', 'top-line', 'green', '0/00/1/2/3']],
    [doubleZero, 'B', ['S', '0/3', '0/2/3', '0/1/2/3', 'green', '00/1']],
    [fastAction, 'table', ['1/2', '0/00', '1/2/3', 'red', 'low', 'dozen-1', 'column-1', 'green', 'top-line']],
  ]
  for (const [book, layout, texts] of refused)
    for (const text of texts) expect(parseSpot(spotsOf(book, layout), text), `${book.id} ${text}`).toBeUndefined()
})

test('a layout that the book lacks is a bug, not a guess', () => {
  for (const name of ['', 'C', 'a', 'toString', '__proto__'])
    expect(() => layoutOf(doubleZero, name), name).toThrow(/no layout/)
})

/** There are 66,000 sets of four: too many for a quick run. */
const sizes = campaign < 1 ? [2, 3] : [2, 3, 4]

/** Every set of `size` pockets, in the order of the wheel's list. */
function* subsets(pockets: readonly string[], size: number, from = 0): Generator<string[]> {
  if (size === 0) yield []
  else
    for (let at = from; at <= pockets.length - size; at++)
      for (const rest of subsets(pockets, size - 1, at + 1)) yield [pockets[at]!, ...rest]
}

// Rows of three: 1 2 3, 4 5 6 .. 34 35 36. Computed from the numbers alone, independently of the layout.
const rowOf = (n: number) => Math.ceil(n / 3)
const touch = (a: number, b: number) => b - a === 3 || (b - a === 1 && rowOf(a) === rowOf(b))
const areRows = (n: readonly number[], rows: number) =>
  n.length === rows * 3 && n[0]! % 3 === 1 && n.every((number, at) => number === n[0]! + at)
/** Two beside each other in a row, and the two after them in the next. */
const isCorner = ([a, b, c, d]: readonly number[]) =>
  b! - a! === 1 && rowOf(a!) === rowOf(b!) && c === a! + 3 && d === b! + 3

function isPlaceOfNumbers(n: readonly number[]): boolean {
  switch (n.length) {
    case 2:
      return touch(n[0]!, n[1]!)
    case 3:
      return areRows(n, 1)
    case 4:
      return isCorner(n)
    default:
      return areRows(n, 2)
  }
}

test.each(cases)('%s: of all sets of 2, 3 and 4 pockets, those that meet on the layout and no other', (_, row) => {
  const spots = spotsOf(row.book, row.layout)
  const zeroArea = new Set([...row.splits, ...row.streets, ...row.corners])
  const wrong: string[] = []
  for (const size of sizes)
    for (const set of subsets(row.book.wheel.pockets, size)) {
      const id = set.join('/')
      const isPlace = set.some((pocket) => row.zeros.includes(pocket))
        ? zeroArea.has(id)
        : isPlaceOfNumbers(set.map(Number))
      if (isPlace !== (parseSpot(spots, id)?.spot === id)) wrong.push(id)
    }
  expect(wrong).toEqual([])
})

test('fast action has no set of several pockets', () => {
  const spots = spotsOf(fastAction, 'table')
  for (const size of sizes)
    for (const set of subsets(fastAction.wheel.pockets, size))
      if (parseSpot(spots, set.join('/'))) expect.fail(set.join('/'))
})

test.each(cases)('%s: of six numbers in a run, and of any two rows, only neighbouring rows', (_, { book, layout }) => {
  const spots = spotsOf(book, layout)
  const run = (from: number, length: number) => Array.from({ length }, (_, at) => from + at)
  const runs = run(1, 31).map((from) => run(from, 6))
  const twoRows = [...subsets(run(1, 12).map(String), 2)].map((rows) =>
    rows.flatMap((row) => run(Number(row) * 3 - 2, 3)),
  )
  for (const six of [...runs, ...twoRows])
    expect(parseSpot(spots, six.join('/')) !== undefined, six.join('/')).toBe(isPlaceOfNumbers(six))
})

test.each(layouts)('%s: whatever is written, the answer is a spot of the list or none', (_, spots) => {
  const pockets = fc.constantFrom(...spots.rank.keys(), '00', 'S', '37', '')
  const written = fc.oneof(
    fc.string(),
    fc.array(pockets, { maxLength: 7 }).map((some) => some.join('/')),
  )
  const sorted = (text: string) => text.split('/').sort().join('/')
  fc.assert(
    fc.property(written, (text) => {
      const found: Spot | undefined = parseSpot(spots, text)
      if (found) expect([spots.byId.get(found.spot), sorted(found.spot)]).toEqual([found, sorted(text)])
    }),
    { numRuns: 500 },
  )
})

test('a kind has any name: the grid gives its spots by a value of the row', () => {
  const book = bookById('mbs/roulette@3')!
  const renamed: Record<string, string> = {
    'straight-up': 'plein',
    split: 'cheval',
    street: 'transversale',
    red: 'rouge',
  }
  const inFrench = JSON.parse(JSON.stringify(book), (key, value) =>
    key === 'kind' ? (renamed[value] ?? value) : value,
  )
  const [before, after] = [spotsOf(book, 'table').list, spotsOf(inFrench, 'table').list]
  expect(after).toEqual(before.map((spot) => ({ ...spot, kind: renamed[spot.kind] ?? spot.kind })))
})
