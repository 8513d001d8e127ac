import { randomFillSync } from 'node:crypto'
import { type Fill, seededFill } from '../lab/generator.ts'
import type { SimulationSetup } from '../lab/simulation.ts'
import type { Tally } from '../lab/simulation-tally.ts'

/** The operating system's cryptographic generator, for the lab. */
export const cryptoFill: Fill = (block) => void randomFillSync(block)

/** What threads that play a simulation tell each other. `seed` null: by the real generator. */
export type SimulationOrder = { setup: SimulationSetup; seed: string | null }

/** `tally` null: the stakes grew too large. An error would come to the other side as one of no particular kind. */
export type PlayedBlock = { block: number; tally: Tally | null }

export const fillsOf =
  (seed: string | null) =>
  (block: number): Fill =>
    seed === null ? cryptoFill : seededFill(seed, block)
