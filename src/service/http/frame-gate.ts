import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Allowance } from './allowances.ts'
import { FrameCounter } from './frame-counter.ts'

/** What one socket may have read in one turn of the event loop. */
const UNITS_PER_TURN = 32
/** So much of a message is one unit. */
const UNIT_BYTES = 4096
/** So often a socket may be held back, one time after the other. */
const HOLDS_MAX = 8

export type Gatekeeper = {
  /** Whose allowance it is now; that changes when a socket says who it is. */
  allowance: () => Allowance
  holdMs: number
  /** Nothing is read for a while. */
  onHold: (isFirst: boolean) => void
  /** It was held back again and again, and goes on. */
  onExcess: () => void
}

/**
 * Stands before whatever reads a socket. Frames of every kind are counted before anybody looks into them; over the
 * allowance nothing more is read, so that what comes waits in the sender's own network. What is too much for one turn
 * of the event loop waits for the next, so that others have theirs.
 */
export class FrameGate {
  readonly #socket: WebSocket
  readonly #wire: Socket
  readonly #keeper: Gatekeeper
  readonly #counter = new FrameCounter()
  readonly #pass: (bytes: Buffer) => void
  /** Frames that count for nobody: the first word, answers to heartbeats. */
  #free = 1
  #turn = -1
  #unitsInTurn = 0
  #holds = 0
  #resumedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #isShut = false
  #hasHeard = true

  constructor(socket: WebSocket, wire: Socket, keeper: Gatekeeper) {
    this.#socket = socket
    this.#wire = wire
    this.#keeper = keeper
    const [read, ...more] = wire.listeners('data')
    if (!read || more.length > 0) throw new Error('A socket has one reader')
    this.#pass = (bytes) => void read.call(wire, bytes)
    wire.on('data', this.#hear)
    wire.off('data', read as (bytes: Buffer) => void)
    wire.prependListener('close', this.#end)
  }

  get isHeld(): boolean {
    return this.#timer !== undefined
  }

  /** Whether anything came since it was asked last; what is not read may well be there. */
  takeHeard(): boolean {
    const hasHeard = this.#hasHeard || this.isHeld
    this.#hasHeard = false
    return hasHeard
  }

  /** The next frame counts for nobody: it was asked for. */
  expectOne(): void {
    this.#free = 1
  }

  /** Nothing more is read. */
  shut(): void {
    this.#isShut = true
    this.#socket.pause()
  }

  /** What was not read by now is nobody's: the reader would take all of it at once. */
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
    return this.#unitsInTurn < UNITS_PER_TURN && (this.#free > 0 || this.#keeper.allowance().hasLeft)
  }

  #count = (size: number): void => {
    const units = 1 + Math.floor(size / UNIT_BYTES)
    this.#unitsInTurn += units
    const isFree = this.#free > 0
    if (isFree) this.#free--
    this.#keeper.allowance().spend(isFree ? units - 1 : units)
  }

  /** What is left is put back: the socket keeps it, and in order. */
  #stop(bytes: Buffer, at: number): void {
    this.#socket.pause()
    this.#wire.unshift(bytes.subarray(at))
    const isLate = this.#unitsInTurn < UNITS_PER_TURN
    // Before it is passed on: an answer to it may close the socket.
    if (isLate) this.#hold()
    else setImmediate(() => this.#resume())
    if (at > 0 && !this.#isShut) this.#pass(bytes.subarray(0, at))
  }

  #hold(): void {
    const { holdMs, onHold, onExcess } = this.#keeper
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

/** Which turn of the event loop it is. */
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
