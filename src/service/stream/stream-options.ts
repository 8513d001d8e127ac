import type { Append } from '../../record/stored-entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { SnapshotSeal } from '../secrets/snapshot-seal.ts'
import type { WritingTurns } from './writing-turns.ts'

/**
 * Who writes a stream. `sole`: this process alone. `shared`: any node, each when nobody was quicker. `owner`: this node,
 * as long as its lease holds. `follower`: another node; this one keeps the same memory from what that one wrote.
 */
export type StreamRole = 'sole' | 'shared' | 'owner' | 'follower'

/** `mayNote`: whether a refusal that changes nothing goes on record, or there were too many of that sender. */
export type StreamOptions = {
  journal: Journal
  now: () => string
  mayNote?: (actor: string) => boolean
  reviveAfterMs?: number
  /** Seals its snapshots. Left out: they have no seal, and none is asked for. */
  seal?: SnapshotSeal | null
  /** Where the salt of each entry comes from. */
  salt?: () => string
  /** `sole` unless it is said; an owner begins as a follower. */
  role?: Exclude<StreamRole, 'owner'>
  /** The turns of nodes at a stream that all of them write. */
  turns?: WritingTurns | null
  /** The time of an entry that another node wrote: nothing is written before it. Returns why it is not followed; null: it is. */
  heardTime?: (at: string) => string | null
}

/** A follower of a stream. `recorded`: events that are durable now. */
export type Watcher<Event> = {
  recorded?(events: readonly Event[], seq: number): void
  stopped?(error: Error): void
  restored?(): void
  /** Its state is that of a newer snapshot: the events in between were not told. */
  leapt?(): void
  /** Restarts read more of the journal until the next snapshot. */
  snapshotFailed?(error: Error): void
  /** Entries of this node are on disk: others may be told. */
  landed?(entries: readonly Append[]): void
  /** This node decides from now on; or does not any more. */
  owned?(): void
  left?(how: Leaving): void
}

/** How a table leaves its node: given to another in good order, when its lease has run out, or when the store took an append no more. */
export type Leaving = 'given' | 'run-out' | 'fenced'
