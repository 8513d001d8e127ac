import { placeFrom } from '../../../record/round-index.ts'
import type { Append, Snapshot, Stored } from '../../../record/stored-entry.ts'
import { indexedEntry } from '../entry-index.ts'
import { groupCommit, patiently } from '../group-commit.ts'
import { type Journal, JournalUnusable, StoreFault } from '../journal.ts'
import { KeyFilter } from '../key-filter.ts'
import { lentPort } from '../lent-reader.ts'
import { entryPages } from '../pages.ts'
import { ThreadOnDemand } from '../thread-calls.ts'
import { type Address, readPostgresAddress } from './address.ts'
import { Appender } from './appender.ts'
import { bigintArray } from './binary-arrays.ts'
import { type Client, loadDriver } from './driver.ts'
import { readPage } from './entry-pages.ts'
import { Growth, selectTips } from './growth.ts'
import { lastOf, mustHaveItsEnd } from './last-entry.ts'
import { Line } from './line.ts'
import { PostgresLeases } from './postgres-leases.ts'
import { treeCalls } from './postgres-trees.ts'
import { Primary } from './primary.ts'
import type { ProvingCalls } from './proving-worker.ts'
import { checkSchema, type MarkRow, makeIndex, makeSchema, selectMarks } from './schema.ts'
import { StoredKeys } from './stored-keys.ts'

export type PostgresOptions = {
  /** How long writes to a failing store are retried. */
  retryForMs?: number
  /** Called with the reason when the connection to the database is lost, and with null when it is back. */
  onLost?: (why: string | null) => void
  leaseMs?: number
  /** Whether a missing house is created; true by default. */
  makes?: boolean
}

const RETRY_FOR_MS = 5_000
/** The number of open transactions: one commits while the next is sent. */
const AT_ONCE = 2

/** Finds entries by their keys first, against the planner's choice: a stream may have millions of entries. */
const selectFound = {
  name: 'found',
  text: `
    WITH found AS MATERIALIZED (
      SELECT stream, seq FROM journal WHERE first_key = $2 UNION SELECT stream, seq FROM journal WHERE second_key = $2
    ) SELECT seq FROM found WHERE stream = $1 ORDER BY seq`,
}
const selectWith = {
  name: 'with',
  text: 'SELECT seq FROM journal WHERE stream = $1 AND seq BETWEEN $2 AND $3 AND octet_length(body) <= $5 AND position($4 IN body) > 0 ORDER BY seq',
}
const selectShort = {
  name: 'short-entries',
  text: 'SELECT seq FROM journal WHERE stream = $1 AND seq = ANY($2::bigint[]) AND octet_length(body) <= $3 ORDER BY seq',
}
const putSnapshot = {
  name: 'put-snapshot',
  text: 'INSERT INTO snapshots (stream, seq, body) VALUES ($1, $2, $3) ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, body = excluded.body',
}
const getSnapshot = { name: 'get-snapshot', text: 'SELECT seq, body FROM snapshots WHERE stream = $1' }
const putAgreed = {
  name: 'put-agreed',
  text: `
    INSERT INTO about (name, value) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET value = CASE WHEN $3 THEN excluded.value ELSE about.value END RETURNING value`,
}

/** The journal in a PostgreSQL database, which several nodes may have open at once. */
export async function postgresJournal(store: string, options: PostgresOptions = {}): Promise<Journal> {
  const { retryForMs = RETRY_FOR_MS } = options
  const address = readPostgresAddress(store)
  const primary = new Primary(await loadDriver(), address)
  const told = lossTeller(options.onLost)
  // Three connections, so that neither a long read nor a long batch delays the beat of this node.
  const writer = new Line(primary, { begin: async () => told(null), lost: told })
  const reader = new Line(primary)
  const growth: Growth = new Growth(new Line(primary, { begin: (client) => growth.listen(client) }), address.schema)
  await openHouse(writer, address, options.makes ?? true)
  const proving = provingOn(store, retryForMs)
  const appender = new Appender(writer, (body) => proving.ask('hash', body))
  const known = new KeyFilter()
  const keys = new StoredKeys(reader, known)
  // Keys that are not loaded are looked up in the store.
  const loading = keys.load().catch(() => {})
  const group = groupCommit((entries, fences) => appender.append(entries, fences), retryForMs, AT_ONCE)
  const read: Read = (line, work) => patiently(() => line.use(work), retryForMs)
  const page = pageReader(reader, read, appender)
  const pages: Journal['pages'] = (stream, from, to) => entryPages((next, limit) => page(stream, next, limit), from, to)

  return {
    async append(given, fences) {
      const entries = given.map(indexedEntry)
      for (const { keys: own } of entries) known.addAll(own)
      await group(entries, fences)
      for (const [stream, seq] of lastsOf(entries)) growth.tell(stream, seq)
    },
    probe: () => appender.append([], []),
    mayHold: (key) => known.mayHold(key),
    learn: (learnt) => known.addAll(learnt),
    note: (entry) => appender.note(entry.stream, [entry]),
    ...indexCalls(reader, read, page),
    pages,
    last: (stream) => read(reader, (client) => lastOf(client, stream)),
    ...treeCalls(reader, (work) => patiently(work, retryForMs)),
    proven: (stream, seqs, size) => patiently(() => proving.ask('proven', stream, seqs, size), retryForMs),
    lend: () => lentPort((port) => proving.ask('lend', port)),
    ...snapshotCalls(reader, read, keys),
    follow: (...asked) => growth.follow(...asked),
    leases: new PostgresLeases(growth.line, options.leaseMs),
    async agree(name, value, isNew = false) {
      const query = { ...putAgreed, values: [name, value, isNew] }
      const { rows } = await read(writer, (client) => client.query<{ value: string }>(query))
      return rows[0]!.value
    },
    async close() {
      keys.close()
      growth.close()
      await loading
      await proving.end((thread) => thread.ask('close'))
      await Promise.all([writer.close(), reader.close(), growth.line.close()])
    },
  }
}

