import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../engine/shape.ts'
import { HOUSE } from '../../house/state.ts'
import { isTableStream, TICKETS } from '../../house/ticket-state.ts'
import type { Append } from '../../record/stored-entry.ts'
import type { WheelStatus } from '../../wheel/status.ts'
import type { Alarm } from '../../wire/alarm.ts'
import type { Elsewhere, Forwarded, Served } from '../floor/elsewhere.ts'
import type { Floor } from '../floor/floor.ts'
import { faultReply, movingReply, problem, type Reply } from '../floor/reply.ts'
import { serveForwarded } from '../floor/serve-forwarded.ts'
import type { Lease, Roster } from '../journal/leases.ts'
import { currentRequest, freshRequestId, inRequest, isRequestId } from '../request-id.ts'
import { StreamElsewhere } from '../stream/stream.ts'
import { type ForwardedAnswer, type Link, LinkCut, type LinkMessage } from './link.ts'
import { type Exchange, Links } from './links.ts'
import { TableAttention } from './table-attention.ts'
import { TurnDesk } from './turn-desk.ts'

/** How long a command waits for a table that is moving, before its caller gets an error. */
const PATIENCE_MS = 8_000
/** How long an answer waits until this node has the entries that it is about. */
const ARRIVES_WITHIN_MS = 5_000
const LOOK_AGAIN_MS = 200
const TOLD_AFTER_MS = 500
/** The delay before nodes that do not follow a table learn of its new length. */
const TIPS_AFTER_MS = 20
/** The interval at which tables without clients are let rest. */
const LOOKED_EVERY_MS = 5_000
const SEEN_MAX = 1_000
/**
 * The interval at which other nodes learn of the sessions that were used here: far shorter than the idle time that ends
 * one.
 */
const TOUCHED_EVERY_MS = 20_000

const notKnown = (table: string): Reply =>
  problem(
    'unavailable',
    `table ${table} is moving, and it is not known whether this was done; look before you try again`,
  )

const notReached = (table: string, node: string): Reply => ({
  problem: 'unavailable',
  body: {
    problem: `table ${table} is at node ${node}, which cannot be reached from this node; try another`,
    moving: true,
  },
})

type ReplicaStream = { readonly durable: number; reached: (seq: number) => Promise<void> }

type DeskOptions = {
  me: string
  exchange: Exchange
  steady: () => number
  /** The time without a link after which it counts as lost. */
  linkLostAfterMs?: number
  /** Receives messages for the node itself: about owners and the roster. */
  onMessage: (from: string, message: LinkMessage) => void
}

/** Forwards requests about tables that other nodes own, and answers theirs about tables of this node. */
export class NodeDesk implements Elsewhere {
  readonly links: Links
  readonly turns: TurnDesk
  /** The owner of each table, as far as this node knows. */
  readonly owners = new Map<string, Lease & { since: string }>()
  forwarded = 0
  readonly #options: DeskOptions
  readonly #waiting = new Set<() => void>()
  #floor: Floor | null = null
  #watchServed: (served: Served) => void = () => {}
  #addresses: readonly string[] = []
  /** The other living nodes, with their addresses. */
  #others: ReadonlyMap<string, string> = new Map()
  /** Every node ever seen: a page of a node that is gone is still a page of the house. */
  readonly #seen = new Set<string>()
  readonly #moving = new Map<string, NodeJS.Timeout>()
  /** The time at which the link to a node ended. */
  readonly #downAt = new Map<string, number>()
  readonly #toldTips = new Map<string, number>()
  /** Streams of this node that have grown, for nodes that do not receive the entries. */
  readonly #grown = new Map<string, number>()
  #tipsDue: NodeJS.Timeout | undefined
  #touching: NodeJS.Timeout | undefined
  #looking: NodeJS.Timeout | undefined
  #isEnded = false
  /** The tables that this node follows. */
  readonly #attention: TableAttention
  /**
   * The tables that each other node follows, by its own message. A node of an earlier version sends none and follows
   * all.
   */
  readonly #followed = new Map<string, ReadonlySet<string>>()

