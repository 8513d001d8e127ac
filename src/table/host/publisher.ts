import type { TableEvent } from '../../engine/events.ts'
import { fundsOf } from '../../engine/summary.ts'
import { sumsOf } from '../../engine/sums.ts'
import type { TableState } from '../../engine/table.ts'
import {
  type DisplayView,
  dealerView,
  differenceIn,
  displayView,
  houseFigures,
  isSpun,
  lastRound,
  payoutsOf,
  pitView,
  playerView,
  referralOf,
  seatOf,
  setAsideOf,
  wagerOn,
  wagersOf,
} from '../../engine/views.ts'
import type { TerminalStatus } from '../../house/events.ts'
import type { WheelStatus } from '../../wheel/status.ts'
import type { TableHost } from './host.ts'

/** Who hears of a table: the room, one player, the dealer, the pit. */
export type Audience = 'display' | 'player' | 'dealer' | 'pit'
export type Listener = { audience: Audience; player: string | null; send: (message: Buffer) => void }

/**
 * What changed: fields of the view with their new values. `wagers` and `seats` are by spot and by player: only what
 * changed is in it, null takes an entry away, and null for the whole of it empties it.
 */
export type Change = Readonly<Record<string, unknown>>

const CHANGES_KEPT = 512
const SLICE_MS = 5
const SEATS_EVERY_MS = 100
const TURNS_WAITING_MAX = 32

/**
 * Tells a table's listeners what changed. Changes are gathered for one turn of the event loop, built once per audience
 * from the state, and sent when that state is on disk; large audiences are told in slices, so that nobody is held up.
 */
export class Publisher {
  private readonly host: TableHost
  private readonly statusOf: (player: string) => TerminalStatus | null
  private readonly listeners = new Set<Listener>()
  private readonly byPlayer = new Map<string, Set<Listener>>()
  private shown: DisplayView
  private wheel: WheelStatus | null = null
  private readonly changes: { version: number; change: Change }[] = []
  /** A listener who knows this version, or a later one, can be told just the changes. */
  private knownFrom: number
  private isPublicDirty = false
  private areStaffDue = false
  private isConcluded = false
  /** Spots that changed by player; null: everything of theirs. */
  private dirty = new Map<string, Set<string> | null>()
  private readonly dirtySeats = new Set<string>()
  private isScheduled = false
  private turnsWaiting = 0
  /** What is public, on record, and not told yet. */
  private untold: Change[] = []
  private seatsTimer: NodeJS.Timeout | null = null
  private sending: Promise<void> = Promise.resolve()
  /** What is to be paid changes once a round; it can be long. */
  private isPayoutDirty = false

  /** `statusOf`: whether a player's terminal is open, closing or closed; null where the player has none. */
  constructor(host: TableHost, statusOf: (player: string) => TerminalStatus | null = () => null) {
    this.host = host
    this.statusOf = statusOf
    this.shown = displayView(host.book, host.state)
    this.knownFrom = host.seq
    host.onDecided(({ events }) => this.note(events))
    host.onStopped(() => this.tellStopped())
  }

  get size(): number {
    return this.listeners.size
  }

  /** Players who have a screen here. */
  get players(): ReadonlySet<string> {
    return new Set(this.byPlayer.keys())
  }

  /** Adds a listener and tells it the whole view, or what it missed since the version it names. */
  add(listener: Listener, from: number | undefined): void {
    if (this.host.stopped) listener.send(this.stopped())
    // Whoever comes in the middle of a turn is told all of it now; what is public of it is on record before its version.
    this.notePublic()
    const version = this.host.seq
    const missed = from === undefined ? null : this.gap(listener, from)
    const told = missed ? { changes: missed } : { view: this.viewFor(listener) }
    const message = { ...told, version, now: this.host.now() }
    const text = Buffer.from(JSON.stringify(message))
    this.host.afterDurable(version, () => listener.send(text))
    this.listeners.add(listener)
    const { player } = listener
    if (player !== null) this.byPlayer.set(player, (this.byPlayer.get(player) ?? new Set()).add(listener))
  }

  remove(listener: Listener): void {
    this.listeners.delete(listener)
    if (listener.player === null) return
    const own = this.byPlayer.get(listener.player)
    own?.delete(listener)
    if (own?.size === 0) this.byPlayer.delete(listener.player)
  }

  close(): void {
    if (this.seatsTimer) clearTimeout(this.seatsTimer)
  }

  viewFor({ audience, player }: Pick<Listener, 'audience' | 'player'>): unknown {
    const { book, state } = this.host
    if (audience === 'player') return { ...playerView(book, state, player!), ...this.ofTerminal(player!) }
    if (audience === 'dealer') return { ...dealerView(book, state), wheel: this.wheel }
    return audience === 'pit' ? { ...pitView(book, state), wheel: this.wheel } : displayView(book, state)
  }

