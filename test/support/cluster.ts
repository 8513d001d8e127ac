import type { TerminalCaller } from '../../src/house/caller.ts'
import { callerOf } from '../../src/house/find-caller.ts'
import type { StaffRole } from '../../src/house/roles.ts'
import type { TimeSource } from '../../src/service/clock.ts'
import { HouseNode } from '../../src/service/cluster/house-node.ts'
import type { LinkMessage, Wire } from '../../src/service/cluster/link.ts'
import type { Exchange } from '../../src/service/cluster/links.ts'
import { NodeDesk } from '../../src/service/cluster/node-desk.ts'
import { openNodeClock } from '../../src/service/cluster/open-node-clock.ts'
import type { TablePlan } from '../../src/service/floor/floor.ts'
import { type FloorOptions, type OpenFloor, openFloor } from '../../src/service/floor/open-floor.ts'
import type { Journal } from '../../src/service/journal/journal.ts'
import type { NodeFacts } from '../../src/service/journal/leases.ts'
import { freshToken, type KeyMaterial, tokenHash } from '../../src/service/secrets/key-material.ts'
import { askHouse } from '../../src/service/stream/house-stream.ts'
import { staffSignedIn } from './floor.ts'
import { memoryJournal } from './memory-journal.ts'
import { MemoryLeases } from './memory-leases.ts'
import { testKeyMaterial } from './secrets.ts'
import { nodeView, quietPlans } from './stream.ts'

/** For the tests of several nodes: all of them in one process, over one journal in memory. */

/** How a message gets from one end of a wire to the other. */
export type Carry = (from: string, to: string, deliver: () => void) => void

/** Two ends of a way between nodes. */
export function wirePair(
  one: string,
  other: string,
  carry: Carry,
  alter = (message: LinkMessage) => message,
): [Wire, Wire] {
  let isOpen = true
  const end = (me: string, it: string, peer: () => Wire): Wire => ({
    onMessage: () => {},
    onClose: () => {},
    send(message: LinkMessage) {
      if (!isOpen) return false
      const text = JSON.stringify(alter(message))
      carry(me, it, () => isOpen && peer().onMessage(JSON.parse(text) as LinkMessage))
      return true
    },
    close() {
      if (!isOpen) return
      isOpen = false
      carry(me, it, () => peer().onClose())
      this.onClose()
    },
  })
  const a: Wire = end(one, other, () => b)
  const b: Wire = end(other, one, () => a)
  return [a, b]
}

export type SmallNode = {
  id: string
  floor: OpenFloor
  desk: NodeDesk
  node: HouseNode
  wires: Set<Wire>
  /** As if its process were killed: nothing more comes from it. */
  kill(): void
}

export const addressOfNode = (id: string): string => `http://${id}`

type Timing = { leaseMs: number; beatMs: number; linkLostAfterMs?: number }

export type HallOptions = {
  store: Journal
  plans: () => readonly TablePlan[]
  keyMaterial: () => KeyMaterial
  carry: Carry
  time: (node: string) => TimeSource
  /** Returns the message that arrives in place of another. */
  alter: (message: LinkMessage) => LinkMessage
  /** Whether a call of one node gets to another. */
  reaches: (from: string, to: string) => boolean
  view: (store: Journal, node: string) => Journal
  timing: Timing
  /** The signing key and its witnesses; the known books. */
  own: (node: string) => Pick<FloorOptions, 'signer' | 'witnesses' | 'books'>
}

const quick: Timing = { leaseMs: 400, beatMs: 100, linkLostAfterMs: 500 }

/** Longer than the pause between two readings by a node. */
const AWAKE_MS = 50

/** Clocks that leave out the time for which a busy machine stops the process: no lease expires meanwhile. */
function awakeTime(): TimeSource {
  const began = Date.now()
  let [seen, now] = [performance.now(), 0]
  const steady = () => {
    const before = seen
    seen = performance.now()
    now += Math.min(seen - before, AWAKE_MS)
    return now
  }
  return { steady, wall: () => began + steady() }
}

