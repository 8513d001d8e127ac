import type { OwnTurns, SharedWriter, WritingTurns } from '../stream/writing-turns.ts'

/** How long nodes take turns after a conflict. Each further conflict, or several writers, prolong it. */
const CROWDED_MS = 1_000
/** How long a node waits for a turn before it writes without one. */
const GIVEN_WITHIN_MS = 500
/** How long a node waits for another node's entries over its link before it reads them from the store. */
const COMES_WITHIN_MS = 20
/** The longest turn. After that the next node has one, even if no end was reported. */
const TURN_MAX_MS = 300

/** A message between nodes about turns. `done`, `granted`: the number of the last entry of the stream. */
export type TurnMessage =
  | { turn: string; wants: true }
  | { turn: string; granted: number; isCrowded: boolean }
  | { turn: string; done: number }
  /** Nodes meet write conflicts at this stream. */
  | { turn: string; crowded: true }

type TurnDeskOptions = {
  me: string
  steady: () => number
  /** The other nodes that this one has a link to. */
  linked: () => readonly string[]
  tell: (node: string, message: TurnMessage) => boolean
}

/**
 * Turns of nodes at the shared streams. Among linked nodes, the first by name grants turns, in the order of the
 * requests. Messages may be lost, and nodes may disagree about which one grants. Then two write at once, and the
 * journal refuses one.
 */
export class TurnDesk implements WritingTurns {
  readonly #options: TurnDeskOptions
  readonly #own = new Map<string, TurnRequests>()
  readonly #queues = new Map<string, TurnQueue>()

  constructor(options: TurnDeskOptions) {
    this.#options = options
  }

  of(stream: string, writer: SharedWriter): OwnTurns {
    const turns = new TurnRequests(writer, this.#options.steady, {
      crowded: () => this.#options.linked().map((node) => this.#tell(node, { turn: stream, crowded: true })),
      wants: () => this.#tell(this.#giver(), { turn: stream, wants: true }),
      done: (giver, seq) => this.#tell(giver, { turn: stream, done: seq }),
    })
    this.#own.set(stream, turns)
    return turns
  }

  heard(from: string, message: TurnMessage): void {
    const { turn: stream } = message
    const own = this.#own.get(stream)
    if ('crowded' in message) own?.crowd()
    else if ('granted' in message) void own?.granted(from, message.granted, message.isCrowded)
    else if ('wants' in message) this.#queue(stream).want(from)
    else this.#queue(stream).done(from, message.done)
  }

  /** Removes a node that is gone: its turns are over, and it waits for none. */
  left(node: string): void {
    for (const queue of this.#queues.values()) queue.left(node)
  }

  end(): void {
    for (const turns of this.#own.values()) turns.end()
    for (const queue of this.#queues.values()) queue.end()
  }

  #giver(): string {
    const { me, linked } = this.#options
    return linked().reduce((first, node) => (node < first ? node : first), me)
  }

  #tell(node: string, message: TurnMessage): void {
    const { me, tell } = this.#options
    if (node === me) this.heard(me, message)
    else tell(node, message)
  }

  #queue(stream: string): TurnQueue {
    const grant = (node: string, granted: number, isCrowded: boolean) =>
      this.#tell(node, { turn: stream, granted, isCrowded })
    const queue = this.#queues.get(stream) ?? new TurnQueue(grant, this.#options.steady)
    this.#queues.set(stream, queue)
    return queue
  }
}

/** The nodes that want to write a stream, in their order. The first of them has its turn. */
class TurnQueue {
  readonly #grant: (node: string, seq: number, isCrowded: boolean) => void
  readonly #steady: () => number
  readonly #waiting = new Set<string>()
  /** The time at which each node last wanted a turn. */
  readonly #wantedAt = new Map<string, number>()
  #writer: string | null = null
  #seq = 0
  #tooLong: NodeJS.Timeout | undefined

  constructor(grant: (node: string, seq: number, isCrowded: boolean) => void, steady: () => number) {
    this.#grant = grant
    this.#steady = steady
  }

  want(node: string): void {
    this.#wantedAt.set(node, this.#steady())
    this.#waiting.add(node)
    this.#next()
  }

