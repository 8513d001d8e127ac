import type { KeptCheckpoint, Snapshot, Stored } from '../../../record/stored-entry.ts'
import { PAGE_CHARACTERS } from '../checked-page.ts'
import { JournalUnusable, StoreFault } from '../journal.ts'
import { newJournalFile } from '../sqlite-file.ts'
import type { Address } from './address.ts'
import type { Client } from './driver.ts'
import { codeOf, faultOf, inWords } from './faults.ts'
import { selectTips } from './growth.ts'
import { blockEndingAt, lastOfBlock, selectRows } from './postgres-trees.ts'
import type { Primary } from './primary.ts'
import { checkSchema, strangersIn } from './schema.ts'

/**
 * `$1` to `$3`: a stream, the first number, how many at most. `$4`: so many bytes together, but for one entry that has
 * more. What is not given out is not even fetched from its place.
 */
export const selectPage = {
  name: 'page',
  text: `
    SELECT stream, seq, body, hash FROM (
      SELECT *, octet_length(body) AS own,
        sum(octet_length(body)) OVER (ORDER BY seq) AS together
      FROM (SELECT * FROM journal WHERE stream = $1 AND seq >= $2 ORDER BY seq LIMIT $3) AS page
    ) AS page WHERE together - own < $4 ORDER BY seq`,
}

const READ_AT_ONCE = 1_000
/** A large house takes minutes; a server that says nothing for so long will not. */
export const READ_WITHIN_MS = 600_000

/** Every page that the tables have is read, and every text put together: what cannot be made out is found here. */
const readAll = {
  text: 'SELECT count(*), sum(length(body)), sum(length(hash)), sum(length(nodes)) FROM journal',
  query_timeout: READ_WITHIN_MS,
}

/** A house as it is at one moment, whatever is written meanwhile; nothing is checked, for that is the reader's. */
export class HouseReading {
  readonly #client: Client
  readonly #schema: string

  private constructor(client: Client, schema: string) {
    this.#client = client
    this.#schema = schema
  }

  static async open(primary: Primary, address: Address): Promise<HouseReading> {
    const { client } = await primary.connect().catch((error) => {
      throw error instanceof StoreFault ? new JournalUnusable(error.message) : error
    })
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const found = await checkVersion(client, address)
      if (found === 'missing') throw new JournalUnusable(`the store ${address.name} holds no journal`)
      return new HouseReading(client, address.schema)
    } catch (error) {
      // The first failure is thrown below.
      await client.end().catch(() => {})
      throw error instanceof JournalUnusable ? error : faultOf(error)
    }
  }

  async streams(): Promise<string[]> {
    return (await this.#client.query<{ stream: string }>(selectTips)).rows.map(({ stream }) => stream)
  }

  /** Some entries of a stream from a number on, one at least where there is one. */
  async page(stream: string, from: number): Promise<Stored[]> {
    const values = [stream, from, READ_AT_ONCE, PAGE_CHARACTERS]
    const { rows } = await this.#client.query<Stored>({ ...selectPage, values })
    return rows.map(({ stream, seq, body, hash }) => ({ stream, seq, body, hash }))
  }

  /** With its seal. */
  async snapshot(stream: string): Promise<Snapshot | null> {
    const { rows } = await this.#client.query<Snapshot>('SELECT seq, body FROM snapshots WHERE stream = $1', [stream])
    return rows[0] ?? null
  }

  /** Rows of the tree from a block on, in order. */
  async blocks(stream: string, from: number): Promise<{ block: number; nodes: Uint8Array }[]> {
    const values = [stream, lastOfBlock(from), READ_AT_ONCE]
    const { rows } = await this.#client.query<{ seq: number; nodes: Uint8Array }>({ ...selectRows, values })
    return rows.map(({ seq, nodes }) => ({ block: blockEndingAt(seq), nodes: new Uint8Array(nodes) }))
  }

  async checkpoints(stream: string): Promise<KeptCheckpoint[]> {
    const text = 'SELECT size, note FROM checkpoints WHERE stream = $1 ORDER BY size'
    return (await this.#client.query<KeptCheckpoint>(text, [stream])).rows
  }

  async strangers(): Promise<string[]> {
    return strangersIn(this.#client, this.#schema)
  }

  async damage(): Promise<string | null> {
    try {
      await this.#client.query(readAll)
      return null
    } catch (error) {
      if (/^XX/.test(codeOf(error))) return inWords(error)
      throw faultOf(error)
    }
  }

  /** As a file of SQLite, which every command reads, and from which a house may be restored. */
  async copyTo(file: string): Promise<void> {
    const copy = newJournalFile(file)
    try {
      for (const stream of await this.streams()) await this.#copyStream(stream, copy)
    } finally {
      copy.close()
    }
  }

  async #copyStream(stream: string, copy: ReturnType<typeof newJournalFile>): Promise<void> {
    for (let page = await this.page(stream, 0); page.length > 0; page = await this.page(stream, page.at(-1)!.seq + 1))
      copy.put(page)
    for (
      let rows = await this.blocks(stream, 0);
      rows.length > 0;
      rows = await this.blocks(stream, rows.at(-1)!.block + 1)
    )
      for (const { block, nodes } of rows) copy.putBlock(stream, block, nodes)
    for (const checkpoint of await this.checkpoints(stream)) copy.putCheckpoint(stream, checkpoint)
    const snapshot = await this.snapshot(stream)
    if (snapshot) copy.putSnapshot(stream, snapshot)
  }

  async close(): Promise<void> {
    // All that was read is read.
    await this.#client.end().catch(() => {})
  }
}

/** Strangers are for `strangers` to tell. */
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
