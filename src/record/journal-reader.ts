import { notePlaces, type PlacedMark, type RoundPlace, type RoundPlaces } from './round-index.ts'
import type { KeptCheckpoint, Snapshot, Stored } from './stored-entry.ts'
import { readTableEntry } from './table-entry.ts'

/** Reads a journal: a whole store, an exported stream, or what a browser has. It checks nothing; `verify` does. */
export type JournalReader = {
  streams(): Promise<readonly string[]>
  /** Entries in order, a page at a time. `from`: from this number on. */
  pages(stream: string, from?: number): AsyncIterable<readonly Stored[]>
  snapshot(stream: string): Promise<Snapshot | null>
  /**
   * The tree kept beside the entries, a row for every 16 of them (proof/block-tree.ts), in order. `from`: from this row on,
   * the first is 0. Null: no tree is kept, as with an exported stream.
   */
  blocks(stream: string, from?: number): AsyncIterable<readonly Uint8Array[]> | null
  /** The index of rounds that a store keeps, in order of the entries. Null: none is kept, or it is to be made again. */
  roundMarks(stream: string): AsyncIterable<readonly PlacedMark[]> | null
  /** In order of their sizes. */
  checkpoints(stream: string): AsyncIterable<readonly KeptCheckpoint[]>
  /** Whether all streams of a house are in it; an exported stream stands alone. */
  readonly isWhole: boolean
  /** The damage that the store itself finds in its file; null: none. */
  damage(): Promise<string | null>
  /** Triggers, views, tables and columns in the store that are not Croupier's. */
  strangers(): Promise<readonly string[]>
  /** Entries that were in the store, by the mark kept beside it, and are gone. */
  missing(): Promise<readonly string[]>
}

/** A journal that was opened by its address. */
export type OpenedJournal = JournalReader & {
  /** Where a round lies in its stream, by the store's index where it has one; null: it was never opened. */
  place(stream: string, round: number): Promise<RoundPlace | null>
  /** Copies the whole store to a file of SQLite. */
  copyTo(file: string): Promise<void>
  close(): Promise<void>
}

/** Finds the place of a round without an index, by reading every entry. */
export async function findPlace(pages: AsyncIterable<readonly Stored[]>, round: number): Promise<RoundPlace | null> {
  const isAbout = new RegExp(`"round":${round}[,}]`)
  const places: RoundPlaces = new Map()
  for await (const page of pages)
    for (const { seq, body } of page) if (isAbout.test(body)) notePlaces(places, seq, readTableEntry(body))
  return places.get(round) ?? null
}

const PAGE = 1_000

/** Reads streams that stand alone, without the record of the house, from entries that are in memory. */
export function entriesReader(
  streams: ReadonlyMap<string, readonly Stored[]>,
  checkpoints: ReadonlyMap<string, readonly KeptCheckpoint[]> = new Map(),
): JournalReader {
  return {
    streams: async () => [...streams.keys()].sort(),
    async *pages(stream, from = Number.NEGATIVE_INFINITY) {
      const entries = streams.get(stream) ?? []
      const first = entries.findIndex(({ seq }) => seq >= from)
      for (let at = Math.max(0, first); first >= 0 && at < entries.length; at += PAGE)
        yield entries.slice(at, at + PAGE)
    },
    async *checkpoints(stream) {
      yield checkpoints.get(stream) ?? []
    },
    ...standingAlone,
  }
}

/** What a reader says that has the entries of some streams, and nothing of the store beside them. */
export const standingAlone = {
  snapshot: async () => null,
  blocks: () => null,
  roundMarks: () => null,
  isWhole: false,
  damage: async () => null,
  strangers: async () => [],
  missing: async () => [],
} satisfies Partial<JournalReader>

/** All items of all pages. Entries of a long stream do not fit in memory together. */
export async function allOf<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages) for (const item of page) items.push(item)
  return items
}

/** The first items, so many at most. */
export async function firstOf<Item>(pages: AsyncIterable<readonly Item[]>, count: number): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages) {
    for (const item of page) if (items.length < count) items.push(item)
    if (items.length >= count) break
  }
  return items
}

/** Items that come in pages and are taken one at a time, after they were fetched. */
export class Fetched<Item> {
  readonly #pages: AsyncIterator<readonly Item[]>
  #items: readonly Item[] = []
  #at = 0

  constructor(pages: AsyncIterable<readonly Item[]>) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** Fetches pages until `count` items can be taken, or there are no more. */
  async fetch(count: number): Promise<void> {
    while (this.#items.length - this.#at < count) {
      const page = await this.#pages.next()
      if (page.done) return
      this.#items = [...this.#items.slice(this.#at), ...page.value]
      this.#at = 0
    }
  }

  get next(): Item | undefined {
    return this.#items[this.#at]
  }

  take(): Item | undefined {
    const { next } = this
    if (next !== undefined) this.#at++
    return next
  }
}
