import type { TimeSource } from '../clock.ts'

/**
 * The time at a node of several: the store's clock, which all of them ask, carried on by the node's own steady one. It
 * never runs backwards, and is never behind what another node wrote: so times in the journal are in order whoever wrote
 * them. Where the store's clock is behind, this one runs at half speed until that has caught up.
 */
export class NodeClock {
  readonly steady: () => number
  #offset: number
  #last: number
  #lastSteady: number
  #text = ''
  #textOf = Number.NaN

  constructor({ wall, steady }: TimeSource) {
    this.steady = steady
    this.#lastSteady = steady()
    this.#last = wall()
    this.#offset = this.#last - this.#lastSteady
  }

  readonly now = (): string => {
    const steady = this.steady()
    const here = steady + this.#offset
    this.#last = Math.max(here, this.#last + (steady - this.#lastSteady) / 2)
    this.#lastSteady = steady
    const whole = Math.floor(this.#last)
    if (whole !== this.#textOf) {
      this.#text = new Date(whole).toISOString()
      this.#textOf = whole
    }
    return this.#text
  }

  /** What the store's clock said between two moments of the steady one. */
  set(storeNow: number, asked: number, answered: number): void {
    this.#offset = storeNow - (asked + answered) / 2
  }

  /** By how much the time here is ahead of the store's. */
  get aheadMs(): number {
    return this.#last - (this.#lastSteady + this.#offset)
  }

  /** Another node wrote something of this time. */
  readonly heard = (at: string): void => {
    const time = Date.parse(at)
    if (time > this.#last) {
      this.now()
      this.#last = Math.max(this.#last, time)
    }
  }
}
