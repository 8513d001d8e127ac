import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../test/postgres/cable.ts'
import { freshStore } from '../../../test/postgres/fresh-store.ts'
import { inSuite } from '../../../test/suites.ts'
import { readStore } from '../../../test/support/journal.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import {
  atRest,
  buyIn,
  command,
  noMoreBets,
  openSingle,
  placeYourBets,
  settle,
  spin,
} from '../../../test/support/stream.ts'
import { LEAVES_IN_BLOCK } from '../../proof/block-tree.ts'
import { writeEntryLine } from '../../record/entry-lines.ts'
import {
  allOf,
  type EntryReader,
  entriesReader,
  entryAt,
  firstItems,
  type JournalReader,
} from '../../record/journal-reader.ts'
import type { Snapshot, Stored } from '../../record/stored-entry.ts'
import { verify } from '../../record/verify.ts'
import { arrivingEntries } from '../../screens/audit/verify-arriving.ts'
import { nodeSha256 } from './journal.ts'
import { openStore } from './open-store.ts'
import { openReader } from './reader.ts'
import { journalFile } from './sqlite-file.ts'

/** The contract of every reader: stores by their addresses, exports, and the reader of a browser. */

afterAll(cleanUp)

const COUNT = 2_500
let entries: readonly Stored[]
let snapshot: Snapshot

beforeAll(async () => {
  const journal = memoryJournal()
  const table = await openSingle(journal)
  const odd = command({ do: 'close-table', reason: '輪盤 "🎡" \\n' })
  const round = [placeYourBets, spin, noMoreBets, atRest('17'), settle]
  const commands = [...round, odd, ...Array.from({ length: COUNT - 7 }, () => buyIn('ann', 500))]
  await Promise.all(commands.map((one) => table.submit(one, 'test')))
  await table.snapshot()
  entries = await allOf(journal.pages('single'))
  snapshot = (await journal.snapshot('single'))!
})

async function filled(place: string): Promise<string> {
  const journal = await openStore(place)
  await journal.append(entries)
  await journal.saveSnapshot('single', snapshot)
  await journal.saveCheckpoint('single', { size: 20, note: 'a note' })
  await journal.saveCheckpoint('single', { size: 21, note: 'the next' })
  await journal.close()
  return place
}

/** Passes a reader to `read`, and closes it. */
type Use<Reader = EntryReader> = (read: (reader: Reader) => Promise<void>) => Promise<void>

const inUse =
  (address: () => Promise<string>): Use =>
  async (read) => {
    const journal = await openStore(await address())
    await read(journal)
    await journal.close()
  }

const openedBy =
  (address: () => Promise<string>): Use<JournalReader> =>
  async (read) =>
    readStore(await address(), read)

async function exported(): Promise<string> {
  const file = join(freshFolder(), 'single.jsonl')
  writeFileSync(file, entries.map(writeEntryLine).join(''))
  return file
}

const stores: readonly (readonly [string, Use<JournalReader>])[] = [
  ['a data folder', openedBy(() => filled(freshFolder()))],
  ['a file of SQLite', openedBy(async () => journalFile(await filled(freshFolder())))],
  ['a database of PostgreSQL', openedBy(async () => filled(await freshStore()))],
]

const storesInUse: readonly (readonly [string, Use])[] = [
  ['SQLite in use', inUse(() => filled(freshFolder()))],
  ['PostgreSQL in use', inUse(async () => filled(await freshStore()))],
]

/** Page by page, while it is read. */
async function arriving(read: (reader: EntryReader) => Promise<void>): Promise<void> {
  const { reader, take, end } = arrivingEntries('single')
  const sent = (async () => {
    for (let at = 0; at < COUNT; at += 300) {
      take(entries.slice(at, at + 300))
      await new Promise((go) => setImmediate(go))
    }
    end()
  })()
  await read(reader)
  await sent
}

const readers: readonly (readonly [string, Use])[] = [
  ...stores,
  ...storesInUse,
  ['an export', openedBy(exported)],
  ['what a browser has', (read) => read(entriesReader(new Map([['single', entries]])))],
  ['what a browser is still being sent', arriving],
]

