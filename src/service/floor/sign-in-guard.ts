import type { CountedTries } from '../../house/house-events.ts'
import { waitAfter } from '../../house/wrong-tries.ts'
import type { TryMark } from '../secrets/try-marks.ts'
import { askHouse, type HouseStream } from '../stream/house-stream.ts'
import type { Alarms } from './alarms.ts'

/**
 * The interval of recording, with at most this number of marks and badges in an entry, so that a flood of wrong PINs
 * does not fill the disk.
 */
export const RECORD_EVERY_MS = 10_000
export const MARKS_AT_ONCE = 100
const BADGES_AT_ONCE = 50
const TRIALS_KEPT_MAX = 10_000

/** The number of wrong attempts within the time that raises an alarm. Ten times as many raise another. */
export const ALARM_FROM = 20
const ALARM_WITHIN_MS = 3_600_000

type Kept = { underWay: number; unrecorded: number; last: number }
type Trial = { marks: readonly TryMark[]; address: string }

/**
 * Makes callers wait after wrong PINs. Counts are recorded with a short delay. Counts that are not recorded yet, and
 * the time of the last attempt by the steady clock, are kept here. After a restart every wait begins again.
 */
export class SignInGuard {
  readonly #house: HouseStream
  readonly #steady: () => number
  readonly #alarms: Alarms
  readonly #recordEveryMs: number
  readonly #since: number
  readonly #kept = new Map<string, Kept>()
  readonly #badges = new Map<string | null, number>()
  #recordedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  #recording: Promise<void> | null = null
  #hour: { since: number; wrong: number; alarmAt: number; from: Map<string, number> } | null = null

  /** `recordEveryMs`: other nodes know of attempts only from the record, so nodes of a cluster record them sooner. */
  constructor(house: HouseStream, steady: () => number, alarms: Alarms, recordEveryMs = RECORD_EVERY_MS) {
    this.#recordEveryMs = recordEveryMs
    this.#house = house
    this.#steady = steady
    this.#alarms = alarms
    this.#since = steady()
    // Counts leave memory at the moment when the record has them.
    house.watch({
      recorded: (events) => {
        for (const event of events) if (event.type === 'sign-ins-failed') this.#settle(event)
      },
    })
  }

  /** Seconds to wait before the next attempt; 0 for none. */
  secondsToWait(marks: readonly TryMark[]): number {
    return Math.max(...marks.map((one) => Math.ceil(this.#wait(one) / 1000)))
  }

  #wait({ mark, patience }: TryMark): number {
    const { underWay, unrecorded, last } = this.#kept.get(mark) ?? { underWay: 0, unrecorded: 0, last: this.#since }
    const recorded = this.#house.settled.state.tries.get(mark)?.count ?? 0
    const wait = waitAfter(recorded + unrecorded + underWay, patience)
    return Math.max(0, last + wait - this.#steady())
  }

  /** An attempt counts as wrong from its beginning: parallel attempts gain nothing over successive ones. */
  begin(marks: readonly TryMark[], address: string): Trial {
    for (const { mark } of marks) {
      const kept = this.#kept.get(mark) ?? { underWay: 0, unrecorded: 0, last: 0 }
      kept.underWay++
      kept.last = this.#steady()
      this.#kept.set(mark, kept)
    }
    if (this.#kept.size > TRIALS_KEPT_MAX) this.#forgetSome()
    return { marks, address }
  }

  /** Ends an attempt that could not be checked. */
  end({ marks }: Trial): void {
    for (const { mark } of marks)
      this.#change(mark, (kept) => {
        kept.underWay--
      })
  }

  /** Ends a right attempt. The earlier wrong ones at this station are forgotten. */
  succeed(trial: Trial): void {
    this.end(trial)
    this.#change(trial.marks[0]!.mark, (kept) => {
      kept.unrecorded = 0
    })
  }

