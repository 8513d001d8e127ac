import { findPlace, type OpenedJournal, type StreamIndex } from '../../../record/journal-reader.ts'
import { type PlacedMark, placeFrom } from '../../../record/round-index.ts'
import type { KeptCheckpoint, Snapshot, Stored } from '../../../record/stored-entry.ts'
import { PAGE_CHARACTERS } from '../checked-page.ts'
import { DROP_ROUNDS, keyNumber } from '../entry-index.ts'
import { JournalUnusable, StoreFault } from '../journal.ts'
import { checkpointPages, entryPages, inPlaces, type KeptBlock, rowPages } from '../pages.ts'
import { newJournalFile } from '../sqlite-file.ts'
import { type Address, readPostgresAddress } from './address.ts'
import { type Client, loadDriver } from './driver.ts'
import { selectPage } from './entry-pages.ts'
import { codeOf, faultOf, inWords } from './faults.ts'
import { selectTips } from './growth.ts'
import { blockEndingAt, lastOfBlock, selectRows } from './postgres-trees.ts'
import { Primary } from './primary.ts'
import { checkSchema, type MarkRow, selectMarks, strangersIn } from './schema.ts'

/** A large house takes minutes; a server that is silent for this long has failed. */
const READ_WITHIN_MS = 600_000

/** Reads every page of the tables and decompresses every text, so that damage is found here. */
const readAll = {
  text: 'SELECT count(*), sum(length(body)), sum(length(hash)), sum(length(nodes)) FROM journal',
  query_timeout: READ_WITHIN_MS,
}

/** Opens the house at an address for reading, as it is at this moment. */
export async function postgresReader(store: string): Promise<OpenedJournal> {
  const address = readPostgresAddress(store)
  return readHouse(new Primary(await loadDriver(), address), address)
}

/** Reads a house as it is at one moment, independent of later writes. */
async function readHouse(primary: Primary, address: Address): Promise<OpenedJournal> {
  const client = await openMoment(primary, address)
  const moment = momentOf(client)
  const { rowsOf, pages, blocks, snapshot, checkpoints } = moment
  const isIndexed = await hasIndex(client)
  return {
    streams: () => moment.streams(),
    pages,
    async place(stream, round) {
      const place = isIndexed ? placeFrom(round, await rowsOf<MarkRow>(selectMarks, [stream, round])) : null
      return place ?? findPlace(pages(stream), round)
    },
    snapshot,
    blocks: (stream, from = 0) => inPlaces(blocks(stream, from), from),
    index: (stream) => (isIndexed ? indexOf(client, stream) : null),
    checkpoints,
    isWhole: true,
    strangers: () => strangersIn(client, address.schema),
    missing: async () => [],
    damage: () => findDamage(client),
    copyTo: (file) => copyMoment(moment, file),
    // The connection may be lost already.
    close: () => client.end().catch(() => {}),
  }
}

type Moment = ReturnType<typeof momentOf>

/** Reads the tables as they are, a page at a time. */
function momentOf(client: Client) {
  const rowsOf = async <Row extends object>(text: string | { text: string }, values: readonly unknown[]) =>
    (await client.query<Row>({ ...(typeof text === 'string' ? { text } : text), values: [...values] })).rows
  const blocksFrom = async (stream: string, next: number, limit: number): Promise<KeptBlock[]> => {
    const rows = await rowsOf<BlockRow>(selectRows, [stream, lastOfBlock(next), limit])
    return rows.map(({ seq, nodes }) => ({ block: blockEndingAt(seq), nodes: new Uint8Array(nodes) }))
  }
  const entriesFrom = async (stream: string, next: number, limit: number): Promise<Stored[]> => {
    const rows = await rowsOf<Stored>(selectPage, [stream, next, limit, PAGE_CHARACTERS])
    return rows.map(({ stream, seq, body, hash }) => ({ stream, seq, body, hash }))
  }
  return {
    rowsOf,
    streams: async () => (await rowsOf<{ stream: string }>(selectTips, [])).map(({ stream }) => stream),
    pages: (stream: string, from?: number, to?: number) =>
      entryPages((next, limit) => entriesFrom(stream, next, limit), from, to),
    blocks: (stream: string, from: number) =>
      rowPages(
        (next, limit) => blocksFrom(stream, next, limit),
        ({ block }) => block,
        from,
      ),
    snapshot: async (stream: string): Promise<Snapshot | null> =>
      (await rowsOf<Snapshot>('SELECT seq, body FROM snapshots WHERE stream = $1', [stream]))[0] ?? null,
    checkpoints: (stream: string, from?: number) =>
      checkpointPages((next, limit) => rowsOf<KeptCheckpoint>(selectCheckpoints, [stream, next, limit]), from),
  }
}

