import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { books } from './books/index.ts'

/** The rooms of the house and who may enter which: books <- engine <- words <- story <- everything else, table/ only from cli/. */
type Source = { path: string; text: string }

const home = new URL('.', import.meta.url)
const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)
const sources: readonly Source[] = readdirSync(home, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter(isSource)
  .map((path) => ({ path, text: readFileSync(new URL(path, home), 'utf8') }))

const roomOf = (path: string): string => path.split('/')[0]!
const inRoom = (room: string) => sources.filter(({ path }) => roomOf(path) === room)

/** Comments may name what code may not do. */
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
const withoutWords = (text: string): string => withoutComments(text).replace(/'[^'\n]*'|`[^`]*`/g, "''")

const importForms = [
  /^\s*(?:import|export)\s[^'"`=]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
]
const importedBy = (text: string): string[] =>
  importForms.flatMap((form) => [...withoutComments(text).matchAll(form)].map(([, name]) => name!))

/** What is wrong with a file's imports; nothing, most of the time. */
function trespasses({ path, text }: Source): string[] {
  return importedBy(text).flatMap((name) => {
    const problem = name.startsWith('.') ? wrongRoom(path, join(dirname(path), name)) : wrongPackage(path)
    return problem ? [`${path} imports ${name}: ${problem}`] : []
  })
}

/** These stand on nothing but themselves: no package, no runtime. */
const pure = ['books', 'engine', 'words', 'story']

const mayEnter: Readonly<Record<string, readonly string[]>> = {
  books: ['books'],
  engine: ['books', 'engine'],
  words: ['books', 'engine', 'house', 'wheel', 'words'],
  story: ['books', 'engine', 'words', 'story'],
  lab: ['books', 'engine', 'lab'],
  wheel: ['books', 'engine', 'wheel'],
  house: ['books', 'engine', 'house'],
  record: ['books', 'engine', 'house', 'record'],
  wire: ['books', 'engine', 'house', 'record', 'wheel', 'wire'],
  client: ['books', 'engine', 'wire', 'client'],
  print: ['books', 'engine', 'words', 'story', 'house', 'print'],
  reference: ['books', 'engine', 'reference'],
  screens: ['books', 'engine', 'words', 'story', 'wheel', 'house', 'record', 'wire', 'client', 'screens'],
}

function wrongRoom(path: string, target: string): string | null {
  const [from, to] = [roomOf(path), roomOf(target)]
  if (target.startsWith('..')) return 'it is outside the house'
  if (mayEnter[from] && !mayEnter[from].includes(to)) return `${from} may not know ${to}`
  if (['table', 'screens'].includes(to) && from !== to && from !== 'cli') return `only cli knows ${to}`
  return to === 'cli' && from !== 'cli' ? 'nobody knows cli' : null
}

const wrongPackage = (path: string): string | null =>
  pure.includes(roomOf(path)) ? `${roomOf(path)} stands on nothing but itself` : null

test('imports run one way', () => {
  expect(sources.flatMap(trespasses)).toEqual([])
  expect(sources.length).toBeGreaterThan(15)
})

test.each([
  ['books/a.ts', "import { x } from '../engine/money.ts'", 1],
  ['books/a.ts', "import type { RuleBook } from './rule-book.ts'", 0],
  ['engine/a.ts', "import fs from 'node:fs'", 1],
  ['engine/a.ts', "import { x } from 'fastify'", 1],
  ['engine/a.ts', "import 'fastify'", 1],
  ['engine/a.ts', "const x = await import('node:crypto')", 1],
  ['engine/a.ts', "export * from '../lab/x.ts'", 1],
  ['engine/decisions/a.ts', "import { x } from '../../lab/x.ts'", 1],
  ['engine/decisions/a.ts', "import { x } from '../money.ts'", 0],
  ['engine/a.ts', "import {\n  x,\n} from 'fastify'", 1],
  ['engine/a.ts', "const moved = from 'house'", 0],
  ['engine/a.ts', "// import { x } from 'fastify'", 0],
  ['engine/a.ts', "import { x } from '../story/words.ts'", 1],
  ['story/a.ts', "import { x } from '../engine/money.ts'\nimport { y } from '../books/index.ts'", 0],
  ['story/a.ts', "import { x } from '../cli/print.ts'", 1],
  ['words/a.ts', "import { x } from '../story/scene.ts'", 1],
  ['words/a.ts', "import { x } from 'preact'", 1],
  ['words/a.ts', "import type { FaultCode } from '../wheel/faults.ts'", 0],
  ['story/a.ts', "import { x } from '../words/naming.ts'", 0],
  ['story/a.ts', "import fs from 'node:fs'", 1],
  ['screens/a.ts', "import { x } from '../story/words.ts'", 0],
  ['table/a.ts', "import { x } from '../story/words.ts'", 0],
  ['cli/a.ts', "import { x } from '../story/words.ts'", 0],
  ['screens/a.ts', "import { x } from '../table/host.ts'", 1],
  ['table/a.ts', "import { x } from '../screens/felt-svg.ts'", 1],
  ['cli/a.ts', "import { x } from '../screens/felt-svg.ts'", 0],
  ['table/a.ts', "import { x } from './host.ts'", 0],
  ['cli/a.ts', "import { x } from '../table/host.ts'", 0],
  ['lab/a.ts', "import { x } from '../cli/print.ts'", 1],
  ['lab/a.ts', "import { x } from '../../bench/main.ts'", 1],
  ['lab/a.ts', "import { x } from '../wheel/chance.ts'", 1],
  ['wheel/a.ts', "import { x } from '../lab/x.ts'", 1],
  ['screens/a.ts', "import { x } from '../wheel/status.ts'\nimport { h } from 'preact'", 0],
  ['lab/a.ts', "import { x } from '../engine/money.ts'\nimport fs from 'node:fs'", 0],
])('the watch on imports: %s with %s has %i trespasses', (path, text, count) => {
  expect(trespasses({ path, text })).toHaveLength(count)
})

const found = (text: string, forbidden: readonly RegExp[]): string[] =>
  forbidden.filter((pattern) => pattern.test(withoutWords(text))).map(String)

const chance = [/\bMath\s*\.\s*random\b/]
const world = [
  ...[/\bDate\s*\.\s*now\b/, /\bnew\s+Date\b|\bDate\s*\(/, /\bperformance\b/, /\bprocess\s*[.[]/, /\bglobalThis\b/],
  ...[/\bset(Timeout|Interval|Immediate)\b/, /\bqueueMicrotask\b/, /\bcrypto\b/, /\bfetch\s*\(/, /\brequire\s*\(/],
  ...[/\bBuffer\b/, /\bconsole\s*[.[]/, /\bTemporal\b/, /\basync\b/, /\bawait\b/],
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
  ['const process = 1', world, 0],
  ['setTimeout(f, 1)', world, 1],
  ['setImmediate(f)', world, 1],
])('the watch on %s finds it or not', (text, forbidden, count) => {
  expect(found(text, forbidden)).toHaveLength(count)
})

test('a book is written in values: no function in its file', () => {
  const files = inRoom('books').filter(({ text }) => text.includes('satisfies RuleBook'))
  expect(files).toHaveLength(books.length)
  const functions = [/=>/, /\bfunction\b/, /\bclass\b/, /\bnew\s/, /\.\.\./, /\w\(/]
  for (const { path, text } of files) expect(found(text, functions), path).toEqual([])
})

test('the engine never asks which book it has', () => {
  const named = inRoom('engine').filter(({ text }) => /\b(mbs|rws)\/|sands|fastAction/i.test(withoutComments(text)))
  expect(named.map(({ path }) => path)).toEqual([])
})