  done(node: string, seq: number): void {
    this.#seq = Math.max(this.#seq, seq)
    if (node === this.#writer) this.#free()
  }

  left(node: string): void {
    this.#waiting.delete(node)
    this.#wantedAt.delete(node)
    if (node === this.#writer) this.#free()
  }

  end(): void {
    clearTimeout(this.#tooLong)
    this.#waiting.clear()
  }

  #free(): void {
    clearTimeout(this.#tooLong)
    this.#writer = null
    this.#next()
  }

  #next(): void {
    const [node] = this.#waiting
    if (node === undefined || this.#writer !== null) return
    this.#waiting.delete(node)
    this.#writer = node
    this.#tooLong = setTimeout(() => this.#free(), TURN_MAX_MS)
    const since = this.#steady() - CROWDED_MS
    const isCrowded = [...this.#wantedAt].some(([other, at]) => other !== node && at > since)
    this.#grant(node, this.#seq, isCrowded)
  }
}

type TurnSignals = { crowded(): void; wants(): void; done(giver: string, seq: number): void }

/** The requests of this node for turns at one stream. All commands that wait when a turn arrives are decided in it. */
class TurnRequests implements OwnTurns {
  readonly #writer: SharedWriter
  readonly #steady: () => number
  readonly #signals: TurnSignals
  #crowdedUntil = Number.NEGATIVE_INFINITY
  /** Whether commands that are decided now are sent in this node's turn. */
  #isOpen = false
  /** The commands that wait for the next turn; null if there are none. */
  #waiting: { turn: Promise<void>; go: () => void } | null = null
  #isWanted = false
  /** A turn is under way. */
  #isInTurn = false
  #late: NodeJS.Timeout | undefined

  constructor(writer: SharedWriter, steady: () => number, signals: TurnSignals) {
    this.#writer = writer
    this.#steady = steady
    this.#signals = signals
  }

  metConflict(): void {
    const isNews = !this.#isCrowded
    this.crowd()
    if (isNews) this.#signals.crowded()
  }

  crowd(): void {
    this.#crowdedUntil = this.#steady() + CROWDED_MS
  }

  next(): Promise<void> | null {
    if (this.#isOpen || !(this.#isCrowded || this.#waiting)) return null
    if (!this.#waiting) {
      let go = (): void => {}
      const turn = new Promise<void>((resolve) => {
        go = resolve
      })
      this.#waiting = { turn, go }
      this.#want()
    }
    // A node that grants the turns may have its own at once.
    return this.#waiting?.turn ?? null
  }

  async granted(giver: string, seq: number, isCrowded: boolean): Promise<void> {
    // The commands that waited for this turn have been sent without it.
    if (!this.#isWanted || this.#isInTurn) return this.#signals.done(giver, this.#writer.durable)
    this.#isInTurn = true
    if (isCrowded) this.crowd()
    if (this.#writer.durable < seq) await this.#reach(seq)
    this.#open()
    // All waiting commands have been decided by then.
    await new Promise((resolve) => setImmediate(resolve))
    this.#isOpen = false
    await this.#writer.answered()
    this.#isInTurn = false
    this.#signals.done(giver, this.#writer.durable)
    this.#want()
  }

  /**
   * The entries of the previous turn may arrive over another link. If the stream starts over, the next decision reads
   * them.
   */
  async #reach(seq: number): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, COMES_WITHIN_MS))
    // A stream that starts over reads them itself, and a writer that stopped refuses by itself.
    const comes = this.#writer.comes(seq).catch(() => {})
    await Promise.race([comes, late])
    if (this.#writer.durable >= seq) return
    // The same as above: the next decision meets the reason.
    await Promise.race([this.#writer.reached(seq).catch(() => {}), this.#waiting?.turn])
  }

  end(): void {
    clearTimeout(this.#late)
    this.#open()
  }

  get #isCrowded(): boolean {
    return this.#steady() < this.#crowdedUntil
  }

  #want(): void {
    if (!this.#waiting || this.#isWanted || this.#isInTurn) return
    this.#isWanted = true
    this.#late = setTimeout(() => this.#goOn(), GIVEN_WITHIN_MS)
    this.#signals.wants()
  }

  /** Writes without a turn: the granting node is gone or too busy. */
  #goOn(): void {
    this.#crowdedUntil = Number.NEGATIVE_INFINITY
    this.#release()
  }

  #open(): void {
    this.#isOpen = true
    this.#release()
  }

  #release(): void {
    clearTimeout(this.#late)
    this.#isWanted = false
    const { go } = this.#waiting ?? {}
    this.#waiting = null
    go?.()
  }
}
