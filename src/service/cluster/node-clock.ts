import { DAY, HOUR, isRecordable, LAST_MOMENT, MINUTE } from '../../house/time.ts'
import type { ClockStep, TimeSource } from '../clock.ts'

/** A reading of the store's clock, taken at some moment between `asked` and `answered` of the steady clock. */
export type StoreReading = { now: number; asked: number; answered: number }

/** The wall clock of a node, the store's clock and the node's own time, when they differ. */
type ClocksApart = { wall: string; store: string; house: string }

/**
 * The difference allowed between the wall clock of a machine and the store's, unless the operator configures another
 * one.
 */
export const CLOCK_LIMIT_MS = 5_000

/**
 * The most that an entry may be ahead of the store's clock. The clocks of nodes that follow the store differ by less.
 */
const AHEAD_MAX_MS = MINUTE

/**
 * The time at a node of a cluster: the store's clock, carried on by the node's steady clock between readings. The wall
 * clock is a witness and no source.
 *
 * - A reading within the limit of the time carried on is followed. A reading further ahead is followed if the wall clock
 * confirms it: then the machine slept. Any other reading is left aside until the store's clock is right again, as is one that no entry can hold.
 * - Time never runs backwards. Ahead of the store's clock it runs at half speed until that has caught up.
 * - Time is never behind what another node wrote, so that the entries of all nodes are in order. An entry more than a
 * minute ahead of the store's clock is not followed: its stream stops here, for nothing could be written after it.
 */
export class NodeClock {
  readonly steady: () => number
  readonly #wall: () => number
  readonly #limitMs: number
  /** The difference between the store's time and the steady clock. */
  #offset: number
  #last: number
  #lastSteady: number
  #areApart = false
  #wallAheadMs = 0
  #text = ''
  #textOf = Number.NaN

  constructor({ wall, steady }: TimeSource, { now, asked, answered }: StoreReading, limitMs: number) {
    this.steady = steady
    this.#wall = wall
    this.#limitMs = limitMs
    this.#offset = now - (asked + answered) / 2
    this.#lastSteady = steady()
    this.#last = this.#lastSteady + this.#offset
  }

  readonly now = (): string => {
    const steady = this.steady()
    const here = steady + this.#offset
    this.#last = Math.max(here, this.#last + (steady - this.#lastSteady) / 2)
    this.#lastSteady = steady
    const whole = Math.min(Math.floor(this.#last), LAST_MOMENT)
    if (whole !== this.#textOf) {
      this.#text = timeText(whole)
      this.#textOf = whole
    }
    return this.#text
  }

  /** The lead of the wall clock over the store's at the last reading, in milliseconds, rounded to 10. */
  get wallAheadMs(): number {
    return Math.round(this.#wallAheadMs / 10) * 10
  }

  /** Takes a reading in. `step`: time went on by more than the limit. `apart`: the clocks have begun to differ. */
  set({ now, asked, answered }: StoreReading): { step: ClockStep | null; apart: ClocksApart | null } {
    const gapOf = (offset: number): number => Math.min(Math.max(offset, now - answered), now - asked) - offset
    const gap = gapOf(this.#offset)
    const wallOffset = this.#wall() - this.steady()
    const wallGap = Math.abs(gapOf(wallOffset))
    this.#wallAheadMs = wallOffset - (now - (asked + answered) / 2)
    const isRecordableNow = isRecordable(now)
    const isStep = isRecordableNow && gap > this.#limitMs && wallGap <= this.#limitMs
    const isFollowed = isStep || (isRecordableNow && Math.abs(gap) <= this.#limitMs)
    const from = this.now()
    if (isFollowed) this.#offset += gap
    const apart = this.#beginToDiffer(isFollowed ? wallGap : Math.max(wallGap, Math.abs(gap)))
    return {
      step: isStep ? { from, to: this.now() } : null,
      apart: apart ? { wall: timeText(this.#wall()), store: timeText(now), house: this.now() } : null,
    }
  }

  /** Clocks that differ by about the limit raise one alarm, not one with every reading. */
  #beginToDiffer(gap: number): boolean {
    const hadAgreed = !this.#areApart
    this.#areApart = gap > (hadAgreed ? this.#limitMs : this.#limitMs / 2)
    return this.#areApart && hadAgreed
  }

  /**
   * Notes the time of an entry that another node wrote. Returns the reason against following it; null if there is none.
   */
  readonly heard = (at: string): string | null => {
    const time = Date.parse(at)
    const ahead = time - (this.steady() + this.#offset)
    if (ahead > AHEAD_MAX_MS) return `it is of ${at}, ${spanText(ahead)} ahead of the clock of the database`
    if (time > this.#last) {
      this.now()
      this.#last = Math.max(this.#last, time)
    }
    return null
  }
}

const timeText = (ms: number): string => new Date(ms).toISOString()

const units: readonly (readonly [number, string])[] = [
  [DAY, 'days'],
  [HOUR, 'hours'],
  [MINUTE, 'minutes'],
  [1_000, 'seconds'],
]

/** A span of time in words: 100 days, 7.5 seconds. */
export function spanText(ms: number): string {
  const [unit, name] = units.find(([unit]) => ms >= 2 * unit) ?? units.at(-1)!
  return `${Number((ms / unit).toFixed(1))} ${name}`
}
