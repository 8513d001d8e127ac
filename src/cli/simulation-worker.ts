import { parentPort, workerData } from 'node:worker_threads'
import { seededFill } from '../lab/generator.ts'
import { blockPlayer, type SimulationSetup, StakesTooLarge } from '../lab/simulation.ts'
import type { Tally } from '../lab/tally.ts'
import { cryptoFill } from './crypto-fill.ts'

/** The thread that plays blocks of a simulation, as it is told their numbers. */
export type SimulationOrder = { setup: SimulationSetup; seed: string | null }
export type PlayedBlock = { block: number; tally: Tally | null }

const { setup, seed }: SimulationOrder = workerData
const port = parentPort!
const play = blockPlayer(setup, (block) => (seed === null ? cryptoFill : seededFill(seed, block)))

port.on('message', (block: number) => {
  port.postMessage({ block, tally: tallyOf(block) } satisfies PlayedBlock)
})

/** Null: the stakes grew too large. An error would come to the other side as one of no particular kind. */
function tallyOf(block: number): Tally | null {
  try {
    return play(block)
  } catch (error) {
    if (error instanceof StakesTooLarge) return null
    throw error
  }
}
