import { expect, test } from 'vitest'
import { TestHouse } from '../../test/support/secrets.ts'
import { countWrongTries, signIn } from './people.ts'
import { STATIONS_MAX } from './state.ts'
import { DAY } from './time.ts'
import { MARKS_MAX, patienceOfAddress, patienceOfBadge, waitAfter } from './wrong-tries.ts'

const count = (house: TestHouse, mark: string, tries = 1, badge: string | null = null) =>
  house.record(
    countWrongTries(house.state, { badges: [{ badge, count: tries }], marks: [{ mark, count: tries }] }, house.now)
      .events,
  )

test('some wrong tries cost nothing, each further one waits twice as long, and none longer than the longest', () => {
  const waits = (tries: number[]) => tries.map((one) => waitAfter(one, patienceOfBadge) / 1000)
  expect(waits([0, 4, 5, 6, 7, 8])).toEqual([0, 0, 5, 10, 20, 40])
  expect(waits([12, 13, 500, 10_000])).toEqual([640, 900, 900, 900])
  expect([19, 20, 24, 1_000].map((one) => waitAfter(one, patienceOfAddress) / 1000)).toEqual([0, 5, 60, 60])
})

test('they are counted by what they wait for and by badge, and a right PIN forgets its own', () => {
  const house = new TestHouse()
  house.add('d1', 'dealer')
  count(house, 'here', 2, 'd1')
  count(house, 'here', 3, 'd1')
  count(house, 'there', 4, 'd1')
  count(house, 'there', 1, 'nobody')
  expect([house.state.tries.get('here')?.count, house.state.tries.get('there')?.count]).toEqual([5, 5])
  expect(house.state.staff.get('d1')!.failures).toBe(9)
  const request = { badge: 'd1', session: 's', station: 'pit', mark: 'here' }
  house.record(signIn(house.state, request, house.now).events)
  expect([house.state.tries.get('here'), house.state.tries.get('there')?.count]).toEqual([undefined, 5])
  expect(house.state.staff.get('d1')).toMatchObject({ failures: 0, stations: ['pit'] })
})

test('however many there are, nobody is locked', () => {
  const house = new TestHouse()
  house.add('d1', 'dealer')
  for (let tries = 0; tries < 100; tries++) count(house, `address ${tries}`, 10, 'd1')
  const request = { badge: 'd1', session: 's' }
  expect(signIn(house.state, request, house.now).events).toMatchObject([{ type: 'session-opened' }])
})

test('after a day they are forgotten', () => {
  const house = new TestHouse()
  count(house, 'old')
  house.wait(DAY - 1)
  count(house, 'new')
  expect(house.state.tries.get('old')?.count).toBe(1)
  house.wait(1)
  count(house, 'new')
  expect([house.state.tries.get('old'), house.state.tries.get('new')?.count]).toEqual([undefined, 2])
})

test('a flood of places does not wash out what was tried most, and what is kept is bounded', () => {
  const house = new TestHouse()
  count(house, 'stubborn', 50)
  for (let from = 0; from < 2 * MARKS_MAX; from += 500) {
    const marks = Array.from({ length: 500 }, (_, nth) => ({ mark: `m${from + nth}`, count: 1 }))
    house.record(countWrongTries(house.state, { badges: [], marks }, house.now).events)
    expect(house.state.tries.size).toBeLessThanOrEqual(MARKS_MAX)
  }
  expect(house.state.tries.get('stubborn')?.count).toBe(50)
})

test('nothing counted is nothing on record', () => {
  expect(
    countWrongTries(new TestHouse().state, { badges: [{ badge: 'gone', count: 1 }], marks: [] }, '').events,
  ).toEqual([])
})

test('the last stations of a badge are known, each once, and a station that is used again stays', () => {
  const house = new TestHouse()
  house.add('d1', 'dealer')
  const at = (station: string) =>
    house.record(signIn(house.state, { badge: 'd1', session: station, station }, house.now).events)
  for (const station of ['pit', 'pit', 'once']) at(station)
  expect(house.state.staff.get('d1')!.stations).toEqual(['pit', 'once'])
  for (let nth = 0; nth < 2 * STATIONS_MAX; nth++) at(`s${nth}`)
  const { stations } = house.state.staff.get('d1')!
  expect([stations.length, new Set(stations).size, stations[0]]).toEqual([STATIONS_MAX, STATIONS_MAX, 'pit'])
  expect(stations).toContain(`s${2 * STATIONS_MAX - 1}`)
})
