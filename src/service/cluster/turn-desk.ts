import type { OwnTurns, SharedWriter, WritingTurns } from '../stream/writing-turns.ts'

/** After a conflict nodes take turns for so long, and longer while several of them write. */
const CROWDED_MS = 1_000
/** A node that is given no turn by then writes without one. */
const GIVEN_WITHIN_MS = 500
/** Entries that another node has written come by its link within so long; otherwise they are read. */
const COMES_WITHIN_MS = 20
/** A turn is over by then, whatever became of its node. */
const TURN_MAX_MS = 300

/** What nodes tell each other of turns. `done`, `granted`: the number of the last entry of the stream. */
export type TurnMessage =
  | { turn: string; wants: true }
  | { turn: string; granted: number; isCrowded: boolean }
  | { turn: string; done: number }
  /** Nodes get into each other's way there. */
  | { turn: string; crowded: true }

type TurnDeskOptions = {
  me: string
  steady: () => number
  /** The other nodes that this one has a link to. */
  linked: () => readonly string[]
  tell: (node: string, message: TurnMessage) => boolean
}

/**
 * Turns at the shared streams. Of the nodes that are linked the first by name gives them, in the order in which they are
 * wanted. Messages may be lost and nodes may disagree about who gives: then two write at once, and the journal refuses one.
 */
export class TurnDesk implements WritingTurns {
  readonly #options: TurnDeskOptions
  readonly #own = new Map<string, Turns>()
  readonly #queues = new Map<string, TurnQueue>()

  constructor(options: TurnDeskOptions) {
    this.#options = options
  }

  of(stream: string, writer: SharedWriter): OwnTurns {
    const turns = new Turns(writer, this.#options.steady, {
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

  /** Its turns are over, and it wants none. */
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
  /** When each node has wanted a turn last. */
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

/** The requests of this node for turns at one stream. All that wait when a turn comes are decided in it. */
class Turns implements OwnTurns {
  readonly #writer: SharedWriter
  readonly #steady: () => number
  readonly #signals: TurnSignals
  #crowdedUntil = Number.NEGATIVE_INFINITY
  /** What is decided now goes out in this node's turn. */
  #isOpen = false
  /** Those who wait for the next turn; null: nobody does. */
  #waiting: { turn: Promise<void>; go: () => void } | null = null
  #isWanted = false
  /** A turn is not over yet. */
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
    // A node that gives the turns may have its own at once.
    return this.#waiting?.turn ?? null
  }

  async granted(giver: string, seq: number, isCrowded: boolean): Promise<void> {
    // Those who waited for it have gone without.
    if (!this.#isWanted || this.#isInTurn) return this.#signals.done(giver, this.#writer.durable)
    this.#isInTurn = true
    if (isCrowded) this.crowd()
    if (this.#writer.durable < seq) await this.#reach(seq)
    this.#open()
    // Whoever was waiting has decided by then.
    await new Promise((resolve) => setImmediate(resolve))
    this.#isOpen = false
    await this.#writer.answered()
    this.#isInTurn = false
    this.#signals.done(giver, this.#writer.durable)
    this.#want()
  }

  /** The entries of the turn before may come by another link. A stream that starts over is read by whoever decides next. */
  async #reach(seq: number): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, COMES_WITHIN_MS))
    const comes = this.#writer.comes(seq).catch(() => {})
    await Promise.race([comes, late])
    if (this.#writer.durable < seq) await Promise.race([this.#writer.reached(seq).catch(() => {}), this.#waiting?.turn])
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

  /** Writes without a turn: whoever gives them is gone, or too busy. */
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
