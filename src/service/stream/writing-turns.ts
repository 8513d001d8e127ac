/** The writer of a shared stream at this node. */
export type SharedWriter = {
  /** The number of its last durable entry. */
  readonly durable: number
  /** Resolves when it has this entry, which another node sends. */
  comes(seq: number): Promise<void>
  /** Resolves when it has this entry, which it reads if necessary. */
  reached(seq: number): Promise<void>
  /** Resolves when every entry decided by now is durable or has failed. */
  answered(): Promise<void>
}

/** The turns of this node at one shared stream. */
export type OwnTurns = {
  /** Reports a write conflict with another node. */
  metConflict(): void
  /** Resolves when this node may write; null if it may now. */
  next(): Promise<void> | null
}

/**
 * Nodes that write one shared stream take turns while they have conflicts. A turn only avoids conflicts: the journal
 * orders the entries, with turns and without.
 */
export type WritingTurns = { of(stream: string, writer: SharedWriter): OwnTurns }
