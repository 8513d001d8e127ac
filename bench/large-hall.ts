import type { Append } from '../src/record/stored-entry.ts'
import type { Journal } from '../src/service/journal/journal.ts'
import type { Lease, NodeFacts } from '../src/service/journal/leases.ts'
import { openStore } from '../src/service/journal/open-store.ts'
import { PostgresServer } from '../test/postgres/server.ts'
import { databaseTime } from './database-time.ts'
import { wagerBodies } from './journal.ts'
import type { Bench, Result } from './measure.ts'

/**
 * The load of a hall of 10,000 tables on one database: appends and beats of twenty nodes. Each entry of a batch is of another
 * table, as where every table has few wagers a second. Only the journals of the nodes run, in this process.
 */

const NODES = 20
const TABLES = 500
/** Sizes of the batches, and the number of batches of each node. */
const BATCHES = [
  [4, 250],
  [20, 70],
] as const
const BEATS = 10
/** A node beats while it takes its tables: its lease is shorter than that takes. */
const TAKEN_BETWEEN_BEATS = 50
const KEYS = 2 ** 48

type Writer = { facts: NodeFacts; journal: Journal; leases: Lease[]; lengths: Map<string, number>; next: number }

async function openWriter(store: string, nth: number): Promise<Writer> {
  const journal = await openStore(store)
  const id = `node-${nth}`
  const facts = { id, address: '', link: '', version: '', startedAt: id, isDraining: false, behind: 0 }
  const leases: Lease[] = []
  for (let table = 0; table < TABLES; table++) {
    if (table % TAKEN_BETWEEN_BEATS === 0) await journal.leases!.beat(facts, leases)
    leases.push((await journal.leases!.take(`table-${nth}-${table}`, id))!)
  }
  return { facts, journal, leases, lengths: new Map(), next: 0 }
}

function entryOf(writer: Writer, stream: string, body: string): Append {
  const seq = (writer.lengths.get(stream) ?? 0) + 1
  writer.lengths.set(stream, seq)
  return { stream, seq, body, keys: [Math.floor(Math.random() * KEYS)], marks: [] }
}

async function appendBatches(writer: Writer, size: number, batches: number, bodies: readonly string[]): Promise<void> {
  for (let nth = 0; nth < batches; nth++) {
    const fences = Array.from({ length: size }, () => writer.leases[writer.next++ % TABLES]!)
    const entries = fences.map(({ stream }, at) => entryOf(writer, stream, bodies[(nth * size + at) % bodies.length]!))
    await writer.journal.append(entries, fences)
  }
}

/** Microseconds of processor time for one of `count` pieces of work: of this process, and of the database where it is known. */
async function costsOf(count: number, data: string, work: () => Promise<unknown>) {
  const [here, there] = [process.cpuUsage(), databaseTime(data)]
  await work()
  const { user, system } = process.cpuUsage(here)
  return { node: (user + system) / count, database: there === null ? null : (databaseTime(data)! - there) / count }
}

function rowsOf(work: string, { node, database }: Awaited<ReturnType<typeof costsOf>>): Result[] {
  const row = (name: string, ours: number): Result => ({ work: name, unit: 'µs', ours, floor: null, ratioMax: null })
  return [
    ...(database === null ? [] : [row(`${work}: processor time of the database`, database)]),
    row(`${work}: of the node's journal`, node),
  ]
}

async function run(): Promise<Result[]> {
  const server = await PostgresServer.start()
  const writers: Writer[] = []
  const ofAll = (work: (writer: Writer) => Promise<unknown>) => Promise.all(writers.map(work))
  try {
    for (let nth = 0; nth < NODES; nth++) writers.push(await openWriter(server.address(), nth))
    const bodies = wagerBodies(1_000)
    const results: Result[] = []
    // The first time the compiler is at work, and the server plans its statements.
    for (const isCounted of [false, true])
      for (const [size, batches] of BATCHES) {
        const work = () => ofAll((writer) => appendBatches(writer, size, batches, bodies))
        const costs = await costsOf(NODES * size * batches, server.data, work)
        if (isCounted) results.push(...rowsOf(`an entry, in batches of ${size} tables of 10,000`, costs))
      }
    const beat = ({ journal, facts, leases }: Writer) => journal.leases!.beat(facts, leases)
    await ofAll(beat)
    const beats = async () => {
      for (let nth = 0; nth < BEATS; nth++) await ofAll(beat)
    }
    return [
      ...results,
      ...rowsOf('a beat of a node with 500 tables of 10,000', await costsOf(NODES * BEATS, server.data, beats)),
    ]
  } finally {
    for (const { journal } of writers) await journal.close()
    await server.remove()
  }
}

export const nodesHall: Bench = { name: 'nodes hall', run }
