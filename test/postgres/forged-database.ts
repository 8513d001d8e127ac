import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openStore } from '../../src/service/journal/open-store.ts'
import { freshStore } from './fresh-store.ts'

const insertions = {
  journal: `INSERT INTO journal (stream, seq, body, hash, batch) SELECT stream, seq, body, hash, 0
    FROM json_to_recordset($1) AS r(stream text, seq bigint, body text, hash text)`,
  snapshots: `INSERT INTO snapshots (stream, seq, body) SELECT stream, seq, body
    FROM json_to_recordset($1) AS r(stream text, seq bigint, body text)`,
  tree: `UPDATE journal j SET nodes = decode(r.nodes, 'hex')
    FROM json_to_recordset($1) AS r(stream text, block bigint, nodes text) WHERE (j.stream, j.seq) = (r.stream, (r.block + 1) * 16)`,
  checkpoints: `INSERT INTO checkpoints (stream, size, note) SELECT stream, size, note
    FROM json_to_recordset($1) AS r(stream text, size bigint, note text)`,
} as const

/** Copies a file into a database row by row, past the journal, like an attacker with write access. */
export class ForgedDatabase {
  readonly store: string
  readonly #client: pg.Client

  private constructor(store: string, client: pg.Client) {
    this.store = store
    this.#client = client
  }

  static async open(): Promise<ForgedDatabase> {
    const store = await freshStore()
    await (await openStore(store)).close()
    const url = new URL(store)
    const schema = url.searchParams.get('schema')!
    url.search = ''
    const client = new pg.Client({ connectionString: url.href, options: `-c search_path=${schema}` })
    await client.connect()
    return new ForgedDatabase(store, client)
  }

  /** Replaces the present value. */
  async hold(folder: string): Promise<void> {
    const file = new DatabaseSync(join(folder, 'croupier.db'), { readOnly: true })
    try {
      // The index follows from the entries: a forger lets it be made again.
      await this.#client.query('DROP TABLE IF EXISTS rounds; TRUNCATE journal, snapshots, checkpoints')
      for (const [table, insert] of Object.entries(insertions)) {
        const isThere = file.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table)
        const rows = isThere ? file.prepare(`SELECT * FROM ${table}`).all() : []
        await this.#client.query(insert, [JSON.stringify(rows, bytesAsHex)])
      }
    } finally {
      file.close()
    }
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

const bytesAsHex = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
