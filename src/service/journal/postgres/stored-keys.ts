import { patiently } from '../group-commit.ts'
import type { KeyFilter } from '../key-filter.ts'
import { selectTips } from './growth.ts'
import type { Line } from './line.ts'

const KEYS_LOADED_AT_ONCE = 20_000
const FOR_EVER = Number.POSITIVE_INFINITY

const selectKeys = {
  name: 'keys',
  text: `
    SELECT seq, first_key, second_key FROM journal WHERE stream = $1 AND seq > $2 AND seq <= $3 AND first_key IS NOT NULL
    ORDER BY seq LIMIT ${KEYS_LOADED_AT_ONCE}`,
}

type Keyed = { seq: number; first_key: number; second_key: number | null }

/** Reads all keys in the store into the filter of this node. Commands are decided meanwhile. */
export class StoredKeys {
  readonly #line: Line
  readonly #filter: KeyFilter
  /** The number up to which the keys of each stream are read, or being read. */
  #tips: Promise<Map<string, number>> = Promise.resolve(new Map())
  #isClosed = false

  constructor(line: Line, filter: KeyFilter) {
    this.#line = line
    this.#filter = filter
  }

  /** Reads all keys that are there when the store is opened. */
  async load(): Promise<void> {
    this.#tips = this.#readTips()
    for (const [stream, seq] of [...(await this.#tips)]) await this.#read(stream, 0, seq)
    this.#filter.isComplete = !this.#isClosed
  }

  /** Another node's snapshot makes reading the entries before it unnecessary, but not reading their keys. */
  async reach(stream: string, seq: number): Promise<void> {
    const tips = await this.#tips
    const from = tips.get(stream) ?? 0
    if (seq <= from) return
    await this.#read(stream, from, seq)
    tips.set(stream, Math.max(tips.get(stream) ?? 0, seq))
  }

  close(): void {
    this.#isClosed = true
  }

  async #readTips(): Promise<Map<string, number>> {
    const ask = () => this.#line.use((client) => client.query<{ stream: string; seq: number }>(selectTips))
    const { rows } = await patiently(ask, FOR_EVER)
    return new Map(rows.map(({ stream, seq }) => [stream, seq]))
  }

  async #read(stream: string, after: number, to: number): Promise<void> {
    for (let from = after; !this.#isClosed; ) {
      const query = { ...selectKeys, values: [stream, from, to] }
      const { rows } = await patiently(() => this.#line.use((client) => client.query<Keyed>(query)), FOR_EVER)
      for (const { first_key: first, second_key: second } of rows)
        this.#filter.addAll(second === null ? [first] : [first, second])
      if (rows.length < KEYS_LOADED_AT_ONCE) return
      from = rows.at(-1)!.seq
    }
  }
}
