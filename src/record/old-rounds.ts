import type { Concluded } from '../engine/history.ts'
import { RoundReplay } from './recalled-rounds.ts'
import { changesOf } from './round-places.ts'
import type { JournalReader } from './stored-entry.ts'
import { readTableEntry, type TableEntry } from './table-entry.ts'
import type { TableMemory } from './table-memory.ts'

/** Rounds that a table has forgotten, read again from a journal while it is gone through. */
export class OldRounds {
  readonly #reader: JournalReader
  readonly #stream: string
  /** The entries that opened the rounds; a round's place is its number. */
  readonly #openedAt: number[] = []

  constructor(reader: JournalReader, stream: string) {
    this.#reader = reader
    this.#stream = stream
  }

  note(entry: TableEntry, seq: number): void {
    const opened = 'events' in entry && entry.events.find(({ type }) => type === 'betting-opened')
    if (opened && 'round' in opened) this.#openedAt[opened.round] = seq
  }

  /** `memory`: of the table, after all entries so far. */
  read(round: number, memory: TableMemory): Concluded | undefined {
    const openedAt = this.#openedAt[round]
    if (openedAt === undefined) return undefined
    const replay = new RoundReplay(round, memory)
    for (const entry of this.#entries(openedAt, memory)) {
      replay.take(entry)
      if (replay.concluded) break
    }
    for (const seq of changesOf(memory.places, round)) {
      const [changed] = this.#entries(seq, memory)
      if (changed) replay.take(changed)
    }
    return replay.concluded
  }

  *#entries(from: number, { state }: TableMemory): Generator<TableEntry> {
    for (const { seq, body } of this.#reader.entries(this.#stream, from))
      if (seq >= from) yield readTableEntry(body, state.setup.book)
  }
}