/** Nodes that know each other. */
export class Hall {
  readonly store: Journal
  readonly nodes = new Map<string, SmallNode>()
  readonly #options: HallOptions

  constructor(options: Partial<HallOptions> = {}) {
    const time = awakeTime()
    this.#options = {
      store: memoryJournal(new MemoryLeases(time.wall, quick.leaseMs)),
      plans: quietPlans,
      keyMaterial: testKeyMaterial,
      carry: (_, __, deliver) => void setImmediate(deliver),
      time: () => time,
      view: nodeView,
      alter: (message) => message,
      reaches: () => true,
      timing: quick,
      own: () => ({}),
      ...options,
    }
    this.store = this.#options.store
  }

  /** Starts a node; it has its share of the tables some beats later. `limitMs`: by how much its wall clock may differ. */
  async add(id: string, limitMs?: number): Promise<SmallNode> {
    const { store, plans, keyMaterial, time, view, timing, own } = this.#options
    const journal = view(store, id)
    const clock = await openNodeClock(
      { ...journal, leases: journal.leases! },
      { source: time(id), ...(limitMs === undefined ? {} : { limitMs }) },
    )
    const wires = new Set<Wire>()
    const exchange: Exchange = { call: async ({ id: other }: NodeFacts) => this.#connect(id, other) }
    const box: { node: HouseNode | null } = { node: null }
    const desk = new NodeDesk({
      me: id,
      exchange,
      steady: clock.steady,
      ...(timing.linkLostAfterMs === undefined ? {} : { linkLostAfterMs: timing.linkLostAfterMs }),
      onMessage: (from, message) => box.node?.heard(from, message),
    })
    const among = { elsewhere: desk, time: clock }
    const floor = await openFloor({ journal, keyMaterial: keyMaterial(), plans: plans(), among, ...own(id) })
    desk.begin(floor)
    const facts = { id, address: addressOfNode(id), link: `link:${id}`, version: '0', startedAt: clock.now() }
    const node = new HouseNode({ facts, build: '0', leases: journal.leases!, floor, desk, clock, ...timing })
    box.node = node
    const kill = (): void => {
      this.nodes.delete(id)
      for (const wire of wires) wire.close()
      node.end()
      desk.end()
    }
    const small: SmallNode = { id, floor, desk, node, wires, kill }
    this.nodes.set(id, small)
    await node.start()
    return small
  }

  #connect(from: string, to: string): Wire | null {
    const [caller, callee] = [this.nodes.get(from), this.nodes.get(to)]
    if (!caller || !callee || !this.#options.reaches(from, to)) return null
    const [near, far] = wirePair(from, to, this.#options.carry, this.#options.alter)
    caller.wires.add(near)
    callee.wires.add(far)
    callee.desk.links.add(from, far)
    return near
  }

  /** The owner of a table; null: none at the moment. */
  ownerOf(table: string): SmallNode | null {
    return [...this.nodes.values()].find(({ floor }) => floor.rooms.get(table)?.table.role === 'owner') ?? null
  }

  async close(): Promise<void> {
    for (const { node, desk, floor } of this.nodes.values()) {
      node.end()
      desk.end()
      await floor.close()
    }
  }
}

/** The credential of a member of staff who is signed in; known at every node as soon as it has heard of it. */
export async function signedIn(floor: OpenFloor, role: StaffRole, options: { badge?: string; token?: string } = {}) {
  const { credential } = await staffSignedIn(floor, role, { badge: '1001', ...options })
  return credential
}

/** A terminal of a table, as the house knows it everywhere. */
export async function terminalAt(
  floor: OpenFloor,
  table: string,
  token = freshToken(floor.keyMaterial.chance),
): Promise<TerminalCaller> {
  const credential = tokenHash(token)
  await askHouse(floor.house, { do: 'add-demo-terminal', table, credential, by: { system: 'demo' } })
  return callerOf(floor.house.settled.state, credential, floor.presence) as TerminalCaller
}
