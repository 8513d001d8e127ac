import { expect, test } from 'vitest'
import { type ClockStep, ServiceClock } from './clock.ts'

const START = Date.parse('2026-03-01T04:00:00.000Z')

/** A clock whose wall and steady hands are turned by the test. */
function clockByHand(latest: string | null = null) {
  const hands = { wall: START, steady: 5_000 }
  const clock = new ServiceClock(latest, { wall: () => hands.wall, steady: () => hands.steady })
  const steps: ClockStep[] = []
  clock.onStep((step) => steps.push(step))
  const pass = (steady: number, wall = steady) => {
    hands.steady += steady
    hands.wall += wall
    return Date.parse(clock.now()) - START
  }
  return { pass, steps }
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
