import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StreamIndex } from '../../record/journal-reader.ts'
import { type PlacedMark, placeFrom, type RoundMark, type RoundPlace } from '../../record/round-index.ts'
import type { Append, Stored } from '../../record/stored-entry.ts'
import { DROP_ROUNDS, indexedEntry, keyNumber } from './entry-index.ts'

/**
 * The index of a journal, in the same file and written in the same transaction: `ids` finds entries by their keys,
 * `rounds` by the rounds that they are about. It is derived from the entries alone, and is built again if it is missing
 * or its sums do not fit. Keys are random. `run` keeps those of neighbouring entries together: a transaction then
 * changes a few pages, and not one for each key.
 */
export const indexSchema = `
  CREATE TABLE IF NOT EXISTS ids (
    run INTEGER NOT NULL, key INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (run, key, seq)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS rounds (
    stream TEXT NOT NULL, round INTEGER NOT NULL, seq INTEGER NOT NULL, mark INTEGER NOT NULL,
    PRIMARY KEY (stream, round, seq, mark)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sums (part TEXT PRIMARY KEY, sum INTEGER NOT NULL) WITHOUT ROWID;
`

export const hasIndex = (db: DatabaseSync): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name IN ('ids', 'rounds', 'sums')").all().length === 3

/** Entries of a stream whose keys are stored together. A search goes through all runs. */
const ENTRIES_IN_RUN = 4_096
const runOf = (seq: number): number => Math.floor(seq / ENTRIES_IN_RUN)
const KEYS_IN_PAGE = 20_000
/** The modulus keeps a sum of very many rows a safe integer. */
const SUM_MODULUS = 1_000_003

const everyMark: readonly RoundMark['mark'][] = ['opened', 'closed', 'settled', 'voided', 'mentioned']

/**
 * Rows of the index in transit to the journal's thread: the numbers of each key and of each mark, one after the other.
 */
export type IndexRows = { ids: readonly number[]; rounds: ReadonlyMap<string, readonly number[]> }

export function indexRows(entries: readonly Append[]): IndexRows {
  const ids: number[] = []
  const rounds = new Map<string, number[]>()
  for (const { stream, seq, keys, marks: own } of entries.map(indexedEntry)) {
    for (const key of keys) ids.push(key, seq)
    if (own.length === 0) continue
    const rows = rounds.get(stream) ?? []
    rounds.set(stream, rows)
    for (const { round, mark } of own) rows.push(round, seq, everyMark.indexOf(mark))
  }
  return { ids, rounds }
}

/** A part of the index: all ids, or the rounds of one stream. */
type Sums = Map<string, number>
const IDS = 'ids'
const partOf = (stream: string): string => `rounds ${stream}`

/** The last key that was read, in the order of the index. */
export type KeyCursor = readonly [run: number, key: number, seq: number]
export const FIRST_KEY: KeyCursor = [-1, 0, 0]

const MARKS_IN_PAGE = 1_000

/** The index of a stream, for a reader; null if it was never written, or was dropped. */
export function indexOf(db: DatabaseSync, stream: string): StreamIndex | null {
  const isWritten = hasIndex(db) && db.prepare('SELECT 1 FROM sums WHERE part = ?').get(IDS) !== undefined
  if (!isWritten) return null
  const findId = db.prepare('SELECT 1 FROM ids WHERE run = ? AND key = ? AND seq = ?')
  const isFound = (seq: number, key: string): boolean =>
    findId.get(runOf(seq), keyNumber(stream, key), seq) !== undefined
  return {
    marks: markPages(db, stream),
    lostKey: async (entries) => entries.find(({ seq, keys }) => !keys.every((key) => isFound(seq, key)))?.seq ?? null,
    remedy: async () => (new SqliteIndex(db).isSound() ? DROP_ROUNDS : 'the next start makes the index again'),
  }
}

async function* markPages(db: DatabaseSync, stream: string): AsyncGenerator<readonly PlacedMark[]> {
  const read = db.prepare('SELECT seq, round, mark FROM rounds WHERE stream = ? ORDER BY seq, round, mark')
  let page: PlacedMark[] = []
  for (const row of read.iterate(stream) as Iterable<{ seq: number; round: number; mark: number }>) {
    page.push({ ...row, mark: everyMark[row.mark]! })
    if (page.length < MARKS_IN_PAGE) continue
    yield page
    page = []
  }
  yield page
}

