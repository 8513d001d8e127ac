import { expect, test } from 'vitest'
import { console, TestHouse } from '../../test/support/secrets.ts'
import { commandNames } from '../engine/language.ts'
import type { StopPlace } from './stop-words.ts'
import { resumeGaming, stopAt, stopGaming, stoppedRefusal } from './stops.ts'

const places = {
  house: { scope: 'house', of: '' },
  game: { scope: 'game', of: 'mbs/roulette' },
  table: { scope: 'table', of: 'r1' },
} as const satisfies Record<string, StopPlace>

const stop = (house: TestHouse, place: StopPlace, when: 'now' | 'after-round' = 'now') =>
  house.decided(stopGaming(house.state, { ...place, when, reason: 'the inspector asks' }, console, house.now))
const resume = (house: TestHouse, place: StopPlace) =>
  house.decided(resumeGaming(house.state, { ...place, reason: 'cleared' }, console, house.now))
const holds = (house: TestHouse, table: string, game: string) => stopAt(house.state, table, game)?.when ?? null

test('a stop holds in the house, at tables of the game, or at the table, until it is resumed', () => {
  for (const place of Object.values(places)) {
    const house = new TestHouse()
    expect(stop(house, place)).toMatchObject({ events: [{ type: 'gaming-stopped', reason: 'the inspector asks' }] })
    expect(holds(house, 'r1', 'mbs/roulette')).toBe('now')
    expect(holds(house, 'r2', 'mbs/roulette')).toBe(place.scope === 'table' ? null : 'now')
    expect(holds(house, 'r2', 'mbs/other')).toBe(place.scope === 'house' ? 'now' : null)
    resume(house, place)
    expect(holds(house, 'r1', 'mbs/roulette')).toBeNull()
  }
})

test('the strictest stop holds, and each is resumed by itself', () => {
  const house = new TestHouse()
  stop(house, places.house, 'after-round')
  stop(house, places.table, 'now')
  expect(holds(house, 'r1', 'mbs/roulette')).toBe('now')
  resume(house, places.table)
  expect(holds(house, 'r1', 'mbs/roulette')).toBe('after-round')
})

test('the same stop twice, a resumption of nothing, and bad fields are refused', () => {
  const house = new TestHouse()
  expect(resume(house, places.house)).toMatchObject({ refused: 'gaming-not-stopped' })
  stop(house, places.house, 'after-round')
  expect(stop(house, places.house, 'after-round')).toMatchObject({ refused: 'gaming-already-stopped' })
  expect(stop(house, places.house, 'now')).toMatchObject({ events: [{ when: 'now' }] })
  const odd = { scope: 'planet', of: '', when: 'now', reason: 'r' } as never
  expect(stopGaming(house.state, odd, console, house.now)).toMatchObject({ refused: 'field-not-valid', field: 'scope' })
})

test('a stop now bars wagers and rounds, one after the round bars rounds alone, and no other command', () => {
  const house = new TestHouse()
  stop(house, places.table, 'now')
  stop(house, places.game, 'after-round')
  const barredBy = (table: string) =>
    commandNames.filter((name) => stoppedRefusal(stopAt(house.state, table, 'mbs/roulette'), name))
  expect(barredBy('r1')).toEqual(['place-your-bets', 'wager'])
  expect(barredBy('r2')).toEqual(['place-your-bets'])
  expect(stoppedRefusal(null, 'wager')).toBeNull()
})
