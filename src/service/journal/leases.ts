/**
 * A node of the house: one process that serves it. `address`: where its clients reach it; `link`: where other nodes do.
 * `isDraining`: it takes no tables, by its own word or because it was told so. `behind`: entries that it has heard of and
 * has not read yet.
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
 * Report of a node for operators. `build`: a digest of its program. `unlinked`: living nodes that it has had no link to
 * for long. `clockMs`: by how much its wall clock is ahead of the store's.
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
  /** `node`: empty where it was given up. `takenAt`: like `now`. */
  leases: readonly (Lease & { leftMs: number; takenAt: number })[]
}

/**
 * Standbys of the store. `names`: those that must have an entry before it is acknowledged, as the store's setting says;
 * empty: none. `list`: those that are connected; null: what they are is not shown to this user.
 */
export type Standbys = { names: string; list: readonly Standby[] | null }
/** `lagMs`: by how much its replay is behind; null: it has nothing to replay. */
export type Standby = { name: string; isSynchronous: boolean; state: string; lagMs: number | null }

/** The owners of the streams, visible to all nodes. */
export type Leases = {
  /** Reads the nodes without joining them. */
  roster(): Promise<Roster>
  /** Renews this node's sign of life and the leases that it still holds by their epochs. */
  beat(me: NodeFacts, held: readonly Lease[], report?: NodeReport): Promise<Roster>
  /** With the next epoch, if nobody's lease of it is running; null: somebody's is. */
  take(stream: string, me: string): Promise<Lease | null>
  /** It ends now; `to`: who may take it first, for a moment. */
  release(lease: Lease, to?: string): Promise<void>
  /** Tells a node to give its tables away, or to take some again; it heeds it with its next beat. False: there is none of that name. */
  drain(node: string, isToDrain: boolean): Promise<boolean>
  /** This node is not there any more. */
  leave(me: string): Promise<void>
  standbys(): Promise<Standbys>
}

/** How long a lease lasts, and how often a node says that it lives. */
export const LEASE_MS = 3_000
export const BEAT_MS = 1_000
/** So long a lease that was handed over is kept for whom it was handed to. */
export const HANDOVER_MS = 1_000
