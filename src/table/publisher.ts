import type { TableEvent } from '../engine/events.ts'
import { fundsOf } from '../engine/summary.ts'
import type { TableState } from '../engine/table.ts'
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
  wagerOn,
  wagersOf,
} from '../engine/views.ts'
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

/**
 * Tells a table's listeners what changed. Changes are gathered for one turn of the event loop, built once per audience
 * from the state, and sent when that state is on disk; large audiences are told in slices, so that nobody is held up.
 */
export class Publisher {
  private readonly host: TableHost
  private readonly listeners = new Set<Listener>()
  private shown: DisplayView
  private readonly changes: { version: number; change: Change }[] = []
  /** A listener who knows this version, or a later one, can be told just the changes. */
  private knownFrom: number
  private isPublicDirty = false
  private isConcluded = false
  /** Spots that changed by player; null: everything of theirs. */
  private readonly dirty = new Map<string, Set<string> | null>()
  private readonly dirtySeats = new Set<string>()
  private isScheduled = false
  private seatsTimer: NodeJS.Timeout | null = null
  private sending: Promise<void> = Promise.resolve()
  /** What is to be paid changes once a round; it can be long. */
  private isPayoutDirty = false

  constructor(host: TableHost) {
    this.host = host
    this.shown = displayView(host.book, host.state)
    this.knownFrom = host.seq
    host.onDecided(({ events }) => this.note(events))
  }

  get size(): number {
    return this.listeners.size
  }

  /** Adds a listener and tells it the whole view, or what it missed since the version it names. */
  add(listener: Listener, from: number | undefined): void {
    // Whoever comes in the middle of a turn is told the rest of it from here on.
    this.publish()
    const version = this.host.seq
    const missed = from === undefined ? null : this.gap(listener, from)
    const message = missed ? { changes: missed, version } : { view: this.viewFor(listener), version }
    const text = Buffer.from(JSON.stringify(message))
    this.host.afterDurable(version, () => listener.send(text))
    this.listeners.add(listener)
  }

  remove(listener: Listener): void {
    this.listeners.delete(listener)
  }

  close(): void {
    if (this.seatsTimer) clearTimeout(this.seatsTimer)
  }

  viewFor({ audience, player }: Pick<Listener, 'audience' | 'player'>): unknown {
    const { book, state } = this.host
    if (audience === 'player') return playerView(book, state, player!)
    if (audience === 'dealer') return dealerView(book, state)
    return audience === 'pit' ? pitView(book, state) : displayView(book, state)
  }

  /** Staff see every seat, so a whole view is cheaper than all that changed in them. */
  private gap({ audience, player }: Listener, from: number): Change[] | null {
    if (from < this.knownFrom || from > this.host.seq) return null
    if (audience === 'dealer' || audience === 'pit') return null
    const missed = this.changes.filter(({ version }) => version > from).map(({ change }) => change)
    return audience === 'player' ? [...missed, ...this.privateChanges(this.host.state, player!, null)] : missed
  }