  constructor(options: DeskOptions) {
    this.#options = options
    this.#attention = new TableAttention({ steady: options.steady, changed: () => this.#tellFollowed() })
    this.turns = new TurnDesk({
      me: options.me,
      steady: options.steady,
      linked: () => this.links.all.map(({ node }) => node),
      tell: (node, message) => this.links.get(node)?.tell(message) ?? false,
    })
    this.links = new Links({
      me: options.me,
      exchange: options.exchange,
      steady: options.steady,
      ...(options.linkLostAfterMs === undefined ? {} : { lostAfterMs: options.linkLostAfterMs }),
      onMessage: (link, message) => this.#heard(link, message),
      onUp: (link) => this.#up(link),
      onDown: (node) => this.#down(node),
      onLost: (node, isLost) => this.#raiseLink(node, isLost),
    })
  }

  /** Begins to answer requests of other nodes and to send them new entries. */
  begin(floor: Floor): void {
    this.#floor = floor
    this.#touching = setInterval(() => this.#tellTouched(), TOUCHED_EVERY_MS)
    this.#looking = setInterval(() => this.#attention.sweep(), LOOKED_EVERY_MS)
    this.#attention.begin(floor)
    for (const stream of streamsOf(floor)) stream.watch({ landed: (entries) => this.#tellEntries(entries) })
  }

  /** Sends every entry to the nodes that follow its stream, and the stream's new length to the others. */
  #tellEntries(entries: readonly Append[]): void {
    const [first] = entries
    if (!first) return
    const { stream, seq } = first
    const links = this.links.all
    const following = links.filter(
      ({ node }) => !isTableStream(stream) || (this.#followed.get(node)?.has(stream) ?? true),
    )
    if (following.length > 0) {
      const bodies = entries.map(({ body }) => body)
      for (const link of following) link.tell({ entries: stream, seq, bodies })
    }
    if (following.length === links.length) return
    this.#grown.set(stream, entries.at(-1)!.seq)
    this.#tipsDue ??= setTimeout(() => this.#tellGrown(), TIPS_AFTER_MS)
  }

  #tellGrown(): void {
    this.#tipsDue = undefined
    const tips = [...this.#grown].map(([stream, seq]) => ({ stream, seq }))
    this.#grown.clear()
    this.links.broadcast({ tips })
  }

  #tellFollowed(): void {
    for (const link of this.links.all) this.#tellFollowedTo(link)
  }

  #tellFollowedTo(link: Link): void {
    const followed = this.#attention.followed
    link.tell({ follows: followed.filter((table) => this.owners.get(table)?.node === link.node) })
  }

  /** Sets the owner of a table. If two nodes claim it, the one with the higher epoch wins. */
  setOwner(lease: Lease, since: string): void {
    const before = this.owners.get(lease.stream)
    if (before && before.epoch >= lease.epoch) return
    this.owners.set(lease.stream, { ...lease, since })
    if (before && before.node !== lease.node) this.links.get(before.node)?.forsake(lease.stream)
    const link = this.links.get(lease.node)
    if (link) this.#tellFollowedTo(link)
    this.#changed()
    this.#settled(lease.stream)
    this.#publishOwner(lease.stream)
  }

  ownerAddress(table: string): string | null {
    const owner = this.owners.get(table)
    return (owner && this.#others.get(owner.node)) ?? null
  }

  #publishOwner(table: string): void {
    const address = this.ownerAddress(table)
    if (address !== null) this.#floor?.rooms.get(table)?.publisher.publishOwner(address)
  }

  /** Removes an owner whose lease is over, while no other node has one yet. */
  unsetOwner({ stream, epoch }: Pick<Lease, 'stream' | 'epoch'>): void {
    const before = this.owners.get(stream)
    if (!before || before.epoch > epoch) return
    this.owners.delete(stream)
    this.links.get(before.node)?.forsake(stream)
    this.#changed()
    this.#unsettled(stream)
  }

