import { expect, test } from 'vitest'
import { usualLimits, type Watch, watching, watchLine } from './watch.ts'
import type { StatusLine } from './wheel-line.ts'

const MINUTE = 60_000
const status = (game: number, more: Partial<StatusLine> = {}): StatusLine => ({
  kind: 'status',
  state: 3,
  game,
  number: null,
  flags: 0,
  speed: 180,
  rotor: game % 2 === 0 ? 'clockwise' : 'anticlockwise',
  ...more,
})

/** Every line at its minute, and the faults that came of them. */
function watched(lines: readonly (readonly [minute: number, line: StatusLine])[], limits = usualLimits) {
  let state: Watch = watching
  return lines.flatMap(([minute, line]) => {
    const after = watchLine(state, line, minute * MINUTE, limits)
    state = after.state
    return after.faults.map(({ fault, detail }) => `${fault}: ${detail}`)
  })
}

test('spins that are as they should be raise nothing, however often a line comes', () => {
  const lines = Array.from({ length: 200 }, (_, nth) => [nth, status(nth)] as const)
  expect(watched(lines.flatMap((line) => [line, line]))).toEqual([])
})

test('a rotor that is too slow or too fast with the ball in the rim is a fault, once for each game', () => {
  const slow = status(1, { speed: 79 })
  expect(
    watched([
      [0, status(0, { speed: 80 })],
      [1, slow],
      [1, slow],
      [2, status(2, { speed: 351 })],
    ]),
  ).toEqual(['rotor-speed: 7.9 rpm', 'rotor-speed: 35.1 rpm'])
  // Before the ball is in the rim the rotor may have any speed; one that stands still has a fault of its own.
  expect(
    watched([
      [0, status(0, { speed: 10, state: 2 })],
      [1, status(1, { speed: 0 })],
    ]),
  ).toEqual([])
})

test('a rotor that never changes its direction is a fault at every full row', () => {
  const row = (length: number) =>
    Array.from({ length }, (_, nth) => [nth, status(nth, { rotor: 'clockwise' })] as const)
  expect(watched(row(29))).toEqual([])
  expect(watched(row(61))).toEqual(['rotor-unchanged: 30 spins clockwise', 'rotor-unchanged: 60 spins clockwise'])
  expect(watched([...row(29), [30, status(31)], ...row(29)])).toEqual([])
})

test('more spins within an hour than allowed are a fault once, and again after they were fewer', () => {
  const limits = { ...usualLimits, spinsAnHour: 3 }
  const at = (minutes: readonly number[]) => minutes.map((minute, nth) => [minute, status(nth)] as const)
  expect(watched(at([0, 10, 20, 60]), limits)).toEqual([])
  expect(watched(at([0, 10, 20, 59, 59.5]), limits)).toEqual(['pace: 4 spins in an hour'])
  expect(watched(at([0, 1, 2, 3, 200, 201, 202, 203]), limits)).toHaveLength(2)
})

test('a sensor flag that stays up is a fault once, until it was down', () => {
  const up = status(0, { flags: 4, state: 1 })
  expect(
    watched([
      [0, up],
      [0.4, up],
    ]),
  ).toEqual([])
  expect(
    watched([
      [0, up],
      [0.5, up],
      [1, up],
    ]),
  ).toEqual(['sensor-stuck: 30 s'])
  expect(
    watched([
      [0, up],
      [0.6, up],
      [1, status(0, { state: 1 })],
      [2, up],
      [3, up],
    ]),
  ).toHaveLength(2)
})
