import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Append, Stored } from '../../record/stored-entry.ts'
import type { Tip, Tips } from './high-water.ts'
import { type Filter, KeyFilter } from './key-filter.ts'
import { withKeys } from './keyed-entry.ts'

/**
 * Where entries are, by their keys. It is beside the journal and an aid only: made from the journal, written a little
 * later, and made anew where it is missing, damaged or of another journal. Keys are gathered in memory and written in
 * runs, each in the order of its keys: so a run costs few pages, and a key is one look into each run.
 */
export type KeyFile = {
  /**
   * What was just written to the journal: each key with the number of its entry, and the last entry of each stream. When
   * there is enough, it is written.
   */
  note(pairs: Pairs, tips: Tips): void
  /** Reads what the journal has, and these have not. */
  catchUp(): void
  /** The numbers of the entries that may have this key. */
  find(key: number): number[]
  filters(): readonly Filter[]
  close(): void
}

/** What is asked of the journal to catch up with it. */
export type KeySource = { streams(): readonly string[]; read(stream: string, from: number): readonly Stored[] }

export const keyFile = (folder: string): string => join(folder, 'keys.db')

const schema = `
  CREATE TABLE IF NOT EXISTS pages (id INTEGER PRIMARY KEY, pairs BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS marks (stream TEXT PRIMARY KEY, seq INTEGER NOT NULL, hash TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS seals (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`
const KEYS_IN_RUN = 65_536
/** Then a page of these fills one of the file's. */
const PAIRS_IN_PAGE = 250
/** Of one run; far more than it ever has. */
const PAGES_MAX = 65_536

export function openKeyFile(folder: string, source: KeySource): KeyFile {
  try {
    return catchUpOrClose(new Keys(openDatabase(folder), source))
  } catch {
    // Damaged, or of another journal.
    for (const end of ['', '-wal', '-shm']) rmSync(`${keyFile(folder)}${end}`, { force: true })
    return catchUpOrClose(new Keys(openDatabase(folder), source))
  }
}

function openDatabase(folder: string): DatabaseSync {
  const db = new DatabaseSync(keyFile(folder))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384')
  db.exec(schema)
  return db
}

function catchUpOrClose(keys: Keys): Keys {
  try {
    keys.catchUp()
    return keys
  } catch (error) {
    keys.close()
    throw error
  }
}

/** A key and the number of its entry, again and again. */
export type Pairs = Float64Array

export function keyPairs(entries: readonly Append[]): Pairs {
  const pairs: number[] = []
  for (const { seq, keys } of entries) if (keys) for (const key of keys) pairs.push(key, seq)
  return Float64Array.from(pairs)
}

/** The first key of each of its pages. */
type Run = { firsts: number[]; keys: number }
/** Most keys are of one entry: only the others have a list. */
type Gathered = { seqs: Map<number, number | number[]>; tips: Tips }

const nothing = (): Gathered => ({ seqs: new Map(), tips: new Map() })

class Keys implements KeyFile {
  readonly #db: DatabaseSync
  readonly #source: KeySource
  readonly #readPage
  readonly #runs: Run[] = []
  readonly #filter: KeyFilter
  /** By the number of the page: together they say which pages there are. */
  readonly #seals = new Map<number, string>()
  #gathered = nothing()

