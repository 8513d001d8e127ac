import type { Lease, Roster } from '../journal/leases.ts'

type HeldLease = { lease: Lease; until: number }

/**
 * The leases that a node holds. A lease is counted from before its request, by a steady clock: the node stops deciding
 * before another one may begin.
 */
export class HeldLeases {
  readonly #leaseMs: number
  readonly #steady: () => number
  readonly #held = new Map<string, HeldLease>()

  constructor(leaseMs: number, steady: () => number) {
    this.#leaseMs = leaseMs
    this.#steady = steady
  }

  get list(): readonly Lease[] {
    return [...this.#held.values()].map(({ lease }) => lease)
  }

  get(stream: string): Lease | undefined {
    return this.#held.get(stream)?.lease
  }

  /** Milliseconds since the oldest renewal of a lease; null if the node has no lease. */
  get ageMs(): number | null {
    if (this.#held.size === 0) return null
    const left = Math.min(...[...this.#held.values()].map(({ until }) => until)) - this.#steady()
    return Math.max(0, this.#leaseMs - left)
  }

  hold(lease: Lease, asked: number): void {
    this.#held.set(lease.stream, { lease, until: asked + this.#leaseMs })
  }

  /** Drops a lease and returns it. */
  drop(stream: string): Lease | undefined {
    const lease = this.get(stream)
    this.#held.delete(stream)
    return lease
  }

  /** Renews the leases that were sent with a beat. Returns those that the roster no longer gives to this node. */
  renew(sent: readonly Lease[], { leases }: Roster, asked: number): readonly Lease[] {
    const running = new Map(leases.filter(({ leftMs }) => leftMs > 0).map((lease) => [lease.stream, lease]))
    const current = sent.filter(({ stream, epoch }) => this.get(stream)?.epoch === epoch)
    const isRenewed = ({ stream, node, epoch }: Lease): boolean => {
      const now = running.get(stream)
      return now?.node === node && now.epoch === epoch
    }
    for (const lease of current.filter(isRenewed)) this.hold(lease, asked)
    return current.filter((lease) => !isRenewed(lease))
  }

  /** Leases whose time is over. */
  get expired(): readonly Lease[] {
    const now = this.#steady()
    return [...this.#held.values()].filter(({ until }) => now >= until).map(({ lease }) => lease)
  }
}
