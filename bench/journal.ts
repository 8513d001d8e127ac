import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { conduct } from '../src/engine/conduct.ts'
import { requestKey } from '../src/record/entry-keys.ts'
import { fingerprintOf } from '../src/record/known-books.ts'
import type { Append } from '../src/record/stored-entry.ts'
import { decidedEntry, writeTableEntry } from '../src/record/table-entry.ts'
import { keyNumber } from '../src/service/journal/entry-index.ts'
import type { Journal } from '../src/service/journal/journal.ts'
import { sqliteJournal } from '../src/service/journal/sqlite.ts'
import { freshSalt } from '../src/service/secrets/key-material.ts'
import { type Bench, median, type Result } from './measure.ts'
import { openFor, wagers } from './wagers.ts'

/** The most common entries of a table's journal: wagers from a terminal. */
export function wagerBodies(count: number): string[] {
  let table = openFor(100)
  return wagers(count, 100).map((command, at) => {
    const signed = { ...command, id: String(at), at: new Date(1.7e12 + at).toISOString() }
    const { table: after, answer } = conduct(table, signed)
    table = after
    if ('refused' in answer) throw new Error(answer.refused)
    const when = {
      salt: freshSalt(),
      at: signed.at,
      actor: `terminal:${command.player}`,
      book: fingerprintOf(table.book),
      house: 1,
    }
    return writeTableEntry(decidedEntry(when, signed, answer))
  })
}

type Timed = (folder: string, bodies: readonly string[]) => Promise<number>

/** Each entry is appended by itself, as a table does. `waiting` appends are open at a time. */
const ours =
  (waiting: number): Timed =>
  async (folder, bodies) => {
    const journal = await sqliteJournal(folder)
    // As a table says of its wagers; made before, since any store is given them.
    const index = bodies.map((_, at) => ({ keys: [keyNumber('table', requestKey('terminal', String(at)))], marks: [] }))
    const started = performance.now()
    let seq = 0
    const next = (): Append => ({ stream: 'table', seq: ++seq, body: bodies[seq - 1]!, ...index[seq - 1]! })
    await Promise.all(
      Array.from({ length: waiting }, () => appendAll(journal, () => (seq < bodies.length ? next() : null))),
    )
    const elapsed = performance.now() - started
    await journal.close()
    return (bodies.length / elapsed) * 1000
  }

async function appendAll(journal: Journal, next: () => Append | null): Promise<void> {
  for (let entry = next(); entry; entry = next()) await journal.append([entry])
}

/**
 * The floor: bare inserts of the same bodies in transactions of this size, without hashes, on the same disk, equally
 * durable.
 */
const plain =
  (together: number): Timed =>
  async (folder, bodies) => {
    const db = new DatabaseSync(join(folder, 'plain.db'))
    db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE entries (seq INTEGER PRIMARY KEY, body TEXT)',
    )
    const insert = db.prepare('INSERT INTO entries (seq, body) VALUES (?, ?)')
    const started = performance.now()
    for (let at = 0; at < bodies.length; at += together) {
      db.exec('BEGIN')
      for (let seq = at; seq < Math.min(at + together, bodies.length); seq++) insert.run(seq + 1, bodies[seq]!)
      db.exec('COMMIT')
    }
    const elapsed = performance.now() - started
    db.close()
    return (bodies.length / elapsed) * 1000
  }

async function inFolder(timed: Timed, bodies: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
  try {
    return await timed(folder, bodies)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** In turns, the median of each: a disk is busy by fits and starts. */
async function compare(work: string, bodies: readonly string[], [own, floor]: [Timed, Timed]): Promise<Result> {
  const rates: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 3; turn++) {
    rates[0].push(await inFolder(own, bodies))
    rates[1].push(await inFolder(floor, bodies))
  }
  return { work, unit: 'entries/s', ours: median(rates[0]), floor: median(rates[1]), ratioMax: null }
}

async function run(): Promise<Result[]> {
  const bodies = wagerBodies(50_000)
  return [
    await compare('one at a time', bodies.slice(0, 1_000), [ours(1), plain(1)]),
    await compare('100 wait, against transactions of 100', bodies, [ours(100), plain(100)]),
    await compare('1,000 wait, against transactions of 100', bodies, [ours(1_000), plain(100)]),
  ]
}

export const journal: Bench = { name: 'journal', run }
