/** What a clock's step was: what it said, and what it says from then on. */
export type ClockStep = { from: string; to: string }

/** Where time comes from: the wall, and a clock that only ever runs forwards. */
export type TimeSource = { wall: () => number; steady: () => number }

export const realTime: TimeSource = { wall: () => Date.now(), steady: () => performance.now() }

/** So far the wall's clock may stray from the steady one before it counts as set anew. */
const STEP_MS = 1_000

/**
 * The service's time: the wall's, but for small steps back, during which it stands still. So what is written never runs
 * backwards, unless somebody sets the clock: then it says so, and it goes on record before anything else does.
 */
export class ServiceClock {
  readonly #source: TimeSource
  readonly #listeners: ((step: ClockStep) => void)[] = []
  /** Milliseconds since some moment, which no setting of the clock moves. */
  readonly steady: () => number
  #last: number
  #lastSteady: number
  #lastText: string

  /** `latest`: the last time on record. A clock that says less was set back while nobody looked. */
  constructor(latest: string | null = null, source: TimeSource = realTime) {
    this.#source = source
    this.steady = source.steady
    this.#last = Math.max(source.wall(), latest === null ? 0 : Date.parse(latest))
    this.#lastSteady = source.steady()
    this.#lastText = new Date(this.#last).toISOString()
  }

  onStep(listener: (step: ClockStep) => void): void {
    this.#listeners.push(listener)
  }

  /** The time in words changes once a millisecond, commands come more often. */
  readonly now = (): string => {
    const wall = this.#source.wall()
    if (wall === this.#last) return this.#lastText
    const steady = this.#source.steady()
    const expected = this.#last + (steady - this.#lastSteady)
    if (Math.abs(wall - expected) >= STEP_MS) return this.#step(wall, steady, expected)
    if (wall > this.#last) this.#set(wall, steady)
    return this.#lastText
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
