import type { Append } from '../../record/stored-entry.ts'

/** Who follows a stream. `recorded`: events that are on disk now; `decided`: they may still be lost. */
export type Watcher<Event> = {
  recorded?(events: readonly Event[], seq: number): void
  decided?(events: readonly Event[]): void
  stopped?(error: Error): void
  restored?(): void
  /** Entries of this node are on disk: others may be told. */
  landed?(entries: readonly Append[]): void
  /** This node decides from now on; or does not any more. */
  owned?(): void
  left?(how: Leaving): void
}

/** How a table leaves its node: given to another in good order, when its lease has run out, or when the store took an append no more. */
export type Leaving = 'given' | 'run-out' | 'fenced'
