import { basename, dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { books } from '../../src/books/index.ts'
import { arrowsIn, cyclesOf, foldersOf } from './cycles.ts'
import { type Arrow, arrowsOf, importedBy, roomOf, type Source, sources, withoutComments } from './imports.ts'

/**
 * The permitted imports between rooms: books <- engine <- words <- story <- everything else, service/ only from cli/.
 */

const inRoom = (room: string) => sources.filter(({ path }) => roomOf(path) === room)
const withoutWords = (text: string): string => withoutComments(text).replace(/'[^'\n]*'|`[^`]*`/g, "''")

/** The forbidden imports of a file. */
function trespasses({ path, text }: Source): string[] {
  return importedBy(text).flatMap((name) => {
    const problem = name.startsWith('.') ? wrongRoom(path, join(dirname(path), name)) : wrongPackage(path, name)
    return problem ? [`${path} imports ${name}: ${problem}`] : []
  })
}

/** These stand on nothing but themselves: no package, no runtime. */
const pure = ['books', 'engine', 'words', 'story', 'house']

/** These run in a browser as well. */
const portable = [...pure, 'book-files', 'record', 'proof', 'receipts', 'lab', 'charts', 'report']

const mayEnter: Readonly<Record<string, readonly string[]>> = {
  books: ['books'],
  engine: ['books', 'engine'],
  'book-files': ['books', 'engine', 'words', 'book-files'],
  words: ['books', 'engine', 'house', 'wheel', 'wire', 'words'],
  story: ['books', 'engine', 'words', 'story'],
  felt: ['books', 'engine', 'words', 'felt'],
  lab: ['books', 'engine', 'lab'],
  wheel: ['books', 'engine', 'wheel'],
  house: ['books', 'engine', 'house'],
  record: ['books', 'engine', 'book-files', 'house', 'proof', 'record'],
  proof: ['proof'],
  signing: ['proof', 'signing'],
  witness: ['proof', 'witness'],
  receipts: ['books', 'engine', 'book-files', 'words', 'story', 'record', 'proof', 'receipts'],
  wire: ['books', 'engine', 'house', 'proof', 'record', 'wheel', 'wire'],
  client: ['books', 'engine', 'wire', 'client'],
  print: ['books', 'engine', 'words', 'story', 'house', 'print'],
  reference: ['books', 'engine', 'reference'],
  charts: ['words', 'charts'],
  report: ['books', 'engine', 'words', 'house', 'lab', 'print', 'charts', 'report'],
  screens: [
    'books',
    'engine',
    'book-files',
    'words',
    'story',
    'wheel',
    'house',
    'record',
    'proof',
    'receipts',
    'lab',
    'wire',
    'client',
    'charts',
    'felt',
    'screens',
  ],
}

function wrongRoom(path: string, target: string): string | null {
  const [from, to] = [roomOf(path), roomOf(target)]
  if (target.startsWith('..')) return 'it is outside the house'
  if (mayEnter[from] && !mayEnter[from].includes(to)) return `${from} may not know ${to}`
  if (['service', 'screens'].includes(to) && from !== to && from !== 'cli') return `only cli knows ${to}`
  return to === 'cli' && from !== 'cli' ? 'nobody knows cli' : null
}

function wrongPackage(path: string, name: string): string | null {
  // SHA-256 and HMAC are functions like others: the draw is derived by them.
  if (roomOf(path) === 'engine' && name.startsWith('@noble/hashes/')) return null
  if (pure.includes(roomOf(path))) return `${roomOf(path)} stands on nothing but itself`
  return portable.includes(roomOf(path)) && name.startsWith('node:') ? `${roomOf(path)} runs in a browser too` : null
}

test('imports run one way', () => {
  expect(sources.flatMap(trespasses)).toEqual([])
  expect(sources.length).toBeGreaterThan(15)
})

test.each([
  ['books/a.ts', "import { x } from '../engine/money.ts'", 1],
  ['books/a.ts', "import type { RuleBook } from './rule-book.ts'", 0],
  ['engine/a.ts', "import fs from 'node:fs'", 1],
  ['engine/a.ts', "import { x } from 'fastify'", 1],
  ['engine/a.ts', "import { readBook } from '../book-files/read-book.ts'", 1],
  ['book-files/a.ts', "import Type from 'typebox'", 0],
  ['book-files/a.ts', "import { readFileSync } from 'node:fs'", 1],
  ['engine/a.ts', "import 'fastify'", 1],
  ['engine/a.ts', "const x = await import('node:crypto')", 1],
  ['engine/a.ts', "export * from '../lab/x.ts'", 1],
  ['engine/decisions/a.ts', "import { x } from '../../lab/x.ts'", 1],
  ['engine/decisions/a.ts', "import { x } from '../money.ts'", 0],
  ['engine/a.ts', "import {\n  x,\n} from 'fastify'", 1],
  ['engine/a.ts', "import { sha256 } from '@noble/hashes/sha2.js'", 0],
  ['books/a.ts', "import { sha256 } from '@noble/hashes/sha2.js'", 1],
  ['engine/a.ts', "const moved = from 'house'", 0],
  ['engine/a.ts', "// import { x } from 'fastify'", 0],
  ['engine/a.ts', "import { x } from '../story/words.ts'", 1],
  ['story/a.ts', "import { x } from '../engine/money.ts'\nimport { y } from '../books/index.ts'", 0],
  ['story/a.ts', "import { x } from '../cli/output.ts'", 1],
  ['words/a.ts', "import { x } from '../story/scene.ts'", 1],
  ['words/a.ts', "import { x } from 'preact'", 1],
  ['words/a.ts', "import type { FaultCode } from '../wheel/wheel-faults.ts'", 0],
  ['story/a.ts', "import { x } from '../words/naming.ts'", 0],
  ['story/a.ts', "import fs from 'node:fs'", 1],
  ['house/a.ts', "import { hash } from 'node:crypto'", 1],
  ['house/a.ts', "import { x } from '../record/leaf-hash.ts'", 1],
  ['record/a.ts', "import { hash } from 'node:crypto'", 1],
  ['record/a.ts', "import { sha256 } from '@noble/hashes/sha2.js'", 0],
  ['record/a.ts', "import { x } from '../house/state.ts'", 0],
  ['record/a.ts', "import { x } from '../service/floor.ts'", 1],
  ['screens/a.ts', "import { x } from '../story/words.ts'", 0],
  ['service/a.ts', "import { x } from '../story/words.ts'", 0],
  ['cli/a.ts', "import { x } from '../story/words.ts'", 0],
  ['screens/a.ts', "import { x } from '../service/host.ts'", 1],
  ['service/a.ts', "import { x } from '../screens/kit/api.ts'", 1],
  ['cli/a.ts', "import { x } from '../screens/kit/api.ts'", 0],
  ['service/a.ts', "import { x } from './host.ts'", 0],
  ['cli/a.ts', "import { x } from '../service/host.ts'", 0],
  ['lab/a.ts', "import { x } from '../cli/output.ts'", 1],
  ['lab/a.ts', "import { x } from '../../bench/main.ts'", 1],
  ['lab/a.ts', "import { x } from '../wheel/chance.ts'", 1],
  ['wheel/a.ts', "import { x } from '../lab/x.ts'", 1],
  ['screens/a.ts', "import { x } from '../wheel/status.ts'\nimport { h } from 'preact'", 0],
  ['lab/a.ts', "import { x } from '../engine/money.ts'\nimport fs from 'node:fs'", 1],
  ['lab/a.ts', "import { sha256 } from '@noble/hashes/sha2.js'", 0],
  ['screens/a.ts', "import { x } from '../lab/chi-square.ts'", 0],
  ['report/a.ts', "import { x } from '../service/figures/tally.ts'", 1],
  ['report/a.ts', "import { x } from '../screens/kit/api.ts'", 1],
  ['report/a.ts', "import fs from 'node:fs'", 1],
  ['service/a.ts', "import { x } from '../report/journal-report.ts'", 0],
])('the watch on imports: %s with %s has %i trespasses', (path, text, count) => {
  expect(trespasses({ path, text })).toHaveLength(count)
})

/** The modules of the wire that a page would load: all imports that are not type imports. */
const loadedOfWire = (text: string): string[] =>
  [...withoutComments(text).matchAll(/^\s*(?:import|export)\s+(?!type\b)[^'"]*?from\s*'([^']*\/wire\/[^']+)'/gm)]
    .map(([, name]) => name!)
    .filter((name) => !/\/(protocol|pages)\.ts$/.test(name))

test('pages and clients take the types of the wire alone: its schemas are for the service', () => {
  const loading = [...inRoom('screens'), ...inRoom('client')].flatMap(({ path, text }) =>
    loadedOfWire(text).map((name) => `${path} loads ${name}`),
  )
  expect(loading).toEqual([])
})

test.each([
  ["import { alarm } from '../wire/alarm.ts'", 1],
  ["import { type Alarm } from '../wire/alarm.ts'", 1],
  ["import type { Alarm } from '../wire/alarm.ts'\nimport { x } from './y.ts'", 0],
  ["export type { Alarm } from '../../wire/alarm.ts'", 0],
  ["import { closeCodes } from '../wire/protocol.ts'", 0],
])('the watch on the wire: %s loads %i', (text, count) => {
  expect(loadedOfWire(text)).toHaveLength(count)
})

test('a name leads to its file: none stands three times in the house', () => {
  const isIndex = (name: string): boolean => /^index\.tsx?$/.test(name)
  const byName = Map.groupBy(sources, ({ path }) => basename(path))
  expect([...byName].filter(([name, files]) => files.length > 2 && !isIndex(name)).map(([name]) => name)).toEqual([])
})

const arrows = arrowsOf(sources)

test('no file imports itself by way of others', () => {
  expect(cyclesOf(arrows)).toEqual([])
})

test('in every folder its files and folders stand on one another one way', () => {
  expect(foldersOf(arrows).flatMap((folder) => cyclesOf(arrowsIn(folder, arrows)))).toEqual([])
})

test.each<[string, Arrow[], string[]]>([
  [
    'a chain',
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    [],
  ],
  [
    'two that know one another',
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    ['a > b > a'],
  ],
  [
    'a way round three',
    [
      ['c', 'a'],
      ['a', 'b'],
      ['b', 'c'],
      ['b', 'd'],
    ],
    ['a > b > c > a'],
  ],
  [
    'two ways round',
    [
      ['a', 'b'],
      ['b', 'a'],
      ['c', 'd'],
      ['d', 'c'],
    ],
    ['a > b > a', 'c > d > c'],
  ],
])('the watch on cycles: %s', (_, given, ways) => {
  expect(cyclesOf(given)).toEqual(ways)
})

test('the watch on folders: two folders whose files make no cycle of files may still make one', () => {
  const given: Arrow[] = [
    ['t/a/one.ts', 't/b/two.ts'],
    ['t/b/three.ts', 't/a/four.ts'],
    ['t/top.ts', 't/a/one.ts'],
  ]
  expect(cyclesOf(given)).toEqual([])
  expect(cyclesOf(arrowsIn('t', given))).toEqual(['t/a/ > t/b/ > t/a/'])
  expect(foldersOf(given)).toEqual(['', 't', 't/a', 't/b'])
})

const found = (text: string, forbidden: readonly RegExp[]): string[] =>
  forbidden.filter((pattern) => pattern.test(withoutWords(text))).map(String)

const chance = [/\bMath\s*\.\s*random\b/]
const world = [
  ...[/\bDate\s*\.\s*now\b/, /\bnew\s+Date\b|\bDate\s*\(/, /\bperformance\b/, /\bprocess\s*[.[]/, /\bglobalThis\b/],
  ...[/\bset(Timeout|Interval|Immediate)\b/, /\bqueueMicrotask\b/, /\bcrypto\b/, /\bfetch\s*\(/, /\brequire\s*\(/],
  ...[/\bBuffer\b/, /(?<![.\w])console\s*[.[]/, /\bTemporal\b/, /\basync\b/, /\bawait\b/],
]

test('nothing in the house throws dice by Math.random', () => {
  expect(sources.filter(({ text }) => found(text, chance).length > 0).map(({ path }) => path)).toEqual([])
})

test.each(pure)('%s knows no clock, no process, no timer and waits for nothing', (room) => {
  const broken = inRoom(room).flatMap(({ path, text }) => found(text, world).map((pattern) => `${path}: ${pattern}`))
  expect(broken).toEqual([])
  expect(inRoom(room).length).toBeGreaterThan(5)
})

test.each([
  ['const x = Math.random()', chance, 1],
  ['// never Math.random', chance, 0],
  ['/** Not Math.random,\n but crypto */', chance, 0],
  ["const why = 'Date.now is not asked'", world, 0],
  ['const x = Date.now()', world, 1],
  ['const x = new Date(0)', world, 1],
  ['process.exit(1)', world, 1],
  ['console.log(1)', world, 1],
  ['const by = { console: name }', world, 0],
  ['const name = by.console', world, 0],
  ['const process = 1', world, 0],
  ['setTimeout(f, 1)', world, 1],
  ['setImmediate(f)', world, 1],
])('the watch on %s finds it or not', (text, forbidden, count) => {
  expect(found(text, forbidden)).toHaveLength(count)
})

test('a book is written in values: no function in its file', () => {
  const files = inRoom('books').filter(({ text }) => text.includes('satisfies Book'))
  expect(files).toHaveLength(books.length)
  const functions = [/=>/, /\bfunction\b/, /\bclass\b/, /\bnew\s/, /\.\.\./, /\w\(/]
  for (const { path, text } of files) expect(found(text, functions), path).toEqual([])
})

test('the engine never asks which book it has', () => {
  const named = inRoom('engine').filter(({ text }) => /\b(mbs|rws)\/|sands|fastAction/i.test(withoutComments(text)))
  expect(named.map(({ path }) => path)).toEqual([])
})
