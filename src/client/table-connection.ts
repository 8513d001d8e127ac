import type { DisplayView, PlayerView, WagersShown } from '../engine/views.ts'
import type { CommandFields, CommandWithId, Draft } from '../wire/command.ts'
import type { Hello, Message } from '../wire/messages.ts'
import { closeCodes } from '../wire/protocol.ts'
import { type CommandAnswer, isAccepted, isIncluded, type PendingCommand } from './commands.ts'
import { type Environment, randomShare, type Socket } from './environment.ts'
import { applyChanges, followableView } from './view-changes.ts'

/**
 * `stopped`: the connection is there, but the table cannot write to its journal. `moving`: another node is taking the
 * table, and the client follows by itself.
 */
export type ConnectionStatus = 'connecting' | 'live' | 'lost' | 'stopped' | 'moving' | 'unknown-token' | 'unknown-table'

/** The client's knowledge of a table. `lostSince`: in milliseconds since 1970; null while the connection is there. */
export type TableKnowledge<View> = {
  readonly view: View | null
  readonly version: number
  readonly status: ConnectionStatus
  readonly lostSince: number | null
  /** Commands without an answer, or whose effect the view does not include yet. */
  readonly pending: readonly PendingCommand[]
}

const BACK_OFF_MS = [200, 500, 1_000, 2_000, 4_000]
const CONNECT_WITHIN_MS = 8_000
const SOCKET_SILENCE_MS = 5_000
const MOVES_WITHIN_MS = 300
/**
 * The time within which clients follow a table to a new owner, each at a random moment: all at once would overload it.
 */
const FOLLOWS_OWNER_WITHIN_MS = 1_000
/** The time after which a table that is stopped or moving at its node is requested at another one; it grows. */
const HALTED_MS = 5_000
const HALTED_MAX_MS = 60_000
/**
 * The time after which an accepted command is no longer pending, even if its change never shows (a wager that was ruled
 * to another spot, for example).
 */
const SETTLES_WITHIN_MS = 1_000
const OPEN = 1
/** RFC 6455: the service stops. */
const GOING_AWAY = 1001

/**
 * One table over its WebSocket. `known` holds only data from the service, never a guess. Commands without an answer are
 * `pending`. After a break they are sent again with their own ids, so they are never recorded twice.
 *
 * @example
 * const connection = new Croupier('http://127.0.0.1:8080').table('roulette-3')
 * const stop = connection.onChange(({ status }) => console.log(status))
 */
export class TableConnection<View extends DisplayView = DisplayView> {
  known: TableKnowledge<View> = { view: null, version: 0, status: 'connecting', lostSince: null, pending: [] }
  readonly #table: string
  readonly #token: string | null
  readonly #environment: Environment
  readonly #listeners = new Set<(known: TableKnowledge<View>) => void>()
  readonly #waiting = new Map<string, (answer: CommandAnswer) => void>()
  readonly #watch: ReturnType<typeof setInterval>
  readonly #forgetNetwork: () => void
  readonly #random: () => number
  #socket: Socket | null = null
  /** The address of the node that owns the table, as the present node states it. */
  #owner: string | null = null
  #following: ReturnType<typeof setTimeout> | undefined
  /** The addresses of the other nodes, as the present one says. */
  #nodes: readonly string[] = []
  /** Number of nodes that were asked since the table halted here. */
  #asked = 0
  #looking: ReturnType<typeof setTimeout> | undefined
  /** A connection to the owner that is not used yet. */
  #next: Socket | null = null
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #isHearing = false
  #heardAt: number
  /** The lead of the service's clock over this machine's. */
  #ahead = 0

  constructor(table: string, token: string | null, environment: Environment) {
    this.#table = table
    this.#token = token
    this.#environment = environment
    this.#random = environment.random ?? randomShare
    this.#heardAt = environment.now()
    this.#watch = setInterval(() => void this.#listenForLife(), SOCKET_SILENCE_MS / 2)
    this.#forgetNetwork = environment.onNetwork((isThere) => (isThere ? this.retry() : this.#cut()))
    this.#open()
  }