  /** What the wheel says of itself is for the staff, and no part of the table's state. */
  tellWheel(wheel: WheelStatus): void {
    this.wheel = wheel
    const text = message([{ wheel }], this.host.seq)
    void this.send(this.staff(), () => text, this.host.seq)
  }

  /** Whether a terminal is open is for the house to say, and no part of the table's state. */
  tellTerminal(player: string): void {
    // Whoever knows this version must have heard what is public of it.
    if (this.hasNews()) this.publish()
    const text = message([this.ofTerminal(player)], this.host.seq)
    void this.send(this.listenersOf(player), () => text, this.host.seq)
  }

  private ofTerminal(player: string): Change {
    const terminalStatus = this.statusOf(player)
    return terminalStatus ? { terminalStatus } : {}
  }

  /** After the last of what is on disk. What memory holds beyond that never happened. */
  private tellStopped(): void {
    const text = this.stopped()
    this.sending = this.sending.then(() => this.sendSlices([...this.listeners], () => text))
  }

  private stopped = (): Buffer => Buffer.from(JSON.stringify({ stopped: { table: this.host.id, at: this.host.now() } }))

  private staff = (): Listener[] =>
    [...this.listeners].filter(({ audience }) => audience === 'dealer' || audience === 'pit')

  /** Staff see every seat, so a whole view is cheaper than all that changed in them. */
  private gap({ audience, player }: Listener, from: number): Change[] | null {
    if (from < this.knownFrom || from > this.host.seq) return null
    if (audience === 'dealer' || audience === 'pit') return null
    const missed = this.changes.filter(({ version }) => version > from).map(({ change }) => change)
    if (audience !== 'player') return missed
    return [...missed, ...this.privateChanges(this.host.state, player!, null), this.ofTerminal(player!)]
  }

  private note(events: readonly TableEvent[]): void {
    for (const event of events) {
      if ('player' in event) this.touch(event.player, 'spot' in event ? event.spot : undefined)
      if (event.type === 'wager-ruled' && event.to) this.touch(event.player, event.to)
      if ('lines' in event) for (const player of sumsOf(event.lines).players.keys()) this.touchAll(player)
      if ('lines' in event) this.isConcluded = true
      if ('lines' in event || event.type === 'betting-opened') this.isPayoutDirty = true
      if ('adjustments' in event) for (const { player } of event.adjustments ?? []) this.touchAll(player)
      if (!isPrivate(event)) this.isPublicDirty = this.areStaffDue = true
    }
    this.schedule()
  }

  private touch(player: string, spot: string | undefined): void {
    this.dirtySeats.add(player)
    if (!this.dirty.has(player)) this.dirty.set(player, new Set())
    if (spot !== undefined) this.dirty.get(player)?.add(spot)
  }

  private touchAll(player: string): void {
    this.dirtySeats.add(player)
    this.dirty.set(player, null)
  }

  /** Turns wait for the disk and for one another. When too many do, what comes is gathered, so that they never pile up. */
  private schedule(): void {
    if (this.isScheduled || this.turnsWaiting >= TURNS_WAITING_MAX || !this.hasNews()) return
    this.isScheduled = true
    setImmediate(() => this.publish())
  }

  private hasNews(): boolean {
    return this.dirty.size > 0 || this.isPublicDirty || this.areStaffDue || this.untold.length > 0
  }

  private publish(): void {
    this.isScheduled = false
    this.notePublic()
    const { state, seq: version } = this.host
    const turn: Turn = { state, version, publicly: this.untold, isConcluded: this.isConcluded, dirty: this.dirty }
    this.untold = []
    this.dirty = new Map()
    this.isConcluded = false
    if (this.dirtySeats.size > 0 || this.areStaffDue) this.scheduleSeats(this.areStaffDue)
    this.areStaffDue = false
    const isForAll = turn.publicly.length > 0 || turn.isConcluded
    const targets = isForAll
      ? [...this.listeners]
      : [...turn.dirty.keys()].flatMap((player) => this.listenersOf(player))
    this.turnsWaiting++
    void this.send(targets, this.builder(turn, targets), version).then(() => {
      this.turnsWaiting--
      this.schedule()
    })
  }

  private listenersOf = (player: string): Listener[] => [...(this.byPlayer.get(player) ?? [])]

  /** What each listener is told of a turn; the same text is built once. */
  private builder(turn: Turn, targets: readonly Listener[]): (listener: Listener) => Buffer | null {
    const { state, version, publicly, isConcluded, dirty } = turn
    const everyone = publicly.length > 0 ? message(publicly, version) : null
    // Whoever had no stake in it hears the same of how it came out.
    const idle = isConcluded ? message([...publicly, { last: lastRound(state, '') }], version) : everyone
    const own = (player: string): Buffer =>
      message([...publicly, ...this.privateChanges(state, player, isConcluded ? null : dirty.get(player)!)], version)
    // Single wagers are told from the state while it is the newest; to ask an older one costs the way back to it.
    const built = new Map<string, Buffer>()
    for (const { player } of targets)
      if (player !== null && dirty.get(player) && !isConcluded && !built.has(player)) built.set(player, own(player))
    return ({ player }) => {
      if (player === null) return everyone
      if (dirty.has(player)) return built.get(player) ?? own(player)
      const last = isConcluded ? lastRound(state, player) : null
      return last && last.lines.length > 0 ? message([...publicly, { last }], version) : idle
    }
  }

