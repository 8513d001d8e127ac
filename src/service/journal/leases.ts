/**
 * A node: one process of a cluster. `address`: where clients reach it; `link`: where other nodes do. `isDraining`: it
 * takes no tables, by its own decision or by order. `behind`: announced entries that it has not read yet.
 */
export type NodeFacts = {
  id: string
  address: string
  link: string
  version: string
  startedAt: string
  isDraining: boolean
  behind: number
}

/**
 * Report of a node for operators. `build`: a digest of its program. `unlinked`: living nodes to which it has had no
 * link for long. `clockMs`: the lead of its wall clock over the store's.
 */
export type NodeReport = { build: string; unlinked: readonly string[]; clockMs: number }

/** A node that reports nothing, such as one of an earlier version. */
export const noReport: NodeReport = { build: '', unlinked: [], clockMs: 0 }

/** The right to write a stream. A new owner has a higher epoch, and appends with an older epoch are refused. */
export type Lease = { stream: string; node: string; epoch: number }

/** The condition of an append: this epoch still owns the stream. */
export type Fence = Pick<Lease, 'stream' | 'epoch'>

/** The nodes and their leases, by the store's own clock. `now`: the time of that clock, in milliseconds since 1970. */
export type Roster = {
  now: number
  nodes: readonly (NodeFacts & NodeReport & { ageMs: number })[]
  /** `node`: empty if it was given up. `takenAt`: like `now`. */
  leases: readonly (Lease & { leftMs: number; takenAt: number })[]
}

/**
 * Standbys of the store. `names`: those that must have an entry before it is acknowledged, by the store's setting;
 * empty for none. `list`: the connected ones; null if this user may not see their state.
 */
export type Standbys = { names: string; list: readonly Standby[] | null }
/** `lagMs`: the delay of its replay; null if it has nothing to replay. */
export type Standby = { name: string; isSynchronous: boolean; state: string; lagMs: number | null }

/** The owners of the streams, visible to all nodes. */
export type Leases = {
  /** Reads the nodes without joining them. */
  roster(): Promise<Roster>
  /** Renews this node's sign of life and the leases that it still holds by their epochs. */
  beat(me: NodeFacts, held: readonly Lease[], report?: NodeReport): Promise<Roster>
  /** Takes the lease with the next epoch, if no lease is running; null otherwise. */
  take(stream: string, me: string): Promise<Lease | null>
  /** Ends a lease now; `to`: the node that may take it first, for a moment. */
  release(lease: Lease, to?: string): Promise<void>
  /**
   * Orders a node to give its tables away, or to take some again. The node obeys with its next beat. Returns false if
   * no node has that name.
   */
  drain(node: string, isToDrain: boolean): Promise<boolean>
  /** Removes this node from the roster. */
  leave(me: string): Promise<void>
  standbys(): Promise<Standbys>
}

/** The length of a lease, and the interval of a node's beats. */
export const LEASE_MS = 3_000
export const BEAT_MS = 1_000
/** How long a lease that was handed over is reserved for its new owner. */
export const HANDOVER_MS = 1_000