  /** Notifies clients that watch a table without an owner. A move that takes only a moment is not announced. */
  #unsettled(table: string): void {
    // Links end with the node, some of them a moment later.
    if (this.#isEnded || this.#moving.has(table)) return
    const tell = () => this.#floor?.rooms.get(table)?.publisher.publishMoving(true)
    this.#moving.set(table, setTimeout(tell, TOLD_AFTER_MS))
  }

  #settled(table: string): void {
    clearTimeout(this.#moving.get(table))
    this.#moving.delete(table)
    this.#floor?.rooms.get(table)?.publisher.publishMoving(false)
  }

  keepUp(nodes: Roster['nodes']): void {
    this.links.keepUp(nodes)
    this.#settleRelayed(nodes)
    const others = nodes.filter(({ id }) => id !== this.#options.me)
    this.#others = new Map(others.map(({ id, address }) => [id, address]))
    const addresses = others.map(({ address }) => address)
    for (const address of addresses) if (this.#seen.size < SEEN_MAX) this.#seen.add(address)
    if (isDeepStrictEqual(addresses, this.#addresses)) return
    this.#addresses = addresses
    for (const [table, { publisher }] of this.#floor?.rooms ?? []) {
      publisher.publishNodes(addresses)
      this.#publishOwner(table)
    }
  }

  /** Whether every living node receives this node's entries at once. */
  get isLinkedToAll(): boolean {
    return this.#others.keys().every((node) => this.links.get(node))
  }

  /**
   * Stops announcing tables as moving whose owner is alive according to the roster and can be reached through a third
   * node.
   */
  #settleRelayed(nodes: Roster['nodes']): void {
    for (const { id, ageMs } of nodes) {
      const since = this.#options.steady() - (this.#downAt.get(id) ?? Number.POSITIVE_INFINITY)
      if (ageMs >= since || !this.links.relayTo(id)) continue
      for (const { stream, node } of this.owners.values()) if (node === id) this.#settled(stream)
    }
  }

  tellWheel(wheel: string, status: WheelStatus): void {
    this.links.broadcast({ wheel, status })
  }

  tellAlarm(alarm: Alarm): void {
    this.links.broadcast({ alarm })
  }

  get addresses(): readonly string[] {
    return this.#addresses
  }

  get tables() {
    if (this.#seen.size === 0) return []
    return [...this.owners.values()].map(({ stream, node, since }) => ({ table: stream, node, since }))
  }

  get unreached() {
    return [...this.owners.values()].flatMap(({ stream, node }) =>
      this.links.lost.includes(node) && !this.links.relayTo(node) ? [{ table: stream, node }] : [],
    )
  }

  #raiseLink(peer: string, isLost: boolean): void {
    const { me: node } = this.#options
    this.#floor?.alarms.raise({ table: null, alarm: isLost ? 'link-lost' : 'link-found', node, peer })
  }

  get everyAddress(): readonly string[] {
    return [...this.#seen]
  }

  #tellTouched(): void {
    const heard = this.#floor!.presence.takeTouched()
    if (heard.length > 0) this.links.broadcast({ heard })
  }

  async ask(table: string, request: Forwarded): Promise<Reply> {
    this.forwarded++
    this.#attention.asked(table)
    const until = this.#options.steady() + PATIENCE_MS
    for (;;) {
      const reply = await this.#askOnce(table, request)
      if (reply) return reply
      if (this.#options.steady() >= until) return movingReply(table)
      await this.#change()
    }
  }

  /** Null if the request was not carried out, or is safe to repeat. */
  async #askOnce(table: string, request: Forwarded): Promise<Reply | null> {
    const floor = this.#floor
    // Routes open a moment before this node has joined: earlier requests wait.
    if (!floor) return null
    if (floor.rooms.get(table)?.table.role === 'owner') return this.#here(table, request)
    const owner = this.owners.get(table)
    const link = owner && this.links.get(owner.node)
    // A third node forwards requests of every kind. The caller does not notice.
    const way = link ?? (owner && this.links.relayTo(owner.node))
    if (!way) return owner && this.links.lost.includes(owner.node) ? notReached(table, owner.node) : null
    try {
      const answer = await way.ask(table, request, floor.house.durable, way !== link)
      return 'moved' in answer ? null : await this.#arrived(table, answer)
    } catch (error) {
      if (!(error instanceof LinkCut)) throw error
      return isRepeatable(request) ? null : notKnown(table)
    }
  }

  /** This node has become the owner while the request waited. */
  async #here(table: string, request: Forwarded): Promise<Reply | null> {
    const given = await this.#served(table, request)
    return 'moved' in given ? null : given.reply
  }

  /** The answer arrives together with the change it made, or after it, never before. */
  async #arrived(table: string, { reply, ...came }: Exclude<ForwardedAnswer, { moved: true }>): Promise<Reply> {
    const { rooms, house, tickets } = this.#floor!
    const arrived = [
      this.#visible(rooms.get(table)!.table, came.table),
      this.#visible(house, came.house),
      this.#visible(tickets, came.tickets),
    ]
    await atMost(ARRIVES_WITHIN_MS, Promise.all(arrived))
    return reply
  }

  /** Waits until this node has an entry. A stream that starts over rejects its waiters; then the wait begins again. */
  async #visible(stream: ReplicaStream, seq: number): Promise<void> {
    const until = this.#options.steady() + ARRIVES_WITHIN_MS
    while (stream.durable < seq && this.#options.steady() < until) await stream.reached(seq).catch(() => this.#change())
  }

  /** Handles the store's notice that a stream has grown. */
  heardOf(stream: string, seq: number): void {
    if (this.#floor) this.#stream(stream)?.heardOf(seq)
  }

  #heard(link: Link, message: LinkMessage): void {
    if (!this.#floor) return
    if ('ask' in message) void this.#serveAsked(link, message)
    else if ('entries' in message) this.#takeIn(message)
    else if ('tips' in message) for (const { stream, seq } of message.tips) this.#stream(stream)?.heardOf(seq)
    else if ('follows' in message) this.#followed.set(link.node, new Set(message.follows))
    else if ('wheel' in message) this.#floor.rooms.get(message.wheel)?.publisher.publishWheel(message.status)
    else if ('turn' in message) this.turns.heard(link.node, message)
    else if ('alarm' in message) this.#floor.alarms.hear(message.alarm)
    else if ('heard' in message) this.#floor.presence.touchedElsewhere(message.heard, this.#floor.house.settled.state)
    else this.#options.onMessage(link.node, message)
  }

  #takeIn({ entries, seq, bodies }: Extract<LinkMessage, { entries: string }>): void {
    this.#stream(entries)?.takeIn(bodies.map((body, nth) => ({ seq: seq + nth, body })))
  }

  #stream(id: string) {
    const { house, tickets, rooms } = this.#floor!
    if (id === HOUSE) return house
    return id === TICKETS ? tickets : rooms.get(id)?.table
  }

