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

/** Looks entries up in the store, without reading what lies between them. */
export type EntrySearch = {
  /** The numbers of the entries in a range that contain a text and have at most `bytesMax` bytes, in order. */
  search(stream: string, first: number, last: number, text: string, bytesMax: number): Promise<readonly number[]>
  /** The numbers whose entries have at most `bytesMax` bytes, in order. */
  short(stream: string, seqs: readonly number[], bytesMax: number): Promise<readonly number[]>
}

/** Writes streams and knows where each ends. */
export type JournalWriter = {
  /**
   * Writes all of them or none, durably. Each `seq` must be the next of its stream, and `after`, where it is given, the
   * hash of the entry before it: a second writer gets a JournalConflict. `fences` are looked at in the same transaction: where one does not hold any more,
   * nothing is written, and it is a LeaseLost.
   */
  append(entries: readonly Append[], fences?: readonly Fence[]): Promise<void>
  /** Writes durably without an entry, once and without a retry. Throws where the store takes no writes. */
  probe(): Promise<void>
  /** The sequence number and hash of a stream's last entry; 0 and NO_HASH when there is none. */
  last(stream: string): Promise<{ seq: number; hash: string }>
  /** False: no entry was ever appended with this key. True: perhaps; `find` tells. */
  mayHold(key: number): boolean
  /** Keys of entries that another node appended: from now on `mayHold` knows them. */
  learn(keys: readonly number[]): void
  /** The next entry of a stream that all nodes write, as another node says: the next append here may follow it unread. */
  note(entry: Stored): void
  /** The entries of a stream that were appended with this key, in order. */
  find(stream: string, key: number): Promise<readonly Stored[]>
  saveSnapshot(stream: string, snapshot: Snapshot): Promise<void>
  /**
   * Keeps a signed checkpoint in place of what is there of the same size. `over`: only where that is this very note, or there
   * is none; so of several who add signatures at once none loses another's. False: another was there, and still is.
   */
  saveCheckpoint(stream: string, checkpoint: KeptCheckpoint, over?: string | null): Promise<boolean>
  /**
   * Calls when a stream has grown, whoever wrote it, with its last number. A hint: it may come late, twice or never.
   * `isToldOtherwise`: every other node hears at once of what is written here, so that the hints of this node may be late.
   */
  follow(heard: (stream: string, seq: number) => void, isToldOtherwise?: () => boolean): () => void
  /** The owners of the streams; null: one process has the whole store. */
  readonly leases: Leases | null
  /**
   * A value that all processes with this store agree on: the first one given under this name, or the last one with
   * `isNew`. Null: no other process can have the store open.
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
 * A journal in use: the entries of every stream (a table, or the house itself), in order, durable before anyone hears of
 * them. One contract for every store; nothing of SQLite or PostgreSQL is known outside this room. A store outside memory
 * compares each entry that it reads with its hash and its tree: one that does not fit is an EntryDamaged.
 */
export type Journal = JournalWriter & EntryReader & EntryProofs & EntrySearch & EntryLoan

/** Somebody else has written where we were about to. */
export class JournalConflict extends Error {}
/** The stream that was to be written belongs to another by now. */
export class LeaseLost extends Error {}
/** The store cannot be used, in words for the one who starts the service. */
export class JournalUnusable extends Error {}
/** The store failed. `isPassing`: locked, full or failing as it is now, it may do the same another time. */
export class StoreFault extends Error {
  readonly isPassing: boolean

  constructor(message: string, isPassing: boolean) {
    super(message)
    this.isPassing = isPassing
  }
}

/** An entry that cannot be believed, by its stream and number; never with what it holds, for that may be a secret. */
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

/** The hash that is kept beside an entry, by Node's own SHA-256. */
export const entryHash = (body: string): string => leafHash(body, nodeSha256)

export const leafBytes = ({ hash }: { hash: string }): Hash => Buffer.from(hash, 'hex')

/** `proven` of a store that has nothing better, one question after the other. */
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

/** The entry may follow the last one of its stream: its number is the next, and it was decided on no other past. */
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
