import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { JournalUnusable, type Snapshot, type Stored } from './journal.ts'
import { journalFile, openFile } from './sqlite-file.ts'

/** A journal to be read and not written: a data folder (in use or not), its file, or an exported stream. */
export type JournalReader = {
  streams(): readonly string[]
  entries(stream: string): Iterable<Stored>
  snapshot(stream: string): Snapshot | null
  /** What the store itself finds wrong with the file. */
  damage(): string | null
  copyTo(file: string): void
  close(): void
}

export function openReader(path: string): JournalReader {
  if (!existsSync(path)) throw new JournalUnusable(`${path} is not there`)
  if (statSync(path).isDirectory()) return folderReader(journalFile(path), path)
  return isDatabase(path) ? folderReader(path, dirname(path)) : exportReader(path)
}

const isDatabase = (path: string): boolean => readFileSync(path).subarray(0, 15).toString() === 'SQLite format 3'

const READ_AT_ONCE = 1_000

function folderReader(file: string, folder: string): JournalReader {
  if (!existsSync(file)) throw new JournalUnusable(`${folder} holds no journal`)
  const db = openFile(file, folder, true)
  return {
    streams: () =>
      rows<{ stream: string }>(db, 'SELECT DISTINCT stream FROM journal ORDER BY stream').map(({ stream }) => stream),
    *entries(stream) {
      const read = db.prepare(
        'SELECT stream, seq, body, hash FROM journal WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?',
      )
      for (let after = Number.MIN_SAFE_INTEGER; ; ) {
        const found = read.all(stream, after, READ_AT_ONCE) as Stored[]
        yield* found
        if (found.length < READ_AT_ONCE) return
        after = found.at(-1)!.seq
      }
    },
    snapshot(stream) {
      const row = db.prepare('SELECT seq, body FROM snapshots WHERE stream = ?').get(stream) as Snapshot | undefined
      return row ? { seq: row.seq, body: row.body } : null
    },
    damage() {
      const found = rows<{ integrity_check: string }>(db, 'PRAGMA integrity_check(1)')[0]!.integrity_check
      return found === 'ok' ? null : found
    },
    copyTo: (target) => void db.prepare('VACUUM INTO ?').run(target),
    close: () => db.close(),
  }
}

const rows = <T>(db: DatabaseSync, query: string): T[] => db.prepare(query).all() as T[]

/** What the auditor's door gave: one stream, a line an entry. Its name is the file's, or what the first line says. */
function exportReader(path: string): JournalReader {
  const lines = readFileSync(path, 'utf8').split('\n')
  const stream = path
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.jsonl$/, '')
  return {
    streams: () => [stream],
    *entries() {
      for (const [index, line] of lines.entries()) if (line !== '') yield exported(stream, line, index + 1)
    },
    snapshot: () => null,
    damage: () => null,
    copyTo() {
      throw new JournalUnusable('an exported stream is copied as a file')
    },
    close() {},
  }
}

/** The body is taken as it was written, byte for byte, for the hash is of that. */
function exported(stream: string, line: string, at: number): Stored {
  const found = /^\{"seq":(\d+),"hash":"([0-9a-f]{64})","entry":(.*)\}$/.exec(line)
  if (!found) throw new JournalUnusable(`line ${at} is not an entry of a journal`)
  return { stream, seq: Number(found[1]), hash: found[2]!, body: found[3]! }
}

export const houseKeyFile = (folder: string): string => join(folder, 'house.key')
