import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Append, Snapshot, Stored } from '../../record/stored-entry.ts'
import { type Batch, unpack } from './batch.ts'
import { JournalConflict, JournalUnusable, nodeChain } from './journal.ts'

/** The journal's file. It is opened by one thread, which does nothing else: no event loop waits for the disk. */

/** 2: entries say their version (src/record/versions.ts), and one who knows only version 1 would misread them. */
const VERSION = 2

const schema = `
  CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS journal (
    stream TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (stream, seq)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS snapshots (stream TEXT PRIMARY KEY, seq INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
`

export const journalFile = (folder: string): string => join(folder, 'croupier.db')

/** Holds the folder for this process: the lock goes with the process, however it ends. */
export function lockFolder(folder: string): DatabaseSync {
  makeFolder(folder)
  const lock = openFile(join(folder, 'lock.db'), folder)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER); COMMIT;')
    return lock
  } catch (error) {
    lock.close()
    throw unusable(error, folder)
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new JournalUnusable(`the data folder ${folder} cannot be made: ${(error as NodeJS.ErrnoException).code}`)
  }
}

export function openFile(file: string, folder: string, readOnly = false): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly })
  } catch (error) {
    throw unusable(error, folder)
  }
}

function unusable(error: unknown, folder: string): JournalUnusable {
  const { errcode, message } = error as { errcode?: number; message: string }
  const primary = (errcode ?? 0) & 0xff
  if (primary === 5 || primary === 6)
    return new JournalUnusable(`the data folder ${folder} is in use by another process`)
  if (primary === 26 || primary === 11)
    return new JournalUnusable(`${folder} does not hold a journal of Croupier: ${message}`)
  return new JournalUnusable(`the data folder ${folder} cannot be written: ${message}`)
}

export type JournalFile = ReturnType<typeof openJournalFile>

/** What the store does, one call at a time. Nothing here knows of threads. */
export function openJournalFile(folder: string) {
  const db = prepared(folder)
  const insert = db.prepare('INSERT INTO journal (stream, seq, body, hash) VALUES (?, ?, ?, ?)')
  const readFrom = db.prepare(
    'SELECT stream, seq, body, hash FROM journal WHERE stream = ? AND seq >= ? ORDER BY seq LIMIT ?',
  )
  const readLast = db.prepare('SELECT seq, hash FROM journal WHERE stream = ? ORDER BY seq DESC LIMIT 1')
  const readStreams = db.prepare('SELECT DISTINCT stream FROM journal ORDER BY stream')
  const putSnapshot = db.prepare(
    'INSERT INTO snapshots (stream, seq, body) VALUES (?, ?, ?) ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, body = excluded.body',
  )
  const getSnapshot = db.prepare('SELECT seq, body FROM snapshots WHERE stream = ?')
  const tips = new Map<string, { seq: number; hash: string }>()

  const last = (stream: string): { seq: number; hash: string } => {
    const known = tips.get(stream)
    if (known) return known
    const row = readLast.get(stream) as { seq: number; hash: string } | undefined
    return row ? { seq: row.seq, hash: row.hash } : { seq: 0, hash: nodeChain.seedHash(stream) }
  }

  /** What is opened and only read stays as it is: it is of this version from the first entry that is written to it. */
  let isMarked = false
  const mark = (): void => {
    if (!isMarked) db.prepare("UPDATE about SET value = ? WHERE name = 'version'").run(String(VERSION))
    isMarked = true
  }

  const write = (entries: readonly Append[]): Map<string, { seq: number; hash: string }> => {
    const after = new Map<string, { seq: number; hash: string }>()
    for (const entry of entries) {
      const before = after.get(entry.stream) ?? last(entry.stream)
      if (entry.seq !== before.seq + 1)
        throw new JournalConflict(`${entry.stream} is at ${before.seq}, not before ${entry.seq}`)
      const hash = nodeChain.chainHash(before.hash, entry)
      insert.run(entry.stream, entry.seq, entry.body, hash)
      after.set(entry.stream, { seq: entry.seq, hash })
    }
    return after
  }

  return {
    append(batch: Batch): void {
      db.exec('BEGIN IMMEDIATE')
      try {
        const after = write(unpack(batch))
        mark()
        db.exec('COMMIT')
        for (const [stream, tip] of after) tips.set(stream, tip)
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw (error as { errcode?: number }).errcode === 1555 ? new JournalConflict((error as Error).message) : error
      }
    },
    read: (stream: string, from: number, limit: number): Stored[] => readFrom.all(stream, from, limit) as Stored[],
    last: (stream: string) => ({ ...last(stream) }),
    streams: (): string[] => (readStreams.all() as { stream: string }[]).map(({ stream }) => stream),
    saveSnapshot: (stream: string, { seq, body }: Snapshot): void => void putSnapshot.run(stream, seq, body),
    loadSnapshot(stream: string): Snapshot | null {
      const row = getSnapshot.get(stream) as Snapshot | undefined
      return row ? { seq: row.seq, body: row.body } : null
    },
    backup: (file: string): void => void db.prepare('VACUUM INTO ?').run(file),
    close: (): void => db.close(),
  }
}

function prepared(folder: string): DatabaseSync {
  const db = openFile(journalFile(folder), folder)
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000')
    db.exec(schema)
    checkVersion(db, folder)
    db.prepare("INSERT OR IGNORE INTO about (name, value) VALUES ('version', ?)").run(String(VERSION))
    return db
  } catch (error) {
    db.close()
    throw error instanceof JournalUnusable ? error : unusable(error, folder)
  }
}

/** What is in the file and is not of the schema: a trigger could change what is written, a view what is read. */
export function strangersIn(db: DatabaseSync): string[] {
  const known = schemaOf(ownSchema())
  const found = schemaOf(db)
  const added = [...found].filter(([name, sql]) => known.get(name) !== sql).map(([name]) => name)
  const missing = [...known.keys()].filter((name) => !found.has(name)).map((name) => `no ${name}`)
  const about = rowsOf(db, 'SELECT name FROM about').filter(({ name }) => name !== 'version')
  return [...added, ...missing, ...about.map(({ name }) => `a note about ${name}`)]
}

function ownSchema(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(schema)
  return db
}

/** Everything that the file declares, by kind and name, as it was declared; spaces and lines aside. */
function schemaOf(db: DatabaseSync): Map<string, string> {
  const rows = rowsOf(db, 'SELECT type, name, sql FROM sqlite_schema')
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, (sql ?? '').replace(/\s+/g, ' ')]))
}

const rowsOf = (db: DatabaseSync, query: string) => db.prepare(query).all() as Record<string, string>[]

/** What a newer version wrote, this one may misread. */
export function checkVersion(db: DatabaseSync, folder: string): void {
  const row = db.prepare("SELECT value FROM about WHERE name = 'version'").get() as { value: string } | undefined
  if (row && Number(row.value) > VERSION)
    throw new JournalUnusable(
      `the data folder ${folder} was written by a newer version of Croupier (${row.value}; this one knows ${VERSION})`,
    )
}