  constructor(db: DatabaseSync, source: KeySource) {
    this.#db = db
    this.#source = source
    this.#readPage = db.prepare('SELECT pairs FROM pages WHERE id = ?')
    const { pages } = db.prepare('SELECT count(*) AS pages FROM pages').get() as { pages: number }
    this.#filter = KeyFilter.for(pages * PAIRS_IN_PAGE)
    for (const { id, pairs } of db.prepare('SELECT id, pairs FROM pages ORDER BY id').iterate()) {
      const read = pairsIn(id as number, pairs as Uint8Array)
      this.#seals.set(id as number, sealOf(id as number, pairs as Uint8Array))
      this.#noteRun(Math.floor((id as number) / PAGES_MAX), read)
      for (let at = 0; at < read.length; at += 2) this.#filter.add(read[at]!)
    }
    const { value } = (db.prepare("SELECT value FROM seals WHERE name = 'pages'").get() ?? {}) as { value?: string }
    if (this.#seals.size > 0 || value !== undefined) mustBe(value, wholeOf(this.#seals))
  }

  catchUp(): void {
    const streams = this.#source.streams()
    for (const stream of streams) this.#catchUpWith(stream)
    const marked = this.#db.prepare('SELECT stream FROM marks').all() as { stream: string }[]
    if (marked.some(({ stream }) => !streams.includes(stream))) throw ofAnother()
  }

  #catchUpWith(stream: string): void {
    const tip = this.#tipOf(stream)
    if (tip && this.#source.read(stream, tip.seq)[0]?.hash !== tip.hash) throw ofAnother()
    for (let next = (tip?.seq ?? 0) + 1; ; ) {
      const entries = this.#source.read(stream, next)
      const last = entries.at(-1)
      if (!last) return
      this.note(keyPairs(entries.map(withKeys)), new Map([[stream, last]]))
      next = last.seq + 1
    }
  }

  #tipOf(stream: string): Tip | undefined {
    const marked = () => this.#db.prepare('SELECT seq, hash FROM marks WHERE stream = ?').get(stream)
    return this.#gathered.tips.get(stream) ?? (marked() as Tip | undefined)
  }

