import type { Interval } from './tails.ts'

/** So much is soon counted. */
const COUNTED_MAX = 20_000

/**
 * How often the longest losing run of so many rounds is shorter than `length`, where a round loses with probability p:
 * counted, or for many rounds by Feller, volume I, XIII.7, whose error then is far below any chance that matters here.
 */
export function longestBelow(length: number, rounds: number, p: number): number {
  if (length > rounds) return 1
  if (length <= 0) return 0
  if (rounds * length <= COUNTED_MAX) return longestByCounting(length, rounds, p)
  const q = 1 - p
  const power = p ** length
  // The root of 1 - x + q p^r x^(r+1) next to 1, less 1, and its logarithm.
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
  let runs = new Float64Array(length)
  runs[0] = 1
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(length)
    for (let run = 0; run < length; run++) {
      next[0]! += runs[run]! * (1 - p)
      if (run + 1 < length) next[run + 1] = runs[run]! * p
    }
    runs = next
    if (runs.every((chance) => chance < 1e-300)) return 0
  }
  return runs.reduce((sum, chance) => sum + chance, 0)
}

/** Between which lengths the longest losing run lies, at least so often. */
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
