import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { StringDecoder } from 'node:string_decoder'
import { lineCutter, notAnEntry, readEntryLine } from '../../record/entry-lines.ts'
import { findPlace, type JournalReader, type OpenedJournal, standingAlone } from '../../record/journal-reader.ts'
import type { KeptCheckpoint, Snapshot, Stored } from '../../record/stored-entry.ts'
import { pageOf } from './checked-page.ts'
import { readMark, type Tip, type Tips } from './high-water.ts'
import { JournalUnusable } from './journal.ts'
import { checkpointPages, entryPages, inPlaces, type KeptBlock, rowPages } from './pages.ts'
import { isPostgresAddress } from './postgres/address.ts'
import { postgresReader } from './postgres/reading.ts'
import { checkFormat, journalFile, openFile, refuseForeign, strangersIn } from './sqlite-file.ts'
import { hasIndex, indexOf, SqliteIndex } from './sqlite-index.ts'

/** Opens a data folder (in use or not), its file, an exported stream, or the address of a database. */
export async function openReader(path: string): Promise<OpenedJournal> {
  if (isPostgresAddress(path)) return postgresReader(path)
  if (!existsSync(path)) throw new JournalUnusable(`${path} is not there`)
  // The mark is read before the journal: while the service writes both, the mark never leads.
  if (statSync(path).isDirectory()) return folderReader(journalFile(path), path, readMark(path))
  return isDatabase(path) ? folderReader(path, dirname(path), new Map()) : exportReader(path)
}

function isDatabase(path: string): boolean {
  for (const start of filePieces(path, 15)) return start.toString() === 'SQLite format 3'
  return false
}

/** Reads a file of any size in pieces. */
function* filePieces(path: string, size: number): Generator<Buffer> {
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const piece = Buffer.alloc(size)
      const read = readSync(file, piece)
      if (read === 0) return
      yield piece.subarray(0, read)
    }
  } finally {
    closeSync(file)
  }
}

/** Damage is reported by `damage`. */
function checkReadable(db: DatabaseSync, folder: string): void {
  try {
    checkFormat(db, folder)
  } catch (error) {
    if (error instanceof JournalUnusable) throw error
  }
}

const selectEntries = 'SELECT stream, seq, body, hash FROM journal WHERE stream = ? AND seq >= ? ORDER BY seq LIMIT ?'
const selectBlocks = 'SELECT block, nodes FROM tree WHERE stream = ? AND block >= ? ORDER BY block LIMIT ?'
const selectCheckpoints = 'SELECT size, note FROM checkpoints WHERE stream = ? AND size >= ? ORDER BY size LIMIT ?'

function folderReader(file: string, folder: string, mark: Tips): OpenedJournal {
  if (!existsSync(file)) throw new JournalUnusable(`${folder} holds no journal`)
  refuseForeign(file, folder)
  const db = openFile(file, folder, true)
  checkReadable(db, folder)
  /** All reads are of one moment, independent of later writes of the service. */
  const held = (): DatabaseSync => {
    if (!db.isTransaction) db.exec('BEGIN')
    return db
  }
  const pages: JournalReader['pages'] = (stream, from, to) => {
    const read = held().prepare(selectEntries)
    return entryPages((next, limit) => pageOf(read.iterate(stream, next, limit)), from, to)
  }
  /** Rows of a stream from a number on, up to a limit. */
  const rowsFrom = <Row>(query: string, stream: string) => {
    const read = held().prepare(query)
    return (next: number, limit: number) => read.all(stream, next, limit) as Row[]
  }
  return {
    async streams() {
      const found = rows<{ stream: string }>(held(), 'SELECT DISTINCT stream FROM journal ORDER BY stream')
      return found.map(({ stream }) => stream)
    },
    pages,
    async place(stream, round) {
      const index = hasIndex(held()) ? new SqliteIndex(db) : null
      return index?.isSound() ? index.place(stream, round) : findPlace(pages(stream), round)
    },
    async snapshot(stream) {
      const row = held().prepare('SELECT seq, body FROM snapshots WHERE stream = ?').get(stream) as Snapshot | undefined
      return row ?? null
    },
    blocks(stream, from = 0) {
      const kept = rowPages(rowsFrom<KeptBlock>(selectBlocks, stream), ({ block }) => block, from)
      return inPlaces(kept, from)
    },
    index: (stream) => indexOf(held(), stream),
    async *checkpoints(stream, from) {
      yield* checkpointPages(rowsFrom<KeptCheckpoint>(selectCheckpoints, stream), from)
    },
    isWhole: true,
    strangers: async () => strangersIn(held()),
    missing: async () => [...mark].flatMap(([stream, tip]) => missingIn(held(), stream, tip)),
    async damage() {
      const found = rows<{ integrity_check: string }>(held(), 'PRAGMA integrity_check(1)')[0]!.integrity_check
      return found === 'ok' ? null : found
    },
    copyTo: async (target) => void db.prepare('VACUUM INTO ?').run(target),
    close: async () => db.close(),
  }
}

function missingIn(db: DatabaseSync, stream: string, { seq, hash }: Tip): string[] {
  const entry = db.prepare('SELECT hash FROM journal WHERE stream = ? AND seq = ?').get(stream, seq)
  if (!entry) return [`${stream} has been at entry ${seq} by its mark, and that is not there`]
  return entry.hash === hash ? [] : [`entry ${seq} of ${stream} is not the one that has been there by its mark`]
}

const rows = <T>(db: DatabaseSync, query: string): T[] => db.prepare(query).all() as T[]

/** An export of the auditor's route: one stream, one line for each entry, named after its file. */
function exportReader(path: string): OpenedJournal {
  const own = basename(path, '.jsonl')
  if (fileLines(path).every((line) => line === '')) throw new JournalUnusable(`${path} holds no entry of a journal`)
  async function* pages(stream: string, from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER) {
    if (stream !== own) return
    let [at, page]: [number, Stored[]] = [0, []]
    for (const line of fileLines(path)) {
      at++
      if (line === '') continue
      const entry = readExported(stream, line, at)
      if (entry.seq >= from && entry.seq <= to) page.push(entry)
      if (page.length < LINES_IN_PAGE) continue
      yield page
      page = []
    }
    yield page
  }
  return {
    ...standingAlone,
    streams: async () => [own],
    pages,
    async *checkpoints() {},
    place: (stream, round) => findPlace(pages(stream), round),
    async copyTo() {
      throw new JournalUnusable('an exported stream is copied as a file')
    },
    async close() {},
  }
}

const PIECE_BYTES = 1 << 20
const LINES_IN_PAGE = 1_000

function* fileLines(path: string): Generator<string> {
  const decoder = new StringDecoder('utf8')
  const cut = lineCutter()
  for (const piece of filePieces(path, PIECE_BYTES)) yield* cut(decoder.write(piece))
  yield* cut('\n')
}

const withoutSecrets = 'of the record of the house, which is shown without its secrets: verify a backup instead'

function readExported(stream: string, line: string, at: number): Stored {
  const entry = readEntryLine(stream, line)
  if (entry) return entry
  const isOfHouse = /^\{"seq":\d+,"hash":"\w+","shown":/.test(line)
  throw new JournalUnusable(isOfHouse ? `line ${at} is ${withoutSecrets}` : notAnEntry(at))
}
