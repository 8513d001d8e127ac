import pg from 'pg'
import { readPostgresAddress } from '../../src/service/journal/postgres/address.ts'
import { tables } from '../../src/service/journal/postgres/schema.ts'

/** A house in PostgreSQL as SQL text: its tables as they were declared, and every row but those of nodes that ran. */

const kept = ['about', 'journal', 'checkpoints', 'snapshots']

async function inSchema<T>(store: string, work: (client: pg.Client, schema: string) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: store.split('?')[0]! })
  await client.connect()
  try {
    return await work(client, readPostgresAddress(store).schema)
  } finally {
    await client.end()
  }
}

export const dumpStore = (store: string): Promise<string> =>
  inSchema(store, async (client, schema) => {
    const lines: string[] = [tables.trim()]
    for (const table of kept) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT to_json(t)::text AS row FROM ${schema}.${table} AS t ORDER BY 1`,
      )
      for (const { row } of rows)
        lines.push(`INSERT INTO ${table} SELECT * FROM json_populate_record(NULL::${table}, ${pg.escapeLiteral(row)});`)
    }
    return `${lines.join('\n')}\n`
  })

/** `store`: the address of a store in which nothing is. */
export const loadStore = (store: string, sql: string): Promise<void> =>
  inSchema(store, async (client, schema) => {
    await client.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}; ${sql}`)
  })
