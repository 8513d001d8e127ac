import pg from 'pg'
import type { Append } from '../src/record/stored-entry.ts'
import type { Journal } from '../src/service/journal/journal.ts'
import type { Lease } from '../src/service/journal/leases.ts'
import { openStore } from '../src/service/journal/open-store.ts'
import { bigintArray, textArray } from '../src/service/journal/postgres/binary-arrays.ts'
import { PostgresServer } from '../test/postgres/server.ts'
import { databaseTime } from './database-time.ts'
import { wagerBodies } from './journal.ts'
import { type Bench, median, type Result } from './measure.ts'
import { nodesTogether } from './nodes-together.ts'
import { ticketResults } from './tickets.ts'

/** The journal on PostgreSQL, as the owner of a table writes it, against the same driver doing no more than inserting. */

const KEYS = 2 ** 48
const HASH = '0'.repeat(64)

const entriesOf = (bodies: readonly string[], stream: string): Append[] =>
  bodies.map((body, at) => ({ stream, seq: at + 1, body, keys: [Math.floor(Math.random() * KEYS)], marks: [] }))

/** Sends batches of this size, two at once, as the journal does. */
async function inTurns(batches: number, send: (nth: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < batches) await send(next++)
  }
  await Promise.all([lane(), lane()])
}

/** Makes all ready, and says what is to be measured. */
type Contender = (bodies: readonly string[], together: number) => Promise<() => Promise<void>>

let streams = 0

/** Each batch is a transaction: the fence, the place, the entries with their hashes, keys and trees. */
const fenced =
  (journal: Journal): Contender =>
  async (bodies, together) => {
    const stream = `table-${++streams}`
    const fence = await leaseOf(journal, stream)
    const entries = entriesOf(bodies, stream)
    return () =>
      inTurns(entries.length / together, (nth) =>
        journal.append(entries.slice(nth * together, (nth + 1) * together), [fence]),
      )
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
  (client: pg.Client): Contender =>
  async (bodies, together) => {
    await client.query(`
      DROP TABLE IF EXISTS plain;
      CREATE TABLE plain (
        stream text COLLATE "C", seq bigint, body text NOT NULL, hash text NOT NULL, batch bigint NOT NULL, first_key bigint,
        PRIMARY KEY (stream, seq))`)
    const text = `
      INSERT INTO plain SELECT $1, $2::bigint + nth, body, hash, 1, key
      FROM unnest($3::text[], $4::text[], $5::bigint[]) WITH ORDINALITY AS e(body, hash, key, nth)`
    const entries = entriesOf(bodies, 'plain')
    return () =>
      inTurns(entries.length / together, (nth) => {
        const rows = entries.slice(nth * together, (nth + 1) * together)
        const values = [
          'plain',
          nth * together,
          textArray(rows.map(({ body }) => body)),
          textArray(rows.map(() => HASH)),
          bigintArray(rows.map(({ keys }) => keys![0]!)),
        ]
        return client.query({ name: 'plain', text, values })
      })
  }

/** The most time against the durable floor: 70 % of the floor's rate. */
const RATIO_MAX = 1.43

const BATCHES = [
  [1, 400],
  [20, 4_000],
  [200, 10_000],
] as const
const TURNS = 5

/** Milliseconds of the clock, and of processor time here and at the server where it is known. */
type Cost = { elapsed: number; busy: number }

async function costOf(work: () => Promise<void>, data: string): Promise<Cost> {
  const [started, here, there] = [performance.now(), process.cpuUsage(), databaseTime(data)]
  await work()
  const { user, system } = process.cpuUsage(here)
  const [elapsed, atServer] = [performance.now() - started, databaseTime(data)]
  return { elapsed, busy: there === null ? Number.NaN : (user + system + (atServer! - there)) / 1_000 }
}

/** In turns, the first of which nobody counts: the compiler is at work in it. */
async function batchesOf(contenders: readonly Contender[], bodies: readonly string[], together: number, data: string) {
  const costs = contenders.map((): Cost[] => [])
  for (let turn = 0; turn <= TURNS; turn++)
    for (const [nth, contender] of contenders.entries()) {
      const cost = await costOf(await contender(bodies, together), data)
      if (turn > 0) costs[nth]!.push(cost)
    }
  const [own, floor] = costs.map((list) => ({
    rate: median(list.map(({ elapsed }) => (bodies.length / elapsed) * 1_000)),
    busy: median(list.map(({ busy }) => (busy / bodies.length) * 1_000)),
  }))
  const work = `fenced batches of ${together} on PostgreSQL, against bare inserts`
  const busy = '  processor time of an entry, at the node and the server'
  const results: Result[] = [
    { work, unit: 'entries/s', ours: own!.rate, floor: floor!.rate, ratioMax: RATIO_MAX },
    { work: busy, unit: 'µs', ours: own!.busy, floor: floor!.busy, ratioMax: RATIO_MAX },
  ]
  return results.filter(({ ours }) => !Number.isNaN(ours))
}

async function run(): Promise<Result[]> {
  const server = await PostgresServer.start()
  const client = new pg.Client({ connectionString: server.address(), pipeline: true })
  try {
    await client.connect()
    const journal = await openStore(server.address())
    const bodies = wagerBodies(10_000)
    const results: Result[] = []
    for (const [together, count] of BATCHES)
      results.push(...(await batchesOf([fenced(journal), bare(client)], bodies.slice(0, count), together, server.data)))
    await journal.close()
    return [...results, ...(await nodesTogether()), ...(await ticketResults())]
  } finally {
    await client.end()
    await server.remove()
  }
}

export const nodes: Bench = { name: 'nodes', run }