describe.each(readers)('%s', (_, using) => {
  test('gives every entry in order, byte for byte, in pages of at most 1,000', () =>
    using(async (reader) => {
      expect(await reader.streams()).toEqual(['single'])
      const pages = await Array.fromAsync(reader.pages('single'))
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(1_000)
      expect(pages.flat().map((entry) => ({ ...entry }))).toEqual(entries)
    }))

  test('gives the entries from a number on, and none of another stream or beyond the end', () =>
    using(async (reader) => {
      const numbersFrom = async (from: number) => (await allOf(reader.pages('single', from))).map(({ seq }) => seq)
      expect(await numbersFrom(2_400)).toEqual(Array.from({ length: 101 }, (_, nth) => 2_400 + nth))
      expect(await numbersFrom(-5)).toHaveLength(COUNT)
      expect(await numbersFrom(COUNT + 1)).toEqual([])
      expect(await allOf(reader.pages('another'))).toEqual([])
      expect((await firstItems(reader.pages('single', 17), 3)).map(({ seq }) => seq)).toEqual([17, 18, 19])
    }))

  test('gives the entries between two numbers, and no more', () =>
    using(async (reader) => {
      for (const [from, to] of [
        [1, 1],
        [16, 17],
        [9, 1_200],
        [2_400, COUNT],
      ] as const)
        expect(await allOf(reader.pages('single', from, to))).toEqual(entries.slice(from - 1, to))
      expect(await allOf(reader.pages('single', 2_499, COUNT + 5))).toHaveLength(2)
      expect(await allOf(reader.pages('single', 3, 2))).toEqual([])
      expect(await entryAt(reader, 'single', 17)).toEqual(entries[16])
      expect(await entryAt(reader, 'single', COUNT + 1)).toBeUndefined()
    }))

  test('says where a round lies', () =>
    using(async (reader) => {
      const place = { round: 1, opened: 2, closed: 4, concluded: 6, isSettled: true, played: [3, 5], changed: [] }
      expect(await reader.place('single', 1)).toEqual(place)
      expect([await reader.place('single', 2), await reader.place('another', 1)]).toEqual([null, null])
    }))

  test('is read from several places at once', () =>
    using(async (reader) => {
      let count = 0
      for await (const page of reader.pages('single')) {
        expect(await firstItems(reader.pages('single', page[0]!.seq), 1)).toEqual([page[0]])
        count += page.length
      }
      expect(count).toBe(COUNT)
    }))

  test('is verified to the same root', () =>
    using(async (reader) => {
      // The notes are invalid, and the caller `test` is unknown: other tests cover the store itself.
      const alone = { ...reader, ...entriesReader(new Map()), streams: reader.streams, pages: reader.pages }
      const progress: number[] = []
      const [report] = await verify(alone, nodeSha256, { onProgress: (_, count) => progress.push(count) })
      const [expected] = await verify(entriesReader(new Map([['single', entries]])), nodeSha256)
      expect(report).toEqual(expected)
      expect(report).toMatchObject({ entries: COUNT, finding: null })
      expect(progress.at(-1)).toBe(COUNT)
      expect(progress.length).toBeGreaterThan(2)
    }))
})

describe.each([...stores, ...storesInUse])('%s', (_, using: Use) => {
  test('gives its snapshot, and checkpoints from a size on', () =>
    using(async (reader) => {
      expect(await reader.snapshot('single')).toMatchObject(snapshot)
      expect(await reader.snapshot('another')).toBeNull()
      const notesFrom = async (from?: number) =>
        (await allOf(reader.checkpoints('single', from))).map((one) => ({ ...one }))
      expect(await notesFrom()).toEqual([
        { size: 20, note: 'a note' },
        { size: 21, note: 'the next' },
      ])
      expect(await notesFrom(21)).toEqual([{ size: 21, note: 'the next' }])
      expect(await notesFrom(22)).toEqual([])
    }))
})

describe.each(stores)('%s', (_, using) => {
  test('gives its tree, and says what is wrong with itself', () =>
    using(async (reader) => {
      const blocks = await allOf(reader.blocks('single')!)
      expect(blocks).toHaveLength(Math.floor(COUNT / LEAVES_IN_BLOCK))
      expect((await firstItems(reader.blocks('single', 30)!, 1))[0]).toEqual(blocks[30])
      expect(reader.isWhole).toBe(true)
      expect([await reader.damage(), await reader.strangers(), await reader.missing()]).toEqual([null, [], []])
    }))
})

