import type { Hash } from '../proof/tree.ts'
import type { RoundMark } from './round-index.ts'

/**
 * One entry to be written: its stream, its number there, and its body, byte for byte. `keys`, `marks`: its rows in the
 * index (keys as numbers). They do not belong to the entry, and are derived from its text if they are left out.
 * `after`: the hash of the entry before it, on which it was decided; a store refuses it behind any other.
 */
export type Append = {
  stream: string
  seq: number
  body: string
  keys?: readonly number[]
  marks?: readonly RoundMark[]
  after?: string
}
/** An entry as a store has it: stream, number, body and hash. */
export type Stored = { stream: string; seq: number; body: string; hash: string }
/**
 * A state that saves a restart from reading the journal before an entry. It is an aid: the journal alone is the truth.
 */
export type Snapshot = { seq: number; body: string }

/** A checkpoint of a stream's first `size` entries: the signed note, with the signatures that it has by now. */
export type KeptCheckpoint = { size: number; note: string }

/** Entries of a stream, each with its proof in a tree of its first entries; null: that tree ends before it. */
export type ProvenEntries = readonly { stored: Stored; hashes: readonly Hash[] | null }[]
