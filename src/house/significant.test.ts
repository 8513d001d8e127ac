import { expect, test } from 'vitest'
import { START, TestHouse } from '../../test/support/secrets.ts'
import { type StaffCaller, serviceCaller } from './caller.ts'
import { acknowledgeEvents, noteConfiguration, noteEvents, OPEN_MAX, significantIn } from './significant.ts'
import type { Seen, SignificantFacts } from './significant-kinds.ts'
import { freshHouse, houseFrom } from './state.ts'
import { HOUR } from './time.ts'

const seen = (facts: SignificantFacts, at = START, count = 1): Seen => ({ facts, at, count })
const lost = (terminal: string) => seen({ alarm: 'terminal-lost', table: 'r1', terminal })
const pit: StaffCaller = { kind: 'staff', badge: '2001', name: 'Siti', role: 'pit-supervisor', credential: '' }

function note(house: TestHouse, ...events: Seen[]): void {
  house.done(noteEvents(house.state, events, serviceCaller, house.now))
}
const acknowledge = (house: TestHouse, numbers: number[], text = 'looked at it') =>
  house.decided(acknowledgeEvents(house.state, { numbers, note: text }, pit, house.now))
const listed = (house: TestHouse) =>
  significantIn(house.state).map(({ number, facts, count, acknowledged }) => [
    number,
    facts.alarm,
    count,
    acknowledged?.by ?? null,
  ])

test('an event that comes again while it is open is counted, and one of another terminal is another', () => {
  const house = new TestHouse()
  note(house, lost('t1'), lost('t1'), lost('t2'))
  house.wait(HOUR)
  note(house, { ...lost('t1'), at: house.now, count: 40 })
  expect(listed(house)).toEqual([
    [1, 'terminal-lost', 42, null],
    [2, 'terminal-lost', 1, null],
  ])
  expect(significantIn(house.state)[0]).toMatchObject({ at: START, last: house.now })
})

test('staff acknowledge by name with a note, and what comes after that is a new event', () => {
  const house = new TestHouse()
  note(house, lost('t1'))
  acknowledge(house, [1])
  expect(significantIn(house.state)[0]!.acknowledged).toEqual({
    at: house.now,
    by: { badge: '2001', name: 'Siti', role: 'pit-supervisor' },
    note: 'looked at it',
  })
  note(house, lost('t1'))
  expect(listed(house).map(([number, , count]) => [number, count])).toEqual([
    [1, 1],
    [2, 1],
  ])
})

test('only open events are acknowledged, each once, and with a note', () => {
  const house = new TestHouse()
  note(house, lost('t1'), seen({ alarm: 'service-stopped', table: null, node: 'n' }))
  expect(acknowledge(house, [2])).toMatchObject({ refused: 'event-not-open' })
  expect(acknowledge(house, [7])).toMatchObject({ refused: 'event-not-open' })
  expect(acknowledge(house, [])).toMatchObject({ refused: 'field-not-valid', field: 'numbers' })
  expect(acknowledge(house, [1], '')).toMatchObject({ refused: 'field-not-valid', field: 'note' })
  expect(acknowledge(house, [1, 2, 1])).toMatchObject({ events: [{ numbers: [1] }] })
  expect(acknowledge(house, [1])).toMatchObject({ refused: 'event-not-open' })
})

test('events without acknowledgement are counted together for an hour', () => {
  const house = new TestHouse()
  const back = () => seen({ alarm: 'terminal-back', table: 'r1', terminal: 't1' }, house.now)
  note(house, back(), back())
  house.wait(HOUR)
  note(house, back())
  expect(listed(house).map(([, , count]) => count)).toEqual([2, 1])
})

test('a flood of different events is one event with a count beyond those that are kept open', () => {
  const house = new TestHouse()
  const flood = Array.from({ length: OPEN_MAX + 250 }, (_, nth) => lost(`t${nth}`))
  note(house, ...flood)
  expect(house.state.significant.size).toBe(OPEN_MAX + 1)
  expect(significantIn(house.state).at(-1)).toMatchObject({
    facts: { alarm: 'more-events', of: 'terminal-lost' },
    count: 250,
  })
})

test('old closed events are forgotten, open ones never, and no number is given twice', () => {
  const house = new TestHouse()
  note(house, lost('t1'))
  for (let nth = 0; nth < 300; nth++)
    note(house, seen({ alarm: 'self-check-passed', table: null, node: 'n', asker: 'service' }))
  expect(house.state.significant.size).toBe(201)
  expect(listed(house)[0]).toEqual([1, 'terminal-lost', 1, null])
  expect(listed(house).at(-1)![0]).toBe(301)
})

test('a node that starts and had not stopped has crashed; one that stopped in good order has not', () => {
  const house = new TestHouse()
  const started = () => seen({ alarm: 'service-started', table: null, node: 'n' }, house.now)
  note(house, started())
  note(house, seen({ alarm: 'service-stopped', table: null, node: 'n' }))
  note(house, started())
  const since = house.now
  house.wait(HOUR)
  note(house, started())
  expect(listed(house).map(([, kind]) => kind)).toEqual([
    'service-started',
    'service-stopped',
    'service-started',
    'crash-detected',
    'service-started',
  ])
  expect(significantIn(house.state)[3]!.facts).toEqual({ alarm: 'crash-detected', table: null, node: 'n', since })
})

test('a configuration is on record with what has changed, before and after; one that is the same is not', () => {
  const house = new TestHouse()
  const configure = (settings: Record<string, string>) =>
    house.done(noteConfiguration(house.state, { node: 'n', digest: 'd', settings }, serviceCaller, house.now))
  configure({ port: '80', demo: 'false' })
  expect(configure({ demo: 'false', port: '80' }).events).toEqual([])
  configure({ port: '81', demo: 'false', host: '"::1"' })
  configure({ port: '81', host: '"::1"' })
  expect(significantIn(house.state).map(({ facts }) => [facts.alarm, facts.before, facts.after])).toEqual([
    ['configuration-noted', {}, { demo: 'false', port: '80' }],
    ['configuration-changed', { port: '80' }, { host: '"::1"', port: '81' }],
    ['configuration-changed', { demo: 'false' }, {}],
  ])
  expect(house.state.configurations.get('n')).toEqual({ host: '"::1"', port: '81' })
})

test('a snapshot of the house holds its events, its nodes and its stops', () => {
  const house = new TestHouse()
  note(house, lost('t1'), seen({ alarm: 'service-started', table: null, node: 'n' }))
  acknowledge(house, [1])
  const read = houseFrom(JSON.parse(JSON.stringify(house.state)))
  expect([significantIn(read), read.running.get('n')]).toEqual([significantIn(house.state), START])
  expect(freshHouse().significant.size).toBe(0)
})