  /** The fields of the public view that are not what they were, on record for whoever comes back, and to be told. */
  private notePublic(): void {
    if (!this.isPublicDirty) return
    this.isPublicDirty = false
    const { book, state, seq: version } = this.host
    const now = displayView(book, state)
    const changed = Object.entries(now).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(this.shown[field as keyof DisplayView]),
    )
    this.shown = now
    if (changed.length === 0) return
    const change = Object.fromEntries(changed)
    this.untold.push(change)
    this.changes.push({ version, change })
    if (this.changes.length > CHANGES_KEPT) this.knownFrom = this.changes.shift()!.version
  }

  /** Where everything may have changed, what was there before is taken away first. */
  private privateChanges(state: TableState, player: string, spots: ReadonlySet<string> | null): Change[] {
    const funds = fundsOf(state, player)
    const { book } = this.host
    if (!spots) {
      const setAside = setAsideOf(book, state, player)
      return [
        { wagers: null },
        { funds, wagers: wagersOf(book, state, player), setAside, last: lastRound(state, player) },
      ]
    }
    const wagers: Record<string, unknown> = {}
    for (const spot of spots) wagers[spot] = wagerOn(book, state, player, spot)
    return [{ funds, wagers, ...('setAside' in state.round ? { setAside: setAsideOf(book, state, player) } : {}) }]
  }

  /** Seats change with every wager; staff are told of them a few times a second, and at once when the phase changes. */
  private scheduleSeats(atOnce: boolean): void {
    if (this.seatsTimer && !atOnce) return
    if (this.seatsTimer) clearTimeout(this.seatsTimer)
    this.seatsTimer = setTimeout(() => this.publishSeats(), atOnce ? 0 : SEATS_EVERY_MS)
  }

  private publishSeats(): void {
    this.seatsTimer = null
    if (this.turnsWaiting >= TURNS_WAITING_MAX) return this.scheduleSeats(false)
    const players = [...this.dirtySeats]
    this.dirtySeats.clear()
    const staff = this.staff()
    const { book, state, seq } = this.host
    const payouts = this.isPayoutDirty ? { lines: payoutsOf(state) } : {}
    this.isPayoutDirty = false
    if (staff.length === 0) return
    const seats = Object.fromEntries(players.map((player) => [player, seatOf(book, state, player)]))
    const change = {
      seats,
      referred: referralOf(state),
      differs: differenceIn(state),
      spun: isSpun(state),
      ...payouts,
    }
    const dealer = message([change], seq)
    const needsPit = staff.some(({ audience }) => audience === 'pit')
    const pit = needsPit ? message([{ ...change, ...houseFigures(book, state) }], seq) : dealer
    void this.send(staff, ({ audience }) => (audience === 'pit' ? pit : dealer), seq)
  }

  /** In slices, one after the other, so that what a listener hears is in order, and when it is on disk. */
  private send(
    targets: readonly Listener[],
    build: (listener: Listener) => Buffer | null,
    version: number,
  ): Promise<void> {
    if (targets.length === 0) return this.sending
    const isOnDisk = () => new Promise<void>((done) => this.host.afterDurable(version, done, () => done()))
    this.sending = this.sending
      .then(isOnDisk)
      .then(() => (this.host.stopped ? undefined : this.sendSlices(targets, build)))
    return this.sending
  }

  private async sendSlices(targets: readonly Listener[], build: (listener: Listener) => Buffer | null): Promise<void> {
    let until = performance.now() + SLICE_MS
    for (const target of targets) {
      if (performance.now() > until) {
        await new Promise(setImmediate)
        until = performance.now() + SLICE_MS
      }
      const text = this.listeners.has(target) ? build(target) : null
      if (text) target.send(text)
    }
  }
}

/** What is told together: the state after it, what of it is public, whether a round was concluded, whose own changed. */
type Turn = {
  state: TableState
  version: number
  publicly: readonly Change[]
  isConcluded: boolean
  dirty: ReadonlyMap<string, ReadonlySet<string> | null>
}

const message = (changes: readonly Change[], version: number): Buffer =>
  Buffer.from(JSON.stringify({ changes, version }))

/** What only the player and the staff see of it. */
const isPrivate = ({ type }: TableEvent): boolean =>
  type === 'wager-placed' ||
  type === 'wager-withdrawn' ||
  type === 'bought-in' ||
  type === 'cashed-out' ||
  type === 'owed-repaid'
