import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { FrameCounter } from './frame-counter.ts'
import type { RateLimit } from './rate-limits.ts'

/** Units of one socket that are read in one turn of the event loop. */
const UNITS_PER_TURN = 32
/** Bytes of a message that count as one unit. */
const UNIT_BYTES = 4096
/** How many times in a row a socket may be held back. */
const HOLDS_MAX = 8

type FrameGateOptions = {
  /** The present rate limit of the socket: it changes when the socket sends its token. */
  limit: () => RateLimit
  holdMs: number
  /** Called when reading of the socket pauses. */
  onHold: (isFirst: boolean) => void
  /** Called when the socket still exceeds its limit after the last pause. */
  onExcess: () => void
}

/**
 * Takes the place of the `data` listener of `ws` on a socket, and counts frames of every kind before `ws` reads them. Over
 * the rate limit the socket is not read, so that the frames wait in the sender's own network. Frames that are too many for
 * one turn of the event loop wait for the next, so that other sockets have theirs.
 */
export class FrameGate {
  readonly #socket: WebSocket
  readonly #wire: Socket
  readonly #options: FrameGateOptions
  readonly #counter = new FrameCounter()
  readonly #pass: (bytes: Buffer) => void
  /** Frames that are not counted: the first message, and answers to heartbeats. */
  #free = 1
  #turn = -1
  #unitsInTurn = 0
  #holds = 0
  #resumedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #isShut = false
  #hasHeard = true

  constructor(socket: WebSocket, wire: Socket, options: FrameGateOptions) {
    this.#socket = socket
    this.#wire = wire
    this.#options = options
    const [read, ...more] = wire.listeners('data')
    if (!read || more.length > 0) throw new Error('a socket of ws must have one data listener')
    this.#pass = (bytes) => void read.call(wire, bytes)
    wire.on('data', this.#hear)
    wire.off('data', read as (bytes: Buffer) => void)
    wire.prependListener('close', this.#end)
  }

  get isHeld(): boolean {
    return this.#timer !== undefined
  }

  /** Whether any frame arrived since the last call. A socket that is held back counts as alive. */
  takeHeard(): boolean {
    const hasHeard = this.#hasHeard || this.isHeld
    this.#hasHeard = false
    return hasHeard
  }

  /** Exempts the next frame from counting, because the service asked for it. */
  expectOne(): void {
    this.#free = 1
  }

  /** Stops reading. */
  shut(): void {
    this.#isShut = true
    this.#socket.pause()
  }

  /** Bytes that were not read by now are dropped, because `ws` would take all of them at once. */
  #end = (): void => {
    clearTimeout(this.#timer)
    this.#wire.off('data', this.#hear)
    this.#wire.read()
  }

  #hear = (bytes: Buffer): void => {
    if (this.#isShut) return
    this.#hasHeard = true
    let at = 0
    while (at < bytes.length) {
      if (this.#counter.isBetween && !this.#mayPass()) return this.#stop(bytes, at)
      at = this.#counter.pass(bytes, at, this.#count)
    }
    this.#pass(bytes)
  }

  #mayPass(): boolean {
    if (this.#turn !== turnNow()) this.#unitsInTurn = 0
    this.#turn = turnNow()
    return this.#unitsInTurn < UNITS_PER_TURN && (this.#free > 0 || this.#options.limit().hasLeft)
  }

  #count = (size: number): void => {
    const units = 1 + Math.floor(size / UNIT_BYTES)
    this.#unitsInTurn += units
    const isFree = this.#free > 0
    if (isFree) this.#free--
    this.#options.limit().spend(isFree ? units - 1 : units)
  }

  /** Returns the remaining bytes to the socket, which keeps them in order. */
  #stop(bytes: Buffer, at: number): void {
    this.#socket.pause()
    this.#wire.unshift(bytes.subarray(at))
    const isLate = this.#unitsInTurn < UNITS_PER_TURN
    // The pause comes before the frames are passed on, because an answer may close the socket.
    if (isLate) this.#hold()
    else setImmediate(() => this.#resume())
    if (at > 0 && !this.#isShut) this.#pass(bytes.subarray(0, at))
  }

  #hold(): void {
    const { holdMs, onHold, onExcess } = this.#options
    if (performance.now() - this.#resumedAt > holdMs) this.#holds = 0
    this.#holds++
    if (this.#holds > HOLDS_MAX) return onExcess()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#resumedAt = performance.now()
      this.#resume()
    }, holdMs)
    onHold(this.#holds === 1)
  }

  #resume(): void {
    if (!this.#isShut) this.#socket.resume()
  }
}

let turn = 0
let isCounting = false

/** The number of the current turn of the event loop. */
function turnNow(): number {
  if (!isCounting) {
    isCounting = true
    setImmediate(() => {
      isCounting = false
      turn++
    })
  }
  return turn
}
