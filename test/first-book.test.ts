import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkBook } from '../src/book-files/read-book.ts'
import { missing } from '../src/engine/script.ts'
import { readConfig } from '../src/service/config.ts'
import { startService } from '../src/service/service.ts'
import { croupier } from './support/cli.ts'
import { cleanUp, demoFlags } from './support/service.ts'

/** The tutorial: its snippets are parts of the finished book, and its commands do what it says. */
const page = readFileSync('docs/first-book.md', 'utf8')
const finished = readFileSync('examples/books/south-dakota.json', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'croupier-tutorial-'))
const book = join(folder, 'deadwood.json')
afterAll(() => rmSync(folder, { recursive: true }))
afterAll(cleanUp)

const fenced = (kind: string): string[] =>
  [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter(([, own]) => own === kind).map(([, , text]) => text!)

const snippets = fenced('json').map((text) => ({ text, of: JSON.parse(text) as object }))

test.each(snippets)('the book holds $of', ({ of }) => {
  expect(missing(of, JSON.parse(finished), 'book')).toBeNull()
})

test('the page has snippets of every part', () => {
  const parts = snippets.flatMap(({ of }) => Object.keys(of))
  for (const part of ['id', 'wheel', 'layouts', 'rules', 'irregularities', 'texts']) expect(parts).toContain(part)
})

/** The lines that the page says to type, in their order: words, and the file that the output goes to. */
const typed = [...page.matchAll(/^ {4}croupier (.*)$/gm)].map(([, line]) => {
  const [command, output] = line!.split(' > ')
  const words = [...command!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
  return { line: line!, words: words.map((word) => (/^deadwood\./.test(word) ? join(folder, word) : word)), output }
})

test('every command of the page works, from the template to the story', async () => {
  expect(typed.map(({ words: [first] }) => first)).toEqual([
    'book',
    'layout',
    'book',
    'odds',
    'diff',
    'play',
    'explain',
  ])
  const shown = fenced('').join('')
  const written: string[] = []
  for (const { line, words, output } of typed) {
    const { status, stdout, stderr } = await croupier(words)
    expect([status, stderr], line).toEqual([0, ''])
    if (output) {
      writeFileSync(join(folder, output), stdout)
      expect(checkBook(stdout)).toMatchObject({ problems: [], book: { id: 'deadwood/roulette@1' } })
      // The reader edits it; here the edits are done.
      writeFileSync(join(folder, output), finished)
    } else written.push(stdout)
  }
  const spoiled = finished
    .replace('"kind": "top-line", "wins": "covered", "pays": 6', '"kind": "top-line", "wins": "covered", "pays": 7')
    .replace('"outcome": { "clause": "20:18:34:05" }', '"outcome": { "clause": "20:18:34:50" }')
  writeFileSync(book, spoiled)
  const check = await croupier(['book', 'check', book])
  expect(check.status).toBe(1)
  const all = [...written, check.stdout].join('\n')
  for (const text of shown.trimEnd().split('\n')) expect(all).toContain(text)
})

test('the demonstration opens a table with the finished book', async () => {
  writeFileSync(book, finished)
  const config = readConfig({ ...demoFlags, data: join(folder, 'data'), book } as never, {})
  const service = await startService(config)
  expect([...service.floor.rooms.keys()]).toContain('deadwood-roulette-1')
  await service.stop()
})
