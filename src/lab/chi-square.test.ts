import { expect, test } from 'vitest'
import { chiSquareTail, fitOf, spinsMissing } from './chi-square.ts'

// From printed tables of the distribution: the value that is exceeded with this probability.
// biome-ignore format: a table is read down its columns
test.each([
  [1,  3.841459, 0.05],
  [2,  9.21034,  0.01],
  [10, 18.30704, 0.05],
  [10, 3.940299, 0.95],
  [36, 50.99846, 0.05],
  [36, 58.61921, 0.01],
  [36, 67.98517, 0.001],
  [37, 52.19232, 0.05],
  [39, 54.57223, 0.05],
  [39, 25.69539, 0.95],
])('with %i degrees of freedom %f is exceeded with probability %f', (degrees, x, p) => {
  expect(chiSquareTail(x, degrees)).toBeCloseTo(p, 6)
})

test('with two degrees of freedom the tail is known in closed form', () => {
  for (let x = 0; x < 60; x += 0.37) expect(chiSquareTail(x, 2)).toBeCloseTo(Math.exp(-x / 2), 12)
})

test('the tail falls from one to nothing and never leaves that range', () => {
  let before = 1
  for (let x = 0; x < 400; x++) {
    const p = chiSquareTail(x, 36)
    expect(p).toBeGreaterThanOrEqual(0)
    expect(p).toBeLessThanOrEqual(before)
    before = p
  }
  expect(before).toBeLessThan(1e-40)
})

test('a die: 60 throws against ten of each', () => {
  const fit = fitOf([5, 8, 9, 8, 10, 20])
  expect(fit).toMatchObject({ spins: 60, expected: 10, degreesOfFreedom: 5 })
  expect(fit.statistic).toBeCloseTo(13.4, 10)
  expect(fit.p).toBeCloseTo(0.01991, 4)
})

test('too few spins are said to be too few: five per pocket', () => {
  const wheel = (spins: number) =>
    fitOf(Array.from({ length: 37 }, (_, pocket) => (pocket < spins % 37 ? 1 : 0) + Math.floor(spins / 37)))
  expect(spinsMissing(wheel(0))).toBe(185)
  expect(spinsMissing(wheel(20))).toBe(165)
  expect(spinsMissing(wheel(184))).toBe(1)
  expect(spinsMissing(wheel(185))).toBe(0)
})

test('no spins at all are no evidence', () => {
  expect(fitOf(new Array(38).fill(0))).toMatchObject({ spins: 0, statistic: 0, p: 1 })
})
