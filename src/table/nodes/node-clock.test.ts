import { expect, test } from 'vitest'
import { NodeClock } from './node-clock.ts'

const at = (ms: number): string => new Date(ms).toISOString()

function clockAt(wall: number) {
  const time = { steady: 1_000 }
  const clock = new NodeClock({ wall: () => wall, steady: () => time.steady })
  return { clock, time }
}

test("a node goes by the store's clock, from the middle of asking it", () => {
  const { clock, time } = clockAt(50_000)
  expect(clock.now()).toBe(at(50_000))
  time.steady = 1_010
  clock.set(90_000, 1_000, 1_010)
  expect(clock.now()).toBe(at(90_005))
})

test('it is never behind what another node wrote, and never runs backwards', () => {
  const { clock, time } = clockAt(50_000)
  clock.heard(at(51_000))
  expect(clock.now()).toBe(at(51_000))
  clock.heard(at(40_000))
  time.steady += 100
  expect(clock.now()).toBe(at(51_050))
})

test('ahead of the store it runs at half speed until that has caught up', () => {
  const { clock, time } = clockAt(50_000)
  clock.set(49_000, 1_000, 1_000)
  expect(clock.now()).toBe(at(50_000))
  time.steady += 1_000
  expect(clock.now()).toBe(at(50_500))
  time.steady += 1_000
  expect(clock.now()).toBe(at(51_000))
  time.steady += 500
  expect(clock.now()).toBe(at(51_500))
  expect(clock.aheadMs).toBe(0)
})
