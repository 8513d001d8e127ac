import { parentPort, workerData } from 'node:worker_threads'
import { blockPlayer, StakesTooLarge } from '../lab/simulation.ts'
import type { Tally } from '../lab/simulation-tally.ts'
import { fillsOf, type PlayedBlock, type SimulationOrder } from './simulation-pool.ts'

/** The thread that plays the blocks of a simulation whose numbers it receives. */

const { setup, seed }: SimulationOrder = workerData
const play = blockPlayer(setup, fillsOf(seed))

parentPort!.on('message', (block: number) => {
  parentPort!.postMessage({ block, tally: tallyOf(block) } satisfies PlayedBlock)
})

function tallyOf(block: number): Tally | null {
  try {
    return play(block)
  } catch (error) {
    if (error instanceof StakesTooLarge) return null
    throw error
  }
}
