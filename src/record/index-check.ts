import { keysOf } from './entry-keys.ts'
import { Fetched, type JournalReader, type KeyedEntry, type StreamIndex } from './journal-reader.ts'
import { type PlacedMark, type RoundMark, roundMarks } from './round-index.ts'
import type { StreamReport } from './stream-report.ts'
import type { TableEntry } from './table-entry.ts'
import type { PlainEntry } from './versions.ts'

const KEYS_AT_ONCE = 1_000

/**
 * Compares the index that a store keeps of a stream with the entries, while they are walked. An index follows from the
 * entries: a wrong one is remarked, and the record is sound.
 */
export class IndexCheck {
  readonly #index: StreamIndex | null
  readonly #marks: Fetched<PlacedMark> | null
  #keyed: KeyedEntry[] = []
  #problem: string | null = null

  constructor(reader: JournalReader, stream: string) {
    this.#index = reader.index(stream)
    this.#marks = this.#index && new Fetched(this.#index.marks)
  }

  /** Takes the next entry. `table`: the same as an entry of a table; null: it is of the house. */
  async take(plain: PlainEntry, seq: number, table: TableEntry | null): Promise<void> {
    if (!this.#index || this.#problem) return
    const marks = table ? roundMarks(table) : []
    if (!(await this.#hasMarks(marks, seq))) this.#problem = `its index of rounds does not say what entry ${seq} did`
    const keys = keysOf(plain)
    if (keys.length > 0 && this.#keyed.push({ seq, keys }) === KEYS_AT_ONCE) await this.#compareKeys(this.#index)
  }

  /** Returns what is wrong with the index, and what to do about it; null: nothing is. To be called after the last entry. */
  async remark(): Promise<string | null> {
    if (!this.#index) return null
    if (!this.#problem) await this.#compareKeys(this.#index)
    const problem = this.#problem ?? (await this.#surplus())
    return problem && `${problem}; the record is sound, and ${await this.#index.remedy()}`
  }

  async #hasMarks(due: readonly RoundMark[], seq: number): Promise<boolean> {
    const marks = this.#marks!
    const found: string[] = []
    for (; ; marks.take()) {
      if (!marks.next) await marks.fetch(1)
      const { next } = marks
      if (!next || next.seq > seq) break
      found.push(`${next.seq} ${next.round} ${next.mark}`)
    }
    return due.length === found.length && due.every(({ round, mark }) => found.includes(`${seq} ${round} ${mark}`))
  }

  async #compareKeys(index: StreamIndex): Promise<void> {
    const lost = await index.lostKey(this.#keyed)
    if (lost !== null) this.#problem ??= `its index of ids does not find entry ${lost}`
    this.#keyed = []
  }

  async #surplus(): Promise<string | null> {
    await this.#marks!.fetch(1)
    const { next } = this.#marks!
    return next ? `its index of rounds names entry ${next.seq}, which is not there` : null
  }
}

/** Adds to the report on a sound stream what is wrong with the index of it. */
export async function withIndexRemark(report: StreamReport, index: IndexCheck): Promise<StreamReport> {
  const remark = report.finding ? null : await index.remark()
  return remark ? { ...report, remarks: [...report.remarks, remark] } : report
}
