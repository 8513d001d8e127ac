import { hash } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import type { Hash, TreeHead } from '../../proof/tree.ts'
import { type EntryReader, entryAt } from '../../record/journal-reader.ts'
import { leafHash } from '../../record/leaf-hash.ts'
import type { Sha256 } from '../../record/sha256.ts'
import type { Append, KeptCheckpoint, ProvenEntries, Snapshot, Stored } from '../../record/stored-entry.ts'
import type { Fence, Leases } from './leases.ts'

/** Proofs that entries are in a stream's tree (RFC 6962), and the checkpoints that were signed over it. */
export type EntryProofs = {
  /** The tree of a stream's first `size` entries; of all of them, where it is left out. Entry n is leaf n - 1. */
  head(stream: string, size?: number): Promise<TreeHead>
  /** Proves that an entry is in the tree of the first `size` entries. */
  inclusion(stream: string, seq: number, size: number): Promise<readonly Hash[]>
  /** Proves that the tree of the first `size` entries extends the tree of the first `older`. */
  consistency(stream: string, older: number, size: number): Promise<readonly Hash[]>
  /** The newest checkpoint; `before`: of those with fewer entries. */
  latestCheckpoint(stream: string, before?: number): Promise<KeptCheckpoint | null>
  /** Returns entries in this order, each with its proof in the tree of the first `size` entries. */
  proven(stream: string, seqs: readonly number[], size: number): Promise<ProvenEntries>
}

/** Searches entries in the store without reading the entries between them. */
export type EntrySearch = {
  /** The numbers of the entries in a range that contain a text and have at most `bytesMax` bytes, in order. */
  search(stream: string, first: number, last: number, text: string, bytesMax: number): Promise<readonly number[]>
  /** The numbers whose entries have at most `bytesMax` bytes, in order. */
  short(stream: string, seqs: readonly number[], bytesMax: number): Promise<readonly number[]>
}

/** Writes streams and knows the end of each. */
export type JournalWriter = {
  /**
   * Writes all entries or none, durably. Each `seq` must be the next of its stream, and `after`, if given, the hash of
   * the entry before it: a second writer gets a JournalConflict. `fences` are checked in the same transaction: if one
   * no longer holds, the append fails with LeaseLost.
   */
  append(entries: readonly Append[], fences?: readonly Fence[]): Promise<void>
  /** Writes durably without an entry, once and without a retry. Throws where the store takes no writes. */
  probe(): Promise<void>
  /** The sequence number and hash of a stream's last entry; 0 and NO_HASH when there is none. */
  last(stream: string): Promise<{ seq: number; hash: string }>
  /** False if no entry was ever appended with this key. True means perhaps; `find` knows. */
  mayHold(key: number): boolean
  /** Keys of entries that another node appended: from now on `mayHold` knows them. */
  learn(keys: readonly number[]): void
  /**
   * Takes the next entry of a shared stream as another node sent it, so that the next append here may follow it without
   * a read.
   */
  note(entry: Stored): void
  /** The entries of a stream that were appended with this key, in order. */
  find(stream: string, key: number): Promise<readonly Stored[]>
  saveSnapshot(stream: string, snapshot: Snapshot): Promise<void>
  /**
   * Stores a signed checkpoint in place of the present one of the same size. `over`: only if the present one is this
   * very note, or there is none, so that parallel additions of signatures do not lose each other. Returns false if
   * another one was there.
   */
  saveCheckpoint(stream: string, checkpoint: KeptCheckpoint, over?: string | null): Promise<boolean>
  /**
   * Calls when a stream has grown by any writer, with its last number. It is a hint: it may come late, twice or never.
   * `isToldOtherwise`: whether all other nodes learn of writes here over their links, so that the hints of this node
   * may be late.
   */
  follow(heard: (stream: string, seq: number) => void, isToldOtherwise?: () => boolean): () => void
  /** The owners of the streams; null if one process has the whole store. */
  readonly leases: Leases | null
  /**
   * A value on which all processes with this store agree: the first one given under this name, or the last one with
   * `isNew`. Null if no other process can have the store open.
   */
  agree(name: string, value: string, isNew?: boolean): Promise<string | null>
  close(): Promise<void>
}

