import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { keysOf } from '../../record/entry-keys.ts'
import type { Append, Stored } from '../../record/stored-entry.ts'
import type { Plain } from '../../record/versions.ts'
import { type Filter, KeyFilter } from './key-filter.ts'
import { keyNumber } from './key-number.ts'

/**
 * Where entries are, by their keys. It is beside the journal and an aid only: made from the journal, written a little
 * later, and made anew where it is missing, damaged or of another journal. Keys lie apart by eras of a stream, so that
 * writing touches few pages however long the journal is.
 */
export type KeyFile = {
  /** What was just written to the journal, with the hash of the last entry of each stream. */
  note(entries: readonly Append[], tips: ReadonlyMap<string, Tip>): void
  /** The numbers of the entries that may have this key. */
  find(stream: string, key: number, last: number): number[]
  filters(): readonly Filter[]
  /** Writes some of what was noted, when there is enough; true: there is more to write. */
  tidy(): boolean
  close(): void
}

export type Tip = { seq: number; hash: string }
/** What is asked of the journal to catch up with it. */
export type KeySource = {
  streams(): readonly string[]
  read(stream: string, from: number): readonly Stored[]
}

export const keyFile = (folder: string): string => join(folder, 'keys.db')

const schema = `
  CREATE TABLE IF NOT EXISTS places (
    stream TEXT NOT NULL, era INTEGER NOT NULL, key INTEGER NOT NULL, seq INTEGER NOT NULL,
    PRIMARY KEY (stream, era, key, seq)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS marks (stream TEXT PRIMARY KEY, seq INTEGER NOT NULL, hash TEXT NOT NULL) WITHOUT ROWID;
`
const ENTRIES_IN_ERA = 262_144
const KEYS_AT_ONCE = 16_384
const ROWS_AT_ONCE = 512

export function openKeyFile(folder: string, source: KeySource): KeyFile {
  try {
    return caughtUp(new Keys(openDatabase(folder)), source)
  } catch {
    // Damaged, or of another journal.
    for (const end of ['', '-wal', '-shm']) rmSync(`${keyFile(folder)}${end}`, { force: true })
    return caughtUp(new Keys(openDatabase(folder)), source)
  }
}

function openDatabase(folder: string): DatabaseSync {
  const db = new DatabaseSync(keyFile(folder))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384')
  db.exec(schema)
  return db
}

function caughtUp(keys: Keys, source: KeySource): Keys {
  try {
    for (const stream of source.streams()) catchUp(keys, stream, source)
    keys.checkStreams(source.streams())
    return keys
  } catch (error) {
    keys.close()
    throw error
  }
}

function catchUp(keys: Keys, stream: string, source: KeySource): void {
  const mark = keys.markOf(stream)
  if (mark && source.read(stream, mark.seq)[0]?.hash !== mark.hash)
    throw new Error('These are the keys of another journal')
  for (let next = (mark?.seq ?? 0) + 1; ; ) {
    const entries = source.read(stream, next)
    const last = entries.at(-1)
    if (!last) return
    keys.note(entries.map(withKeys), new Map([[stream, last]]))
    while (keys.tidy());
    next = last.seq + 1
  }
}

/** What is no JSON has no keys; that it is damaged is for others to find. */
function withKeys(entry: Stored): Append {
  try {
    return { ...entry, keys: keysOf(JSON.parse(entry.body) as Plain).map((key) => keyNumber(entry.stream, key)) }
  } catch {
    return entry
  }
}

type Place = { stream: string; era: number; key: number; seq: number }
type Batch = { places: Map<number, Place[]>; tips: Map<string, Tip> }

const freshBatch = (): Batch => ({ places: new Map(), tips: new Map() })