/** Copies a house into an SQLite file, which every command can read and from which a house can be restored. */
async function copyMoment({ streams, pages, blocks, checkpoints, snapshot }: Moment, file: string): Promise<void> {
  const copy = newJournalFile(file)
  try {
    for (const stream of await streams()) {
      for await (const page of pages(stream)) copy.put(page)
      for await (const page of blocks(stream, 0))
        for (const { block, nodes } of page) copy.putBlock(stream, block, nodes)
      for await (const page of checkpoints(stream))
        for (const checkpoint of page) copy.putCheckpoint(stream, checkpoint)
      const last = await snapshot(stream)
      if (last) copy.putSnapshot(stream, last)
    }
  } finally {
    copy.close()
  }
}

/** Reads everything and returns the server's message about damage; null if there is none. */
async function findDamage(client: Client): Promise<string | null> {
  try {
    await client.query(readAll)
    return null
  } catch (error) {
    if (/^XX/.test(codeOf(error))) return inWords(error)
    throw faultOf(error)
  }
}

type BlockRow = { seq: number; nodes: Uint8Array }

const selectCheckpoints = 'SELECT size, note FROM checkpoints WHERE stream = $1 AND size >= $2 ORDER BY size LIMIT $3'

/** A missing or empty index is built again when a node starts. */
async function hasIndex(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('rounds') IS NOT NULL AS found")
  return rows[0]!.found && (await client.query('SELECT 1 FROM rounds LIMIT 1')).rows.length > 0
}

const selectKeys = 'SELECT seq, first_key, second_key FROM journal WHERE stream = $1 AND seq BETWEEN $2 AND $3'

type KeyRow = { seq: number; first_key: number | null; second_key: number | null }

const indexOf = (client: Client, stream: string): StreamIndex => ({
  marks: marksOf(client, stream),
  async lostKey(entries) {
    const values = [stream, entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0]
    const { rows } = await client.query<KeyRow>({ text: selectKeys, values })
    const indexed = new Map(rows.map(({ seq, first_key, second_key }) => [seq, [first_key, second_key]]))
    const isFound = (seq: number, key: string) => indexed.get(seq)?.includes(keyNumber(stream, key)) ?? false
    return entries.find(({ seq, keys }) => !keys.every((key) => isFound(seq, key)))?.seq ?? null
  },
  remedy: async () => DROP_ROUNDS,
})

let cursors = 0

/** Uses a cursor: rows are sorted once, and fetched a page at a time. */
async function* marksOf(client: Client, stream: string): AsyncGenerator<readonly PlacedMark[]> {
  const cursor = `marks_${++cursors}`
  const select = `SELECT seq, round, mark FROM rounds WHERE stream = ${client.escapeLiteral(stream)} ORDER BY seq`
  await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${select}`)
  for (;;) {
    const { rows } = await client.query<PlacedMark>(`FETCH 1000 FROM ${cursor}`)
    if (rows.length === 0) return
    yield rows
  }
}

async function openMoment(primary: Primary, address: Address): Promise<Client> {
  const { client } = await primary.connect().catch((error) => {
    throw error instanceof StoreFault ? new JournalUnusable(error.message) : error
  })
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const found = await checkVersion(client, address)
    if (found === 'missing') throw new JournalUnusable(`the store ${address.name} holds no journal`)
    return client
  } catch (error) {
    // The first failure is thrown below.
    await client.end().catch(() => {})
    throw error instanceof JournalUnusable ? error : faultOf(error)
  }
}

/** Foreign objects in the schema are reported by `strangers`. */
async function checkVersion(client: Client, address: Address): ReturnType<typeof checkSchema> {
  try {
    return await checkSchema(client, address)
  } catch (error) {
    if (error instanceof JournalUnusable && !error.message.includes("not Croupier's")) throw error
    const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
      `${address.schema}.journal`,
    ])
    if (rows[0]?.found) return 'sound'
    throw error
  }
}
