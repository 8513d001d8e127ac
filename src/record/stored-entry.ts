import type { Hash } from '../proof/tree.ts'
import type { RoundMark } from './round-index.ts'

/**
 * One entry to be written: its stream, its number there, and what it holds, byte for byte. `keys`, `marks`: what the index
 * holds of it (keys as numbers); they are no part of it. `after`: the hash of the entry before it, on which it was decided; a
 * store refuses it behind any other.
 */
export type Append = {
  stream: string
  seq: number
  body: string
  keys?: readonly number[]
  marks?: readonly RoundMark[]
  after?: string
}
export type Stored = { stream: string; seq: number; body: string; hash: string }
/** What spares a restart the journal before an entry. An aid only: the journal alone is the truth. */
export type Snapshot = { seq: number; body: string }

/** A checkpoint of a stream's first `size` entries: the signed note, with the signatures that it has by now. */
export type KeptCheckpoint = { size: number; note: string }

/** Entries of a stream under its newest checkpoint, each with its proof; null: the checkpoint ends before it. */
export type ProvenEntries = {
  checkpoint: KeptCheckpoint | null
  entries: readonly { stored: Stored; hashes: readonly Hash[] | null }[]
}

/** A journal to be read and not written: a whole store, or one stream that was exported. */
export type JournalReader = {
  streams(): readonly string[]
  /** In order; `from`: from this number on. */
  entries(stream: string, from?: number): Iterable<Stored>
  snapshot(stream: string): Snapshot | null
  /**
   * What is kept beside the entries of their tree, a row for every 16 of them (proof/block-tree.ts), in order; `from`: from
   * this one on, the first is 0. Null: this holds no trees, as an exported stream.
   */
  blocks(stream: string, from?: number): Iterable<Uint8Array> | null
  /** In order of their sizes. */
  checkpoints(stream: string): Iterable<KeptCheckpoint>
  /** Whether all streams of a house are in it; an exported stream stands alone. */
  readonly isWhole: boolean
  /** What the store itself finds wrong with the file. */
  damage(): string | null
  /** What is in the store and is not of Croupier: triggers, views, tables, columns. */
  strangers(): readonly string[]
  /** What has been in the store, by what is kept beside it, and is not any more. */
  missing(): readonly string[]
  copyTo(file: string): void
  close(): void
}
