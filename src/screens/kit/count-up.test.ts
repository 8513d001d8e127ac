import { expect, test } from 'vitest'
import { countedIn } from './count-up.tsx'

test.each([
  [37_500, [10_000, 20_000, 30_000, 32_500, 35_000, 37_500]],
  [500, [500]],
  [1_250, [1_000, 1_100, 1_200, 1_250]],
])('%i is counted in whole chips', (amount, sums) => {
  expect(countedIn(amount)).toEqual(sums)
})

test('also much is counted in few steps, upwards, to the cent', () => {
  for (const amount of [1, 99_999_999, 123_456_789, 30_000_000_000]) {
    const sums = countedIn(amount)
    expect(sums.at(-1)).toBe(amount)
    expect(sums.length).toBeLessThan(30)
    expect(sums.toSorted((a, b) => a - b)).toEqual(sums)
  }
})
