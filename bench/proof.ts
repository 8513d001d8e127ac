import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Append } from '../src/record/stored-entry.ts'
import { EntryWriter } from '../src/table/journal/entry-writer.ts'
import { nodeChain } from '../src/table/journal/journal.ts'
import { treeSchema } from '../src/table/journal/sqlite-tree.ts'
import { freshSalt } from '../src/table/means/salts.ts'
import { type Bench, median, quantile, type Result } from './measure.ts'

/** What a wager's entry is about as long as. */
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

type Write = (entries: readonly Append[]) => void

const withTree = (db: DatabaseSync): Write => {
  const writer = new EntryWriter(db)
  return (entries) => void writer.keep(writer.write(entries))
}

/** The floor: the same entries as the store wrote them before it had trees, each chained to the one before it. */
const withChain = (db: DatabaseSync): Write => {
  const insert = db.prepare('INSERT INTO journal (stream, seq, body, hash) VALUES (?, ?, ?, ?)')
  let hash = nodeChain.seedHash('table')
  return (entries) => {
    for (const entry of entries) {
      hash = nodeChain.entryHash(hash, entry)
      insert.run(entry.stream, entry.seq, entry.body, hash)
    }
  }
}

function batchesOf(count: number, together: number, body: (seq: number) => string): Append[][] {
  const batches: Append[][] = []
  for (let seq = 1; seq <= count; ) {
    const entries: Append[] = []
    for (; entries.length < together && seq <= count; seq++) entries.push({ stream: 'table', seq, body: body(seq) })
    batches.push(entries)
  }
  return batches
}

function append(db: DatabaseSync, write: Write, batches: Iterable<readonly Append[]>): void {
  for (const entries of batches) {
    db.exec('BEGIN')
    write(entries)
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
  const cost = (make: (db: DatabaseSync) => Write, batches: readonly (readonly Append[])[]) =>
    inDatabase('FULL', (db) => {
      const write = make(db)
      const started = processorTime()
      append(db, write, batches)
      return (processorTime() - started) / ENTRIES
    })
  const [leaves, links] = [batchesOf(ENTRIES, together, bodyOf), batchesOf(ENTRIES, together, chainedBody)]
  const [ours, floor]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn++) {
    ours.push(cost(withTree, leaves))
    floor.push(cost(withChain, links))
  }
  const work = `processor time of an entry in transactions of ${together}, with the tree against without`
  return { work, unit: 'µs', ours: median(ours), floor: median(floor), ratioMax: 1.15 }
}

const MILLION = 1_000_000
const PROOFS = 500

/** From a file that was just opened: nothing of the tree is in memory. */
function prove(): Result[] {
  return inDatabase('OFF', (db) => {
    append(db, withTree(db), batchesOf(MILLION, 5_000, bodyOf))
    const times = (work: (at: number) => unknown): number[] =>
      Array.from({ length: PROOFS }, (_, nth) => {
        const started = performance.now()
        work(1 + ((nth * 7_919_993) % MILLION))
        return performance.now() - started
      })
    const { trees } = new EntryWriter(db)
    const inclusion = times((seq) => trees.inclusion('table', seq, MILLION, MILLION))
    const consistency = times((size) => trees.consistency('table', size, MILLION, MILLION))
    const line = (work: string, all: readonly number[]): Result => ({
      ...{ work: `${work}, of a million entries, 99 of 100 within`, unit: 'ms', ours: quantile(all, 0.99) },
      ...{ floor: null, ratioMax: null, most: 5 },
    })
    return [line('proof of an entry', inclusion), line('proof that it goes on', consistency)]
  })
}

export const proof: Bench = {
  name: 'proof',
  run: () => [compare(100), compare(1_000), ...prove()],
}
