import { generatorState } from '../src/lab/generator.ts'
import { BLOCK_ROUNDS } from '../src/lab/simulation.ts'

/** Rounds of the single zero wheel by hand: the floor for the lab's simulation. */

export const POCKETS = 37

/** The same spins as the lab's: one loop, the generator written into it, nothing between it and the array. */
export function plainSpins(spins: Uint16Array, seed: string): void {
  let [a, b, c, d] = generatorState(seed, 0)
  const unfair = 65_536 % POCKETS
  for (let at = 0; at < spins.length; ) {
    const five = Math.imul(b, 5)
    const word = Math.imul((five << 7) | (five >>> 25), 9)
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    const low = (word & 0xffff) * POCKETS
    if ((low & 0xffff) >= unfair) spins[at++] = low >>> 16
    const high = (word >>> 16) * POCKETS
    if ((high & 0xffff) >= unfair && at < spins.length) spins[at++] = high >>> 16
  }
}

const spins = new Uint16Array(BLOCK_ROUNDS)

/** Rounds in whole blocks, spun and counted. */
export function bareRounds(blocks: number): Uint32Array {
  const counts = new Uint32Array(POCKETS)
  for (let block = 0; block < blocks; block++) {
    plainSpins(spins, String(block))
    for (let at = 0; at < spins.length; at++) counts[spins[at]!]!++
  }
  return counts
}
