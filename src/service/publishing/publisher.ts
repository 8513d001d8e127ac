import type { Static } from 'typebox'
import type { TableEvent } from '../../engine/events.ts'
import { dealerView, displayView, pitView, playerView } from '../../engine/views.ts'
import type { WheelStatus } from '../../wheel/status.ts'
import type { ConsoleView, PitDeskView, shownStop, TerminalView, WallView } from '../../wire/audiences.ts'
import type { ViewChange } from '../../wire/messages.ts'
import { messageForMany, messageOf, messagesOf, ownChanges, pitChanges, seatChanges, type Turn } from './changes.ts'
import {
  type Build,
  isStaff,
  type Listener,
  Listeners,
  type OwnMessage,
  type PendingAnswer,
  SendQueue,
} from './listeners.ts'
import { isPrivate, News, SeatNews, touchesOf } from './news.ts'
import { PublicRecord, type PublishedTable } from './public-record.ts'
import { StaffTurns, Turns } from './turns.ts'

type View = WallView | TerminalView | ConsoleView | PitDeskView
/** The house's fields of a player's terminal; empty where the player has none. */
export type OfTerminal = Partial<Pick<TerminalView, 'terminalStatus' | 'terminalName' | 'notices' | 'attendant'>>
/** Where gaming is stopped at the table; null: it is not. */
export type ShownStop = Static<typeof shownStop> | null
type TerminalOf = (player: string) => OfTerminal

