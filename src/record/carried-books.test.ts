import { describe, expect, test } from 'vitest'
import { rehash } from '../../test/support/journal.ts'
import { memoryJournal } from '../../test/support/memory-journal.ts'
import {
  atRest,
  buyIn,
  command,
  entriesOf,
  give,
  noMoreBets,
  now,
  placeYourBets,
  settle,
  spin,
  wager,
} from '../../test/support/stream.ts'
import { bookById } from '../books/index.ts'
import { readSetup, type TableSetup } from '../engine/table.ts'
import { openTableStream } from '../service/stream/table-stream.ts'
import { bookOfRound } from './book-of-then.ts'
import { entriesReader } from './journal-reader.ts'
import { fingerprintOf } from './known-books.ts'
import type { Stored } from './stored-entry.ts'
import type { TableEntry } from './table-entry.ts'
import { verify } from './verify.ts'

/** A table that changes from one version of its game to the next. */
const [before, after] = ['mbs/sands-roulette@1', 'mbs/sands-roulette@2'].map((id) => bookById(id)!)
const setup = readSetup({ book: before!.id }, bookById) as TableSetup
const setBook = command({ do: 'set-book', book: after!.id, reason: 'the new version is in force' })
const concluded = [spin, noMoreBets, atRest('5'), settle]

/** The entries that first use each book. */
const [SETUP, SET] = [0, 8]

async function entriesOfTable(): Promise<TableEntry[]> {
  const journal = memoryJournal()
  const host = await openTableStream('t', setup, { journal, now })
  await give(host, buyIn('ann', 100_000), placeYourBets, wager('ann', 1_000), ...concluded)
  await give(host, { ...setBook, by: { role: 'shift-manager' } }, placeYourBets, ...concluded)
  const { settled } = host
  expect([1, 2].map((round) => bookOfRound(settled, round).book.id)).toEqual([before!.id, after!.id])
  expect(settled.books.map(({ seq, book }) => [seq, book.id])).toEqual([
    [1, before!.id],
    [SET + 1, after!.id],
  ])
  return entriesOf(journal, 't')
}

const entries = await entriesOfTable()
const rows = (all: readonly unknown[]): Stored[] =>
  rehash(all.map((entry, at) => ({ stream: 't', seq: at + 1, body: JSON.stringify(entry) })))
async function finding(all: readonly unknown[]) {
  const [report] = await verify(entriesReader(new Map([['t', rows(all)]])))
  return report!.finding
}
const changed = (at: number, change: (entry: Record<string, unknown>) => void): unknown[] => {
  const entry = structuredClone(entries[at]) as unknown as Record<string, unknown>
  change(entry)
  return entries.with(at, entry as never)
}

/** Every value within a value that is not itself made of values, by its path. */
function* leafPaths(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) yield path
  else for (const [key, inner] of Object.entries(value)) yield* leafPaths(inner, [...path, key])
}

test('a table carries each of its books once, in the entry that uses it first', async () => {
  const carried = entries.flatMap((entry, at) => ('ruleBook' in entry && entry.ruleBook ? [[at, entry.ruleBook]] : []))
  expect(carried.map(([at, book]) => [at, fingerprintOf(book as never)])).toEqual([
    [SETUP, fingerprintOf(before!)],
    [SET, fingerprintOf(after!)],
  ])
  expect(JSON.stringify(carried)).not.toContain(before!.texts.en.title)
  expect(await finding(entries)).toBeNull()
})

describe.each([
  // For the second book, the whole journal before it is decided again each time.
  ['the setup', SETUP, 1],
  ['a change of book', SET, 7],
])('the rule book that %s carries', (_, at, step) => {
  const { ruleBook } = entries[at] as { ruleBook: object }

  test('is found where any value of it differs, with all hashes computed again', async () => {
    const paths = [...leafPaths(ruleBook)]
    expect(paths.length).toBeGreaterThan(300)
    const sound: string[] = []
    for (let nth = 0; nth < paths.length; nth += step) {
      const path = paths[nth]!
      const forged = changed(at, (entry) => {
        let inner = entry.ruleBook as Record<string, unknown>
        for (const key of path.slice(0, -1)) inner = inner[key] as Record<string, unknown>
        const value = inner[path.at(-1)!]
        inner[path.at(-1)!] = typeof value === 'number' ? value + 1 : `${value}1`
      })
      if ((await finding(forged)) === null) sound.push(path.join('.'))
    }
    expect(sound).toEqual([])
  })

  test('is missed where it is not there', async () => {
    const forged = changed(at, (entry) => {
      delete entry.ruleBook
    })
    expect(await finding(forged)).toMatchObject({ seq: at + 1, problem: expect.stringMatching(/rule book/) })
  })

  test.each([[null], [[]], ['none'], [{}], [{ id: before!.id }], [JSON.parse('{"__proto__":{"id":1}}')]])(
    'is none where it is %j',
    async (value) => {
      const forged = changed(at, (entry) => {
        entry.ruleBook = value
      })
      expect(await finding(forged)).toMatchObject({ seq: at + 1, problem: expect.stringMatching(/rule book/) })
    },
  )
})

test('a book that nothing uses is not carried', async () => {
  const forged = changed(2, (entry) => {
    entry.ruleBook = (entries[SET] as { ruleBook: object }).ruleBook
  })
  expect(await finding(forged)).toMatchObject({ seq: 3, problem: 'it carries a rule book that it does not need' })
})
