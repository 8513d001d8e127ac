import { expect, test } from 'vitest'
import { RateLimit } from './rate-limits.ts'
import { hasTime } from './socket-admission.ts'

/** A limit of this many sockets a second, with one second's worth as burst, by a clock that stands still. */
const address = (perSecond: number): RateLimit => new RateLimit(perSecond, () => 0, perSecond)

test('a part of a hall comes in at once, the others one after the other, each at a moment of its own', async () => {
  const arrival = address(100)
  const came: number[] = []
  const all = Array.from({ length: 104 }, (_, nth) => hasTime(arrival, 1).then((isIn) => isIn && came.push(nth)))
  await Promise.all(all.slice(0, 100))
  expect(came).toEqual(Array.from({ length: 100 }, (_, nth) => nth))
  expect(arrival.untilLeft).toBe(50)
  await Promise.all(all)
  expect(came.slice(100)).toEqual([100, 101, 102, 103])
})

test('who would have to wait for too long is turned away, and takes nothing from the others', async () => {
  const arrival = address(1)
  arrival.spend(1 + 4)
  expect(arrival.untilLeft).toBe(5_000)
  expect(await hasTime(arrival, 1)).toBe(false)
  expect(arrival.untilLeft).toBe(5_000)
})