test.each([
  ['a data folder', async () => freshFolder()],
  ['a database of PostgreSQL', freshStore],
])('%s is read as of one moment while it is written, and copied as a whole', async (_, fresh) => {
  const place = await filled(await fresh())
  const copy = join(freshFolder(), 'copy.db')
  await readStore(place, (reader) => reader.copyTo(copy))
  expect(await readStore(copy, (reader) => allOf(reader.pages('single')))).toHaveLength(COUNT)
  const reader = await openReader(place)
  expect(await firstItems(reader.pages('single'), 1)).toHaveLength(1)
  const journal = await openStore(place)
  await journal.append([{ ...entries[0]!, stream: 'single', seq: COUNT + 1 }])
  await journal.close()
  expect(await allOf(reader.pages('single'))).toHaveLength(COUNT)
  await reader.close()
})

async function changeIn(place: string, change: string): Promise<void> {
  if (place.startsWith('postgres')) return void (await sql(place, change))
  const db = new DatabaseSync(journalFile(place))
  db.exec(change)
  db.close()
}

/** The remarks of `verify` on a store whose index was changed, before and after a start. */
async function withIndexChanged(place: string, change: string): Promise<unknown> {
  const journal = await openStore(place)
  const table = await openSingle(journal)
  for (const one of [placeYourBets, spin, noMoreBets, atRest('17'), settle])
    await table.submit({ ...one, id: one.do }, 'test')
  await journal.close()
  await changeIn(place, change)
  const changed = await remarksIn(place)
  if (changed.some((remark) => remark.includes('if the table rounds is dropped')))
    await changeIn(place, 'DROP TABLE rounds')
  await (await openStore(place)).close()
  expect(await remarksIn(place)).toEqual([])
  return changed
}

const remarksIn = (place: string): Promise<readonly string[]> =>
  readStore(place, async (reader) => {
    // Verified alone: in a whole store the caller `test` would be unknown.
    const [report] = await verify({ ...reader, isWhole: false }, nodeSha256)
    expect(report!.finding).toBeNull()
    return report!.remarks
  })

const remarked = (problem: string) => [
  expect.stringMatching(
    new RegExp(`^its index of ${problem}; the record is sound, and the next start makes the index again`),
  ),
]
const entryDiffers = (seq: number) => remarked(`rounds does not say what entry ${seq} did`)
const entryLost = (seq: number) => remarked(`ids does not find entry ${seq}`)

// biome-ignore format: a table is read down its columns
const changes: readonly (readonly [string, string, unknown[]])[] = [
  ['as it is', 'SELECT 1', []],
  ['dropped', 'DROP TABLE rounds', []],
  ['with a mark that is missing', 'DELETE FROM rounds WHERE seq = 3', entryDiffers(3)],
  ['with a mark moved to another round', 'UPDATE rounds SET round = 9 WHERE seq = 3', entryDiffers(3)],
  ['with a mark moved to an entry that is not there', 'UPDATE rounds SET seq = 99 WHERE seq = 6', entryDiffers(6)],
  ['with a mark too many', 'INSERT INTO rounds SELECT stream, round, 99, mark FROM rounds WHERE seq = 6', remarked('rounds names entry 99, which is not there')],
]
const changesOfKeys = {
  'a data folder': [
    'DELETE FROM ids WHERE seq = 4',
    'UPDATE ids SET key = key + 1 WHERE seq = 4',
    'UPDATE ids SET run = 7 WHERE seq = 4',
  ],
  'a database of PostgreSQL': [
    'UPDATE journal SET first_key = NULL WHERE seq = 4',
    'UPDATE journal SET first_key = first_key + 1 WHERE seq = 4',
  ],
}

describe.each([
  ['a data folder', async () => freshFolder()],
  ['a database of PostgreSQL', freshStore],
] as const)('a wrong index in %s is remarked, and made again: an index', (store, fresh) => {
  test.each(store === 'a data folder' ? changes : inSuite(changes, 1))('%s', async (_, change, remarks) => {
    expect(await withIndexChanged(await fresh(), change)).toEqual(remarks)
  })

  test.each(changesOfKeys[store])('of ids after %s', async (change) => {
    expect(await withIndexChanged(await fresh(), change)).toEqual(entryLost(4))
  })
})
