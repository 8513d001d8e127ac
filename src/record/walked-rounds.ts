import type { Concluded } from '../engine/history.ts'
import { Fetched, type JournalReader } from './journal-reader.ts'
import { replayRound } from './recalled-rounds.ts'
import { notePlaces, type PlacedMark, type RoundPlaces, roundMarks } from './round-index.ts'
import type { TableEntry } from './table-entry.ts'
import type { TableMemory } from './table-memory.ts'

/** The places of a table's rounds by its entries alone, while they are walked; an index of the store is compared with them. */
export class WalkedRounds {
  readonly #reader: JournalReader
  readonly #stream: string
  readonly #places: RoundPlaces = new Map()
  readonly #indexed: Fetched<PlacedMark> | null

  constructor(reader: JournalReader, stream: string) {
    this.#reader = reader
    this.#stream = stream
    const indexed = reader.roundMarks(stream)
    this.#indexed = indexed && new Fetched(indexed)
  }

  /** Records the next entry. Returns the problem with what the store's index says of it. */
  async take(entry: TableEntry, seq: number): Promise<string | null> {
    notePlaces(this.#places, seq, entry)
    if (!this.#indexed) return null
    const found: string[] = []
    for (; ; this.#indexed.take()) {
      if (!this.#indexed.next) await this.#indexed.fetch(1)
      const { next } = this.#indexed
      if (!next || next.seq > seq) break
      found.push(`${next.seq} ${next.round} ${next.mark}`)
    }
    const due = roundMarks(entry).map(({ round, mark }) => `${seq} ${round} ${mark}`)
    const isSame = due.length === found.length && due.every((one) => found.includes(one))
    return isSame ? null : 'the index of rounds does not say what this entry does'
  }

  /** Returns the problem with rows of the store's index beyond the last entry. */
  async endProblem(): Promise<string | null> {
    await this.#indexed?.fetch(1)
    const next = this.#indexed?.next
    return next ? `the index of rounds names entry ${next.seq}, which is not there` : null
  }

  /** Reads a concluded round from its own entries. `memory`: of the table, after all entries so far. */
  async read(round: number, memory: TableMemory): Promise<Concluded | undefined> {
    const place = this.#places.get(round)
    return place && replayRound(this.#reader, this.#stream, place, memory)
  }
}
