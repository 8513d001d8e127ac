import { expect, test } from 'vitest'
import { layoutNames, spotsOf } from '../engine/spots.ts'
import { bookById, books } from './index.ts'
import type { Layout, RuleBook } from './rule-book.ts'

const eachBook = books.map((book) => ({ id: book.id, book }))
const eachLayout = books.flatMap((book) =>
  layoutNames(book).map((name) => ({ id: book.id, name, book, layout: book.layouts[name]! })),
)

const duplicates = (items: readonly string[]): string[] => items.filter((item, at) => items.indexOf(item) !== at)
const sorted = (items: readonly string[]): string[] => [...items].sort()
const namesOf = (book: RuleBook): Set<string> =>
  new Set([...book.clauses.map(({ clause }) => clause), ...book.appendices.map(({ appendix }) => appendix)])

type Leaf = { path: string; key: string; value: unknown }

/** Every value in a book that is not made of others, with the way to it. */
function* leaves(value: unknown, path = '', key = ''): Generator<Leaf> {
  if (typeof value !== 'object' || value === null) yield { path, key, value }
  else
    for (const [name, inner] of Object.entries(value))
      yield* leaves(inner, path ? `${path}.${name}` : name, Array.isArray(value) ? key : name)
}

/** Fields that cite a clause. What looks like a clause elsewhere is held to the same. */
const citing = new Set([
  ...['clause', 'placed', 'loses', 'of', 'underMinimum', 'overMaximum', 'pastRounds', 'whileSpinning'],
  ...['noSpinAnnounced', 'playContinues', 'outcomeEstablished', 'noOutcome', 'someTerminals', 'registered'],
  ...['notRegistered', 'laterRounds', 'returned', 'superBonusClause', 'scatterClause'],
])
const looksLikeClause = (value: unknown): boolean =>
  typeof value === 'string' && (/^\d+(\.\d+)+$/.test(value) || /^(Appendix|Diagram)\b/.test(value))
/** Where a document says nothing, a value cites the reading that all share: there are twenty-five. */
const isReading = (text: string): boolean => /^reading ([1-9]|1\d|2[0-5])$/.test(text)
const isCitation = ({ path, key, value }: Leaf): boolean =>
  value !== null && (citing.has(key) || path.startsWith('rules.losesOnPocket.') || looksLikeClause(value))

function citations(book: RuleBook): Leaf[] {
  const { clauses, ...rest } = book
  return [...leaves(rest)].filter(isCitation).filter(({ path }) => !/^appendices\.\d+\.appendix$/.test(path))
}

test.each(eachBook)('$id: every clause that a value cites exists', ({ book }) => {
  const names = namesOf(book)
  const cited = citations(book)
  const stands = (name: string) => names.has(name) || isReading(name)
  expect(cited.filter(({ value }) => !stands(value as string))).toEqual([])
  expect(cited.length).toBeGreaterThan(40)
})

test('the lint sees a citation wherever it stands', () => {
  const wrong: Record<string, object> = {
    'layouts.A.wagers.0.loses': { layouts: { A: { wagers: [{ loses: '9.9' }] } } },
    'rules.losesOnPocket.0': { rules: { losesOnPocket: { 0: 'nowhere' } } },
    'rules.limits.overMaximum': { rules: { limits: { overMaximum: 'x' } } },
    'rules.anything.new': { rules: { anything: { new: '9.9.9' } } },
    'layouts.A.clause': { layouts: { A: { clause: 'Appendix Z' } } },
  }
  for (const [path, value] of Object.entries(wrong))
    expect(citations(value as RuleBook).map((leaf) => leaf.path)).toEqual([path])
})

test.each([
  ['mbs/sands-roulette@2', 61, ['Appendix A', 'Appendix B', 'Appendix C']],
  ['mbs/sands-roulette@1', 43, ['Diagram A', 'Diagram B']],
  ['mbs/roulette@3', 56, ['Appendix A', 'Appendix B']],
  ['mbs/sands-fast-action-roulette@2', 55, ['Appendix A', 'Appendix B', 'Appendix C']],
  ['rws/roulette-double-zero-etg@4', 48, ['Appendix A', 'Appendix B', 'Appendix C', 'Appendix D', 'Appendix E']],
])('%s accounts for all its %i clauses and its appendices', (id, count, appendices) => {
  const book = bookById(id)!
  expect(book.clauses).toHaveLength(count)
  expect(book.appendices.map(({ appendix }) => appendix)).toEqual(appendices)
})

const inOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

test.each(eachBook)('$id: clauses stand once each, in order, none missing between', ({ book }) => {
  const numbers = book.clauses.map(({ clause }) => clause)
  expect(duplicates(numbers)).toEqual([])
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
  const homes = ['value', 'engine', 'service', 'screen', 'outside']
  for (const { means, where, why } of [...book.clauses, ...book.appendices]) {
    expect(means.trim().length, means).toBeGreaterThan(10)
    expect(why.trim().length, means).toBeGreaterThan(10)
    expect(homes).toContain(where)
  }
  expect([...leaves(book)].filter(({ value }) => value === '' || value === undefined)).toEqual([])
})

const resolved = (book: RuleBook, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], book)

const fieldsNamed = (why: string): string[] =>
  [...why.matchAll(/\b(?:layouts|rules|wheel|colours|funds|irregularities|clauses)\.[\w.]*\w/g)].map(([path]) => path)

test.each(eachBook)('$id: a field that a clause is said to live in exists', ({ book }) => {
  const rows = [...book.clauses, ...book.appendices]
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
  for (const { why } of [...book.clauses, ...book.appendices])
    for (const [, path, list] of why.matchAll(/(layouts\.\w+): ([\w, ]+)/g))
      for (const name of list!.split(/, | and /).filter((word) => known.includes(word)))
        expect(resolved(book, `${path}.${name}`), `${path}.${name}`).toBeInstanceOf(Array)
})