/** Lends what it reads to another thread, so that long readings take no time of the thread that opened the journal. */
export type EntryLoan = {
  /** A port to the thread that reads (`lentReader`). */
  lend(): Promise<MessagePort>
}

/**
 * A journal in use: the entries of every stream (tables, house, tickets), in order, durable before they are published.
 * All stores fulfil this one contract. SQLite and PostgreSQL are known only inside this folder. A store outside
 * memory checks each entry that it reads against its hash and its tree: one that does not fit is an EntryDamaged.
 */
export type Journal = JournalWriter & EntryReader & EntryProofs & EntrySearch & EntryLoan

/** A write conflict: another process has appended at this place. */
export class JournalConflict extends Error {}
/** The lease of the stream now belongs to another node. */
export class LeaseLost extends Error {}
/** The store cannot be used. The message is for the operator. */
export class JournalUnusable extends Error {}
/** The store failed. `isPassing`: locked, full or failing for now; a retry may succeed. */
export class StoreFault extends Error {
  readonly isPassing: boolean

  constructor(message: string, isPassing: boolean) {
    super(message)
    this.isPassing = isPassing
  }
}

/**
 * An entry that is damaged, by its stream and number. The message never quotes its content, which may hold a secret.
 */
export class EntryDamaged extends Error {
  readonly stream: string
  readonly seq: number

  constructor(stream: string, seq: number, message: string) {
    super(message)
    this.stream = stream
    this.seq = seq
  }
}

export const damagedEntry = (stream: string, seq: number, why: string): EntryDamaged =>
  new EntryDamaged(stream, seq, `entry ${seq} of ${stream} is damaged: ${why}`)

export const nodeSha256: Sha256 = (data) => hash('sha256', data)

/** The hash stored with an entry, by Node's own SHA-256. */
export const entryHash = (body: string): string => leafHash(body, nodeSha256)

export const leafBytes = ({ hash }: { hash: string }): Hash => Buffer.from(hash, 'hex')

/** `proven` for a store without a faster way, one request after the other. */
export async function provenBy(
  reader: Pick<EntryReader, 'pages'> & Pick<EntryProofs, 'inclusion'>,
  stream: string,
  seqs: readonly number[],
  size: number,
): Promise<ProvenEntries> {
  return Promise.all(
    seqs.map(async (seq) => {
      const [stored, hashes] = await Promise.all([
        entryAt(reader, stream, seq),
        seq <= size ? reader.inclusion(stream, seq, size) : null,
      ])
      return { stored: storedAt(stored, stream, seq), hashes }
    }),
  )
}

/**
 * Checks that an entry may follow the last one of its stream: its number is the next, and it was decided on this very
 * entry.
 */
export function mustFollow(last: { seq: number; hash: string }, { stream, seq, after }: Append): void {
  if (seq !== last.seq + 1) throw new JournalConflict(`${stream} is at ${last.seq}, not before ${seq}`)
  if (after !== undefined && after !== last.hash)
    throw new JournalConflict(`entry ${last.seq} of ${stream} is not the one that ${seq} was decided on`)
}

/** Callers ask only for existing entries. */
export function storedAt(stored: Stored | undefined, stream: string, seq: number): Stored {
  if (stored?.seq !== seq) throw new RangeError(`${stream} has no entry ${seq}`)
  return stored
}

/** Callers ask only for trees of existing entries. */
export function mustHold(stream: string, size: number, entries: number): void {
  if (!(Number.isSafeInteger(size) && size >= 0 && size <= entries))
    throw new RangeError(`${stream} has ${entries} entries, not ${size}`)
}
