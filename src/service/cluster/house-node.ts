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

/** What a node is told of: a table that came to it or left it, and who is there. */
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

/** In so many beats all are told once how far every table has come. */
const TELL_ALL_EVERY = 5
/** A table that is to move waits this number of beats for the end of its round. Then it moves between two commands. */
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
  /** Tables that are on their way here or away. */
  readonly #moving = new Set<string>()
  /** Since when tables are seen to have no owner. */
  readonly #freeSince = new Map<string, number>()
  #beats = 0
  /** Number of beats in a row at which another node had fewer tables and none here was between rounds. */
  #unbalanced = 0
  /** By its own word. */
  #isLeaving = false
  /** Somebody told it to drain. */
  #isToDrain = false
  #giving: Promise<void> | null = null
  /** Until the tables are here that are on their way. */
  #taking: Promise<void> = Promise.resolve()
  #isEnded = false
  /** The last beat failed, and the alarm is raised. */
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

  /** Entries of all streams that it has heard of and has not read yet. */
  get behind(): number {
    return streamsOf(this.#options.floor).reduce((sum, { behind }) => sum + behind, 0)
  }

  /** Milliseconds since the renewal of the lease that was renewed first; null: it has no lease. */
  get leaseAgeMs(): number | null {
    return this.#held.ageMs
  }

  /** Says that it lives, and goes on doing so; over when it has its first share of the tables. */
  async start(): Promise<void> {
    await this.#beat()
    await this.#taking
  }

  /** Gives every table to others, and takes none any more. */
  async drain(): Promise<void> {
    this.#isLeaving = true
    await this.#beat()
    await this.#taking
    await this.#giving
    await this.#giveAll()
  }

  /** To those whom it can tell so: one that came a moment ago and is not linked yet would find out at its next beat only. */
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

  /** Without a word to anybody. */
  end(): void {
    this.#isEnded = true
    clearTimeout(this.#next)
    clearInterval(this.#watchdog)
    for (const lease of this.held) this.#lose(lease)
  }

  /** What another node says of who owns what. */
  heard(from: string, message: LinkMessage): void {
    const { desk } = this.#options
    if ('owns' in message)
      desk.setOwner({ stream: message.owns, node: from, epoch: message.epoch }, this.#options.clock.now())
    if (!('gives' in message)) return
    desk.unsetOwner({ stream: message.gives, epoch: message.epoch })
    // The next beat tries again.
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

  /** Where a lease of somebody else's ends before the next beat, it is looked at then. */
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
    // Whatever was lost on the way is asked for by those who hear that there is more.
    desk.tellTips(this.#beats++ % TELL_ALL_EVERY === 0)
    this.#heed(roster)
    this.#takeShare(roster)
    this.#balance(roster)
  }

  /** Sessions end by the record after a step of the clock, as they do after a restart. */
  #setClock(reading: StoreReading): void {
    const { clock, floor, facts } = this.#options
    const { step, apart } = clock.set(reading)
    if (step) floor.presence.startAgain()
    if (step) floor.alarms.raise({ table: null, alarm: 'clock-set', ...step })
    if (apart) floor.alarms.raise({ table: null, alarm: 'clocks-apart', node: facts.id, ...apart })
  }

  /** Told to drain, it goes on with what it has until somebody else can have it. */
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

  // ---- Who has what ---------------------------------------------------------------------------------------------------

  #living(): Roster['nodes'] {
    return this.lastRoster ? this.#livingOf(this.lastRoster) : []
  }

  #others(): readonly NodeFacts[] {
    return this.#living().filter(({ id }) => id !== this.id)
  }

  /** Others take tables. */
  get #isSpare(): boolean {
    return this.#loads(this.#others()).size > 0
  }

  /** A node that was told to drain, and is the last one there, plays on. */
  get #takesNone(): boolean {
    return this.#isLeaving || this.#isBlind || (this.#isToDrain && this.#isSpare)
  }

  /** A newer version writes the record of the house or of its tickets: who may do what, or what was paid, is not known here. */
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
   * Takes this node's share of the tables that have no owner. Beats go on meanwhile: many tables or a slow store may take
   * longer than the first of the leases lasts.
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
    // The next beat tries again; a table that cannot be read has an alarm of its own.
    const takes = mine.map((table) => this.#take(table, reasonOf(table)).catch(() => {}))
    // What came of it is dropped: kept, it would grow with every beat.
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
    // One that has stopped cannot be decided here: somebody else may be able to, and need not wait for this node.
    if (!room || room.table.stopped || this.#takesNone || this.#isEnded) return
    if (this.#moving.has(table) || this.#held.get(table)) return
    this.#moving.add(table)
    try {
      // A replica that rested is read first: what cannot be read here is left to its owner.
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

  /** A table's entry names the house's, and never an older one than the entry before it. */
  async #reachHouseOf({ table }: Room): Promise<void> {
    const { house, journal } = this.#options.floor
    await house.catchUp()
    const last = await entryAt(journal, table.id, table.durable)
    const named = last ? readTableEntry(last.body).house : 0
    // While own entries are on their way, a reading may end before those of other nodes.
    while (house.durable < named) await house.catchUp()
  }

  /** Releases a table that this node could not read: another node may be able to. */
  async #giveBack(table: string): Promise<void> {
    const lease = this.#held.drop(table)
    // A lease that cannot be given back runs out by itself.
    if (lease) await this.#options.leases.release(lease).catch(() => {})
  }

  /** Gives one table to the node that has the fewest: between rounds, or after a while between two commands. */
  #balance(roster: Roster): void {
    if (this.isDraining || this.#moving.size > 0 || this.#freeSince.size > 0) return
    const to = lighterNode(this.id, this.#loads(this.#livingOf(roster)))
    const table = to !== null && this.#options.desk.links.get(to) ? this.#tableToGive() : null
    // The next beat tries again.
    if (table !== null) void this.#give(table, to).catch(() => {})
    else this.#unbalanced = to === null ? 0 : this.#unbalanced + 1
  }

  /** A table where no ball runs is preferred: the wheel is heard by another node then. */
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
      // One that cannot be given back runs out by itself.
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
