import type { Hash } from '../proof/tree.ts'
import type { RoundMark } from './round-index.ts'

/**
 * One entry to be written: its stream, its number there, and what it holds, byte for byte. `keys`, `marks`: what the index
 * holds of it (keys as numbers); they are no part of it, and follow from its text where they are left out. `after`: the hash of the entry before it, on which it was decided; a
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

/** Entries of a stream, each with its proof in a tree of its first entries; null: that tree ends before it. */
export type ProvenEntries = readonly { stored: Stored; hashes: readonly Hash[] | null }[]