  note(pairs: Pairs, tips: Tips): void {
    for (let at = 0; at < pairs.length; at += 2) gather(this.#gathered, pairs[at]!, pairs[at + 1]!)
    // What was caught up with may be further on.
    for (const [stream, { seq, hash }] of tips)
      if (seq > (this.#gathered.tips.get(stream)?.seq ?? 0)) this.#gathered.tips.set(stream, { seq, hash })
    if (this.#gathered.seqs.size >= KEYS_IN_RUN) this.#write()
  }

  find(key: number): number[] {
    const found = [this.#gathered.seqs.get(key) ?? []].flat()
    for (const [nth, { firsts }] of this.#runs.entries())
      for (let page = lastBefore(firsts, key); page >= 0 && page < firsts.length && firsts[page]! <= key; page++)
        found.push(...seqsOf(this.#page(nth, page), key))
    return [...new Set(found)].sort((a, b) => a - b)
  }

  /** As they are at the start; later ones are for the thread that appends to count. */
  filters(): readonly Filter[] {
    for (const key of this.#gathered.seqs.keys()) this.#filter.add(key)
    return this.#filter.filters
  }

  /** A run that is not full is written anew with what came after it: the number of runs stays small. */
  #write(): void {
    const last = this.#runs.at(-1)
    const isFull = !last || last.keys + this.#gathered.seqs.size > KEYS_IN_RUN
    const run = isFull ? this.#runs.length : this.#runs.length - 1
    const { seqs, tips } = this.#gathered
    const pages = pagesOf(isFull ? seqs : this.#withRun(run, seqs))
    try {
      this.#db.exec('BEGIN')
      this.#db.prepare('DELETE FROM pages WHERE id >= ? AND id < ?').run(run * PAGES_MAX, (run + 1) * PAGES_MAX)
      const insert = this.#db.prepare('INSERT INTO pages (id, pairs) VALUES (?, ?)')
      const seals = new Map([...this.#seals].filter(([id]) => id < run * PAGES_MAX))
      for (const [nth, page] of pages.entries()) {
        const id = run * PAGES_MAX + nth
        const blob = sealPage(id, page)
        insert.run(id, blob)
        seals.set(id, sealOf(id, blob))
      }
      this.#db.prepare("INSERT OR REPLACE INTO seals (name, value) VALUES ('pages', ?)").run(wholeOf(seals))
      this.#mark(tips)
      this.#db.exec('COMMIT')
      this.#seals.clear()
      for (const [id, seal] of seals) this.#seals.set(id, seal)
    } catch {
      // No room, say: it stays in memory and is tried again later.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      return
    }
    this.#runs.length = run
    for (const page of pages) this.#noteRun(run, page)
    this.#gathered = nothing()
  }

  #withRun(run: number, seqs: Gathered['seqs']): Gathered['seqs'] {
    const all = { ...nothing(), seqs: new Map(seqs) }
    for (const nth of this.#runs[run]!.firsts.keys()) {
      const pairs = this.#page(run, nth)
      for (let at = 0; at < pairs.length; at += 2) gather(all, pairs[at]!, pairs[at + 1]!)
    }
    return all.seqs
  }

  #noteRun(run: number, pairs: Pairs): void {
    this.#runs[run] ??= { firsts: [], keys: 0 }
    this.#runs[run].firsts.push(pairs[0]!)
    this.#runs[run].keys += pairs.length / 2
  }

  #page(run: number, nth: number): Pairs {
    const id = run * PAGES_MAX + nth
    const { pairs } = this.#readPage.get(id) as { pairs: Uint8Array }
    return pairsIn(id, pairs)
  }

  #mark(tips: ReadonlyMap<string, Tip>): void {
    const mark = this.#db.prepare(
      'INSERT INTO marks (stream, seq, hash) VALUES (?, ?, ?) ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, hash = excluded.hash',
    )
    for (const [stream, { seq, hash }] of tips) mark.run(stream, seq, hash)
  }

  close(): void {
    if (this.#gathered.tips.size > 0) this.#write()
    this.#db.close()
  }
}

const ofAnother = (): Error => new Error('These are the keys of another journal')

function gather({ seqs }: Gathered, key: number, seq: number): void {
  const others = seqs.get(key)
  seqs.set(key, others === undefined ? seq : [others, seq].flat())
}

function pagesOf(seqs: Gathered['seqs']): Pairs[] {
  const pages: Pairs[] = []
  const pairs = sortedPairs(seqs)
  for (let from = 0; from < pairs.length; from += 2 * PAIRS_IN_PAGE)
    pages.push(pairs.slice(from, from + 2 * PAIRS_IN_PAGE))
  return pages
}

function sortedPairs(seqs: Gathered['seqs']): Pairs {
  let count = 0
  for (const own of seqs.values()) count += typeof own === 'number' ? 1 : own.length
  const pairs = new Float64Array(2 * count)
  let at = 0
  const put = (key: number, seq: number) => {
    pairs[at++] = key
    pairs[at++] = seq
  }
  for (const key of Float64Array.from(seqs.keys()).sort()) {
    const own = seqs.get(key)!
    if (typeof own === 'number') put(key, own)
    else for (const seq of own) put(key, seq)
  }
  return pairs
}

const SEAL_BYTES = 32

/** A page that was changed in the file would be ids forgotten: its hash, which is of its number too, stands before it. */
function sealPage(id: number, { buffer }: Pairs): Uint8Array {
  const pairs = new Uint8Array(buffer)
  return Buffer.concat([hash('sha256', Buffer.concat([Buffer.from(`${id}\n`), pairs]), 'buffer'), pairs])
}

const sealOf = (id: number, blob: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from(`${id}\n`), blob.subarray(SEAL_BYTES)]))

const wholeOf = (seals: ReadonlyMap<number, string>): string =>
  hash('sha256', [...seals].sort(([one], [other]) => one - other).join('\n'))

function mustBe(stored: string | undefined, due: string): void {
  if (stored !== due) throw new Error('The keys are damaged')
}

/** A copy, for numbers lie at places that a blob need not begin at. */
function pairsIn(id: number, blob: Uint8Array): Pairs {
  mustBe(Buffer.from(blob.subarray(0, SEAL_BYTES)).toString('hex'), sealOf(id, blob))
  return new Float64Array(blob.slice(SEAL_BYTES).buffer)
}

/** The last page whose first key is before this one, or the first page: what is sought may begin there. */
function lastBefore(firsts: readonly number[], key: number): number {
  let [from, to] = [0, firsts.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (firsts[middle]! < key) from = middle + 1
    else to = middle
  }
  return Math.max(0, from - 1)
}

function seqsOf(pairs: Pairs, key: number): number[] {
  const found: number[] = []
  for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === key) found.push(pairs[at + 1]!)
  return found
}
