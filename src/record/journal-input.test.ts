import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readEntryLine, writeEntryLine } from './entry-lines.ts'
import { leafHash } from './leaf-hash.ts'
import type { Stored } from './stored-entry.ts'
import { verify } from './verify.ts'

/** One round of two players, as the auditors' route exports it. */
const lines = readFileSync('examples/programs/data/round.jsonl', 'utf8').trimEnd().split('\n')
const entries = lines.map((line) => readEntryLine('single', line)!)

async function* arriving<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield item
}

test.each([
  ['the lines of an export', () => verify(lines, undefined, { stream: 'single' })],
  [
    'lines with their line breaks',
    () =>
      verify(readFileSync('examples/programs/data/round.jsonl', 'utf8').split(/(?<=\n)/), undefined, {
        stream: 'single',
      }),
  ],
  ['lines as they arrive', () => verify(arriving(lines), undefined, { stream: 'single' })],
  ['entries of a store', () => verify(entries)],
  ['entries as they arrive', () => verify(arriving(entries))],
])('%s are verified', async (_, verified) => {
  const reports = await verified()
  expect(reports).toMatchObject([{ stream: 'single', entries: lines.length, rounds: 1, finding: null }])
})

test('a data folder is verified as docs/library.md says', async () => {
  const page = readFileSync('docs/library.md', 'utf8')
  const [, query] = /prepare\('(SELECT [^']*)'\)/.exec(page)!
  const database = new DatabaseSync('test/journals/version-1/croupier.db', { readOnly: true })
  const stored = database.prepare(query!).all() as Stored[]
  database.close()
  const reports = await verify(stored)
  expect(reports.length).toBeGreaterThan(5)
  expect(reports.filter(({ finding }) => finding)).toEqual([])
})

test('a changed entry is found, even if its hash was computed again', async () => {
  const forged = entries.map((entry) => {
    const body = entry.body.replace('"paid":17500', '"paid":18500')
    return { ...entry, body, hash: leafHash(body) }
  })
  const settled = entries.findIndex(({ body }) => body.includes('"round-settled"')) + 1
  expect((await verify(forged.map(writeEntryLine)))[0]!.finding).toMatchObject({ seq: settled })
})

test.each([
  ['a text', 'journal is a text', lines.join('\n')],
  ['nothing', 'journal has no entry', []],
  ['another line', 'journal: line 2 is not an entry of a journal', [lines[0]!, '{}']],
  ['no object', 'journal is number', 5 as never],
])('%s is refused with the name of the argument', async (_, problem, journal) => {
  await expect(verify(journal as readonly string[])).rejects.toThrow(problem)
})
