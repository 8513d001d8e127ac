import type { Interval } from './tails.ts'

/** The number of rounds up to which the count is still fast. */
const COUNTED_MAX = 20_000
const NEXT_TO_NOTHING = 1e-30

/**
 * The probability that the longest losing run in `rounds` rounds is shorter than `length`, if a round loses with
 * probability p. It is counted exactly, or for many rounds computed by Feller, volume I, XIII.7, whose error is
 * negligible there.
 *
 * @example
 * const chance: number = longestBelow(10, 1_000, 19 / 37)
 */
export function longestBelow(length: number, rounds: number, p: number): number {
  if (length > rounds) return 1
  if (length <= 0) return 0
  const q = 1 - p
  const power = p ** length
  // Disjoint stretches of `length` rounds are independent, and none of them may lose throughout.
  if ((1 - power) ** Math.floor(rounds / length) < NEXT_TO_NOTHING) return 0
  if (rounds * length <= COUNTED_MAX) return longestByCounting(length, rounds, p)
  // Solves 1 - x + q p^r x^(r+1) = 0 for the root x near 1. `excess` is x - 1.
  let excess = q * power
  for (let turn = 0; turn < 200; turn++) {
    const next = q * power * Math.exp((length + 1) * Math.log1p(excess))
    if (next === excess) break
    excess = next
  }
  if (!Number.isFinite(excess) || p * (1 + excess) >= 1) return longestByCounting(length, rounds, p)
  const front = (1 - p * (1 + excess)) / ((1 - length * excess) * q)
  return Math.min(1, front * Math.exp(-(rounds + 1) * Math.log1p(excess)))
}

/** Round by round, by the length of the present run: for few rounds, and where the formula's iteration does not settle. */
function longestByCounting(length: number, rounds: number, p: number): number {
  const runs = new Float64Array(length)
  runs[0] = 1
  for (let round = 0; round < rounds; round++) {
    let all = 0
    for (let run = length - 1; run >= 0; run--) {
      all += runs[run]!
      if (run + 1 < length) runs[run + 1] = runs[run]! * p
    }
    runs[0] = all * (1 - p)
  }
  return runs.reduce((sum, chance) => sum + chance, 0)
}

/**
 * Between which lengths the longest losing run lies, at least so often.
 *
 * @example
 * const [least, most] = longestRunRange(1_000, 19 / 37, 0.99)
 */
export function longestRunRange(rounds: number, p: number, confidence: number): Interval {
  if (p >= 1) return [rounds, rounds]
  const tail = (1 - confidence) / 2
  const first = (enough: (length: number) => boolean): number => {
    let [low, high] = [0, 1]
    while (high < rounds && !enough(high)) high *= 2
    high = Math.min(high, rounds)
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (enough(middle)) high = middle
      else low = middle + 1
    }
    return low
  }
  const low = first((length) => longestBelow(length + 1, rounds, p) > tail)
  const high = first((length) => longestBelow(length + 1, rounds, p) >= 1 - tail)
  return [low, high]
}