  watchServed(watch: (served: Served) => void): void {
    this.#watchServed = watch
  }

  /** The request keeps the id that it has at the asking node. A node of an earlier version sends none. */
  #serveAsked(link: Link, message: Extract<LinkMessage, { ask: number }>): Promise<void> {
    const reqId = isRequestId(message.reqId) ? message.reqId : freshRequestId()
    return inRequest(reqId, () => this.#serve(link, message))
  }

  async #serve(link: Link, message: Extract<LinkMessage, { ask: number }>): Promise<void> {
    const { ask, table, request, house, relay } = message
    const owner = relay && this.owners.get(table)
    const next = owner && this.links.get(owner.node)
    if (next) return void link.tell({ answer: ask, given: await relayed(next, message) })
    // The asking node may know people whom this node does not know yet.
    if (this.#floor!.house.durable < house) await atMost(ARRIVES_WITHIN_MS, this.#floor!.house.reached(house))
    const begun = this.#options.steady()
    const given = await this.#served(table, request)
    link.tell({ answer: ask, given })
    if ('moved' in given) return
    const [reqId, ms] = [currentRequest(), this.#options.steady() - begun]
    this.#watchServed({ reqId, from: link.node, table, ask: request.ask, reply: given.reply, ms })
  }

  async #served(table: string, request: Forwarded): Promise<ForwardedAnswer> {
    const floor = this.#floor!
    const reply = await serveForwarded(floor, table, request).catch((error: unknown) => {
      if (error instanceof StreamElsewhere) return movingReply(table)
      return faultReply(error) ?? problem('failed', 'the service failed; its log has the reason')
    })
    if ('body' in reply && reply.body.moving) return { moved: true }
    return {
      reply,
      table: floor.rooms.get(table)?.table.durable ?? 0,
      house: floor.house.durable,
      tickets: floor.tickets.durable,
    }
  }

