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

/** Parameters for joining, and the work at a table that has moved here, before requests reach it. */
type Begin = {
  floor: OpenFloor
  /** The address at which clients reach this node. */
  address: string
  wheels: ReadonlyMap<string, () => WheelSource>
  onOwned: (room: Room) => void
}

/** This process as a node of a cluster: it tells the floor about the other nodes, and takes its share of the tables. */
export class JoinedNode {
  readonly desk: NodeDesk
  readonly among: { elsewhere: NodeDesk; time: HouseTime }
  readonly #options: JoinOptions
  readonly #exchange: SocketExchange
  #node: HouseNode | null = null
  #unfollow: () => void = () => {}

  static async open(options: JoinOptions): Promise<JoinedNode> {
    // A call before the node is complete is rejected, and the caller calls again.
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

  /** Figures for operators; null while the node is not complete. */
  get figures() {
    const node = this.#node
    if (!node) return null
    const { ownerChanges, takeovers, leasesLost, appendsFenced, behind, leaseAgeMs } = node
    const { forwarded, links } = this.desk
    const counted = { ownerChanges, takeovers, leasesLost, appendsFenced, behind, leaseAgeMs, forwarded }
    const linkStates = links.states
    return { ...counted, links: this.#exchange.traffic, linkStates, clockMs: this.#options.clock.wallAheadMs }
  }

  /** Joins the cluster: the node follows the other nodes' entries and takes its share of the tables. */
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

  /** Gives its tables to others first, while its routes still forward requests. */
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

/** The first owner of a table raises no alarm: the table has not moved. */
function tellMove(floor: OpenFloor, { plan }: Room, { epoch, node }: Lease, why: MoveReason): void {
  if (epoch > 1) floor.alarms.raise({ table: plan.id, alarm: 'table-moved', node, why })
}

/** Raises one alarm for each node that is gone without having left. The first node in the roster raises it for all. */
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
/** A node that was gone for longer than this when this one started raises no alarm. */
const LONG_GONE_MS = 15_000
