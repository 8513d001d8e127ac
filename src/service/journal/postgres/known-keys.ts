import { patiently } from '../group-commit.ts'
import { KeyFilter } from '../key-filter.ts'
import { selectTips } from './growth.ts'
import type { Line } from './line.ts'
import { keys } from './schema.ts'

const READ_AT_ONCE = 20_000
const FOR_EVER = Number.POSITIVE_INFINITY

const selectKeys = {
  name: 'keys',
  text: `
    SELECT stream, seq, ${keys} FROM journal WHERE (stream, seq) > ($1, $2) AND (stream, seq) <= ($3, $4) AND first_key IS NOT NULL
    ORDER BY stream, seq LIMIT ${READ_AT_ONCE}`,
}

type Keyed = { stream: string; seq: number; keys: readonly number[] }

/**
 * Which keys were ever appended, by whoever. Those from before are read from the store when it is opened, while the
 * service goes on: until all are known, every key is one that may have been there.
 */
export class KnownKeys {
  readonly #line: Line
  readonly #filter = new KeyFilter()
  /** How far every stream's are known. */
  readonly #to = new Map<string, number>()
  #isComplete = false
  #isClosed = false

  constructor(line: Line) {
    this.#line = line
  }

  mayHold(key: number): boolean {
    return !this.#isComplete || this.#filter.mayHold(key)
  }

  learn(keys: readonly number[]): void {
    for (const key of keys) this.#filter.add(key)
  }

  /** These were read; what lies between them and what is known was not. */
  note(stream: string, entries: readonly { seq: number; keys: readonly number[] | null }[]): void {
    const to = this.#to.get(stream) ?? 0
    for (const { seq, keys } of entries) if (keys && seq > to) this.learn(keys)
    if ((entries[0]?.seq ?? Number.NaN) <= to + 1) this.#to.set(stream, Math.max(to, entries.at(-1)!.seq))
  }

  /** A snapshot that somebody made spares the entries behind it, and not their keys. */
  async reachTo(stream: string, seq: number): Promise<void> {
    const from = this.#to.get(stream) ?? 0
    if (!this.#isComplete || seq <= from) return
    await this.#read({ stream, seq: from }, { stream, seq })
    this.#to.set(stream, Math.max(this.#to.get(stream) ?? 0, seq))
  }

  /** All that is there when it is opened. */
  async load(): Promise<void> {
    const { rows: tips } = await patiently(
      () => this.#line.use((client) => client.query<{ stream: string; seq: number }>(selectTips)),
      FOR_EVER,
    )
    for (const { stream, seq } of tips) {
      await this.#read({ stream, seq: 0 }, { stream, seq })
      this.#to.set(stream, Math.max(this.#to.get(stream) ?? 0, seq))
    }
    this.#isComplete = !this.#isClosed
  }

  close(): void {
    this.#isClosed = true
  }

  async #read(from: { stream: string; seq: number }, to: { stream: string; seq: number }): Promise<void> {
    let at = from
    for (;;) {
      if (this.#isClosed) return
      const values = [at.stream, at.seq, to.stream, to.seq]
      const { rows } = await patiently(
        () => this.#line.use((client) => client.query<Keyed>({ ...selectKeys, values })),
        FOR_EVER,
      )
      for (const { keys } of rows) this.learn(keys)
      if (rows.length < READ_AT_ONCE) return
      at = rows.at(-1)!
    }
  }
}