test.each(eachBook)('$id: the wheel holds each pocket once, and so do the colours', ({ book }) => {
  const { pockets, order } = book.wheel
  expect(duplicates(pockets)).toEqual([])
  expect(sorted(order)).toEqual(sorted(pockets))
  const { red, black, green } = book.colours
  expect(sorted([...red, ...black, ...green])).toEqual(sorted(pockets))
  expect([red.length, black.length, green.length]).toEqual([18, 18, pockets.length - 36])
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

test.each(eachLayout)('$id $name: rows and ids stand once, and every row of the pay table has its places', (row) => {
  const { book, name, layout } = row
  const { list, byId } = spotsOf(book, name)
  expect(duplicates(layout.wagers.map(({ kind }) => kind))).toEqual([])
  expect(duplicates([...layout.zeroArea, ...layout.sections].map(({ spot }) => spot))).toEqual([])
  expect(duplicates(list.map(({ spot }) => spot))).toEqual([])
  expect(new Set(list.map(({ kind }) => kind))).toEqual(new Set(layout.wagers.map(({ kind }) => kind)))
  const unlisted = [...layout.zeroArea, ...layout.sections].filter(({ spot, kind }) => byId.get(spot)?.kind !== kind)
  expect(unlisted).toEqual([])
})

test.each(eachLayout)('$id $name: what a spot covers is on the wheel, once', ({ book, name, layout }) => {
  for (const { spot, covers } of [...layout.zeroArea, ...layout.sections, ...spotsOf(book, name).list]) {
    expect(duplicates(covers), spot).toEqual([])
    expect(
      covers.filter((pocket) => !book.wheel.pockets.includes(pocket)),
      spot,
    ).toEqual([])
  }
  const misnamed = layout.zeroArea.filter(({ spot, covers }) => spot.includes('/') && spot !== covers.join('/'))
  expect(misnamed).toEqual([])
})

test.each(eachLayout)(
  '$id $name: a spot that wins by what it covers covers something; the bonus wagers do not',
  (row) => {
    for (const { spot, wins, covers, pays, paysBonus, paysSuperBonus } of spotsOf(row.book, row.name).list) {
      expect(covers.length > 0, spot).toBe(wins === 'covered')
      expect(
        [pays, paysBonus, paysSuperBonus].every((pay) => Number.isSafeInteger(pay) && pay > 0),
        spot,
      ).toBe(true)
    }
  },
)

test.each(eachLayout)('$id $name: colour spots cover their colour', ({ book, name }) => {
  for (const colour of ['red', 'black', 'green'] as const) {
    const spot = spotsOf(book, name).byId.get(colour)
    if (spot) expect(sorted(spot.covers)).toEqual(sorted(book.colours[colour]))
  }
})

const cellsOf = (layout: Layout): string[] => layout.grids.flatMap(({ rows }) => rows.flat())

test.each(eachLayout)(
  '$id $name: each cell, area and place belongs to a spot, each spot that is printed is printed once',
  (row) => {
    const { book, name, layout } = row
    const { list, byId } = spotsOf(book, name)
    const printed = [...cellsOf(layout), ...layout.areas.map(({ spot }) => spot)]
    expect([...printed, ...layout.places.map(({ spot }) => spot)].filter((id) => !byId.has(id))).toEqual([])
    expect(duplicates(printed)).toEqual([])
    // Numbers and sections have an area of their own; the others lie on lines.
    const areas = list.filter(({ spot, kind }) => !spot.includes('/') && kind !== 'top-line').map(({ spot }) => spot)
    expect(sorted(printed)).toEqual(sorted(areas))
    expect(layout.grids.every(({ rows }) => rows.every((cells) => cells.length === rows[0]!.length))).toBe(true)
  },
)

test.each(eachLayout)('$id $name: no two areas lie on each other', ({ layout }) => {
  const cells = layout.grids.flatMap(({ x, y, rows }) =>
    rows.flatMap((row, down) => row.map((spot, right) => ({ spot, x: x + right, y: y + down, w: 1, h: 1 }))),
  )
  const boxes = [...cells, ...layout.areas]
  const overlap = boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
      .map((b) => `${a.spot} and ${b.spot}`),
  )
  expect(overlap).toEqual([])
})

test.each(eachLayout)('$id $name: several-piece bets are made of spots of the layout', ({ book, name, layout }) => {
  const { byId } = spotsOf(book, name)
  expect(duplicates(layout.severalPieceBets.map(({ terminal }) => terminal))).toEqual([])
  for (const { bets } of layout.severalPieceBets) {
    expect(duplicates(bets.map(({ bet }) => bet))).toEqual([])
    for (const rule of bets) {
      const pieces = rule.choose === 'nothing' ? rule.pieces.map(({ spot }) => spot) : []
      const finales = rule.choose === 'last-digit' ? Object.values(rule.groups).flat() : []
      expect([...pieces, ...finales].filter((id) => !byId.has(id))).toEqual([])
      expect([...duplicates(pieces), ...duplicates(finales)]).toEqual([])
    }
  }
})

test('only books with bonus wagers have a draw, and links share out all forty pockets by fours', () => {
  for (const { book, layout } of eachLayout)
    expect(layout.wagers.some(({ wins }) => wins !== 'covered')).toBe(book.rules.bonus !== null)
  const { links, numbers } = bookById('mbs/sands-fast-action-roulette@2')!.rules.bonus!
  const { pockets } = bookById('mbs/sands-fast-action-roulette@2')!.wheel
  expect(links.map(({ link }) => link).join('')).toBe('abcdefghij')
  expect(links.every((link) => link.pockets.length === 4)).toBe(true)
  expect(sorted(links.flatMap((link) => link.pockets))).toEqual(sorted(pockets))
  expect([numbers, pockets.length]).toEqual([10, 40])
})

test.each(eachBook)('$id: the codes that rules name are irregularities of the book', ({ book }) => {
  const codes = book.irregularities.map(({ code }) => code)
  expect(duplicates(codes)).toEqual([])
  const named = [book.rules.noSpin?.code, book.rules.interruption?.code].filter((code) => code !== undefined)
  expect(named.filter((code) => !codes.includes(code))).toEqual([])
  expect(Object.keys(book.rules.losesOnPocket).filter((pocket) => !book.wheel.pockets.includes(pocket))).toEqual([])
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
  expect(duplicates(books.map(({ id }) => id))).toEqual([])
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
  for (const { inForce } of books)
    expect([inForce.from, inForce.until].every((day) => day === null || !Number.isNaN(Date.parse(day)))).toBe(true)
})
