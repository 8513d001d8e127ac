import { expect, test } from 'vitest'
import type { TableEvent } from '../engine/events.ts'
import { entriesOfPlace, eventMarks, notePlaces, type RoundPlaces } from './round-index.ts'
import type { TableEntry } from './table-entry.ts'

const event = (type: TableEvent['type'], round?: number) => ({ type, round }) as TableEvent
const entryOf = (...events: TableEvent[]) => ({ events }) as unknown as TableEntry

function placesAfter(entries: readonly TableEntry[]): RoundPlaces {
  const places: RoundPlaces = new Map()
  for (const [nth, entry] of entries.entries()) notePlaces(places, nth + 1, entry)
  return places
}

test('a round has the entries that opened, closed and concluded it, and what was said of it between and afterwards', () => {
  const places = placesAfter([
    { opened: {} } as unknown as TableEntry,
    entryOf(event('betting-opened', 1)),
    entryOf(event('wager-placed', 1)),
    { command: {}, refused: {} } as unknown as TableEntry,
    entryOf(event('ball-spun', 1)),
    entryOf(event('betting-closed', 1)),
    entryOf(event('outcome-determined', 1)),
    entryOf(event('round-settled', 1)),
    entryOf(event('betting-opened', 2)),
    entryOf(event('outcome-corrected', 1)),
    entryOf(event('bought-in')),
    entryOf(event('round-referred', 1)),
  ])
  expect([...places.values()]).toEqual([
    { round: 1, opened: 2, closed: 6, concluded: 8, isSettled: true, played: [5, 7], changed: [10, 12] },
    { round: 2, opened: 9, closed: null, concluded: null, isSettled: false, played: [], changed: [] },
  ])
  expect(entriesOfPlace(places.get(1)!)).toEqual([2, 5, 6, 7, 8, 10, 12])
})

test('one entry may make several rounds void: it concludes the one under way and changes the others', () => {
  const places = placesAfter([
    entryOf(event('betting-opened', 1)),
    entryOf(event('betting-closed', 1), event('round-referred', 1)),
    entryOf(event('referral-decided', 1), event('round-voided', 1)),
    entryOf(event('betting-opened', 2)),
    entryOf(event('round-voided', 1), event('round-voided', 2), event('round-voided', 1)),
  ])
  expect(places.get(1)).toEqual({
    round: 1,
    opened: 1,
    closed: 2,
    concluded: 3,
    isSettled: false,
    played: [],
    changed: [5],
  })
  expect(places.get(2)).toMatchObject({ opened: 4, closed: null, concluded: 5, changed: [] })
  expect(eventMarks([event('round-voided', 1), event('round-voided', 1)])).toEqual([{ round: 1, mark: 'voided' }])
})

test('betting may close twice: after a referral it was reopened', () => {
  const places = placesAfter([
    entryOf(event('betting-opened', 1)),
    entryOf(event('betting-closed', 1), event('round-referred', 1)),
    entryOf(event('referral-decided', 1)),
    entryOf(event('wager-placed', 1)),
    entryOf(event('betting-closed', 1)),
  ])
  expect(places.get(1)).toMatchObject({ closed: 5, played: [3] })
})
