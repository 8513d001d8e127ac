import { noncentralityFor } from '../tails.ts'
import { EXPECTED_MIN, LEVEL } from './battery.ts'
import { SECTOR_DEGREES, SPINS_MIN } from './wheel-battery.ts'

/**
 * The bias that a number of spins can detect, and the number of spins that a bias needs. A bias is one pocket with a
 * surplus, or a tilt, by which one side of the wheel has a surplus and the other the same deficit.
 */
export type Power = {
  readonly power: number
  /** The level of one of the tests; all of them together have the intended level. */
  readonly level: number
  readonly spins: number
  /** The smallest bias that these spins find. 1: twice as often; null: none. */
  readonly pocketBias: number | null
  readonly tilt: number | null
  readonly spinsFor: readonly { readonly bias: number; readonly pocket: number; readonly tilt: number }[]
}

const POWER = 0.9
const BIASES = [0.05, 0.1, 0.2, 0.5]

/**
 * Computed with noncentral chi-square variables: a pocket's bias b adds b²/(k-1) to the noncentrality with every spin,
 * a tilt b²/2.
 *
 * @example
 * const power: Power = powerOf(10_000, 37, 5)
 */
export function powerOf(spins: number, pockets: number, tests: number): Power {
  const level = LEVEL / Math.max(1, tests)
  // Tests are made on both sides.
  const pocket = noncentralityFor(pockets - 1, level / 2, POWER) * (pockets - 1)
  const tilt = noncentralityFor(SECTOR_DEGREES, level / 2, POWER) * 2
  const found = (needed: number, most: number, least: number): number | null => {
    const bias = Math.sqrt(needed / spins)
    return spins >= least && bias <= most ? bias : null
  }
  return {
    power: POWER,
    level,
    spins,
    pocketBias: found(pocket, pockets - 1, EXPECTED_MIN * pockets),
    tilt: found(tilt, 1, SPINS_MIN),
    spinsFor: BIASES.map((bias) => ({
      bias,
      pocket: Math.ceil(pocket / bias ** 2),
      tilt: Math.ceil(tilt / bias ** 2),
    })),
  }
}
