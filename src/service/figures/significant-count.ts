import { PersistentMap } from '../../engine/persistent-map.ts'
import type { HouseEvent } from '../../house/house-events.ts'
import {
  evolveSignificant,
  isNotedEvent,
  isOpenEvent,
  type NotedEvent,
  type SignificantEvent,
  significantIn,
} from '../../house/significant.ts'

/** Follows significant events to the end of a span, for the report of it. */
export class SignificantCount {
  #events = PersistentMap.of<SignificantEvent>()
  /** Numbers of events that happened, came again or were acknowledged in the span. */
  readonly #moved = new Set<number>()
  readonly #most: number

  /** `most`: how many events are listed one by one. */
  constructor(most: number) {
    this.#most = most
  }

  take(event: HouseEvent, isWithin: boolean): void {
    if (!isNotedEvent(event)) return
    this.#events = evolveSignificant(this.#events, event, Number.POSITIVE_INFINITY)
    if (isWithin) for (const number of numbersOf(event)) this.#moved.add(number)
  }

  /** The events of the span, and those that were open at its end; the newest are listed if there are too many. */
  figures(): { significant: SignificantEvent[]; significantLeftOut: number } {
    const all = significantIn({ significant: this.#events }).filter(
      (one) => this.#moved.has(one.number) || isOpenEvent(one),
    )
    const significant = all.slice(-this.#most)
    return { significant, significantLeftOut: all.length - significant.length }
  }
}

const numbersOf = (event: NotedEvent): readonly number[] =>
  event.type === 'significant-acknowledged' ? event.numbers : [event.event]
