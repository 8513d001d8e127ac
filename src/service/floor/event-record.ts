import { keyOf } from '../../house/significant.ts'
import type { Seen, SignificantFacts } from '../../house/significant-kinds.ts'
import { kindOf } from '../../house/significant-kinds.ts'
import type { Raised } from '../../wire/alarm.ts'
import { askHouse, type HouseStream } from '../stream/house-stream.ts'

/** New events are recorded at once, but for these pauses; repeated ones wait, for a flood must not fill the disk. */
const PAUSE_MS = 200
const REPEATED_EVERY_MS = 10_000
const RETRY_MS = 5_000
/** More different events do not wait here: the rest of a kind is counted. */
const WAITING_MAX = 1_000

/**
 * Records significant events with the house, in order, a batch at a time. Waiting events of one key are merged into one
 * with a count. Events wait while the house is stopped.
 */
export class EventRecord {
  readonly #house: HouseStream
  readonly #now: () => string
  readonly #waiting = new Map<string, Seen>()
  #unique = 0
  #recording: Promise<void> | null = null
  #recordedAt = Number.NEGATIVE_INFINITY
  #timer: { due: number; handle: NodeJS.Timeout } | null = null
  #isClosed = false

  constructor(house: HouseStream, now: () => string) {
    this.#house = house
    this.#now = now
    house.watch({ restored: () => this.#arrange(0) })
  }

  note(raised: Raised & { at?: string }): void {
    const { at = this.#now(), ...rest } = raised
    // Facts that are left out are left out on record too.
    const facts = JSON.parse(JSON.stringify(rest)) as SignificantFacts
    const key = keyOf(facts)
    this.#count(kindOf(facts.alarm).each ? `${key} ${this.#unique++}` : key, { facts, at, count: 1 })
    this.#arrange(this.#isKnown(key) ? REPEATED_EVERY_MS : PAUSE_MS)
  }

  #count(key: string, seen: Seen): void {
    const before = this.#waiting.get(key)
    if (before) this.#waiting.set(key, { ...before, count: before.count + seen.count })
    else if (this.#waiting.size < WAITING_MAX) this.#waiting.set(key, seen)
    else this.#countRest(seen)
  }

  #countRest({ facts, at, count }: Seen): void {
    const rest: SignificantFacts = { alarm: 'more-events', table: null, of: facts.alarm }
    const before = this.#waiting.get(keyOf(rest))
    this.#waiting.set(keyOf(rest), before ? { ...before, count: before.count + count } : { facts: rest, at, count })
  }

  #isKnown(key: string): boolean {
    return this.#house.settled.state.significant.values().some((one) => one.key === key && one.acknowledged === null)
  }

  #arrange(pause: number): void {
    if (this.#isClosed || this.#recording || this.#waiting.size === 0) return
    const due = Math.max(performance.now(), this.#recordedAt + pause)
    if (this.#timer && this.#timer.due <= due) return
    this.#stopTimer()
    const handle = setTimeout(() => void this.record(), Math.max(0, due - performance.now())).unref()
    this.#timer = { due, handle }
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer.handle)
    this.#timer = null
  }

  /** Records what waits. Resolves when that is durable, or the house cannot take it now. */
  record(): Promise<void> {
    this.#stopTimer()
    this.#recording ??= this.#recordAll().then((isDone) => {
      this.#recording = null
      this.#arrange(isDone ? PAUSE_MS : RETRY_MS)
    })
    return this.#recording
  }

  async #recordAll(): Promise<boolean> {
    const batch = [...this.#waiting]
    if (batch.length === 0) return true
    this.#waiting.clear()
    this.#recordedAt = performance.now()
    try {
      await askHouse(this.#house, {
        do: 'note-events',
        events: batch.map(([, seen]) => seen),
        by: { system: 'service' },
      })
      return true
    } catch {
      // A house that stopped has an alarm of its own, which waits here with the others.
      const since = [...this.#waiting]
      this.#waiting.clear()
      for (const [key, seen] of [...batch, ...since]) this.#count(key, seen)
      return false
    }
  }

  async close(): Promise<void> {
    await this.#recording
    await this.record()
    this.#isClosed = true
    this.#stopTimer()
  }
}
