import type { Concluded } from '../engine/history.ts'
import { RoundReplay } from './recalled-rounds.ts'
import { changesOf } from './round-places.ts'
import { readTableEntry, type TableEntry } from './table-entry.ts'
import type { TableMemory } from './table-memory.ts'

/** The entries of one table from a number on, in order. */
export type EntriesFrom = (seq: number) => Iterable<{ seq: number; body: string }>

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
  read(round: number, memory: TableMemory): Concluded | undefined {
    const openedAt = this.#openedAt[round]
    if (openedAt === undefined) return undefined
    const replay = new RoundReplay(round, memory)
    for (const entry of this.#entries(openedAt)) {
      replay.take(entry)
      if (replay.concluded) break
    }
    for (const seq of changesOf(memory.places, round)) {
      const [changed] = this.#entries(seq)
      if (changed) replay.take(changed)
    }
    return replay.concluded
  }

  *#entries(from: number): Generator<TableEntry> {
    for (const { seq, body } of this.#entriesFrom(from)) if (seq >= from) yield readTableEntry(body)
  }
}
