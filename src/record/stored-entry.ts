/**
 * One entry to be written: its stream, its number there, and what it holds, byte for byte. `keys`: by what it is found
 * again, as numbers; they are no part of it.
 */
export type Append = { stream: string; seq: number; body: string; keys?: readonly number[] }
export type Stored = { stream: string; seq: number; body: string; hash: string }
/** What spares a restart the journal before an entry. An aid only: the journal alone is the truth. */
export type Snapshot = { seq: number; body: string }

/** A journal to be read and not written: a whole store, or one stream that was exported. */
export type JournalReader = {
  streams(): readonly string[]
  /** In order; `from`: from this number on. */
  entries(stream: string, from?: number): Iterable<Stored>
  snapshot(stream: string): Snapshot | null
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
