import { isRecordable, LAST_MOMENT } from '../house/time.ts'

/** What a clock's step was: what it said, and what it says from then on. */
export type ClockStep = { from: string; to: string }

/** Where time comes from: the wall, and a clock that only ever runs forwards. */
export type TimeSource = { wall: () => number; steady: () => number }

export const realTime: TimeSource = { wall: () => Date.now(), steady: () => performance.now() }

/** A clock whose time no entry can hold, in words for the operator. */
export class ClockUnusable extends Error {}

/** Throws for a time that no entry can hold. `whose`: what the clock belongs to. */
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

/** What the wall clock says where no entry can hold it, and the time that the service goes on by. */
export type ClockFault = { wall: string; house: string }

/** So far the wall's clock may stray from the steady one before it counts as set anew. */
const STEP_MS = 1_000

/**
 * The service's time: the wall's, but for small steps back, during which it stands still. So what is written never runs
 * backwards, unless somebody sets the clock: then it says so, and it goes on record before anything else does. A wall
 * clock whose time no entry can hold is not followed: the steady clock carries the time on.
 */
export class ServiceClock {
  readonly #source: TimeSource
  readonly #listeners: ((step: ClockStep) => void)[] = []
  readonly #faultListeners: ((fault: ClockFault) => void)[] = []
  /** Milliseconds since some moment, which no setting of the clock moves. */
  readonly steady: () => number
  #last: number
  #lastSteady: number
  #lastText: string
  #isFaulty = false

  /** `latest`: the last time on record. A clock that says less was set back while nobody looked. */
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

  /** Calls when the wall clock has begun to say what no entry can hold. */
  onFault(listener: (fault: ClockFault) => void): void {
    this.#faultListeners.push(listener)
  }

  /** The time in words changes once a millisecond, commands come more often. */
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
