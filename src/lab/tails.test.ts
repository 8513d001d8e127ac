import { expect, test } from 'vitest'
import {
  betaPart,
  chiSquareQuantile,
  logGamma,
  noncentralityFor,
  noncentralTail,
  normalQuantile,
  normalTails,
  poissonTails,
  shareInterval,
} from './tails.ts'

// From printed tables.
// biome-ignore format: a table is read down its columns
test.each([
  [0.1,   1.644854],
  [0.05,  1.959964],
  [0.01,  2.575829],
  [0.001, 3.290527],
  [1e-6,  4.891638],
])('a normal variable strays on either side with probability %f by %f', (p, z) => {
  expect(normalQuantile(p)).toBeCloseTo(z, 5)
  expect(normalTails(z)).toBeCloseTo(p, 6)
})

// biome-ignore format: a table is read down its columns
test.each([
  [0.05,  1,   3.841459],
  [0.01,  8,   20.09024],
  [0.01,  36,  58.61921],
  [0.995, 100, 67.32756],
  [0.005, 100, 140.1695],
])('chi-square: with probability %f and %i degrees %f is exceeded', (p, degrees, x) => {
  expect(chiSquareQuantile(p, degrees)).toBeCloseTo(x, 3)
})

test('the gamma function: factorials, and the half', () => {
  let factorial = 1
  for (let n = 1; n < 100; n++) {
    factorial *= n
    expect(logGamma(n + 1) / (Math.log(factorial) || 1)).toBeCloseTo(n === 1 ? 0 : 1, 12)
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13)
  expect(logGamma(0.1)).toBeCloseTo(2.2527126517342, 12)
})

test('the beta function is the sum of a binomial tail', () => {
  const [n, p] = [20, 0.3]
  const chance = (k: number) =>
    Math.exp(logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)) * p ** k * (1 - p) ** (n - k)
  let tail = 0
  for (let k = n; k >= 1; k--) {
    tail += chance(k)
    expect(betaPart(p, k, n - k + 1)).toBeCloseTo(tail, 12)
  }
})

// Clopper and Pearson's charts, and what statistics programs give.
// biome-ignore format: a table is read down its columns
test.each([
  [0,   10,   0.95, 0,        0.308497],
  [5,   10,   0.95, 0.187086, 0.812914],
  [10,  10,   0.95, 0.691503, 1],
  [1,   100,  0.95, 0.000253, 0.054459],
  [486, 1000, 0.99, 0.444936, 0.527199],
])('%i of %i at %f: between %f and %f', (hits, of, confidence, low, high) => {
  const interval = shareInterval(hits, of, confidence)
  expect(interval[0]).toBeCloseTo(low, 4)
  expect(interval[1]).toBeCloseTo(high, 4)
})

test('an interval holds for a thousand million rounds too', () => {
  const [low, high] = shareInterval(486_486_486, 1_000_000_000, 0.99)
  const width = 2.5758 * Math.sqrt((0.486486486 * 0.513513514) / 1e9)
  expect(low).toBeCloseTo(0.486486486 - width, 7)
  expect(high).toBeCloseTo(0.486486486 + width, 7)
})

test('Poisson: twice the smaller tail', () => {
  const atMost = (count: number, mean: number) => {
    let [term, sum] = [Math.exp(-mean), 0]
    for (let k = 0; k <= count; k++) {
      sum += term
      term *= mean / (k + 1)
    }
    return sum
  }
  expect(poissonTails(2, 7.5)).toBeCloseTo(2 * atMost(2, 7.5), 12)
  expect(poissonTails(15, 7.5)).toBeCloseTo(2 * (1 - atMost(14, 7.5)), 12)
  expect(poissonTails(7, 7.5)).toBe(1)
  expect(poissonTails(0, 3)).toBeCloseTo(2 * Math.exp(-3), 12)
})

test('the power of a test with one degree of freedom is that of the normal curve', () => {
  // The two sides of the normal curve, of which the far one adds next to nothing.
  expect(noncentralityFor(1, 0.05, 0.9)).toBeCloseTo((1.959964 + 1.281552) ** 2, 3)
  expect(noncentralityFor(1, 0.01, 0.8)).toBeCloseTo((2.575829 + 0.841621) ** 2, 3)
  expect(noncentralTail(3.841459, 1, 0)).toBeCloseTo(0.05, 6)
})

test('where the mixture gives way to the normal curve the power does not jump', () => {
  for (const x of [1300, 1450, 1600]) {
    expect(Math.abs(noncentralTail(x, 36, 1399) - noncentralTail(x, 36, 1401))).toBeLessThan(0.02)
  }
})
