import type { WheelSource } from '../../wheel/source.ts'
import type { MoveReason } from '../../wire/alarm.ts'
import type { HouseTime } from '../floor/elsewhere.ts'
import type { Room } from '../floor/floor.ts'
import type { OpenFloor } from '../floor/open-floor.ts'
import type { Certificate } from '../http/certificate.ts'
import type { Lease, Roster } from '../journal/leases.ts'
import { HouseNode } from './house-node.ts'
import type { NodeClock } from './node-clock.ts'
import { NodeDesk } from './node-desk.ts'
import type { SharedJournal } from './open-node-clock.ts'
import { openExchange, type SocketExchange } from './socket-exchange.ts'

type JoinOptions = {
  id: string
  journal: SharedJournal
  clock: NodeClock
  /** The house key. */
  key: Uint8Array
  host: string
  port: number
  certificate: Certificate | null
  version: string
  build: string
}

/** What is done at a table that came to this node, before anybody else may ask. */
type Begin = {
  floor: OpenFloor
  /** Where clients reach this node. */
  address: string
  wheels: ReadonlyMap<string, () => WheelSource>
  onOwned: (room: Room) => void
}

/** This process as a node of the house: what its floor needs to know of the others, and how it takes its share. */
export class JoinedNode {
  readonly desk: NodeDesk
  readonly among: { elsewhere: NodeDesk; time: HouseTime }
  readonly #options: JoinOptions
  readonly #exchange: SocketExchange
  #node: HouseNode | null = null
  #unfollow: () => void = () => {}

  static async open(options: JoinOptions): Promise<JoinedNode> {
    // Called before it stands: those wait who call so early, and call again.
    const box: { joined: JoinedNode | null } = { joined: null }
    const exchange = await openExchange({
      me: options.id,
      key: options.key,
      host: options.host,
      port: options.port,
      certificate: options.certificate,
      onCall: (node, wire) => (box.joined?.isReady ? box.joined.desk.links.add(node, wire) : wire.close()),
    })
    box.joined = new JoinedNode(options, exchange)
    return box.joined
  }

  private constructor(options: JoinOptions, exchange: SocketExchange) {
    this.#options = options
    this.#exchange = exchange
    const desk = new NodeDesk({
      me: options.id,
      exchange,
      steady: options.clock.steady,
      onMessage: (from, message) => this.#node?.heard(from, message),
    })
    this.desk = desk
    this.among = { elsewhere: desk, time: options.clock }
  }

  get isReady(): boolean {
    return this.#node !== null
  }

  get node(): HouseNode | null {
    return this.#node
  }

  /** For operators; null: it does not stand yet. */
  get figures() {
    const node = this.#node
    if (!node) return null
    const { ownerChanges, takeovers, leasesLost, appendsFenced, behind, leaseAgeMs } = node
    const { forwarded, links } = this.desk
    const counted = { ownerChanges, takeovers, leasesLost, appendsFenced, behind, leaseAgeMs, forwarded }
    const linkStates = links.states
    return { ...counted, links: this.#exchange.traffic, linkStates, clockMs: this.#options.clock.wallAheadMs }
  }

  /** From here on it is one of the nodes: it follows what others write, and takes its share of the tables. */
  async begin({ floor, address, wheels, onOwned }: Begin): Promise<void> {
    const { id, journal, version, build, clock } = this.#options
    this.desk.begin(floor)
    const { desk } = this
    this.#unfollow = journal.follow(
      (stream, seq) => desk.heardOf(stream, seq),
      () => desk.isLinkedToAll,
    )
    const facts = { id, address, link: this.#exchange.address, version, startedAt: clock.now() }
    this.#node = new HouseNode({
      facts,
      build,
      leases: journal.leases,
      floor,
      desk: this.desk,
      clock,
      onOwned(room, lease, why) {
        tellMove(floor, room, lease, why)
        onOwned(room)
        const wheel = wheels.get(room.plan.id)
        if (wheel) floor.connectWheel(room.plan.id, wheel())
      },
      onLeft(room, isLost) {
        floor.disconnectWheel(room.plan.id)
        if (isLost) floor.alarms.raise({ table: room.plan.id, alarm: 'lease-lost', node: id })
      },
      onRoster: nodesGone(floor, id),
    })
    await this.#node.start()
  }

  /** Its tables go to others first, while its doors still pass on what is asked. */
  async leave(): Promise<void> {
    await this.#node?.stop()
  }

  async close(): Promise<void> {
    this.#node?.end()
    this.#unfollow()
    this.desk.end()
    await this.#exchange.close()
  }
}

/** The first to have a table says nothing of it: it has not moved. */
function tellMove(floor: OpenFloor, { plan }: Room, { epoch, node }: Lease, why: MoveReason): void {
  if (epoch > 1) floor.alarms.raise({ table: plan.id, alarm: 'table-moved', node, why })
}

/** Says of every node once that it is gone without having left. The first in the roster says it for all. */
function nodesGone(floor: OpenFloor, me: string): (roster: Roster) => void {
  const gone = new Set<string>()
  return ({ nodes }) => {
    for (const { id, ageMs } of nodes) {
      if (ageMs < GONE_AFTER_MS) gone.delete(id)
      if (ageMs < GONE_AFTER_MS || gone.has(id)) continue
      gone.add(id)
      const living = nodes.filter((one) => one.ageMs < GONE_AFTER_MS).map((one) => one.id)
      if (ageMs < LONG_GONE_MS && living.toSorted()[0] === me)
        floor.alarms.raise({ table: null, alarm: 'node-gone', node: id })
    }
  }
}

const GONE_AFTER_MS = 5_000
/** Whoever was gone when this node came is no news. */
const LONG_GONE_MS = 15_000
