import { Worker } from 'node:worker_threads'
import { seededFill } from '../lab/generator.ts'
import { blocksOf, type SimulationSetup, StakesTooLarge, simulate } from '../lab/simulation.ts'
import { emptyTally, joinTallies, type Tally } from '../lab/tally.ts'
import { cryptoFill } from './crypto-fill.ts'
import type { PlayedBlock, SimulationOrder } from './simulation-worker.ts'

/** Blocks that a worker has on its desk: one to play, and one so that it need not wait for the next. */
const AT_ONCE = 2

/** The same tally whoever plays what: blocks are put together in their order. `seed` null: by the real generator. */
export function simulateOnCores(
  order: SimulationOrder,
  workers: number,
  tell: (blocks: number) => void = () => {},
): Promise<Tally> {
  const { setup, seed } = order
  const hands = Math.min(workers, blocksOf(setup))
  if (hands > 1) return playOnWorkers(order, hands, tell)
  return Promise.try(simulate, setup, (block) => (seed === null ? cryptoFill : seededFill(seed, block)), tell)
}

async function playOnWorkers(order: SimulationOrder, hands: number, tell: (blocks: number) => void): Promise<Tally> {
  const workers = Array.from({ length: hands }, () => startWorker(order))
  try {
    return await gather(workers, order.setup, tell)
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

const startWorker = (order: SimulationOrder): Worker =>
  new Worker(new URL('./simulation-worker.ts', import.meta.url), { workerData: order })

function gather(workers: readonly Worker[], setup: SimulationSetup, tell: (blocks: number) => void): Promise<Tally> {
  const { promise, resolve, reject } = Promise.withResolvers<Tally>()
  const blocks = blocksOf(setup)
  const early = new Map<number, Tally>()
  let [next, joined, arrived, tally] = [0, 0, 0, emptyTally]
  const give = (worker: Worker): void => {
    if (next < blocks) worker.postMessage(next++)
  }
  const take = ({ block, tally: one }: PlayedBlock): void => {
    if (one === null) return reject(new StakesTooLarge())
    early.set(block, one)
    for (let found = early.get(joined); found; found = early.get(joined)) {
      early.delete(joined++)
      tally = joinTallies(tally, found)
    }
    tell(++arrived)
    if (joined === blocks) resolve(tally)
  }
  for (const worker of workers) {
    worker.on('message', (played: PlayedBlock) => {
      give(worker)
      take(played)
    })
    worker.on('error', reject)
    for (let nth = 0; nth < AT_ONCE; nth++) give(worker)
  }
  return promise
}
