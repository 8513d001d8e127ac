import { randomFillSync } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Fill, seededFill } from '../lab/generator.ts'
import { blockPlayer, blocksOf, type SimulationSetup, StakesTooLarge } from '../lab/simulation.ts'
import { emptyTally, joinTallies, type Tally } from '../lab/simulation-tally.ts'

/** The operating system's cryptographic generator, for the lab. */
export const cryptoFill: Fill = (block) => void randomFillSync(block)

/** Messages between the threads that play a simulation. `seed` null: by the real generator. */
export type SimulationOrder = { setup: SimulationSetup; seed: string | null }

/** `tally` null: the stakes grew too large. An error would come to the other side as one of no particular kind. */
export type PlayedBlock = { block: number; tally: Tally | null }

export const fillsOf =
  (seed: string | null) =>
  (block: number): Fill =>
    seed === null ? cryptoFill : seededFill(seed, block)

/** Blocks that a thread has on its desk: one to play, and more so that it need not wait until it is heard here. */
const BLOCKS_AT_ONCE = 3

/** Playing this many blocks is faster than starting a thread. */
const BLOCKS_WORTH_A_THREAD = 8

/** As many as there are cores, and for few rounds no more than they are worth. */
export const workersFor = (setup: SimulationSetup): number =>
  Math.min(availableParallelism(), Math.ceil(blocksOf(setup) / BLOCKS_WORTH_A_THREAD))

/**
 * The tally does not depend on which worker plays which block: blocks are merged in their order. This thread is one of
 * the workers, since it is idle and already started.
 */
export async function simulateOnCores(
  order: SimulationOrder,
  workers: number,
  tell: (blocks: number) => void = () => {},
): Promise<Tally> {
  const pile = new BlockPile(blocksOf(order.setup), tell)
  const helpers = Array.from({ length: Math.min(workers, pile.blocks) - 1 }, () => startHelper(order))
  try {
    await Promise.all([playHere(order, pile), ...helpers.map((helper) => playOn(helper, pile))])
    return pile.tally
  } finally {
    pile.close()
    await Promise.all(helpers.map((helper) => helper.terminate()))
  }
}

async function playHere({ setup, seed }: SimulationOrder, pile: BlockPile): Promise<void> {
  const play = blockPlayer(setup, fillsOf(seed))
  for (let block = pile.next(); block !== null; block = pile.next()) {
    pile.put(block, play(block))
    await nextTurn() // the others are heard in between
  }
}

const startHelper = (order: SimulationOrder): Worker =>
  new Worker(new URL('./simulation-worker.ts', import.meta.url), { workerData: order })

function playOn(helper: Worker, pile: BlockPile): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let given = 0
  const give = (): void => {
    const block = pile.next()
    if (block === null) return
    helper.postMessage(block)
    given++
  }
  helper.on('message', ({ block, tally }: PlayedBlock) => {
    if (tally === null) return reject(new StakesTooLarge())
    given--
    give()
    pile.put(block, tally)
    if (given === 0) resolve()
  })
  helper.on('error', reject)
  for (let nth = 0; nth < BLOCKS_AT_ONCE; nth++) give()
  if (given === 0) resolve()
  return promise
}

/** Blocks of rounds to play, and their results. */
class BlockPile {
  readonly blocks: number
  tally = emptyTally
  readonly #tell: (blocks: number) => void
  readonly #early = new Map<number, Tally>()
  #given = 0
  #joined = 0
  #arrived = 0

  constructor(blocks: number, tell: (blocks: number) => void) {
    this.blocks = blocks
    this.#tell = tell
  }

  /** Null: there is none left. */
  next(): number | null {
    return this.#given < this.blocks ? this.#given++ : null
  }

  /** After a failure all workers stop. */
  close(): void {
    this.#given = this.blocks
  }

  put(block: number, tally: Tally): void {
    this.#early.set(block, tally)
    for (let found = this.#early.get(this.#joined); found; found = this.#early.get(this.#joined)) {
      this.#early.delete(this.#joined++)
      this.tally = joinTallies(this.tally, found)
    }
    this.#tell(++this.#arrived)
  }
}
