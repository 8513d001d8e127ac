import { sha256 } from '@noble/hashes/sha2.js'

/** The lab's source of chance: it fills a block with numbers of 16 bits, each equally likely. */
export type Fill = {
  (block: Uint16Array): void
  /** The same numbers without a block between, where the source can. */
  readonly straight?: FillFairly
}

/**
 * Fills the target from `to` on with `numbers` random 16-bit values below `count`, without bias, and returns the next
 * position.
 */
type FillFairly = (target: Uint16Array, to: number, numbers: number, count: number) => number

/** How the lab's seeded numbers are made, as its answers say it. */
export const GENERATOR = 'xoshiro128** 1.1'

type GeneratorState = readonly [number, number, number, number]

/**
 * xoshiro128** 1.1 of Blackman and Vigna (2018; prng.di.unimi.it). Each stream of a seed starts from the SHA-256 of
 * both, so that streams are as good as unrelated and none has to be run through to reach the next.
 *
 * @example
 * const fill: Fill = seededFill('a seed', 0)
 */
export const seededFill = (seed: string, stream: number): Fill => xoshiroFill(generatorState(seed, stream))

export function generatorState(seed: string, stream: number): GeneratorState {
  const words = new DataView(sha256(new TextEncoder().encode(`${stream}:${seed}`)).buffer)
  return [words.getUint32(0), words.getUint32(4), words.getUint32(8), words.getUint32(12)]
}

const RANGE = 65_536

/** The low half of number times count must not be one of the few that only some results have. */
const isFair = (product: number, unfair: number): boolean => (product & 0xffff) >= unfair

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by))

/** Each word of 32 bits is two numbers, the low half first. One loop draws them and sums them up. */
export function xoshiroFill(state: GeneratorState): Fill {
  const held = Int32Array.from(state)
  const straight: FillFairly = (target, to, numbers, count) => {
    const unfair = RANGE % count
    // In variables of the loop's own, where the compiler keeps them at hand.
    let [a, b, c, d] = [held[0]!, held[1]!, held[2]!, held[3]!]
    let at = to
    for (let made = 0; made < numbers; made += 2) {
      const word = Math.imul(rotate(Math.imul(b, 5), 7), 9)
      const shifted = b << 9
      c ^= a
      d ^= b
      b ^= c
      a ^= d
      c ^= shifted
      d = rotate(d, 11)
      const low = Math.imul(word & 0xffff, count)
      if (isFair(low, unfair)) target[at++] = low >>> 16
      const high = Math.imul(word >>> 16, count)
      if (isFair(high, unfair)) target[at++] = high >>> 16
    }
    held[0] = a
    held[1] = b
    held[2] = c
    held[3] = d
    return at
  }
  // Below the whole range every number is fair, and is itself.
  return Object.assign((block: Uint16Array) => void straight(block, 0, block.length, RANGE), { straight })
}

/** A source of random numbers for games. */
export type LabChance = {
  /** Draws a number from 0 to count - 1. */
  below(count: number): number
  /** Fills the target with such numbers. */
  fill(target: Uint16Array, count: number): void
}

const BLOCK = 4_096

/**
 * Unbiased by Lemire's way (2019): the high half of number times count, and where the low half is among the few that
 * some results have and others do not, the next number.
 *
 * @example
 * const chance: LabChance = chanceFrom(seededFill('a seed', 0))
 * const pocket = roulette3.wheel.order[chance.below(37)]
 */
export function chanceFrom(fill: Fill): LabChance {
  const block = new Uint16Array(BLOCK)
  let used = BLOCK
  const next = (): number => {
    if (used === BLOCK) {
      fill(block)
      used = 0
    }
    return block[used++]!
  }
  const below = (count: number): number => {
    let product = next() * count
    // Only below count can it be among the unfair ones, and a remainder is slow.
    if ((product & 0xffff) < count) {
      const unfair = RANGE % count
      while (!isFair(product, unfair)) product = next() * count
    }
    return product >>> 16
  }
  return {
    below,
    fill(target, count) {
      for (let at = 0; at < target.length; ) {
        if (used === BLOCK && fill.straight && target.length - at >= BLOCK) {
          at = fill.straight(target, at, BLOCK, count)
          continue
        }
        if (used === BLOCK) {
          fill(block)
          used = 0
        }
        // No more than there is room for, so that the loop has one end to look at.
        const end = Math.min(BLOCK, used + target.length - at)
        at = fillFairly(target, at, block, used, end, count)
        used = end
      }
    },
  }
}

/**
 * Writes the unbiased ones of the numbers from `used` to `end`, and returns the next position. It is a function of its
 * own, so that it is compiled as one loop.
 */
function fillFairly(
  target: Uint16Array,
  to: number,
  block: Uint16Array,
  used: number,
  end: number,
  count: number,
): number {
  const unfair = RANGE % count
  let at = to
  for (let from = used; from < end; from++) {
    const product = Math.imul(block[from]!, count)
    if (isFair(product, unfair)) target[at++] = product >>> 16
  }
  return at
}
