import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writeCheckpoint } from '../src/proof/checkpoints.ts'
import { sign, writeNote } from '../src/proof/notes.ts'
import { receiptsFrom, SETUP } from '../src/receipts/make-receipt.ts'
import type { Append } from '../src/record/stored-entry.ts'
import { type Batch, pack, unpack } from '../src/service/journal/batch.ts'
import { EntryWriter } from '../src/service/journal/entry-writer.ts'
import { entryHash } from '../src/service/journal/journal.ts'
import { sqliteJournal } from '../src/service/journal/sqlite.ts'
import { journalFile, openJournalFile } from '../src/service/journal/sqlite-file.ts'
import { treeSchema } from '../src/service/journal/sqlite-tree.ts'
import { freshSalt } from '../src/service/secrets/key-material.ts'
import { entriesOf, signers } from '../test/support/receipts.ts'
import { type Bench, median, quantile, type Result } from './measure.ts'

/** Approximate length of a wager's entry. */
const filling = 'x'.repeat(420)
const bodyOf = (seq: number): string => `{"v":3,"salt":"${freshSalt()}","seq":${seq},"of":"${filling}"}`
/** The same length, chained and not a leaf. */
const chainedBody = (seq: number): string => bodyOf(seq).replace('{"v":3', '{"v":2')

function inDatabase<T>(synchronous: 'FULL' | 'OFF', work: (db: DatabaseSync) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
  const db = new DatabaseSync(join(folder, 'croupier.db'))
  try {
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};
      CREATE TABLE journal (stream TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL,
        PRIMARY KEY (stream, seq)) WITHOUT ROWID; ${treeSchema}`)
    return work(db)
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}

type Write = (batch: Batch) => void

const withTree = (db: DatabaseSync): Write => {
  const writer = new EntryWriter(db)
  return (batch) => void writer.keep(writer.write(unpack(batch).entries))
}

/** The floor: the same entries with their hashes, and no tree. */
const withoutTree = (db: DatabaseSync): Write => {
  const insert = db.prepare('INSERT INTO journal (stream, seq, body, hash) VALUES (?, ?, ?, ?)')
  return (batch) => {
    for (const { stream, seq, body } of unpack(batch).entries) insert.run(stream, seq, body, entryHash(body))
  }
}

function* batchesOf(count: number, together: number, body: (seq: number) => string): Generator<Append[]> {
  for (let seq = 1; seq <= count; ) {
    const entries: Append[] = []
    for (; entries.length < together && seq <= count; seq++) entries.push({ stream: 'table', seq, body: body(seq) })
    yield entries
  }
}

function append(db: DatabaseSync, write: Write, batches: readonly Batch[]): void {
  for (const batch of batches) {
    db.exec('BEGIN')
    write(batch)
    db.exec('COMMIT')
  }
}

const ENTRIES = 20_000
const TURNS = 15

function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** In turns, the median of each. Processor time: what the disk takes is the same for both, and comes by fits and starts. */
function compare(together: number): Result {
  const cost = (make: (db: DatabaseSync) => Write, batches: readonly Batch[]) =>
    inDatabase('FULL', (db) => {
      const write = make(db)
      const started = processorTime()
      append(db, write, batches)
      return (processorTime() - started) / ENTRIES
    })
  const [leaves, links] = [bodyOf, chainedBody].map((body) => [...batchesOf(ENTRIES, together, body)].map(pack))
  const [ours, floor]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn++) {
    ours.push(cost(withTree, leaves!))
    floor.push(cost(withoutTree, links!))
  }
  const work = `processor time of an entry in transactions of ${together}, with the tree against without`
  return { work, unit: 'µs', ours: median(ours), floor: median(floor), ratioMax: 1.15 }
}

const MILLION = 1_000_000
const TIMES = 500
/** As many before a round are what others did. */
const BEFORE_ROUND = MILLION / 2

/** A round of fast action; what everybody may know of it is the opening, the draw and the outcome. */
const round = entriesOf({ book: 'mbs/sands-fast-action-roulette@2' }, [
  { do: 'buy-in', player: 'ann', amount: 10_000 },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 500, id: 'w1' },
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'bonus-numbers', numbers: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] },
  { do: 'ball-at-rest', pocket: '17' },
])
const [OPENED, STAKED, DRAWN, OUTCOME] = [3, 4, 7, 8].map((nth) => BEFORE_ROUND + nth) as [
  number,
  number,
  number,
  number,
]

const quantileRows = (work: string, times: readonly number[]): Result[] => [
  {
    work: `${work}, of a million entries: half within`,
    unit: 'ms',
    ours: median(times),
    floor: null,
    ratioMax: null,
    most: 5,
  },
  { work: '  99 of 100 within', unit: 'ms', ours: quantile(times, 0.99), floor: null, ratioMax: null },
]

async function timesOf(work: (at: number) => unknown): Promise<number[]> {
  const times: number[] = []
  for (let nth = 0; nth < TIMES; nth++) {
    const started = performance.now()
    await work(1 + ((nth * 7_919_993) % MILLION))
    times.push(performance.now() - started)
  }
  return times
}

/** The tree by itself, from a file that was just opened: nothing of it is in memory. */
async function prove(folder: string): Promise<Result[]> {
  const db = new DatabaseSync(journalFile(folder))
  try {
    const { trees } = new EntryWriter(db)
    const inclusion = await timesOf((seq) => trees.inclusion('table', seq, MILLION, MILLION))
    const consistency = await timesOf((size) => trees.consistency('table', size, MILLION, MILLION))
    return [...quantileRows('proof of an entry', inclusion), ...quantileRows('proof that it goes on', consistency)]
  } finally {
    db.close()
  }
}

/**
 * The work of the route once it knows the place of a round: a wager's receipt and its code, with four other entries.
 */
async function receiptByHttp(folder: string): Promise<Result[]> {
  const journal = await sqliteJournal(folder)
  try {
    const { house } = signers('table')
    const text = writeCheckpoint({ origin: house.verifier.name, ...(await journal.head('table')) })
    const note = writeNote({ text, signatures: [sign(text, house)] })
    const checkpoint = { size: MILLION, note }
    const course = { isCourse: true, commits: false, endsSecret: true, isSettlement: false, resultOf: [] }
    const entries = [OPENED, DRAWN, OUTCOME].map((seq) => ({ seq, ...course }))
    const seqs = [STAKED, SETUP, OPENED, DRAWN, OUTCOME]
    const times = await timesOf(async () => {
      const proven = { checkpoint, entries: await journal.proven('table', seqs, MILLION) }
      const [made] = receiptsFrom(proven, [STAKED], entries, [SETUP], { player: 'ann', scope: 'own-player' })
      if (!made?.receipt) throw new Error('no receipt was made')
    })
    return quantileRows('receipt of a wager over HTTP, its round known', times)
  } finally {
    await journal.close()
  }
}

async function proofs(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
  try {
    const file = openJournalFile(folder)
    const body = (seq: number): string => round[seq - 1 - BEFORE_ROUND] ?? (seq === 1 ? round[0]! : bodyOf(seq))
    for (const batch of batchesOf(MILLION, 5_000, body)) file.append(pack(batch))
    file.close()
    return [...(await prove(folder)), ...(await receiptByHttp(folder))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const proof: Bench = { name: 'proof', run: async () => [compare(100), compare(1_000), ...(await proofs())] }
