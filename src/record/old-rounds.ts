import type { Concluded } from '../engine/history.ts'
import { RoundReplay } from './recalled-rounds.ts'
import { changesOf } from './round-places.ts'
import { readTableEntry, type TableEntry } from './table-entry.ts'
import type { TableMemory } from './table-memory.ts'

/** The entries of one table from a number on, in order, a page at a time. */
export type EntriesFrom = (seq: number) => AsyncIterable<readonly { seq: number; body: string }[]>

/** Rounds that a table has forgotten, read again from a journal while it is gone through. */
export class OldRounds {
  readonly #entriesFrom: EntriesFrom
  /** The entries that opened the rounds; a round's place is its number. */
  readonly #openedAt: number[] = []

  constructor(entriesFrom: EntriesFrom) {
    this.#entriesFrom = entriesFrom
  }

  note(entry: TableEntry, seq: number): void {
    const opened = 'events' in entry && entry.events.find(({ type }) => type === 'betting-opened')
    if (opened && 'round' in opened) this.#openedAt[opened.round] = seq
  }

  /** `memory`: of the table, after all entries so far. */
  async read(round: number, memory: TableMemory): Promise<Concluded | undefined> {
    const openedAt = this.#openedAt[round]
    if (openedAt === undefined) return undefined
    const replay = new RoundReplay(round, memory)
    for await (const entry of this.#entries(openedAt)) {
      replay.take(entry)
      if (replay.concluded) break
    }
    for (const seq of changesOf(memory.places, round))
      for await (const changed of this.#entries(seq)) {
        replay.take(changed)
        break
      }
    return replay.concluded
  }

  async *#entries(from: number): AsyncGenerator<TableEntry> {
    for await (const page of this.#entriesFrom(from)) for (const { body } of page) yield readTableEntry(body)
  }
}