/** Reads over a connection, with retries while the store fails for the moment. */
type Read = <T>(line: Line, work: (client: Client) => Promise<T>) => Promise<T>
type ReadPage = (stream: string, from: number, limit: number) => Promise<Stored[]>

/** Reads pages of entries, and notes the lengths of the streams. */
const pageReader =
  (reader: Line, read: Read, appender: Appender): ReadPage =>
  async (stream, from, limit) => {
    const entries = await read(reader, (client) => readPage(client, stream, from, limit))
    appender.note(stream, entries)
    return entries
  }

const provingThread = new URL('./proving-worker.ts', import.meta.url)

/** The thread with a session of its own for proofs, hashes of long entries, and readings of other threads. */
const provingOn = (store: string, retryForMs: number): ThreadOnDemand<ProvingCalls> =>
  new ThreadOnDemand(provingThread, (thread) => thread.ask('open', store, retryForMs))

const snapshotCalls = (
  reader: Line,
  read: Read,
  keys: StoredKeys,
): Pick<Journal, 'streams' | 'saveSnapshot' | 'snapshot'> => ({
  async streams() {
    const { rows } = await read(reader, (client) => client.query<{ stream: string }>(selectTips))
    return rows.map(({ stream }) => stream)
  },
  async saveSnapshot(stream, { seq, body }) {
    const values = [stream, seq, body]
    await reader.use((client) => client.query({ ...putSnapshot, values }))
  },
  async snapshot(stream) {
    const query = { ...getSnapshot, values: [stream] }
    const { rows } = await read(reader, (client) => client.query<Snapshot>(query))
    if (!rows[0]) return null
    await keys.reach(stream, rows[0].seq)
    return rows[0]
  },
})

/** Searches entries by the fields of the index. */
const indexCalls = (
  reader: Line,
  read: Read,
  page: ReadPage,
): Pick<Journal, 'find' | 'place' | 'search' | 'short'> => ({
  async find(stream, key) {
    const query = { ...selectFound, values: [stream, key] }
    const { rows } = await read(reader, (client) => client.query<{ seq: number }>(query))
    const found = await Promise.all(rows.map(({ seq }) => page(stream, seq, 1)))
    return found.flat()
  },
  async place(stream, round) {
    const query = { ...selectMarks, values: [stream, round] }
    const { rows } = await read(reader, (client) => client.query<MarkRow>(query))
    return placeFrom(round, rows)
  },
  async search(stream, first, last, text, bytesMax) {
    const query = { ...selectWith, values: [stream, first, last, text, bytesMax] }
    const { rows } = await read(reader, (client) => client.query<{ seq: number }>(query))
    return rows.map(({ seq }) => seq)
  },
  async short(stream, seqs, bytesMax) {
    const query = { ...selectShort, values: [stream, bigintArray(seqs), bytesMax] }
    const { rows } = await read(reader, (client) => client.query<{ seq: number }>(query))
    return rows.map(({ seq }) => seq)
  },
})

/** Notifies once of each loss and each recovery. */
function lossTeller(onLost: PostgresOptions['onLost']): (why: string | null) => void {
  let isLost = false
  return (why) => {
    if ((why !== null) === isLost) return
    isLost = why !== null
    onLost?.(why)
  }
}

/** Every fault is reported now, even one that may pass: the person who starts a service reads it. */
async function openHouse(writer: Line, address: Address, makes: boolean): Promise<void> {
  try {
    await writer.use(async (client) => {
      const found = await checkSchema(client, address)
      if (found === 'missing' && !makes)
        throw new JournalUnusable(
          `the store ${address.name} holds no house: there is no schema ${address.schema} in it`,
        )
      if (found === 'missing') return makeSchema(client, address)
      if (found === 'unindexed') await makeIndex(client, address)
      await mustHaveItsEnd(client, address)
    })
  } catch (error) {
    await writer.close()
    throw error instanceof StoreFault ? new JournalUnusable(error.message) : error
  }
}

const lastsOf = (entries: readonly Append[]): Map<string, number> =>
  new Map(entries.map(({ stream, seq }) => [stream, seq]))
