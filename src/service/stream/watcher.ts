import type { Append } from '../../record/stored-entry.ts'

/** A follower of a stream. `recorded`: events that are durable now. */
export type Watcher<Event> = {
  recorded?(events: readonly Event[], seq: number): void
  stopped?(error: Error): void
  restored?(): void
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
