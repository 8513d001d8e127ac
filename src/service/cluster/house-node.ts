import { isUnderWay, type Round } from '../../engine/table.ts'
import { entryAt } from '../../record/journal-reader.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import { RecordUnreadable } from '../../record/versions.ts'
import type { MoveReason } from '../../wire/alarm.ts'
import type { Floor, Room } from '../floor/floor.ts'
import { BEAT_MS, LEASE_MS, type Lease, type Leases, type NodeFacts, type Roster } from '../journal/leases.ts'
import { HeldLeases } from './held-leases.ts'
import type { LinkMessage } from './link.ts'
import type { NodeClock, StoreReading } from './node-clock.ts'
import { type NodeDesk, streamsOf } from './node-desk.ts'
import { type Loads, lighterNode, loadsOf, shareOut } from './table-shares.ts'

/** Callbacks of a node: a table has arrived or left, or the roster has changed. */
type NodeEvents = {
  onOwned?: (room: Room, lease: Lease, why: MoveReason) => void
  onLeft?: (room: Room, isLost: boolean) => void
  onRoster?: (roster: Roster) => void
}

type NodeOptions = NodeEvents & {
  facts: Omit<NodeFacts, 'isDraining' | 'behind'>
  build: string
  leases: Leases
  floor: Floor
  desk: NodeDesk
  clock: NodeClock
  leaseMs?: number
  beatMs?: number
}

/** The number of beats between announcements of the lengths of all streams. */
const TELL_ALL_EVERY = 5
/** Beats that a table waits for the end of its round before it moves. After that it moves between two commands. */
const BALANCE_WAITS = 5

/**
 * One node among several. It sends beats, takes tables that have no owner, and gives some away where others have fewer.
 * Safety rests on the fence of each append; leases only keep nodes from trying at the same time.
 */
export class HouseNode {
  ownerChanges = 0
  takeovers = 0
  leasesLost = 0
  appendsFenced = 0
  lastRoster: Roster | null = null
  readonly #options: NodeOptions
  readonly #leaseMs: number
  readonly #beatMs: number
  readonly #held: HeldLeases
  /** Tables that are moving here or away. */
  readonly #moving = new Set<string>()
  /** The time since when each table has been without an owner. */
  readonly #freeSince = new Map<string, number>()
  #beats = 0
  /** The number of beats in a row at which another node had fewer tables and no table here was between rounds. */
  #unbalanced = 0
  /** This node drains by its own decision. */
  #isLeaving = false
  /** An operator has told this node to drain. */
  #isToDrain = false
  #giving: Promise<void> | null = null
  /** Settled when the tables under way to this node are here. */
  #taking: Promise<void> = Promise.resolve()
  #isEnded = false
  /** The last beat failed, and the alarm has been raised. */
  #isFailing = false
  #beating: Promise<void> | null = null
  #next: NodeJS.Timeout | undefined
  readonly #watchdog: NodeJS.Timeout

  constructor(options: NodeOptions) {
    this.#options = options
    this.#leaseMs = options.leaseMs ?? LEASE_MS
    this.#beatMs = options.beatMs ?? BEAT_MS
    this.#held = new HeldLeases(this.#leaseMs, options.clock.steady)
    for (const room of options.floor.rooms.values()) this.#watch(room)
    this.#watchdog = setInterval(() => this.#letGoOfExpired(), this.#beatMs / 4)
  }

  get id(): string {
    return this.#options.facts.id
  }

  get isDraining(): boolean {
    return this.#isLeaving || this.#isToDrain
  }

  get held(): readonly Lease[] {
    return this.#held.list
  }

