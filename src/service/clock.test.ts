import { expect, test } from 'vitest'
import { LAST_MOMENT } from '../house/time.ts'
import { type ClockFault, type ClockStep, ClockUnusable, ServiceClock } from './clock.ts'

const START = Date.parse('2026-03-01T04:00:00.000Z')

/** A clock whose wall time and steady time the test sets. */
function clockByHand(latest: string | null = null) {
  const hands = { wall: START, steady: 5_000 }
  const clock = new ServiceClock(latest, { wall: () => hands.wall, steady: () => hands.steady })
  const steps: ClockStep[] = []
  const faults: ClockFault[] = []
  clock.onStep((step) => steps.push(step))
  clock.onFault((fault) => faults.push(fault))
  const pass = (steady: number, wall = steady) => {
    hands.steady += steady
    hands.wall += wall
    return Date.parse(clock.now()) - START
  }
  return { pass, steps, faults, hands, clock }
}

test('it is the time of the wall', () => {
  const { pass, steps } = clockByHand()
  expect([pass(0), pass(250), pass(3_600_000)]).toEqual([0, 250, 3_600_250])
  expect(steps).toEqual([])
})

test('when the wall is put back a little it stands still, and goes on when the wall has caught up', () => {
  const { pass, steps } = clockByHand()
  expect([pass(500), pass(100, -200), pass(100), pass(200)]).toEqual([500, 500, 500, 600])
  expect(steps).toEqual([])
})

test.each([
  ['back', -60_000],
  ['on', 60_000],
])('when the wall is put %s by a minute that is said, once', (_, by) => {
  const { pass, steps } = clockByHand()
  pass(500)
  const at = pass(100, by)
  expect(at).toBe(500 + by)
  pass(10)
  expect(steps).toEqual([{ from: new Date(START + 600).toISOString(), to: new Date(START + 500 + by).toISOString() }])
})

test('when the wall says less than what is on record already, that is said at once', () => {
  const latest = new Date(START + 3_600_000).toISOString()
  const { pass, steps } = clockByHand(latest)
  expect(pass(1)).toBe(1)
  expect(steps).toEqual([{ from: new Date(START + 3_600_001).toISOString(), to: new Date(START + 1).toISOString() }])
})

test('when the last on record is just ahead, it stands still until the wall is there', () => {
  const { pass, steps } = clockByHand(new Date(START + 500).toISOString())
  expect([pass(100), pass(300), pass(200)]).toEqual([500, 500, 600])
  expect(steps).toEqual([])
})

test.each([
  ['after 9999', LAST_MOMENT + 1],
  ['before 1970', -1],
])(
  'a wall clock that says a year %s is not followed: the steady clock carries the time on, and that is said once',
  (_, wall) => {
    const { pass, steps, faults, hands } = clockByHand()
    pass(500)
    hands.wall = wall
    expect([pass(100, 0), pass(3_600_000, 0)]).toEqual([600, 3_600_600])
    expect(faults).toEqual([{ wall: new Date(wall).toISOString(), house: new Date(START + 600).toISOString() }])
    expect(steps).toEqual([])
    hands.wall = START + 3_600_700
    expect(pass(0)).toBe(3_600_700)
    hands.wall = wall
    pass(100, 0)
    expect(faults).toHaveLength(2)
    hands.wall = START
    expect(pass(0)).toBe(0)
    expect(steps).toEqual([{ from: new Date(START + 3_600_800).toISOString(), to: new Date(START).toISOString() }])
  },
)

test('no service begins by a clock whose time no entry can hold', () => {
  for (const wall of [LAST_MOMENT + 1, -1])
    expect(() => new ServiceClock(null, { wall: () => wall, steady: () => 0 })).toThrow(ClockUnusable)
})

test('at the end of the year 9999 time stands still', () => {
  const hands = { wall: LAST_MOMENT - 10, steady: 0 }
  const clock = new ServiceClock(null, { wall: () => hands.wall, steady: () => hands.steady })
  hands.steady += 5_000
  hands.wall += 5_000
  expect(clock.now()).toBe('9999-12-31T23:59:59.999Z')
})
