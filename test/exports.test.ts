import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { books } from '../src/books/index.ts'

/** The entry points of the library in package.json, compared with the sources that they lead to. */
const manifest: { exports: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.entries(manifest.exports).filter(([entry]) => entry !== './package.json')
const sourceOf = (path: string): string => path.replace(/^\.\//, '')

test.each(entries)('the entry point %s leads to %s, a source of its name', (entry, path) => {
  const source = sourceOf(path)
  expect(existsSync(source), source).toBe(true)
  const name = entry === '.' ? './engine' : entry
  expect([`./${source.slice(4, -3)}`, `./${source.slice(4, -'/index.ts'.length)}`]).toContain(name)
})

test('every book has an entry point of its own', async () => {
  const own = entries.filter(([entry]) => entry.startsWith('./books/'))
  const modules: object[] = await Promise.all(own.map(([, path]) => import(/* @vite-ignore */ `../${sourceOf(path)}`)))
  expect(new Set(modules.flatMap((module) => Object.values(module)))).toEqual(new Set(books))
})

test('every entry point is in the documents', () => {
  const page = readFileSync('docs/library.md', 'utf8')
  const rooms = entries.map(([entry]) => entry).filter((entry) => !entry.startsWith('./books/'))
  expect(rooms.filter((entry) => !page.includes(`\`@croupier/engine${entry.slice(1)}\``))).toEqual([])
})

/**
 * The formatter puts each top-level statement at the edge. A statement that is not a declaration has an effect on
 * import.
 */
const deeds = (text: string): string[] =>
  text
    .replace(/\/\*[\s\S]*?\*\/|`[^`]*`/g, '')
    .split('\n')
    .filter(
      (line) =>
        /^\S/.test(line) &&
        !/^(import .*from |import (type )?\{|export |const |async function|function|class |type |\/\/|[\])}>])/.test(
          line,
        ),
    )

const rooms = new Set(entries.map(([, path]) => sourceOf(path).split('/')[1]!))

test.each([...rooms])('no module of %s does anything when it is imported', (room) => {
  const sources = globSync(`src/${room}/**/*.ts`).filter((path) => !/\.test\.ts$|testing\.ts$/.test(path))
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.flatMap((path) => deeds(readFileSync(path, 'utf8')).map((line) => `${path}: ${line}`))).toEqual([])
})

test.each([
  ['register(book)', 1],
  ["import './kit.css'", 1],
  ['for (const book of books) registry.add(book)', 1],
  ['globalThis.croupier = {}', 1],
  ['let count = 0', 1],
  ["import { books } from './index.ts'", 0],
  ['export const registry = new Map()\nconst other = [\n  1,\n]', 0],
])('the watch on deeds: %s has %i', (text, count) => {
  expect(deeds(text)).toHaveLength(count)
})
