import type { TableEvent } from '../../engine/events.ts'
import { dealerView, displayView, pitView, playerView } from '../../engine/views.ts'
import type { WheelStatus } from '../../wheel/status.ts'
import type { DealerView, DisplayView, PitView, PlayerView } from '../../wire/audiences.ts'
import { type Change, messageForMany, ownChanges, pitChanges, seatChanges } from './changes.ts'
import { answerAlone, HeldAnswers } from './held-answers.ts'
import { isStaff, type Listener, Listeners } from './listeners.ts'
import { isPrivate, News, touchesOf } from './news.ts'
import { PublicRecord } from './public-record.ts'
import type { PublishedTable } from './published-table.ts'
import { SeatNews } from './seat-news.ts'
import { SendQueue } from './send-queue.ts'
import { StaffTurns } from './staff-turns.ts'
import { messagesOf, type Turn } from './turn.ts'
import { Turns } from './turns.ts'

type View = DisplayView | PlayerView | DealerView | PitView
/** What the house says of a player's terminal; nothing where the player has none. */
export type OfTerminal = Partial<Pick<PlayerView, 'terminalStatus' | 'terminalName' | 'notices' | 'attendant'>>
type TerminalOf = (player: string) => OfTerminal

/** Tells a table's listeners what changed: gathered for a turn of the event loop, and built once for each audience. */
export class Publisher {
  readonly #table: PublishedTable
  readonly #terminalOf: TerminalOf
  readonly #listeners = new Listeners()
  readonly #news = new News()
  readonly #seatNews = new SeatNews()
  readonly #record: PublicRecord
  readonly #answers = new HeldAnswers()
  readonly #queue: SendQueue
  readonly #turns = new Turns(
    () => this.#hasNews(),
    () => this.#tellTurn(),
  )
  readonly #staffTurns = new StaffTurns(() => this.#tellSeats())
  #wheel: WheelStatus | null = null
  #isMoving = false

  constructor(table: PublishedTable, terminalOf: TerminalOf = () => ({})) {
    this.#table = table
    this.#terminalOf = terminalOf
    this.#record = new PublicRecord(table)
    this.#queue = new SendQueue(this.#listeners.has)
    table.watch({ recorded: (events) => this.#note(events), stopped: () => this.#tellStopped() })
  }

  get size(): number {
    return this.#listeners.size
  }

  /** Players who have a screen here. */
  get players(): ReadonlySet<string> {
    return this.#listeners.players
  }

  /** Adds a listener and tells it the whole view, or what it missed since the version it names. */
  add(listener: Listener, from: number | undefined): void {
    // Whoever comes in the middle of a turn is told all of it now; what is public of it is on record before its version.
    this.#record.catchUp()
    listener.send(this.#firstWord(listener, from))
    if (this.#table.stopped) listener.send(this.#stopped())
    else if (this.#isMoving) listener.send(this.#moving())
    this.#listeners.add(listener)
  }

  #firstWord(listener: Listener, from?: number): string {
    const { version } = this.#table
    const missed = from === undefined ? null : this.#gap(listener, from)
    const first = missed ? { changes: missed } : { view: this.viewFor(listener) }
    return JSON.stringify({ ...first, version, now: this.#table.now() })
  }

  /** Answers a listener: with what the command changed for them where that is still to be told, else at once. */
  answer(listener: Listener, answer: string, left: () => void): void {
    if (listener.player !== null && this.#news.isOf(listener.player)) return this.#answers.hold(listener, answer, left)
    listener.send(answerAlone(answer))
    left()
  }

  /** The table came back from the journal: everybody is told the whole view. */
  startAgain(): void {
    this.#record.touch()
    this.#record.catchUp()
    this.#record.take()
    this.#news.take()
    void this.#queue.send(this.#listeners.everybody(), (listener) => this.#firstWord(listener), this.#answers.take())
  }

  remove(listener: Listener): void {
    this.#listeners.remove(listener)
  }

  close(): void {
    this.#staffTurns.close()
  }

  viewFor({ audience, player }: Pick<Listener, 'audience' | 'player'>): View {
    const { book, state } = this.#table
    if (audience === 'player') return { ...playerView(book, state, player!), ...this.#terminalOf(player!) }
    if (audience === 'dealer') return { ...dealerView(book, state), wheel: this.#wheel }
    return audience === 'pit' ? { ...pitView(book, state), wheel: this.#wheel } : displayView(book, state)
  }

  /** What the wheel says of itself is for the staff, and no part of the table's state. */
  tellWheel(wheel: WheelStatus | null): void {
    this.#wheel = wheel
    this.#sendAll(this.#listeners.staff(), { wheel })
  }

  /** Whether a terminal is open is for the house to say, and no part of the table's state. */
  tellTerminal(player: string): void {
    // Whoever knows this version must have heard what is public of it.
    if (this.#hasNews()) this.#turns.now()
    this.#sendAll(this.#listeners.of(player), this.#terminalOf(player))
  }

  #sendAll(targets: readonly Listener[], change: Change): void {
    const { version } = this.#table
    const text = messageForMany([change], version)
    void this.#queue.send(targets, () => text)
  }

  /** Whether no node decides about the table just now; when one does again, all hear how far it has come. */
  tellMoving(isMoving: boolean): void {
    if (isMoving === this.#isMoving) return
    this.#isMoving = isMoving
    if (this.#hasNews()) this.#turns.now()
    const { version, now } = this.#table
    const back = () => Buffer.from(JSON.stringify({ changes: [], version, now: now() }))
    void this.#queue.send(this.#listeners.everybody(), isMoving ? this.#moving : back)
  }

  /** Where else the house is reached has changed: whoever came before a node did must know of it when theirs is gone. */
  tellNodes(nodes: readonly string[]): void {
    const text = JSON.stringify({ nodes })
    void this.#queue.send(this.#listeners.everybody(), () => text)
  }

  #moving = (): Buffer => Buffer.from(JSON.stringify({ moving: { table: this.#table.id, at: this.#table.now() } }))

  /** After all that is on disk. */
  #tellStopped(): void {
    if (this.#hasNews()) this.#turns.now()
    this.#staffTurns.close()
    this.#tellSeats()
    void this.#queue.send(this.#listeners.everybody(), this.#stopped)
  }

  #stopped = (): Buffer => Buffer.from(JSON.stringify({ stopped: { table: this.#table.id, at: this.#table.now() } }))

  /** Staff see every seat, so a whole view is cheaper than all that changed in them. */
  #gap({ audience, player }: Listener, from: number): Change[] | null {
    const missed = isStaff({ audience }) ? null : this.#record.since(from)
    if (!missed || audience !== 'player') return missed
    const { book, state } = this.#table
    return [...missed, ...ownChanges(book, state, player!, null), this.#terminalOf(player!)]
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

  #tellTurn(): Promise<void> {
    this.#record.catchUp()
    const { book, state, version } = this.#table
    const turn: Turn = { book, state, version, publicly: this.#record.take(), ...this.#news.take() }
    if (!this.#seatNews.isEmpty || this.#seatNews.isUrgent) this.#staffTurns.arrange(this.#seatNews.isUrgent)
    this.#seatNews.calm()
    const targets = this.#targetsOf(turn)
    return this.#queue.send(targets, messagesOf(turn, targets), this.#answers.take())
  }

  #targetsOf({ publicly, isConcluded, touched }: Turn): Listener[] {
    if (publicly.length > 0 || isConcluded) return this.#listeners.everybody()
    return [...touched.keys()].flatMap(this.#listeners.of)
  }

  #tellSeats(): void {
    if (this.#turns.isTelling && !this.#table.stopped) return this.#staffTurns.arrange(false)
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
