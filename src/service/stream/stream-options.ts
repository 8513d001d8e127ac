import type { Append } from '../../record/stored-entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { SnapshotSeal } from '../secrets/snapshot-seal.ts'
import type { WritingTurns } from './writing-turns.ts'

/**
 * The writer of a stream. `sole`: this process alone. `shared`: any node, with a conflict check for each append.
 * `owner`: this node, as long as its lease holds. `follower`: another node; this one is a replica built from its
 * entries.
 */
export type StreamRole = 'sole' | 'shared' | 'owner' | 'follower'

/** `mayNote`: whether a refusal that changes no state is recorded; false where one sender has too many. */
export type StreamOptions = {
  journal: Journal
  now: () => string
  mayNote?: (actor: string) => boolean
  reviveAfterMs?: number
  /** Seals its snapshots. Left out: snapshots have no seal, and none is required. */
  seal?: SnapshotSeal | null
  /** The source of the salt of each entry. */
  salt?: () => string
  /** `sole` by default; an owner begins as a follower. */
  role?: Exclude<StreamRole, 'owner'>
  /** The turns of nodes at a stream that all of them write. */
  turns?: WritingTurns | null
  /**
   * Checks the time of an entry that another node wrote: later entries must not have an earlier time. Returns the
   * reason against following the stream; null if there is none.
   */
  heardTime?: (at: string) => string | null
}

/** A subscriber to a stream. `recorded`: events that are durable now. */
export type Watcher<Event> = {
  recorded?(events: readonly Event[], seq: number): void
  stopped?(error: Error): void
  restored?(): void
  /** The state was replaced by that of a newer snapshot. The events in between were not published. */
  leapt?(): void
  /** A snapshot failed: restarts read more of the journal until the next one. */
  snapshotFailed?(error: Error): void
  /** Entries of this node are durable: other nodes may be notified. */
  landed?(entries: readonly Append[]): void
  /** This node decides from now on (`owned`), or no longer does (`left`). */
  owned?(): void
  left?(how: Leaving): void
}

/**
 * How a table leaves its node: handed over in good order, when its lease has run out, or when the store rejected an
 * append by its fence.
 */
export type Leaving = 'given' | 'run-out' | 'fenced'