export class SqliteIndex {
  readonly #db: DatabaseSync
  readonly #addId: StatementSync
  readonly #addRound: StatementSync
  readonly #putSum: StatementSync
  readonly #findIds: StatementSync
  readonly #findMarks: StatementSync
  readonly #readKeys: StatementSync
  #sums: Sums

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#addId = db.prepare('INSERT OR IGNORE INTO ids (run, key, seq) VALUES (?, ?, ?)')
    this.#addRound = db.prepare('INSERT OR IGNORE INTO rounds (stream, round, seq, mark) VALUES (?, ?, ?, ?)')
    this.#putSum = db.prepare('INSERT OR REPLACE INTO sums (part, sum) VALUES (?, ?)')
    this.#findIds = db.prepare(`
      WITH RECURSIVE runs (run) AS (SELECT 0 UNION ALL SELECT run + 1 FROM runs WHERE run < (SELECT max(run) FROM ids))
      SELECT DISTINCT seq FROM runs CROSS JOIN ids ON ids.run = runs.run AND ids.key = ? ORDER BY seq`)
    this.#findMarks = db.prepare('SELECT seq, mark FROM rounds WHERE stream = ? AND round = ? ORDER BY seq, mark')
    this.#readKeys = db.prepare(
      `SELECT run, key, seq FROM ids WHERE (run, key, seq) > (?, ?, ?) ORDER BY run, key, seq LIMIT ${KEYS_IN_PAGE}`,
    )
    this.#sums = this.#keptSums()
  }

  /** Whether the rows are unchanged since they were written. */
  isSound(): boolean {
    const rows = this.#db
      .prepare(
        `SELECT '${IDS}' AS part, sum((key + seq * 31) % ${SUM_MODULUS} + 1) AS sum FROM ids
         UNION ALL SELECT 'rounds ' || stream, sum((round * 8191 + seq * 31 + mark) % ${SUM_MODULUS} + 1) FROM rounds GROUP BY stream`,
      )
      .all() as { part: string; sum: number | null }[]
    const found = rows.filter(({ sum }) => sum !== null)
    // An index that was never written has no sums: it is built, even for a journal without keys.
    return this.#sums.has(IDS) && found.length === this.#partsWithRows() && found.every((row) => this.#fits(row))
  }

  #partsWithRows(): number {
    return [...this.#sums.values()].filter((sum) => sum > 0).length
  }

  #fits({ part, sum }: { part: string; sum: number | null }): boolean {
    return this.#sums.get(part) === sum
  }

  #keptSums(): Sums {
    const rows = this.#db.prepare('SELECT part, sum FROM sums').all() as { part: string; sum: number }[]
    return new Map(rows.map(({ part, sum }) => [part, sum]))
  }

  /** Builds the whole index from the entries. The caller has opened a transaction. */
  rebuild(streams: readonly string[]): Sums {
    this.#db.exec('DELETE FROM ids; DELETE FROM rounds; DELETE FROM sums')
    this.#sums = new Map()
    const read = this.#db.prepare('SELECT stream, seq, body, hash FROM journal WHERE stream = ? ORDER BY seq')
    const sums: Sums = new Map([[IDS, 0]])
    for (const stream of streams) for (const row of read.iterate(stream)) this.#write(indexRows([row as Stored]), sums)
    this.#putSums(sums)
    return sums
  }

  /** Writes rows in the transaction of the entries. Returns the sums, to be kept after the commit. */
  write(rows: IndexRows): Sums {
    const sums: Sums = new Map()
    this.#write(rows, sums)
    this.#putSums(sums)
    return sums
  }

  /** Keeps the sums after the commit. */
  keep(sums: Sums): void {
    for (const [part, sum] of sums) this.#sums.set(part, sum)
  }

  #putSums(sums: Sums): void {
    for (const [part, sum] of sums) this.#putSum.run(part, sum)
  }

  #write({ ids, rounds }: IndexRows, sums: Sums): void {
    let sum = 0
    for (let at = 0; at < ids.length; at += 2) {
      const [key, seq] = [ids[at]!, ids[at + 1]!]
      if (this.#addId.run(runOf(seq), key, seq).changes) sum += ((key + seq * 31) % SUM_MODULUS) + 1
    }
    if (sum > 0) this.#add(sums, IDS, sum)
    for (const [stream, rows] of rounds) this.#writeRounds(stream, rows, sums)
  }

  #writeRounds(stream: string, rows: readonly number[], sums: Sums): void {
    for (let at = 0; at < rows.length; at += 3) {
      const [round, seq, mark] = [rows[at]!, rows[at + 1]!, rows[at + 2]!]
      if (this.#addRound.run(stream, round, seq, mark).changes)
        this.#add(sums, partOf(stream), ((round * 8191 + seq * 31 + mark) % SUM_MODULUS) + 1)
    }
  }

  #add(sums: Sums, part: string, sum: number): void {
    sums.set(part, (sums.get(part) ?? this.#sums.get(part) ?? 0) + sum)
  }

  /** The numbers of the entries that may have this key, in order. */
  find(key: number): number[] {
    return (this.#findIds.all(key) as { seq: number }[]).map(({ seq }) => seq)
  }

  place(stream: string, round: number): RoundPlace | null {
    const rows = this.#findMarks.all(stream, round) as { seq: number; mark: number }[]
    return placeFrom(
      round,
      rows.map(({ seq, mark }) => ({ seq, mark: everyMark[mark]! })),
    )
  }

  /** Reads some keys after this one. The cursor `next` is null after the last. */
  keys(after: KeyCursor): { keys: Float64Array; next: KeyCursor | null } {
    const rows = this.#readKeys.all(...after) as { run: number; key: number; seq: number }[]
    const last = rows.length < KEYS_IN_PAGE ? undefined : rows.at(-1)
    return { keys: Float64Array.from(rows, ({ key }) => key), next: last ? [last.run, last.key, last.seq] : null }
  }
}
