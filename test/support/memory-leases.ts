import {
  type Fence,
  HANDOVER_MS,
  LEASE_MS,
  type Lease,
  type Leases,
  type NodeFacts,
  type NodeReport,
  noReport,
} from '../../src/service/journal/leases.ts'

type Held = Lease & { takenAt: number; until: number; reserved: { node: string; until: number } | null }

/** Leases of one process, for tests: the same rules as in a database. `clock`: its clock, in milliseconds. */
export class MemoryLeases implements Leases {
  readonly #clock: () => number
  readonly #lastMs: number
  readonly #nodes = new Map<string, { facts: NodeFacts & NodeReport; at: number }>()
  readonly #held = new Map<string, Held>()
  /** The nodes that drain, by their lives. */
  readonly #toDrain = new Map<string, string>()

  constructor(clock: () => number = Date.now, lastMs = LEASE_MS) {
    this.#clock = clock
    this.#lastMs = lastMs
  }

  async beat(me: NodeFacts, held: readonly Lease[], report = noReport) {
    const now = this.#clock()
    this.#nodes.set(me.id, { facts: { ...me, ...report }, at: now })
    for (const { stream, node, epoch } of held) {
      const own = this.#held.get(stream)
      if (own && own.node === node && own.epoch === epoch && own.reserved === null) own.until = now + this.#lastMs
    }
    return this.roster()
  }

  async roster() {
    const now = this.#clock()
    const nodes = [...this.#nodes.values()].map(({ facts, at }) => ({
      ...facts,
      isDraining: facts.isDraining || this.#toDrain.get(facts.id) === facts.startedAt,
      ageMs: Math.abs(now - at),
    }))
    const leases = [...this.#held.values()].map(({ stream, node, epoch, takenAt, until, reserved }) => ({
      stream,
      node: reserved ? '' : node,
      epoch,
      takenAt,
      leftMs: this.#isAhead(until, this.#lastMs) ? until - now : 0,
    }))
    return { now, nodes, leases }
  }

  async take(stream: string, me: string) {
    const now = this.#clock()
    const before = this.#held.get(stream)
    if (before && this.#isAhead(before.until, this.#lastMs)) return null
    const reserved = before?.reserved
    if (reserved && this.#isAhead(reserved.until, HANDOVER_MS) && reserved.node !== me) return null
    const lease = { stream, node: me, epoch: (before?.epoch ?? 0) + 1 }
    this.#held.set(stream, { ...lease, takenAt: now, until: now + this.#lastMs, reserved: null })
    return lease
  }

  /** A time further ahead than `ms` was noted before the clock was set back. */
  #isAhead(until: number, ms: number): boolean {
    const left = until - this.#clock()
    return left > 0 && left <= ms
  }

  async release({ stream, node, epoch }: Lease, to?: string) {
    const now = this.#clock()
    const own = this.#held.get(stream)
    if (own?.node !== node || own.epoch !== epoch) return
    own.until = now
    own.reserved = { node: to ?? '', until: to === undefined ? now : now + HANDOVER_MS }
  }

  async drain(node: string, isToDrain: boolean) {
    const found = this.#nodes.get(node)
    if (!found) return false
    if (isToDrain) this.#toDrain.set(node, found.facts.startedAt)
    else this.#toDrain.delete(node)
    return true
  }

  async leave(me: string) {
    this.#nodes.delete(me)
  }

  async standbys() {
    return { names: '', list: [] }
  }

  /** Whether what is written under this fence may be. The epoch alone counts: until another took it, nobody else writes. */
  holds({ stream, epoch }: Fence): boolean {
    return this.#held.get(stream)?.epoch === epoch
  }
}
