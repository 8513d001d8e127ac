/** The writer of a shared stream at this node. */
export type SharedWriter = {
  /** The number of the last entry that is in its memory and on disk. */
  readonly durable: number
  /** Resolves when that entry is in its memory, which another node sends. */
  comes(seq: number): Promise<void>
  /** The same; it is read if need be. */
  reached(seq: number): Promise<void>
  /** Resolves when all that is decided by now is on disk, or will never be. */
  answered(): Promise<void>
}

/** The turns of this node at one shared stream. */
export type OwnTurns = {
  /** Another node was quicker. */
  metConflict(): void
  /** Resolves when this node may write; null: it may now. */
  next(): Promise<void> | null
}

/**
 * Nodes that write one shared stream take turns as long as they get into each other's way. A turn only spares conflicts: the
 * journal decides who was first, with turns and without.
 */
export type WritingTurns = { of(stream: string, writer: SharedWriter): OwnTurns }