  /**
   * Announces the lengths of this node's streams: of those that have changed, or of all. With all, it also repeats
   * which tables this node follows, in case that message was lost.
   */
  tellTips(all: boolean): void {
    if (all) this.#tellFollowed()
    const moved = this.#tips().filter(({ stream, seq }) => all || this.#toldTips.get(stream) !== seq)
    for (const { stream, seq } of moved) this.#toldTips.set(stream, seq)
    if (moved.length > 0) this.links.broadcast({ tips: moved })
  }

  #tips(): { stream: string; seq: number }[] {
    const own = this.#floor ? streamsOf(this.#floor).filter(({ role }) => role !== 'follower') : []
    return own.map(({ id, durable }) => ({ stream: id, seq: durable }))
  }

  /** Announces the lengths and tables of this node, so that a new link makes up for messages that were lost. */
  #up(link: Link): void {
    const floor = this.#floor
    if (floor) {
      for (const { node, stream, epoch } of this.owners.values())
        if (node === this.#options.me) link.tell({ owns: stream, epoch })
      link.tell({ tips: this.#tips() })
      this.#tellFollowedTo(link)
      for (const [wheel, room] of floor.rooms) if (room.wheel) link.tell({ wheel, status: room.wheel.status })
    }
    this.#downAt.delete(link.node)
    for (const { node, stream } of this.owners.values()) if (node === link.node) this.#settled(stream)
    this.#changed()
  }

  /**
   * The tables of that node cannot be reached from here, whether it is alive or not. Their clients are notified without
   * waiting for the lease.
   */
  #down(gone: string): void {
    this.#followed.delete(gone)
    this.turns.left(gone)
    this.#downAt.set(gone, this.#options.steady())
    for (const { node, stream } of this.owners.values()) if (node === gone) this.#unsettled(stream)
    this.#changed()
  }

  #changed(): void {
    for (const go of [...this.#waiting]) go()
  }

  /** Resolves when this node learns of another owner of some table, or after a moment. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(go)
        resolve()
      }
      const timer = setTimeout(go, LOOK_AGAIN_MS)
      this.#waiting.add(go)
    })
  }

  end(): void {
    clearInterval(this.#touching)
    clearInterval(this.#looking)
    clearTimeout(this.#tipsDue)
    for (const timer of this.#moving.values()) clearTimeout(timer)
    this.#isEnded = true
    this.turns.end()
    this.links.end()
  }
}

/** Passes a request on to the owner for a node that does not reach it, and returns the owner's answer. */
const relayed = (owner: Link, { table, request, house }: Extract<LinkMessage, { ask: number }>) =>
  owner.ask(table, request, house).catch((error: unknown): ForwardedAnswer => {
    if (!(error instanceof LinkCut)) throw error
    return isRepeatable(request) ? { moved: true } : { reply: notKnown(table), table: 0, house: 0, tickets: 0 }
  })

export const streamsOf = ({ rooms, house, tickets }: Floor) => [
  ...[...rooms.values()].map(({ table }) => table),
  house,
  tickets,
]

/** Whether a request may be repeated: it changes no state, or it has an id. */
function isRepeatable(request: Forwarded): boolean {
  if (request.ask === 'foresight' || request.ask === 'funds') return true
  if (request.ask === 'command') return isRecord(request.value) && typeof request.value.id === 'string'
  return 'id' in request && request.id !== undefined
}

/** Waits for work to end in any way, but no longer than this. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  // The caller of the work receives its failure.
  const ended = work.catch(() => {})
  await Promise.race([ended, late])
  clearTimeout(timer)
}
