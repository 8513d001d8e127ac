import type { TableEvent } from '../../engine/events.ts'
import { isStaked } from '../../receipts/make-receipt.ts'
import { type RoundEntry, roundEntryIn } from '../../receipts/round-entries.ts'
import { changesOf } from '../../record/round-places.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import type { Journal } from '../journal/journal.ts'
import { entriesOfRound } from './read-round.ts'
import type { TableStream } from './table-stream.ts'

/** The entries of a round that receipts are made of, by their numbers. */
export type StakedRound = {
  readonly byPlayer: ReadonlyMap<string, readonly number[]>
  /** Those that tell how it began, what came of it and what changed it, in order. */
  readonly entries: readonly RoundEntry[]
  /** The last of all of them. */
  readonly last: number
}

/** So many rounds are remembered, and so many stakes of them together: eight bytes each. */
const ROUNDS_MAX = 50
const STAKES_MAX = 500_000

class RoundNotes implements StakedRound {
  readonly byPlayer = new Map<string, number[]>()
  readonly #entries = new Map<number, RoundEntry>()
  readonly #round: number
  last = 0
  stakes = 0

  constructor(round: number) {
    this.#round = round
  }

  /** An entry may come twice, and one that was read after one that was written since. */
  note(seq: number, events: readonly TableEvent[]): void {
    const staked = events.filter(isStaked).find(({ round }) => round === this.#round)
    const entry = staked ? null : roundEntryIn(this.#round, seq, events)
    if (staked) this.#noteStake(seq, staked.player)
    if (entry) this.#entries.set(seq, entry)
    if (staked || entry) this.last = Math.max(this.last, seq)
  }

  #noteStake(seq: number, player: string): void {
    if (!this.byPlayer.has(player)) this.byPlayer.set(player, [])
    if (addInOrder(this.byPlayer.get(player)!, seq)) this.stakes++
  }

  get entries(): readonly RoundEntry[] {
    return [...this.#entries.values()].sort((one, other) => one.seq - other.seq)
  }
}

function addInOrder(seqs: number[], seq: number): boolean {
  const isNewest = seqs.length === 0 || seqs.at(-1)! < seq
  if (!isNewest && seqs.includes(seq)) return false
  const place = isNewest ? seqs.length : seqs.findIndex((other) => other > seq)
  seqs.splice(place, 0, seq)
  return true
}

/**
 * Where the stakes of a table's latest rounds are in its journal: noted as they are recorded, so that nobody has to look
 * through a round for a receipt. Of a round that was opened before, or is no longer remembered, the entries are read once.
 */
export class StakedRounds {
  readonly #journal: Journal
  readonly #table: TableStream
  readonly #rounds = new Map<number, RoundNotes>()
  /** Rounds whose entries from before are still being read, or have been. */
  readonly #whole = new Map<number, Promise<void>>()

  constructor(journal: Journal, table: TableStream) {
    this.#journal = journal
    this.#table = table
    const forget = (): void => this.#forget()
    table.watch({ recorded: (events, seq) => this.#note(events, seq), restored: forget, owned: forget, left: forget })
  }

  async find(round: number): Promise<StakedRound> {
    if (!this.#whole.has(round)) {
      this.#begin(round)
      this.#whole.set(round, this.#read(round, this.#rounds.get(round)!))
    }
    const notes = this.#rounds.get(round)!
    try {
      await this.#whole.get(round)
    } catch (error) {
      this.#whole.delete(round)
      throw error
    }
    return notes
  }

  #note(events: readonly TableEvent[], seq: number): void {
    const opened = events.find((event) => event.type === 'betting-opened')
    if (opened) {
      this.#begin(opened.round)
      this.#whole.set(opened.round, Promise.resolve())
    }
    // One entry can make several rounds void.
    const rounds = new Set(events.flatMap((event) => ('round' in event ? [event.round] : [])))
    for (const round of rounds) this.#rounds.get(round)?.note(seq, events)
  }

  async #read(round: number, notes: RoundNotes): Promise<void> {
    const { id, settled } = this.#table
    const note = ({ seq, body }: Stored): void => {
      const entry = readTableEntry(body)
      if ('events' in entry) notes.note(seq, entry.events)
    }
    for await (const stored of entriesOfRound(this.#journal, id, round)) note(stored)
    for (const seq of changesOf(settled.places, round))
      for (const stored of await this.#journal.read(id, seq, 1)) note(stored)
  }

  #begin(round: number): void {
    if (this.#rounds.has(round)) return
    this.#rounds.set(round, new RoundNotes(round))
    let [rounds, stakes] = [0, 0]
    for (const [other, notes] of [...this.#rounds].reverse()) {
      rounds++
      stakes += notes.stakes
      if (rounds <= ROUNDS_MAX && stakes <= STAKES_MAX) continue
      this.#rounds.delete(other)
      this.#whole.delete(other)
    }
  }

  /** What others wrote meanwhile was perhaps not heard of. */
  #forget(): void {
    this.#rounds.clear()
    this.#whole.clear()
  }
}
