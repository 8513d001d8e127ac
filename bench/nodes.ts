import pg from 'pg'
import type { Append } from '../src/record/stored-entry.ts'
import type { Journal } from '../src/table/journal/journal.ts'
import type { Lease } from '../src/table/journal/leases.ts'
import { openStore } from '../src/table/journal/open-store.ts'
import { bigintArray, textArray } from '../src/table/journal/postgres/binary-arrays.ts'
import { PostgresServer } from '../test/postgres/server.ts'
import { wagerBodies } from './journal.ts'
import { type Bench, median, type Result } from './measure.ts'
import { nodesTogether } from './nodes-together.ts'

/** The journal on PostgreSQL, as the owner of a table writes it, against the same driver doing no more than inserting. */

const KEYS = 2 ** 48
const HASH = '0'.repeat(64)

const entriesOf = (bodies: readonly string[], stream: string): Append[] =>
  bodies.map((body, at) => ({ stream, seq: at + 1, body, keys: [Math.floor(Math.random() * KEYS)] }))

/** Batches of so many entries, two on their way at once: the way our own go. */
async function inTurns(batches: number, send: (nth: number) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let next = 0
  const lane = async () => {
    while (next < batches) await send(next++)
  }
  await Promise.all([lane(), lane()])
  return performance.now() - started
}

type Timed = (bodies: readonly string[], together: number) => Promise<number>

let streams = 0

/** Each batch is a transaction: the fence, the place, the entries with their hashes, keys and trees. */
const fenced =
  (journal: Journal): Timed =>
  async (bodies, together) => {
    const stream = `table-${++streams}`
    const fence = await leaseOf(journal, stream)
    const entries = entriesOf(bodies, stream)
    const elapsed = await inTurns(entries.length / together, (nth) =>
      journal.append(entries.slice(nth * together, (nth + 1) * together), [fence]),
    )
    return (bodies.length / elapsed) * 1000
  }

async function leaseOf({ leases }: Journal, stream: string): Promise<Lease> {
  const facts = { id: 'bench', address: '', link: '', version: '', startedAt: 'now', isDraining: false, behind: 0 }
  await leases!.beat(facts, [])
  return (await leases!.take(stream, 'bench'))!
}

/**
 * The floor: the same bytes in the same columns, in as many transactions of one statement each, by the same driver in the
 * same way; nothing is looked at, hashed or kept beside them.
 */
const bare =
  (client: pg.Client): Timed =>
  async (bodies, together) => {
    await client.query(`
      DROP TABLE IF EXISTS plain;
      CREATE TABLE plain (
        stream text COLLATE "C", seq bigint, body text NOT NULL, hash text NOT NULL, keys bigint[], batch bigint NOT NULL,
        PRIMARY KEY (stream, seq))`)
    const text = `
      INSERT INTO plain SELECT stream, seq, body, hash, ARRAY[key], 1
      FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[]) AS e(stream, seq, body, hash, key)`
    const entries = entriesOf(bodies, 'plain')
    const elapsed = await inTurns(entries.length / together, (nth) => {
      const rows = entries.slice(nth * together, (nth + 1) * together)
      const values = [
        textArray(rows.map(({ stream }) => stream)),
        bigintArray(rows.map(({ seq }) => seq)),
        textArray(rows.map(({ body }) => body)),
        textArray(rows.map(() => HASH)),
        bigintArray(rows.map(({ keys }) => keys![0]!)),
      ]
      return client.query({ name: 'plain', text, values })
    })
    return (bodies.length / elapsed) * 1000
  }

/** 70 % of the floor. */
const RATIO_MAX = 1.43

async function run(): Promise<Result[]> {
  const server = await PostgresServer.start()
  const client = new pg.Client({ connectionString: server.address(), pipeline: true })
  try {
    await client.connect()
    const journal = await openStore(server.address())
    const bodies = wagerBodies(10_000)
    const results: Result[] = []
    for (const [together, count] of [
      [1, 400],
      [20, 4_000],
      [200, 10_000],
    ] as const) {
      const [own, floor] = [fenced(journal), bare(client)]
      const rates: [number[], number[]] = [[], []]
      for (let turn = 0; turn < 3; turn++) {
        rates[0].push(await own(bodies.slice(0, count), together))
        rates[1].push(await floor(bodies.slice(0, count), together))
      }
      const work = `fenced batches of ${together} on PostgreSQL, against bare inserts`
      results.push({ work, unit: 'entries/s', ours: median(rates[0]), floor: median(rates[1]), ratioMax: RATIO_MAX })
    }
    await journal.close()
    return [...results, ...(await nodesTogether(server.address('postgres', 'together')))]
  } finally {
    await client.end()
    await server.remove()
  }
}

export const nodes: Bench = { name: 'nodes', run }
