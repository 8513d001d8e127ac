import type { Concluded } from '../engine/history.ts'
import type { JournalReader } from './journal-reader.ts'
import { replayRound } from './recalled-rounds.ts'
import { notePlaces, type RoundPlaces } from './round-index.ts'
import type { TableEntry } from './table-entry.ts'
import type { TableMemory } from './table-memory.ts'

/** The places of a table's rounds by its entries alone, while they are walked. */
export class WalkedRounds {
  readonly #reader: JournalReader
  readonly #stream: string
  readonly #places: RoundPlaces = new Map()

  constructor(reader: JournalReader, stream: string) {
    this.#reader = reader
    this.#stream = stream
  }

  /** Records the next entry. */
  take(entry: TableEntry, seq: number): void {
    notePlaces(this.#places, seq, entry)
  }

  /** Reads a concluded round from its own entries. `memory`: of the table, after all entries so far. */
  async read(round: number, memory: TableMemory): Promise<Concluded | undefined> {
    const place = this.#places.get(round)
    return place && replayRound(this.#reader, this.#stream, place, memory)
  }
}
