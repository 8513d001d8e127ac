import { expect, test } from 'vitest'
import { books } from '../../books/index.ts'
import {
  BALL_SPEED,
  ballAt,
  CAMERA_MS,
  cameraAt,
  LANDING_MS,
  landing,
  NEAR_MS,
  pocketAngle,
  ROTOR_SPEED,
  turn,
} from './wheel-motion.ts'

test('the ball ends in the pocket that it is told, from wherever it was', () => {
  for (const { wheel } of books)
    for (const pocket of wheel.pockets)
      for (const from of [0, 123, -1234.5, 5000]) {
        const target = pocketAngle(wheel.order, pocket)
        const { angle, height } = ballAt(landing(from, target), LANDING_MS)
        expect(turn(angle - target + 180)).toBeCloseTo(180, 6)
        expect(height).toBe(0)
      }
})

test('it never runs backwards, and slows down from the speed it had', () => {
  const speed = BALL_SPEED - ROTOR_SPEED
  for (let target = 0; target < 360; target += 7) {
    const run = landing(40, target)
    const places = Array.from({ length: 101 }, (_, step) => ballAt(run, (step * LANDING_MS) / 100).angle)
    for (let step = 1; step < places.length; step++) expect(places[step]!).toBeLessThanOrEqual(places[step - 1]!)
    const first = (places[1]! - places[0]!) / (LANDING_MS / 100)
    expect(first / speed).toBeGreaterThan(0.9)
    expect(first / speed).toBeLessThan(1.1)
  }
})

test('every pocket has its own place', () => {
  for (const { wheel } of books)
    expect(new Set(wheel.order.map((pocket) => pocketAngle(wheel.order, pocket))).size).toBe(wheel.order.length)
})

test('the camera begins and ends with the whole wheel, has the ball in its sight all the way, and never jumps', () => {
  const run = landing(40, 200)
  expect(cameraAt(LANDING_MS - 3_000)).toEqual({ zoom: 1, pull: 0 })
  expect(cameraAt(CAMERA_MS)).toEqual({ zoom: 1, pull: 0 })
  for (const at of [LANDING_MS, LANDING_MS + NEAR_MS]) expect(cameraAt(at).zoom).toBeCloseTo(2.5, 6)
  let before = 1
  for (let at = 0; at <= CAMERA_MS; at += 16) {
    const { zoom, pull } = cameraAt(at)
    const { height } = ballAt(run, at)
    const radius = 0.6 + 0.285 * Math.min(1, height)
    expect(zoom * radius * (1 - pull), `${at} ms`).toBeLessThan(0.95)
    expect(Math.abs(zoom - before)).toBeLessThan(0.05)
    before = zoom
  }
})