  /** Calls when `known` changes. Returns a function that stops this. */
  onChange(listener: (known: TableKnowledge<View>) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Resolves when `known` meets a condition. */
  until(holds: (known: TableKnowledge<View>) => boolean): Promise<TableKnowledge<View>> {
    return new Promise((resolve) => {
      const look = (known: TableKnowledge<View>) => {
        if (!holds(known)) return
        stop()
        resolve(known)
      }
      const stop = this.onChange(look)
      look(this.known)
    })
  }

  /**
   * Sends a command with an id of its own. The promise resolves to its answer, however often the connection breaks
   * meanwhile.
   */
  send = (draft: Draft): Promise<CommandAnswer> => this.sendOrder(draft)

  /** Sends a command whose fields the compiler cannot check. */
  sendOrder = (order: CommandFields): Promise<CommandAnswer> => {
    const command: CommandWithId = { ...order, id: this.#environment.newId() }
    this.#know({ pending: [...this.known.pending, { command, round: this.#roundNow(), events: null }] })
    return new Promise((resolve) => {
      this.#waiting.set(command.id, resolve)
      if (this.known.status === 'live' && this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(command))
    })
  }

  /** Converts a time of the service to this machine's clock. The two clocks may differ. */
  localTime = (time: string): number => Date.parse(time) - this.#ahead

  /** Reconnects at once instead of when the back-off ends. */
  retry = (): void => {
    if (this.known.status === 'lost' && !this.#socket) this.#open()
  }

  close = (): void => {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#following)
    this.#lookNoMore()
    clearInterval(this.#watch)
    this.#forgetNetwork()
    this.#socket?.close()
    this.#next?.close()
    this.#forget()
  }

  #know(more: Partial<TableKnowledge<View>>): void {
    this.known = { ...this.known, ...more }
    if (!this.#isHearing) this.#tell()
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener(this.known)
  }

  /**
   * Silence is normal between rounds. The connection counts as lost only if the service does not answer a health check
   * either.
   */
  async #listenForLife(): Promise<void> {
    const socket = this.#socket
    const environment = this.#environment
    if (!socket || !this.#isThere() || environment.now() - this.#heardAt < SOCKET_SILENCE_MS) return
    this.#heardAt = environment.now()
    if ((await environment.probe()) || this.#socket !== socket) return
    // A node that is up but does not answer would cause another wait, so another one is tried at once.
    environment.tryElsewhere?.()
    this.#cut()
  }

  #isThere = (): boolean => ['live', 'stopped', 'moving'].includes(this.known.status)

  /** A dead connection may take minutes to close by itself. */
  #cut(): void {
    const dead = this.#socket
    if (!dead) return
    this.#gone(0)
    dead.close()
  }

  get #path(): string {
    return `/ws?table=${encodeURIComponent(this.#table)}`
  }

  #open(): void {
    clearTimeout(this.#timer)
    const opened = this.#environment.open(this.#path)
    this.#timer = setTimeout(() => opened.close(), CONNECT_WITHIN_MS)
    opened.onopen = () => opened.send(JSON.stringify(this.#hello()))
    this.#use(opened)
  }

  #use(socket: Socket): void {
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#socket === socket && this.#hear(JSON.parse(String(data)))
    socket.onclose = ({ code }) => this.#socket === socket && this.#gone(code)
  }

  /** Follows the table to another node, or stays with the present one if that fails. */
  #followOwner(address: string): void {
    this.#owner = address
    this.#following ??= setTimeout(() => {
      this.#following = undefined
      if (this.#isThere() && !this.#next && this.#owner) this.#openOwner(this.#owner)
    }, this.#random() * FOLLOWS_OWNER_WITHIN_MS)
  }

  /** The present connection serves until the owner has answered. */
  #openOwner(address: string): void {
    const way = this.#environment.openOwner?.(this.#path, address)
    if (!way) return
    const { socket, adopt } = way
    this.#next = socket
    let others = this.#nodes
    const late = setTimeout(() => socket.close(), CONNECT_WITHIN_MS)
    const end = (): void => {
      clearTimeout(late)
      if (this.#next === socket) this.#next = null
    }
    socket.onopen = () => socket.send(JSON.stringify(this.#hello()))
    socket.onclose = end
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Message<View>
      // The owner names the other nodes once, before its first view. A client that missed this would have no other
      // address.
      if (message.nodes) {
        others = message.nodes
        return this.#environment.hearNodes?.(others)
      }
      // It names another owner itself, or cannot show the table. The connection may take a while to close.
      if (message.owner !== undefined || message.stopped || message.moving) {
        end()
        socket.close()
        if (message.owner !== undefined && this.#isHalted) this.#followOwner(message.owner)
        return
      }
      if (message.version === undefined) return
      // It has not caught up with the present node, and an older view must not be shown.
      if (message.version < this.known.version) {
        end()
        socket.close()
        return this.#followOwner(address)
      }
      end()
      this.#nodes = others
      adopt()
      this.#changeTo(socket, message)
    }
  }

  #changeTo(socket: Socket, message: Message<View>): void {
    clearTimeout(this.#timer)
    const before = this.#socket
    this.#use(socket)
    before?.close()
    const wasLive = this.known.status === 'live'
    this.#hear(message)
    // Answers to these may have been under way on the previous connection.
    if (wasLive) this.#sendPending()
  }

  #hello(): Hello {
    const { view, version } = this.known
    return { ...(this.#token ? { token: this.#token } : {}), ...(view ? { from: version } : {}) }
  }

  /** All content of one message takes effect at once: no listener sees a chip both registered and pending. */
  #hear(message: Message<View>): void {
    const before = this.known
    this.#isHearing = true
    try {
      this.#take(message)
    } finally {
      this.#isHearing = false
    }
    if (this.known !== before) this.#tell()
  }

  /** Changes are applied before the answer, also if both are in one message. */
  #take(message: Message<View>): void {
    this.#heardAt = this.#environment.now()
    if (message.now) this.#ahead = Date.parse(message.now) - this.#heardAt
    if (message.nodes) {
      this.#nodes = message.nodes
      return this.#environment.hearNodes?.(message.nodes)
    }
    if (message.owner !== undefined) return this.#followOwner(message.owner)
    if (message.stopped) return this.#halted('stopped')
    if (message.moving) return this.#halted('moving')
    if (message.version !== undefined) this.#follow(message, message.version)
    if (message.answer?.id !== undefined) this.#heardAnswer(message.answer.id, message.answer)
  }

  #follow({ view, changes, now }: Message<View>, version: number): void {
    const { known } = this
    const isNews = changes && known.view && (version >= known.version || known.status !== 'live')
    const next = view ? followableView(view) : isNews ? applyChanges(known.view!, changes) : null
    const pending = known.pending.filter(({ events }) => events === null)
    this.#know({ ...(next ? { view: next, version } : {}), pending })
    // Other messages do not end a halt. A table that is back sends its time, as at first.
    const isBack = !this.#isHalted || now !== undefined
    if (known.status !== 'live' && isBack) this.#live()
  }

  get #isHalted(): boolean {
    return this.known.status === 'stopped' || this.known.status === 'moving'
  }

  #live(): void {
    clearTimeout(this.#timer)
    this.#lookNoMore()
    this.#tries = 0
    this.#know({ status: 'live', lostSince: null })
    this.#sendPending()
  }

  #sendPending(): void {
    const now = this.#roundNow()
    const due = this.known.pending.filter(({ round }) => round === now)
    const late = this.known.pending.filter(({ round }) => round !== now)
    for (const { command } of due) this.#socket!.send(JSON.stringify(command))
    // Pending commands of a round that is over must not reach the next one. If one was registered, the view includes
    // it.
    for (const { command } of late) this.#answered(command.id, { problem: 'the round is over' })
  }

  /** Pending commands stay pending: when the table is back it sends the whole view, and they are sent again. */
  #halted(status: 'stopped' | 'moving'): void {
    clearTimeout(this.#timer)
    this.#tries = 0
    this.#know({ status, lostSince: null })
    if (this.#looking === undefined) this.#lookLater()
  }

  #lookLater(): void {
    const most = Math.min(HALTED_MS * 2 ** this.#asked, HALTED_MAX_MS)
    this.#looking = setTimeout(() => this.#lookElsewhere(), most * (1 + this.#random()))
  }

  #lookNoMore(): void {
    clearTimeout(this.#looking)
    this.#looking = undefined
    this.#asked = 0
  }

  /** A node that is cut off from the store and from the others keeps its sockets: another one may have the table. */
  #lookElsewhere(): void {
    const node = this.#nodes[this.#asked++ % this.#nodes.length]
    if (this.#isHalted && !this.#next && node !== undefined) this.#openOwner(node)
    this.#lookLater()
  }

  /** A command that a moving table rejected is sent again with its own id, until its caller gives up. */
  #heardAnswer(id: string, answer: NonNullable<Message['answer']>): void {
    const sent = this.known.pending.find(({ command }) => command.id === id)
    if (!('moving' in answer && answer.moving) || !sent || sent.round !== this.#roundNow())
      return this.#answered(id, answer)
    setTimeout(() => {
      const isWanted = this.known.status === 'live' && this.known.pending.includes(sent)
      if (isWanted && this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(sent.command))
    }, MOVES_WITHIN_MS)
  }

  #roundNow = (): number | null => this.known.view?.round ?? null

  #gone(code: number): void {
    clearTimeout(this.#timer)
    this.#socket = null
    if (this.#isClosed) return
    if (code === closeCodes.unknownToken || code === closeCodes.unknownTable) {
      this.#know({ status: code === closeCodes.unknownToken ? 'unknown-token' : 'unknown-table' })
      return this.#forget()
    }
    const { status, lostSince } = this.known
    const isFirst = status === 'connecting' && this.#tries === 0
    const since = this.#isThere() ? this.#environment.now() : (lostSince ?? this.#environment.now())
    this.#know({ status: isFirst ? 'connecting' : 'lost', lostSince: since })
    // The first retry goes to the same node, because the network may have failed, unless that node said that it stops.
    if (this.#tries > 0 || code === GOING_AWAY) this.#environment.tryElsewhere?.()
    this.#timer = setTimeout(() => this.#open(), BACK_OFF_MS[Math.min(this.#tries++, BACK_OFF_MS.length - 1)])
  }

  #forget(): void {
    for (const answer of this.#waiting.values()) answer({ problem: 'not connected' })
    this.#waiting.clear()
    this.#know({ pending: [] })
  }

  #answered(id: string, told: CommandAnswer & { id?: string }): void {
    const { id: _, ...rest } = told
    const answer = rest as CommandAnswer
    const isSeen = isAccepted(answer) && isIncluded(answer.events, wagersShown(this.known.view))
    const events = isAccepted(answer) && !isSeen ? answer.events : null
    const pending = this.known.pending.flatMap((one) => {
      if (one.command.id !== id) return [one]
      return events ? [{ ...one, events }] : []
    })
    this.#know({ pending })
    if (events) setTimeout(() => this.#drop(id), SETTLES_WITHIN_MS)
    this.#waiting.get(id)?.(answer)
    this.#waiting.delete(id)
  }

  #drop(id: string): void {
    const left = this.known.pending.filter(({ command }) => command.id !== id)
    if (left.length < this.known.pending.length) this.#know({ pending: left })
  }
}

const wagersShown = (view: unknown): WagersShown | undefined => (view as PlayerView | null)?.wagers
