import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { TreeHead } from '../../proof/tree.ts'
import type { KeptCheckpoint, Snapshot, Stored } from '../../record/stored-entry.ts'
import { BEFORE_RELEASE, VERSION } from '../../record/versions.ts'
import { type Batch, unpack } from './batch.ts'
import { EntryWriter } from './entry-writer.ts'
import { HighWater, readMark, type Tip, type Tips } from './high-water.ts'
import { JournalConflict, JournalUnusable, StoreFault } from './journal.ts'
import { OpenFiles } from './open-files.ts'
import { indexSchema, type KeyCursor, SqliteIndex } from './sqlite-index.ts'
import { entriesFrom, readingCalls, streamsIn } from './sqlite-reading.ts'
import { treeSchema } from './sqlite-tree.ts'
import { checkMark, checkNotEmptied, checkPresence, checkStructure, damagedJournal } from './start-checks.ts'

/** The journal's file. One thread opens it and does nothing else, so that no event loop waits for the disk. */

const schema = `
  CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS journal (
    stream TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (stream, seq)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS snapshots (stream TEXT PRIMARY KEY, seq INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
  ${treeSchema}`

/** The pages in the write-ahead log from which a commit itself moves them into the file. */
const LOG_PAGES_MAX = 16_384
/** Bytes of a page of SQLite. In the log each page has a small header too. */
const PAGE_BYTES = 4_096
/** The estimated number of pages in the log from which another thread is asked to move it. */
const CHECKPOINT_PAGES = 1_000
/** The pages that an append changes in a stream besides its new rows, and the new rows on a page. */
const PAGES_BESIDES = 3
const CHARACTERS_ON_PAGE = 3_000

export const journalFile = (folder: string): string => join(folder, 'croupier.db')
/** The path of the copy of a journal whose own file was removed or replaced while it was open. */
export const rescuedFile = (folder: string): string => join(folder, 'croupier.rescued.db')

/** Holds the folder for this process: the lock goes with the process, however it ends. */
export function lockFolder(folder: string): DatabaseSync {
  makeFolder(folder)
  const lock = openFile(join(folder, 'lock.db'), folder)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER); COMMIT;')
    return lock
  } catch (error) {
    lock.close()
    if (isNoDatabase(error))
      throw new JournalUnusable(`${join(folder, 'lock.db')} is damaged; it holds no data: remove it`)
    throw unusable(error, folder)
  }
}

const primaryCode = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff
const isNoDatabase = (error: unknown): boolean => [11, 26].includes(primaryCode(error))

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
  // The message about a damaged schema has as many lines as the schema.
  const message = (error as Error).message.replace(/\s+/g, ' ')
  const primary = primaryCode(error)
  if (primary === 5 || primary === 6)
    return new JournalUnusable(`the data folder ${folder} is in use by another process`)
  if (primary === 11) return damagedJournal(folder, message)
  if (primary === 26) return new JournalUnusable(`${folder} does not hold a journal of Croupier: ${message}`)
  return new JournalUnusable(`the data folder ${folder} cannot be written: ${message}`)
}

export type JournalFile = ReturnType<typeof openJournalFile>

export type ReadingFile = ReturnType<typeof openToRead>

/** Opens the journal's file while another process writes it. Every call reads the entries committed before it. */
export function openToRead(folder: string) {
  const db = openFile(journalFile(folder), folder, true)
  db.exec('PRAGMA busy_timeout = 2000')
  return { ...readingCalls(db, new EntryWriter(db), new SqliteIndex(db)), close: (): void => db.close() }
}

/**
 * Opens the journal's file and returns the calls to it, to be made one at a time. Threads are the concern of its
 * callers.
 */
export function openJournalFile(folder: string) {
  const db = prepareDatabase(folder)
  const writer = new EntryWriter(db)
  const streams = streamsIn(db)
  const last = (stream: string): Tip => writer.last(stream)
  const { files, mark } = checkedFiles(db, folder, streams, last)
  const snapshots = snapshotsIn(db)
  const log = new LogSize(files)
  const toOurs = <T>(work: () => T): T => writeToOurs(files, work)
  const index = new SqliteIndex(db)
  if (!index.isSound()) index.keep(toOurs(() => transaction(db, () => index.rebuild(streams()))))
  const append = appendTo(db, writer, index)

  return {
    /**
     * Appends a batch and returns the new lengths of the streams. An empty batch is a write too: it tests the store.
     */
    append(batch: Batch): Tips {
      const { tips, characters } = toOurs(() => append(batch))
      mark.note(tips)
      log.grow(tips, characters)
      return tips
    },
    ...readingCalls(db, writer, index),
    streams,
    keys: (after: KeyCursor) => index.keys(after),
    takeCheckpointDue: () => log.takeCheckpointDue(),
    noteCheckpoint: () => log.noteCheckpoint(),
    last: (stream: string) => ({ ...last(stream) }),
    head: headCall(writer),
    saveCheckpoint: (stream: string, checkpoint: KeptCheckpoint, over?: string | null): boolean =>
      toOurs(() => transaction(db, () => writer.trees.saveCheckpoint(stream, checkpoint, over))),
    saveSnapshot: (stream: string, snapshot: Snapshot): void => toOurs(() => snapshots.save(stream, snapshot)),
    snapshot: snapshots.load,
    /** Describes a change of the files while they were open; null if there is none. */
    problem: (): string | null => files.findProblem(),
    close(): void {
      if (files.findProblem()) rescue(db, folder)
      mark.close()
      db.close()
    },
  }
}

