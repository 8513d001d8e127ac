import { isRecordable, LAST_MOMENT } from '../house/time.ts'

/** A step of the clock: its time before and after. */
export type ClockStep = { from: string; to: string }

/** The sources of time: the wall clock, and a steady clock that never runs backwards. */
export type TimeSource = { wall: () => number; steady: () => number }

export const realTime: TimeSource = { wall: () => Date.now(), steady: () => performance.now() }

/** A clock whose time no entry can hold, in words for the operator. */
export class ClockUnusable extends Error {}

/** Throws for a time that no entry can hold. `whose`: the owner of the clock, for the message. */
export function mustBeRecordable(whose: string, ms: number): void {
  if (isRecordable(ms)) return
  throw new ClockUnusable(
    `the clock of ${whose} says ${new Date(ms).toISOString()}, and the record holds times from 1970 to 9999: set that clock`,
  )
}

/** Returns the time of this machine. Throws where no entry can hold it. */
export function machineTime(): string {
  const ms = realTime.wall()
  mustBeRecordable('this machine', ms)
  return new Date(ms).toISOString()
}

/** A time of the wall clock that no entry can hold, and the service's own time. */
export type ClockFault = { wall: string; house: string }

/** The difference between wall clock and steady clock from which the wall clock counts as set. */
const STEP_MS = 1_000

/**
 * The service's time. It follows the wall clock, and stands still during small steps back, so recorded times never run
 * backwards. If somebody sets the clock by more, the service reports a step, which is recorded before any other entry.
 * A wall clock whose time no entry can hold is ignored: the steady clock then continues the time.
 */
export class ServiceClock {
  readonly #source: TimeSource
  readonly #listeners: ((step: ClockStep) => void)[] = []
  readonly #faultListeners: ((fault: ClockFault) => void)[] = []
  /** Milliseconds since some moment. Setting the clock does not change them. */
  readonly steady: () => number
  #last: number
  #lastSteady: number
  #lastText: string
  #isFaulty = false

  /** `latest`: the last recorded time. A clock before it was set back while the service was stopped. */
  constructor(latest: string | null = null, source: TimeSource = realTime) {
    const wall = source.wall()
    mustBeRecordable('this machine', wall)
    this.#source = source
    this.steady = source.steady
    this.#last = Math.max(wall, latest === null ? 0 : Date.parse(latest))
    this.#lastSteady = source.steady()
    this.#lastText = new Date(this.#last).toISOString()
  }

  onStep(listener: (step: ClockStep) => void): void {
    this.#listeners.push(listener)
  }

  /** Calls when the wall clock begins to show a time that no entry can hold. */
  onFault(listener: (fault: ClockFault) => void): void {
    this.#faultListeners.push(listener)
  }

  /** The text changes once a millisecond, and commands are more frequent, so it is cached. */
  readonly now = (): string => {
    const wall = this.#source.wall()
    if (wall === this.#last) return this.#lastText
    const steady = this.#source.steady()
    const expected = Math.min(this.#last + (steady - this.#lastSteady), LAST_MOMENT)
    if (!isRecordable(wall)) return this.#carryOn(wall, steady, expected)
    this.#isFaulty = false
    if (Math.abs(wall - expected) >= STEP_MS) return this.#step(wall, steady, expected)
    if (wall > this.#last) this.#set(wall, steady)
    return this.#lastText
  }

  #carryOn(wall: number, steady: number, expected: number): string {
    this.#set(expected, steady)
    const house = this.#lastText
    const hasBegun = !this.#isFaulty
    this.#isFaulty = true
    if (hasBegun) for (const listener of this.#faultListeners) listener({ wall: new Date(wall).toISOString(), house })
    return house
  }

  #set(wall: number, steady: number): void {
    this.#last = wall
    this.#lastSteady = steady
    this.#lastText = new Date(wall).toISOString()
  }

  #step(wall: number, steady: number, expected: number): string {
    const step = {
      from: new Date(Math.max(this.#last, Math.round(expected))).toISOString(),
      to: new Date(wall).toISOString(),
    }
    this.#set(wall, steady)
    for (const listener of this.#listeners) listener(step)
    return this.#lastText
  }
}