  /**
   * Ends a wrong attempt. The first one in a while resolves when it is recorded. During a flood no caller waits for the
   * disk.
   */
  async fail(trial: Trial, badge: string | null): Promise<void> {
    this.end(trial)
    for (const { mark } of trial.marks)
      this.#change(mark, (kept) => {
        kept.unrecorded++
      })
    this.#badges.set(badge, (this.#badges.get(badge) ?? 0) + 1)
    this.#raise(trial.address)
    const due = this.#recordedAt + this.#recordEveryMs - this.#steady()
    if (due <= 0) return this.record()
    this.#timer ??= setTimeout(() => void this.record(), due).unref()
  }

  #change(mark: string, change: (kept: Kept) => void): void {
    const kept = this.#kept.get(mark)
    if (kept) change(kept)
  }

  /** Forgets marks without a wait first, then those with the fewest attempts. */
  #forgetSome(): void {
    const surplus = [...this.#kept].sort(([, a], [, b]) => weight(a) - weight(b) || a.last - b.last)
    for (const [mark] of surplus.slice(0, TRIALS_KEPT_MAX / 2)) this.#kept.delete(mark)
  }

  /** Records the counts. If the house cannot record them, they are kept for the next time. */
  record(): Promise<void> {
    this.#stopTimer()
    this.#recording ??= this.#recordSome().finally(() => {
      this.#recording = null
      if (!isNothing(this.#counted())) this.#timer ??= setTimeout(() => void this.record(), this.#recordEveryMs).unref()
    })
    return this.#recording
  }

  async #recordSome(): Promise<void> {
    const counted = this.#counted()
    if (isNothing(counted)) return
    this.#recordedAt = this.#steady()
    try {
      await askHouse(this.#house, { do: 'count-wrong-tries', ...counted, by: { system: 'service' } })
      for (const { badge, count } of counted.badges) this.#countOff(badge, count)
    } catch {
      // The house is stopped, which has an alarm of its own.
    }
  }

  #counted(): CountedTries {
    const marks = [...this.#kept].map(([mark, { unrecorded: count }]) => ({ mark, count }))
    const badges = [...this.#badges].map(([badge, count]) => ({ badge, count }))
    return { badges: most(badges, BADGES_AT_ONCE), marks: most(marks, MARKS_AT_ONCE) }
  }

  #settle({ marks }: Pick<CountedTries, 'marks'>): void {
    for (const { mark } of marks)
      if (!this.#kept.has(mark)) this.#kept.set(mark, { underWay: 0, unrecorded: 0, last: this.#steady() })
    for (const { mark, count } of marks)
      this.#change(mark, (kept) => {
        kept.unrecorded = Math.max(0, kept.unrecorded - count)
      })
  }

  #countOff(badge: string | null, count: number): void {
    const left = (this.#badges.get(badge) ?? 0) - count
    if (left > 0) this.#badges.set(badge, left)
    else this.#badges.delete(badge)
  }

  /** `from`: the address of most of the attempts. */
  #raise(address: string): void {
    const now = this.#steady()
    if (!this.#hour || now - this.#hour.since >= ALARM_WITHIN_MS)
      this.#hour = { since: now, wrong: 0, alarmAt: ALARM_FROM, from: new Map() }
    const hour = this.#hour
    hour.wrong++
    if (hour.from.size < TRIALS_KEPT_MAX || hour.from.has(address))
      hour.from.set(address, (hour.from.get(address) ?? 0) + 1)
    if (hour.wrong < hour.alarmAt) return
    hour.alarmAt *= 10
    const [from] = [...hour.from].reduce((a, b) => (b[1] > a[1] ? b : a))
    this.#alarms.raise({ table: null, alarm: 'wrong-pins', count: hour.wrong, from })
  }

  async close(): Promise<void> {
    await this.#recording
    await this.record()
    this.#stopTimer()
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }
}

const isNothing = ({ badges, marks }: CountedTries): boolean => badges.length + marks.length === 0

const weight = ({ underWay, unrecorded }: Kept): number => underWay + unrecorded

const most = <Row extends { count: number }>(rows: readonly Row[], limit: number): Row[] =>
  rows
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, limit)