/** Publishes a table's changes: gathered for a turn of the event loop, and built once for each audience. */
export class Publisher {
  readonly #table: PublishedTable
  readonly #terminalOf: TerminalOf
  readonly #stopNow: () => ShownStop
  readonly #listeners = new Listeners()
  readonly #news = new News()
  readonly #seatNews = new SeatNews()
  readonly #record: PublicRecord
  /** Answers that leave with the changes that their commands made. */
  #answers = new Map<Listener, PendingAnswer[]>()
  readonly #queue: SendQueue
  readonly #turns = new Turns(
    () => this.#hasNews(),
    () => this.#publishTurn(),
  )
  readonly #staffTurns = new StaffTurns(() => this.#publishSeats())
  #wheel: WheelStatus | null = null
  #isMoving = false
  #audienceChanged: () => void = () => {}

  constructor(table: PublishedTable, terminalOf: TerminalOf = () => ({}), stopNow: () => ShownStop = () => null) {
    this.#table = table
    this.#terminalOf = terminalOf
    this.#stopNow = stopNow
    this.#record = new PublicRecord(table)
    this.#queue = new SendQueue(this.#listeners.has)
    table.watch({
      recorded: (events) => this.#note(events),
      leapt: () => this.startAgain(),
      stopped: () => this.#publishStopped(),
    })
  }

  get size(): number {
    return this.#listeners.size
  }

  /** Calls when the first listener comes, and when the last one has gone. */
  watchAudience(changed: () => void): void {
    this.#audienceChanged = changed
  }

  /** Players who have a screen here. */
  get players(): ReadonlySet<string> {
    return this.#listeners.players
  }

  /** Adds a listener and sends it the whole view, or what it missed since the version it names. */
  add(listener: Listener, from: number | undefined): void {
    // A listener that comes in the middle of a turn gets all of it now; its public part is kept before its version.
    this.#record.catchUp()
    listener.send(this.#firstMessage(listener, from))
    if (this.#table.stopped) listener.send(this.#stopped())
    else if (this.#isMoving) listener.send(this.#moving())
    this.#listeners.add(listener)
    if (this.size === 1) this.#audienceChanged()
  }

  #firstMessage(listener: Listener, from?: number, answer?: object): string {
    const { version } = this.#table
    const missed = from === undefined ? null : this.#gap(listener, from)
    const first = missed ? { changes: missed } : { view: this.viewFor(listener) }
    return JSON.stringify({ answer, ...first, version, now: this.#table.now() })
  }

  /**
   * Answers a listener: with the changes that the command made for them where those are not published yet, else at once.
   * A listener that is not added yet gets no changes, so its answer leaves at once, too.
   */
  answer(listener: Listener, answer: object, sent: () => void): void {
    const { player } = listener
    if (player === null || !this.#news.isOf(player) || !this.#listeners.has(listener)) {
      listener.send(JSON.stringify({ answer }))
      return sent()
    }
    const own = this.#answers.get(listener)
    if (own) own.push({ answer, sent })
    else this.#answers.set(listener, [{ answer, sent }])
  }

  #takeAnswers(): ReadonlyMap<Listener, readonly PendingAnswer[]> {
    const taken = this.#answers
    this.#answers = new Map()
    return taken
  }

  /** The table came back from the journal, so every client gets the whole view. */
  startAgain(): void {
    this.#record.touch()
    this.#record.catchUp()
    this.#record.take()
    this.#news.take()
    const whole: Build = (listener, answer) => this.#firstMessage(listener, undefined, answer)
    void this.#queue.send(this.#listeners.everybody(), whole, this.#takeAnswers())
  }

  remove(listener: Listener): void {
    this.#listeners.remove(listener)
    if (this.size === 0) this.#audienceChanged()
  }

  close(): void {
    this.#staffTurns.close()
  }

  viewFor(listener: Pick<Listener, 'audience' | 'player'>): View {
    return { ...this.#viewOfTable(listener), gamingStop: this.#stopNow() }
  }

  #viewOfTable({ audience, player }: Pick<Listener, 'audience' | 'player'>): View {
    const { book, state } = this.#table
    if (audience === 'player')
      return { ...playerView(book, state, player!), ...this.#terminalOf(player!), ...this.#ofRoom() }
    if (audience === 'dealer') return { ...dealerView(book, state), wheel: this.#wheel }
    return audience === 'pit'
      ? { ...pitView(book, state), wheel: this.#wheel }
      : { ...displayView(book, state), ...this.#ofRoom() }
  }

  /** Whether the dealer keys in the results of a wheel that is not heard. */
  get #isByHand(): boolean {
    return this.#wheel !== null && !this.#wheel.connected
  }

  #ofRoom(): { resultsByHand: boolean } {
    return { resultsByHand: this.#isByHand }
  }

  /** The wheel's status is for the staff, and no part of the table's state. Everybody else sees whether it is heard. */
  publishWheel(wheel: WheelStatus | null): void {
    const wasByHand = this.#isByHand
    this.#wheel = wheel
    this.#sendAll(this.#listeners.staff(), { wheel })
    if (this.#isByHand === wasByHand) return
    // A client with this version must have its public changes.
    if (this.#hasNews()) this.#turns.now()
    const guests = this.#listeners.everybody().filter((listener) => !isStaff(listener))
    this.#sendAll(guests, this.#ofRoom())
  }

  /** A stop of gaming is the house's, and no part of the table's state. */
  publishStop(): void {
    // A client with this version must have its public changes.
    if (this.#hasNews()) this.#turns.now()
    this.#sendAll(this.#listeners.everybody(), { gamingStop: this.#stopNow() })
  }

  /** A terminal's status is the house's, and no part of the table's state. */
  publishTerminal(player: string): void {
    // A client with this version must have its public changes.
    if (this.#hasNews()) this.#turns.now()
    this.#sendAll(this.#listeners.of(player), this.#terminalOf(player))
  }

  #sendAll(targets: readonly Listener[], change: ViewChange): void {
    const { version } = this.#table
    const text = messageForMany([change], version)
    void this.#queue.send(targets, () => text)
  }

  /** Whether no node owns the table just now; when one does again, all get its version. */
  publishMoving(isMoving: boolean): void {
    if (isMoving === this.#isMoving) return
    this.#isMoving = isMoving
    if (this.#hasNews()) this.#turns.now()
    const { version, now } = this.#table
    const back = () => Buffer.from(JSON.stringify({ changes: [], version, now: now() }))
    void this.#queue.send(this.#listeners.everybody(), isMoving ? this.#moving : back)
  }

  /** Publishes the other addresses of the house: clients need them when their node is gone. */
  publishNodes(nodes: readonly string[]): void {
    const text = JSON.stringify({ nodes })
    void this.#queue.send(this.#listeners.everybody(), () => text)
  }

  /** Publishes the address of the node that decides the table. */
  publishOwner(owner: string): void {
    const text = JSON.stringify({ owner })
    void this.#queue.send(this.#listeners.everybody(), () => text)
  }

  #moving = (): Buffer => Buffer.from(JSON.stringify({ moving: { table: this.#table.id, at: this.#table.now() } }))

  /** After all durable changes. */
  #publishStopped(): void {
    if (this.#hasNews()) this.#turns.now()
    this.#staffTurns.close()
    this.#publishSeats()
    void this.#queue.send(this.#listeners.everybody(), this.#stopped)
  }

  #stopped = (): Buffer => Buffer.from(JSON.stringify({ stopped: { table: this.#table.id, at: this.#table.now() } }))

  /** Staff see every seat, so a whole view is cheaper than all that changed in them. */
  #gap({ audience, player }: Listener, from: number): ViewChange[] | null {
    const missed = isStaff({ audience }) ? null : this.#record.since(from)
    if (!missed) return null
    const room = { ...this.#ofRoom(), gamingStop: this.#stopNow() }
    if (audience !== 'player') return [...missed, room]
    const { book, state } = this.#table
    return [...missed, ...ownChanges(book, state, player!, null), { ...this.#terminalOf(player!), ...room }]
  }

  #note(events: readonly TableEvent[]): void {
    for (const event of events) {
      const touches = touchesOf(event)
      this.#news.note(event, touches)
      this.#seatNews.note(event, touches)
      if (!isPrivate(event)) this.#record.touch()
    }
    this.#turns.arrange()
  }

  #hasNews(): boolean {
    return !this.#news.isEmpty || this.#record.hasNews || this.#seatNews.isUrgent
  }

  #publishTurn(): Promise<void> {
    this.#record.catchUp()
    const { book, state, version } = this.#table
    const turn: Turn = { book, state, version, publicly: this.#record.take(), ...this.#news.take() }
    if (!this.#seatNews.isEmpty || this.#seatNews.isUrgent) this.#staffTurns.arrange(this.#seatNews.isUrgent)
    this.#seatNews.calm()
    const isPublic = turn.publicly.length > 0 || turn.isConcluded
    if (!isPublic) return this.#queue.sendOwn(this.#ownMessages(turn), this.#takeAnswers())
    const targets = this.#listeners.everybody()
    return this.#queue.send(targets, messagesOf(turn, targets), this.#takeAnswers())
  }

  /** The messages of a turn in which only fields of single players changed. They are read from the state while it is the newest. */
  #ownMessages({ book, state, version, touched }: Turn): OwnMessage[] {
    const messages: OwnMessage[] = []
    for (const [player, spots] of touched) {
      const listeners = this.#listeners.of(player)
      if (listeners.length === 0) continue
      const changes = ownChanges(book, state, player, spots)
      const build = (answer?: object) => messageOf(changes, version, answer)
      for (const listener of listeners) messages.push({ listener, build })
    }
    return messages
  }

  #publishSeats(): void {
    if (this.#turns.isSending && !this.#table.stopped) return this.#staffTurns.arrange(false)
    const { players, hasPayouts } = this.#seatNews.take()
    const staff = this.#listeners.staff()
    if (staff.length === 0) return
    const { book, state, version } = this.#table
    const change = seatChanges(book, state, players, hasPayouts)
    const dealer = messageForMany([change], version)
    const needsPit = staff.some(({ audience }) => audience === 'pit')
    const pit = needsPit ? messageForMany([pitChanges(book, state, change)], version) : dealer
    void this.#queue.send(staff, ({ audience }) => (audience === 'pit' ? pit : dealer))
  }
}
