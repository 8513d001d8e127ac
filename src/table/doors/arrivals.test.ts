import { expect, test } from 'vitest'
import { Allowance } from './allowances.ts'
import { hasTime } from './arrivals.ts'

/** One socket a second, four at once, by a clock that stands still until it is told. */
function slowAddress() {
  const clock = { now: 0 }
  return { clock, arrival: new Allowance(1, () => clock.now) }
}

test('a hall comes in at once; after that who comes too soon waits, and is turned away in the end', async () => {
  const { arrival } = slowAddress()
  for (let nth = 0; nth < 4; nth++) expect(await hasTime(arrival, 100, 1)).toBe(true)
  expect(await hasTime(arrival, 100, 1)).toBe(false)
  expect(arrival.sockets).toBe(0)
})

test('who waits comes in when it is time', async () => {
  const { clock, arrival } = slowAddress()
  arrival.spend(4)
  const late = hasTime(arrival, 100, 1)
  expect(arrival.sockets).toBe(1)
  clock.now += 1_000
  expect(await late).toBe(true)
})

test('of those who wait there are so many and no more', async () => {
  const { arrival } = slowAddress()
  arrival.spend(4)
  const waiting = [hasTime(arrival, 2, 1), hasTime(arrival, 2, 1)]
  expect(await hasTime(arrival, 2, 1)).toBe(false)
  expect(await Promise.all(waiting)).toEqual([false, false])
})