/** Writes a batch and its index in one transaction. A file that is only read keeps the version it states. */
function appendTo(db: DatabaseSync, writer: EntryWriter, index: SqliteIndex) {
  const touch = db.prepare("UPDATE about SET value = ? WHERE name = 'format'")
  let isOfThisVersion = false
  return (batch: Batch): { tips: Tips; characters: number } => {
    const { entries, index: rows, characters } = unpack(batch)
    const { written, sums } = transaction(db, () => {
      // SQLite writes no page for a value that is the same as before.
      if (entries.length === 0) touch.run('')
      if (entries.length === 0 || !isOfThisVersion) touch.run(String(VERSION))
      return { written: writer.write(entries), sums: index.write(rows) }
    })
    isOfThisVersion = true
    index.keep(sums)
    return { tips: writer.keep(written), characters }
  }
}

/**
 * Runs a write and checks before and after it that the files are still those of the folder. A failed write may have
 * changed them too.
 */
function writeToOurs<T>(files: OpenFiles, work: () => T): T {
  mustBeOurs(files.recentProblem)
  files.noteWrite()
  const result = work()
  mustBeOurs(files.recentProblem)
  return result
}

/** The size of the write-ahead log, estimated from what was appended. */
class LogSize {
  readonly #files: OpenFiles
  #pages = 0

  constructor(files: OpenFiles) {
    this.#files = files
  }

  grow(after: Tips, characters: number): void {
    this.#pages += PAGES_BESIDES * after.size + characters / CHARACTERS_ON_PAGE
  }

  /** Whether the log holds enough to be moved. The caller starts a checkpoint, and calls `noteCheckpoint` after it. */
  takeCheckpointDue(): boolean {
    if (this.#files.isShared || this.#pages < CHECKPOINT_PAGES) return false
    this.#pages = 0
    this.#files.isShared = true
    return true
  }

  noteCheckpoint(): void {
    this.#files.noteCheckpoint()
    this.#files.isShared = false
  }
}

function snapshotsIn(db: DatabaseSync) {
  const put = db.prepare(
    'INSERT INTO snapshots (stream, seq, body) VALUES (?, ?, ?) ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, body = excluded.body',
  )
  const get = db.prepare('SELECT seq, body FROM snapshots WHERE stream = ?')
  return {
    save: (stream: string, { seq, body }: Snapshot): void => void put.run(stream, seq, body),
    load: (stream: string): Snapshot | null => (get.get(stream) as Snapshot | undefined) ?? null,
  }
}

/** Computes heads where the tree grows, because the data for them is in memory there. */
const headCall =
  (writer: EntryWriter) =>
  (stream: string, size?: number): TreeHead => {
    const entries = writer.last(stream).seq
    return writer.trees.head(stream, size ?? entries, entries)
  }

function mustBeOurs(problem: string | null): void {
  if (problem) throw new StoreFault(problem, true)
}

/** Runs work in one transaction. */
function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(db)
    throw (error as { errcode?: number }).errcode === 1555 ? new JournalConflict((error as Error).message) : error
  }
}

/** A failing store may have rolled back by itself, or fail to roll back: then the next BEGIN fails. */
function rollBack(db: DatabaseSync): void {
  try {
    if (db.isTransaction) db.exec('ROLLBACK')
  } catch {
    // The first failure is reported by the caller.
  }
}

/** Compares the store with its mark, and begins the next mark. */
function checkedFiles(db: DatabaseSync, folder: string, streams: () => string[], last: (stream: string) => Tip) {
  try {
    checkMark(folder, readMark(folder), last, db.prepare(entriesFrom))
    const mark = new HighWater(folder, new Map(streams().map((stream) => [stream, last(stream)])))
    const journal = journalFile(folder)
    return { files: new OpenFiles([journal, `${journal}-wal`], LOG_PAGES_MAX * PAGE_BYTES), mark }
  } catch (error) {
    db.close()
    throw error instanceof JournalUnusable ? error : unusable(error, folder)
  }
}

/** Writes out the whole content of a file that is still open and was removed. */
function rescue(db: DatabaseSync, folder: string): void {
  rmSync(rescuedFile(folder), { force: true })
  try {
    db.prepare('VACUUM INTO ?').run(rescuedFile(folder))
  } catch {
    // The disk has no room for the copy either.
  }
}

