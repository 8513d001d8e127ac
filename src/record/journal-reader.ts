import { notePlaces, type PlacedMark, type RoundPlace, type RoundPlaces } from './round-index.ts'
import { isEntryNumber } from './snapshot-binding.ts'
import type { KeptCheckpoint, Snapshot, Stored } from './stored-entry.ts'
import { readTableEntry } from './table-entry.ts'

/** Reads the entries of a journal: a store in use, a store at an address, an exported stream, or what a browser has. */
export type EntryReader = {
  streams(): Promise<readonly string[]>
  /** Entries in order, a page at a time, at most 1,000 on each. `from`, `to`: the first and the last number. */
  pages(stream: string, from?: number, to?: number): AsyncIterable<readonly Stored[]>
  /** The place of a round in its stream, from an index if there is one; null if it was never opened. */
  place(stream: string, round: number): Promise<RoundPlace | null>
  snapshot(stream: string): Promise<Snapshot | null>
  /** In order of their sizes. `from`: of this size and larger. */
  checkpoints(stream: string, from?: number): AsyncIterable<readonly KeptCheckpoint[]>
}

/** Reads a journal with what is kept beside its entries. It checks nothing; `verify` does. */
export type JournalReader = EntryReader & {
  /**
   * The tree kept beside the entries, a row for every 16 of them (proof/block-tree.ts), in order. `from`: from this row on,
   * the first is 0. Null: no tree is kept, as with an exported stream.
   */
  blocks(stream: string, from?: number): AsyncIterable<readonly Uint8Array[]> | null
  /** The index that a store keeps of a stream. Null: none is kept, or the next start makes it again. */
  index(stream: string): StreamIndex | null
  /** Whether all streams of a house are in it; an exported stream stands alone. */
  readonly isWhole: boolean
  /** The damage that the store itself finds in its file; null: none. */
  damage(): Promise<string | null>
  /** Triggers, views, tables and columns in the store that are not Croupier's. */
  strangers(): Promise<readonly string[]>
  /** Entries that were in the store, by the mark kept beside it, and are gone. */
  missing(): Promise<readonly string[]>
}

/** A store's index of the entries of one stream. */
export type StreamIndex = {
  /** The marks of rounds, in order of the entries. */
  readonly marks: AsyncIterable<readonly PlacedMark[]>
  /**
   * The first of these entries that is not found by one of its keys; null if all are. A surplus key does no harm,
   * because a found entry is compared in full.
   */
  lostKey(entries: readonly KeyedEntry[]): Promise<number | null>
  /** The remedy for a wrong index. */
  remedy(): Promise<string>
}

/** `keys`: by what the entry is found again (entry-keys.ts). */
export type KeyedEntry = { readonly seq: number; readonly keys: readonly string[] }

/** A journal that was opened by its address. */
export type OpenedJournal = JournalReader & {
  /** Copies the whole store to a file of SQLite. */
  copyTo(file: string): Promise<void>
  close(): Promise<void>
}

/** Returns one entry; undefined if it does not exist or the number is not valid. */
export async function entryAt(
  reader: Pick<EntryReader, 'pages'>,
  stream: string,
  seq: number,
): Promise<Stored | undefined> {
  return isEntryNumber(seq) ? (await firstItems(reader.pages(stream, seq, seq), 1))[0] : undefined
}

/** Finds the place of a round without an index, by reading every entry. */
export async function findPlace(pages: AsyncIterable<readonly Stored[]>, round: number): Promise<RoundPlace | null> {
  const isAbout = new RegExp(`"round":${round}[,}]`)
  const places: RoundPlaces = new Map()
  for await (const page of pages)
    for (const { seq, body } of page) if (isAbout.test(body)) notePlaces(places, seq, readTableEntry(body))
  return places.get(round) ?? null
}

const ENTRIES_IN_PAGE = 1_000

/**
 * Reads streams that stand alone, without the record of the house, from entries that are in memory.
 *
 * @example
 * const reader: JournalReader = entriesReader(new Map([['roulette-3', entries]]))
 */
export function entriesReader(
  streams: ReadonlyMap<string, readonly Stored[]>,
  checkpoints: ReadonlyMap<string, readonly KeptCheckpoint[]> = new Map(),
): JournalReader {
  async function* pages(stream: string, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY) {
    const entries = (streams.get(stream) ?? []).filter(({ seq }) => seq >= from && seq <= to)
    for (let at = 0; at < entries.length; at += ENTRIES_IN_PAGE) yield entries.slice(at, at + ENTRIES_IN_PAGE)
  }
  return {
    streams: async () => [...streams.keys()].sort(),
    pages,
    place: (stream, round) => findPlace(pages(stream), round),
    async *checkpoints(stream, from = 0) {
      yield (checkpoints.get(stream) ?? []).filter(({ size }) => size >= from)
    },
    ...standingAlone,
  }
}

/** The answers of a reader that has only the entries of some streams. */
export const standingAlone = {
  snapshot: async () => null,
  blocks: () => null,
  index: () => null,
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

/** The first items, up to a limit. */
export async function firstItems<Item>(pages: AsyncIterable<readonly Item[]>, count: number): Promise<Item[]> {
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