class Keys implements KeyFile {
  readonly #db: DatabaseSync
  readonly #insert
  readonly #look
  #gathered = freshBatch()
  /** What is being written, and how much of it is. */
  #writing: { batch: Batch; rows: Place[]; done: number } | null = null

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#insert = db.prepare('INSERT OR IGNORE INTO places (stream, era, key, seq) VALUES (?, ?, ?, ?)')
    this.#look = db.prepare('SELECT seq FROM places WHERE stream = ? AND era = ? AND key = ?')
  }

  markOf(stream: string): Tip | undefined {
    return this.#db.prepare('SELECT seq, hash FROM marks WHERE stream = ?').get(stream) as Tip | undefined
  }

  /** A stream that the journal does not have is of another one. */
  checkStreams(streams: readonly string[]): void {
    const marked = this.#db.prepare('SELECT stream FROM marks').all() as { stream: string }[]
    if (marked.some(({ stream }) => !streams.includes(stream))) throw new Error('These are the keys of another journal')
  }

  note(entries: readonly Append[], tips: ReadonlyMap<string, Tip>): void {
    const { places, tips: noted } = this.#gathered
    for (const { stream, seq, keys = [] } of entries)
      for (const key of keys) {
        const place = { stream, era: eraOf(seq), key, seq }
        const others = places.get(key)
        if (others) others.push(place)
        else places.set(key, [place])
      }
    for (const [stream, { seq, hash }] of tips) noted.set(stream, { seq, hash })
  }

  find(stream: string, key: number, last: number): number[] {
    const unwritten = [this.#gathered, this.#writing?.batch].flatMap((batch) => batch?.places.get(key) ?? [])
    const found = unwritten.filter((place) => place.stream === stream).map(({ seq }) => seq)
    for (let era = 0; era <= eraOf(last); era++)
      for (const { seq } of this.#look.all(stream, era, key) as { seq: number }[]) found.push(seq)
    return [...new Set(found)].sort((a, b) => a - b)
  }

  filters(): readonly Filter[] {
    const { keys } = this.#db.prepare('SELECT count(*) AS keys FROM places').get() as { keys: number }
    const filter = KeyFilter.for(keys)
    // A function in the query: several times as quick as rows.
    this.#db.function('note_key', (key) => {
      filter.add(key as number)
      return 0
    })
    this.#db.prepare('SELECT sum(note_key(key)) FROM places').get()
    for (const key of this.#gathered.places.keys()) filter.add(key)
    return filter.filters
  }

  tidy(): boolean {
    if (!this.#writing && this.#gathered.places.size < KEYS_AT_ONCE) return false
    return this.#writeSome()
  }

  #writeSome(): boolean {
    this.#writing ??= this.#begin()
    const { batch, rows, done } = this.#writing
    const next = rows.slice(done, done + ROWS_AT_ONCE)
    const isLast = done + ROWS_AT_ONCE >= rows.length
    try {
      this.#db.exec('BEGIN')
      for (const { stream, era, key, seq } of next) this.#insert.run(stream, era, key, seq)
      if (isLast) this.#mark(batch.tips)
      this.#db.exec('COMMIT')
    } catch {
      // No room, say: it stays in memory and is tried again later.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      return false
    }
    this.#writing = isLast ? null : { batch, rows, done: done + ROWS_AT_ONCE }
    return !isLast
  }

  /** In the order of the file: then neighbours are written together. */
  #begin() {
    const batch = this.#gathered
    this.#gathered = freshBatch()
    const rows = [...batch.places.values()].flat()
    rows.sort((a, b) => (a.stream === b.stream ? a.era - b.era || a.key - b.key : a.stream < b.stream ? -1 : 1))
    return { batch, rows, done: 0 }
  }

  #mark(tips: ReadonlyMap<string, Tip>): void {
    const mark = this.#db.prepare(
      'INSERT INTO marks (stream, seq, hash) VALUES (?, ?, ?) ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, hash = excluded.hash',
    )
    for (const [stream, { seq, hash }] of tips) mark.run(stream, seq, hash)
  }

  close(): void {
    while (this.#writing && this.#writeSome());
    if (this.#gathered.tips.size > 0) while (this.#writeSome());
    this.#db.close()
  }
}

const eraOf = (seq: number): number => Math.floor(seq / ENTRIES_IN_ERA)