function prepareDatabase(folder: string): DatabaseSync {
  checkPresence(folder, existsSync(journalFile(folder)))
  const db = openFile(journalFile(folder), folder)
  try {
    const isEmpty = schemaOf(db).size === 0
    checkNotEmptied(folder, isEmpty)
    if (!isEmpty) checkContent(db, folder)
    db.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000; PRAGMA wal_autocheckpoint = ${LOG_PAGES_MAX}`,
    )
    db.exec(`${schema}${indexSchema}`)
    db.prepare("INSERT OR IGNORE INTO about (name, value) VALUES ('format', ?)").run(String(VERSION))
    return db
  } catch (error) {
    db.close()
    throw error instanceof JournalUnusable ? error : unusable(error, folder)
  }
}

function checkContent(db: DatabaseSync, folder: string): void {
  checkFormat(db, folder)
  checkStructure(db, () => db.prepare(entriesFrom), folder)
  const [foreign] = foreignIn(db)
  if (foreign) throw new JournalUnusable(`the journal of ${folder} holds content that is not Croupier's: ${foreign}`)
}

/** Creates a journal file with the content of another store, including hashes and seals. */
export function newJournalFile(file: string) {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  db.exec(schema)
  db.prepare("INSERT INTO about (name, value) VALUES ('format', ?)").run(String(VERSION))
  const put = db.prepare('INSERT INTO journal (stream, seq, body, hash) VALUES (?, ?, ?, ?)')
  const putSnapshot = db.prepare('INSERT INTO snapshots (stream, seq, body) VALUES (?, ?, ?)')
  const putBlock = db.prepare('INSERT INTO tree (stream, block, nodes) VALUES (?, ?, ?)')
  const putNote = db.prepare('INSERT INTO checkpoints (stream, size, note) VALUES (?, ?, ?)')
  db.exec('BEGIN')
  return {
    putBlock: (stream: string, block: number, nodes: Uint8Array): void => void putBlock.run(stream, block, nodes),
    putCheckpoint: (stream: string, { size, note }: KeptCheckpoint): void => void putNote.run(stream, size, note),
    put(entries: readonly Stored[]): void {
      for (const { stream, seq, body, hash } of entries) put.run(stream, seq, body, hash)
    },
    putSnapshot: (stream: string, { seq, body }: Snapshot): void => void putSnapshot.run(stream, seq, body),
    close(): void {
      db.exec('COMMIT')
      db.close()
    },
  }
}

/** Objects in the file beyond the schema: a trigger could change writes, a view could change reads. */
export function strangersIn(db: DatabaseSync): string[] {
  const found = schemaOf(db)
  // The index is built again if it is missing.
  const due = schemaFrom(schema)
  const missing = [...due.keys()].filter((name) => !found.has(name)).map((name) => `no ${name}`)
  const about = queryRows(db, 'SELECT name FROM about').filter(({ name }) => name !== 'format')
  return [...foreignIn(db), ...missing, ...about.map(({ name }) => `a note about ${name}`)]
}

/** Additions and changes to the schema. */
function foreignIn(db: DatabaseSync): string[] {
  const known = schemaFrom(`${schema}${indexSchema}`)
  return [...schemaOf(db)].filter(([name, sql]) => known.get(name) !== sql).map(([name]) => name)
}

function schemaFrom(text: string): Map<string, string> {
  const db = new DatabaseSync(':memory:')
  db.exec(text)
  return schemaOf(db)
}

/** All declarations of the file, by kind and name, as they were written, apart from spaces and lines. */
function schemaOf(db: DatabaseSync): Map<string, string> {
  const rows = queryRows(db, 'SELECT type, name, sql FROM sqlite_schema')
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, (sql ?? '').replace(/\s+/g, ' ')]))
}

const queryRows = (db: DatabaseSync, query: string) => db.prepare(query).all() as Record<string, string>[]

/** Refuses a file whose entries this version cannot read. `about` states the newest format among them. */
export function checkFormat(db: DatabaseSync, folder: string): void {
  const said = new Map(queryRows(db, 'SELECT name, value FROM about').map(({ name, value }) => [name, value]))
  const format = said.get('format')
  if (format === undefined && said.has('version'))
    throw new JournalUnusable(`the data folder ${folder} cannot be read: ${BEFORE_RELEASE}`)
  if (Number(format ?? 0) > VERSION)
    throw new JournalUnusable(
      `the data folder ${folder} was written by a newer version of Croupier (${format}; this one knows ${VERSION})`,
    )
}

/**
 * Refuses a folder from before the first release. It opens the file as immutable, so that SQLite creates no further
 * files. Other faults of the file are found when it is opened.
 */
export function refuseForeign(file: string, folder: string): void {
  if (!existsSync(file)) return
  try {
    const db = new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true })
    try {
      checkFormat(db, folder)
    } finally {
      db.close()
    }
  } catch (error) {
    if (error instanceof JournalUnusable) throw error
  }
}
