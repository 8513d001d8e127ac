import { PersistentMap } from '../../engine/persistent-map.ts'
import {
  evolveSignificant,
  isNotedEvent,
  isOpenEvent,
  type SignificantEvent,
  significantIn,
} from '../../house/significant.ts'
import { HOUSE } from '../../house/state.ts'
import { moment } from '../../house/time.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import type { Alarm, SignificantRow } from '../../wire/alarm.ts'
import type { Span } from '../figures/span-count.ts'
import type { Floor } from './floor.ts'

/** Lists the events that the house remembers: all open ones and the last of the others, newest first. */
export const eventsRemembered = ({ house }: Floor): SignificantRow[] =>
  significantIn(house.settled.state).reverse().map(rowOf)

/** Every event of a span of time by the record, the newest first; an event belongs to the moment when it happened first. */
export const eventsOnRecord = async (floor: Floor, span: Span): Promise<SignificantRow[]> =>
  (await recordedEvents(floor, span)).map(rowOf)

/** The same as the record has them. */
export async function recordedEvents({ house, journal }: Floor, span: Span): Promise<SignificantEvent[]> {
  let significant = PersistentMap.of<SignificantEvent>()
  for await (const page of journal.pages(HOUSE, 1, house.durable))
    for (const { body } of page)
      for (const event of readHouseEntry(body).events.filter(isNotedEvent))
        significant = evolveSignificant(significant, event, Number.POSITIVE_INFINITY)
  return significantIn({ significant })
    .filter((one) => isWithin(one, span))
    .reverse()
}

const isWithin = ({ at }: SignificantEvent, { from, to }: Span): boolean =>
  (from === null || moment(at) >= moment(from)) && (to === null || moment(at) < moment(to))

const rowOf = (one: SignificantEvent): SignificantRow => ({
  number: one.number,
  event: { at: one.at, ...one.facts } as unknown as Alarm,
  last: one.last,
  count: one.count,
  isOpen: isOpenEvent(one),
  acknowledged: one.acknowledged,
})