  /** The number of announced entries of all streams that are not read yet. */
  get behind(): number {
    return streamsOf(this.#options.floor).reduce((sum, { behind }) => sum + behind, 0)
  }

  /** Milliseconds since the oldest renewal of a lease; null if the node has no lease. */
  get leaseAgeMs(): number | null {
    return this.#held.ageMs
  }

  /** Begins to send beats. Resolves when the node has its first share of the tables. */
  async start(): Promise<void> {
    await this.#beat()
    await this.#taking
  }

  /** Gives every table to other nodes, and takes no further ones. */
  async drain(): Promise<void> {
    this.#isLeaving = true
    await this.#beat()
    await this.#taking
    await this.#giving
    await this.#giveAll()
  }

  /**
   * Gives tables only to linked nodes. One that has just started and is not linked yet would notice only at its next
   * beat.
   */
  async #giveAll(): Promise<void> {
    const others = this.#others()
    const linked = this.#loads(others.filter(({ id }) => this.#options.desk.links.get(id)))
    const tables = this.held.map(({ stream }) => stream)
    const shares = shareOut(tables, linked.size > 0 ? linked : this.#loads(others))
    await Promise.all([...shares].map(([table, to]) => this.#give(table, to)))
  }

  /** Takes tables again. */
  resume(): Promise<void> {
    this.#isLeaving = false
    return this.#beat()
  }

  async stop(): Promise<void> {
    // Leases that were not given back run out by themselves.
    await this.drain().catch(() => {})
    this.end()
    // Other nodes notice that the beats end.
    await this.#options.leases.leave(this.id).catch(() => {})
  }

  /** Ends without notice to other nodes. */
  end(): void {
    this.#isEnded = true
    clearTimeout(this.#next)
    clearInterval(this.#watchdog)
    for (const lease of this.held) this.#lose(lease)
  }

  /** Handles an announcement of another node about the owners of tables. */
  heard(from: string, message: LinkMessage): void {
    const { desk } = this.#options
    if ('owns' in message)
      desk.setOwner({ stream: message.owns, node: from, epoch: message.epoch }, this.#options.clock.now())
    if (!('gives' in message)) return
    desk.unsetOwner({ stream: message.gives, epoch: message.epoch })
    // On failure, the next beat tries again.
    if (message.to === this.id) void this.#take(message.gives, 'given-up').catch(() => {})
  }

  // ---- Beats ----------------------------------------------------------------------------------------------------------

  #beat(): Promise<void> {
    this.#beating ??= this.#beatOnce()
      .then(
        () => this.#beatsFail(null),
        (error: Error) => this.#beatsFail(error.message),
      )
      .finally(() => {
        this.#beating = null
        this.#arrange(this.#nextBeat())
      })
    return this.#beating
  }

  /** Raises one alarm when beats begin to fail. Leases are not renewed meanwhile, and tables move to other nodes. */
  #beatsFail(why: string | null): void {
    if (why !== null && !this.#isFailing && !this.#isEnded)
      this.#options.floor.alarms.raise({ table: null, alarm: 'step-failed', step: 'renew-leases', why })
    this.#isFailing = why !== null
  }

  #arrange(ms: number): void {
    clearTimeout(this.#next)
    if (!this.#isEnded) this.#next = setTimeout(() => void this.#beat(), ms)
  }

  /** If another node's lease ends before the next beat, a beat is due at that moment. */
  #nextBeat(): number {
    const left = (this.lastRoster?.leases ?? [])
      .filter(({ node, leftMs }) => node !== this.id && leftMs > 0 && leftMs < this.#beatMs)
      .map(({ leftMs }) => leftMs + 20)
    return Math.min(this.#beatMs, ...left)
  }

  async #beatOnce(): Promise<void> {
    const { leases, clock, desk, facts, build, onRoster } = this.#options
    const asked = clock.steady()
    const sent = this.held
    const own = { ...facts, isDraining: this.#isLeaving, behind: this.behind }
    const report = { build, unlinked: desk.links.lost, clockMs: clock.wallAheadMs }
    const roster = await leases.beat(own, sent, report)
    if (this.#isEnded) return
    this.#setClock({ now: roster.now, asked, answered: clock.steady() })
    this.lastRoster = roster
    for (const lost of this.#held.renew(sent, roster, asked)) this.#lose(lost)
    desk.keepUp(this.#livingOf(roster))
    for (const { leftMs, takenAt, ...lease } of roster.leases)
      if (leftMs > 0) desk.setOwner(lease, new Date(takenAt).toISOString())
      else if (lease.node !== this.id) desk.unsetOwner(lease)
    onRoster?.(roster)
    // Announcements may be lost on the way. A node that learns of more entries asks for them.
    desk.tellTips(this.#beats++ % TELL_ALL_EVERY === 0)
    this.#heed(roster)
    this.#takeShare(roster)
    this.#balance(roster)
  }

  /** After a step of the clock, sessions end by the record, as they do after a restart. */
  #setClock(reading: StoreReading): void {
    const { clock, floor, facts } = this.#options
    const { step, apart } = clock.set(reading)
    if (step) floor.presence.startAgain()
    if (step) floor.alarms.raise({ table: null, alarm: 'clock-set', ...step })
    if (apart) floor.alarms.raise({ table: null, alarm: 'clocks-apart', node: facts.id, ...apart })
  }

  /** A node with the order to drain keeps its tables until another node can take them. */
  #heed({ nodes }: Roster): void {
    this.#isToDrain = !this.#isLeaving && nodes.some(({ id, isDraining }) => id === this.id && isDraining)
    const isToGive = this.#isBlind || (this.#isToDrain && this.#isSpare)
    if (!isToGive || this.held.length === 0) return
    this.#giving ??= this.#giveAll()
      // Tables that stay are given by the next beat.
      .catch(() => {})
      .finally(() => {
        this.#giving = null
      })
  }

  #letGoOfExpired(): void {
    for (const lease of this.#held.expired) this.#lose(lease)
  }

  #lose({ stream }: Lease): void {
    this.#held.drop(stream)
    this.#options.floor.rooms.get(stream)?.table.letGo()
  }

  // ---- Owners
  // -----------------------------------------------------------------------------------------------------------

  #living(): Roster['nodes'] {
    return this.lastRoster ? this.#livingOf(this.lastRoster) : []
  }

  #others(): readonly NodeFacts[] {
    return this.#living().filter(({ id }) => id !== this.id)
  }

  /** Whether other nodes take tables. */
  get #isSpare(): boolean {
    return this.#loads(this.#others()).size > 0
  }

  /** A node that was told to drain keeps playing if it is the last one. */
  get #takesNone(): boolean {
    return this.#isLeaving || this.#isBlind || (this.#isToDrain && this.#isSpare)
  }

  /**
   * Whether a newer version writes the record of the house or of its tickets: this node then knows neither permissions
   * nor payments.
   */
  get #isBlind(): boolean {
    const { house, tickets } = this.#options.floor
    return [house, tickets].some(({ stopped }) => stopped instanceof RecordUnreadable)
  }

  #livingOf({ nodes }: Roster): Roster['nodes'] {
    return nodes.filter(({ ageMs }) => ageMs < this.#leaseMs)
  }

  #loads(nodes: readonly NodeFacts[]): Loads {
    return loadsOf(nodes, this.lastRoster?.leases ?? [])
  }

  /**
   * Takes this node's share of the tables without an owner. Beats continue meanwhile: many tables or a slow store may
   * take longer than the first lease lasts.
   */
  #takeShare(roster: Roster): void {
    const shares = shareOut(this.#freeTables(roster), this.#loads(this.#livingOf(roster)))
    if (this.#takesNone) return
    const now = this.#options.clock.steady()
    // The intended owner may be unaware or unable: after two beats any node takes the table.
    const isForAnybody = (table: string): boolean => now - this.#freeSince.get(table)! >= 2 * this.#beatMs
    const mine = [...shares].flatMap(([table, to]) =>
      (to ?? this.id) === this.id || isForAnybody(table) ? [table] : [],
    )
    const owner = new Map(roster.leases.map(({ stream, node }) => [stream, node]))
    const reasonOf = (table: string): MoveReason => (owner.get(table) ? 'node-silent' : 'given-up')
    // On failure, the next beat tries again. A table that cannot be read has an alarm of its own.
    const takes = mine.map((table) => this.#take(table, reasonOf(table)).catch(() => {}))
    // Results are dropped: the array of them would grow with every beat.
    if (takes.length > 0) this.#taking = Promise.all([this.#taking, ...takes]).then(() => {})
  }

  #freeTables({ leases }: Roster): string[] {
    const running = new Set(leases.filter(({ leftMs }) => leftMs > 0).map(({ stream }) => stream))
    const free = [...this.#options.floor.rooms.keys()].filter(
      (table) => !running.has(table) && !this.#moving.has(table),
    )
    const now = this.#options.clock.steady()
    for (const table of [...this.#freeSince.keys()]) if (!free.includes(table)) this.#freeSince.delete(table)
    for (const table of free) if (!this.#freeSince.has(table)) this.#freeSince.set(table, now)
    return free.sort()
  }

  async #take(table: string, why: MoveReason): Promise<void> {
    const { leases, floor, clock, desk } = this.#options
    const room = floor.rooms.get(table)
    // A stopped table cannot be decided here. Another node may be able to, and need not wait for this one.
    if (!room || room.table.stopped || this.#takesNone || this.#isEnded) return
    if (this.#moving.has(table) || this.#held.get(table)) return
    this.#moving.add(table)
    try {
      // A replica that rested is read first: a table that cannot be read here is left to its owner.
      await room.table.upToDate()
      if (room.table.stopped) return
      const asked = clock.steady()
      const lease = await leases.take(table, this.id)
      if (!lease || this.#isEnded) return
      this.#held.hold(lease, asked)
      await room.table.own(lease, () => this.#reachHouseOf(room))
      if (this.#held.get(table) !== lease) return room.table.letGo()
      this.ownerChanges++
      if (why === 'node-silent') this.takeovers++
      desk.setOwner(lease, clock.now())
      desk.links.broadcast({ owns: table, epoch: lease.epoch })
      this.#options.onOwned?.(room, lease, why)
    } catch (error) {
      await this.#giveBack(table)
      throw error
    } finally {
      this.#moving.delete(table)
    }
  }

  /** Reads the house up to the entry that the table's last entry names: later entries must not name an older one. */
  async #reachHouseOf({ table }: Room): Promise<void> {
    const { house, journal } = this.#options.floor
    await house.catchUp()
    const last = await entryAt(journal, table.id, table.durable)
    const named = last ? readTableEntry(last.body).house : 0
    // While the house has pending entries of this node, a reading may end before the entries of other nodes.
    while (house.durable < named) await house.catchUp()
  }

  /** Releases a table that this node could not read, because another node may be able to. */
  async #giveBack(table: string): Promise<void> {
    const lease = this.#held.drop(table)
    // A lease that cannot be given back runs out by itself.
    if (lease) await this.#options.leases.release(lease).catch(() => {})
  }

  /** Gives one table to the linked node that has the fewest: between rounds, or after a while between two commands. */
  #balance(roster: Roster): void {
    if (this.isDraining || this.#moving.size > 0 || this.#freeSince.size > 0) return
    const { links } = this.#options.desk
    const within = this.#livingOf(roster).filter(({ id }) => id === this.id || links.get(id))
    const to = lighterNode(this.id, this.#loads(within))
    const table = to === null ? null : this.#tableToGive()
    // On failure, the next beat tries again.
    if (table !== null) void this.#give(table, to).catch(() => {})
    else this.#unbalanced = to === null ? 0 : this.#unbalanced + 1
  }

  /** A table where no ball runs is preferred, because its wheel moves to the other node too. */
  #tableToGive(): string | null {
    const { rooms } = this.#options.floor
    const heldWhere = (holds: (round: Round) => boolean): string | undefined =>
      this.held.find(({ stream }) => rooms.get(stream)!.table.consider(({ state }) => holds(state.round)))?.stream
    const idle = heldWhere((round) => !isUnderWay(round))
    if (idle !== undefined || this.#unbalanced < BALANCE_WAITS) return idle ?? null
    this.#unbalanced = 0
    return heldWhere(({ phase }) => phase === 'betting-open') ?? this.held[0]?.stream ?? null
  }

  async #give(table: string, to: string | null): Promise<void> {
    const lease = this.#held.get(table)
    const room = this.#options.floor.rooms.get(table)
    if (!lease || !room || this.#moving.has(table)) return
    this.#moving.add(table)
    try {
      await room.table.handOver()
      this.#held.drop(table)
      // A lease that cannot be given back runs out.
      await this.#options.leases.release(lease, to ?? undefined).catch(() => {})
      const { desk } = this.#options
      desk.unsetOwner(lease)
      desk.links.broadcast({ gives: table, epoch: lease.epoch, to })
    } finally {
      this.#moving.delete(table)
    }
  }

  #watch(room: Room): void {
    room.table.watch({
      left: (how) => {
        if (how === 'run-out') this.leasesLost++
        if (how === 'fenced') this.appendsFenced++
        this.#held.drop(room.plan.id)
        this.#options.onLeft?.(room, how !== 'given')
      },
    })
  }
}