  private note(events: readonly TableEvent[]): void {
    for (const event of events) {
      if ('player' in event) this.touch(event.player, 'spot' in event ? event.spot : undefined)
      if (event.type === 'wager-ruled' && event.to) this.touch(event.player, event.to)
      if ('lines' in event) for (const { player } of event.lines) this.touchAll(player)
      if ('lines' in event) this.isConcluded = true
      if ('lines' in event || event.type === 'betting-opened') this.isPayoutDirty = true
      if ('adjustments' in event) for (const { player } of event.adjustments ?? []) this.touchAll(player)
      if (!isPrivate(event)) this.isPublicDirty = true
    }
    if (this.isScheduled) return
    this.isScheduled = true
    setImmediate(() => this.publish())
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

  private publish(): void {
    this.isScheduled = false
    const { state, seq: version } = this.host
    const isPublic = this.isPublicDirty
    const publicChange = isPublic ? this.publicChange(version) : null
    this.isPublicDirty = false
    const isConcluded = this.isConcluded
    this.isConcluded = false
    const dirty = new Map(this.dirty)
    this.dirty.clear()
    if (this.dirtySeats.size > 0 || isPublic) this.scheduleSeats(isPublic)
    const targets = [...this.listeners].filter(
      ({ player }) => publicChange !== null || (player !== null && (isConcluded || dirty.has(player))),
    )
    const everyone = publicChange ? message([publicChange], version) : null
    const publicly = publicChange ? [publicChange] : []
    // Whoever had no stake in it hears the same of how it came out.
    const idle = isConcluded ? message([...publicly, { last: lastRound(state, '') }], version) : everyone
    const own = (player: string): Buffer =>
      message([...publicly, ...this.privateChanges(state, player, isConcluded ? null : dirty.get(player)!)], version)
    // Single wagers are told from the state while it is the newest; to ask an older one costs the way back to it.
    const built = new Map<string, Buffer>()
    for (const { player } of targets)
      if (player !== null && dirty.get(player) && !isConcluded && !built.has(player)) built.set(player, own(player))
    const build = ({ player }: Listener): Buffer | null => {
      if (player === null) return everyone
      if (!dirty.has(player)) {
        const last = isConcluded ? lastRound(state, player) : null
        return last && last.lines.length > 0 ? message([...publicly, { last }], version) : idle
      }
      return built.get(player) ?? own(player)
    }
    this.send(targets, build, version)
  }

  /** The fields of the public view that are not what they were. */
  private publicChange(version: number): Change | null {
    const now = displayView(this.host.book, this.host.state)
    const changed = Object.entries(now).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(this.shown[field as keyof DisplayView]),
    )
    this.shown = now
    if (changed.length === 0) return null
    const change = Object.fromEntries(changed)
    this.changes.push({ version, change })
    if (this.changes.length > CHANGES_KEPT) this.knownFrom = this.changes.shift()!.version
    return change
  }

  /** Where everything may have changed, what was there before is taken away first. */
  private privateChanges(state: TableState, player: string, spots: ReadonlySet<string> | null): Change[] {
    const funds = fundsOf(state, player)
    const { book } = this.host
    if (!spots)
      return [{ wagers: null }, { funds, wagers: wagersOf(book, state, player), last: lastRound(state, player) }]
    return [{ funds, wagers: Object.fromEntries([...spots].map((spot) => [spot, wagerOn(book, state, player, spot)])) }]
  }

  /** Seats change with every wager; staff are told of them a few times a second, and at once when the phase changes. */
  private scheduleSeats(atOnce: boolean): void {
    if (this.seatsTimer && !atOnce) return
    if (this.seatsTimer) clearTimeout(this.seatsTimer)
    this.seatsTimer = setTimeout(() => this.publishSeats(), atOnce ? 0 : SEATS_EVERY_MS)
  }

  private publishSeats(): void {
    this.seatsTimer = null
    const players = [...this.dirtySeats]
    this.dirtySeats.clear()
    const staff = [...this.listeners].filter(({ audience }) => audience === 'dealer' || audience === 'pit')
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
    this.send(staff, ({ audience }) => (audience === 'pit' ? pit : dealer), seq)
  }

  /** In slices, one after the other, so that what a listener hears is in order, and when it is on disk. */
  private send(targets: readonly Listener[], build: (listener: Listener) => Buffer | null, version: number): void {
    if (targets.length === 0) return
    const isOnDisk = () => new Promise<void>((done) => this.host.afterDurable(version, done, () => done()))
    this.sending = this.sending.then(isOnDisk).then(() => this.sendSlices(targets, build))
  }

  private async sendSlices(targets: readonly Listener[], build: (listener: Listener) => Buffer | null): Promise<void> {
    if (this.host.stopped) return
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

const message = (changes: readonly Change[], version: number): Buffer =>
  Buffer.from(JSON.stringify({ changes, version }))

/** What only the player and the staff see of it. */
const isPrivate = ({ type }: TableEvent): boolean =>
  type === 'wager-placed' ||
  type === 'wager-withdrawn' ||
  type === 'bought-in' ||
  type === 'cashed-out' ||
  type === 'owed-repaid'
