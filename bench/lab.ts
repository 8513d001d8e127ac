import { randomBytes, randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { bookById, books } from '../src/books/index.ts'
import type { Book } from '../src/books/rule-book.ts'
import { cryptoFill, simulateOnCores } from '../src/cli/simulation-pool.ts'
import type { Cents } from '../src/engine/money.ts'
import { distribution } from '../src/engine/odds.ts'
import { layoutNames, spotsOf } from '../src/engine/spots.ts'
import { compileTable } from '../src/lab/fast-settlement.ts'
import { chanceFrom, seededFill } from '../src/lab/generator.ts'
import { flat } from '../src/lab/plan.ts'
import { BLOCK_ROUNDS, blockPlayer, type SimulationSetup, simulate } from '../src/lab/simulation.ts'
import { simulationResult } from '../src/lab/simulation-result.ts'
import { spinnerOf } from '../src/lab/spinner.ts'
import { bareRounds, POCKETS, plainSpins } from './bare-rounds.ts'
import { labInBrowser } from './lab-in-browser.ts'
import { type Bench, type Contender, median, type Result, race, ratioOf } from './measure.ts'

const singleZero = bookById('mbs/roulette@3')!
const fastAction = bookById('mbs/sands-fast-action-roulette@2')!
const cents = (amount: number) => amount as Cents

/** Adds only some of them, so that the sum costs nothing beside the spins. */
function summed(values: Uint16Array): number {
  let sum = 0
  for (let at = 0; at < values.length; at += 997) sum += values[at]!
  return sum
}

// The floor of spins by the operating system's generator; that of seeded ones is in bare-rounds.ts --------------------

const crypto = new Uint8Array(65_536)

/** Bytes of the operating system's generator, six bits of each, drawn again while they show more than there are pockets. */
function plainCryptoSpins(spins: Uint16Array): void {
  let used = crypto.length
  for (let at = 0; at < spins.length; ) {
    if (used === crypto.length) {
      randomFillSync(crypto)
      used = 0
    }
    const value = crypto[used++]! & 63
    if (value < POCKETS) spins[at++] = value
  }
}

// Measurements ----------------------------------------------------------------------------------------------------

const spins = new Uint16Array(BLOCK_ROUNDS)

function seededSpins(): Contender[] {
  const ours = () => {
    spinnerOf(singleZero, chanceFrom(seededFill('bench', 0)))(spins)
    return { done: spins.length, check: summed(spins) }
  }
  const floor = () => {
    plainSpins(spins, 'bench')
    return { done: spins.length, check: summed(spins) }
  }
  return [ours, floor]
}

function cryptoSpins(): Contender[] {
  const spin = spinnerOf(singleZero, chanceFrom(cryptoFill))
  const timed = (play: () => void) => () => {
    play()
    return { done: spins.length, check: 0 }
  }
  return [timed(() => spin(spins)), timed(() => plainCryptoSpins(spins))]
}

const setupOf = (book: Book, layout: string, spots: readonly string[], rounds: number): SimulationSetup => ({
  book,
  layout,
  plan: flat,
  limits: {},
  rounds,
  bankroll: null,
  sessionRounds: 1_000,
  wagers: spots.map((spot) => ({ spot, stake: cents(100) })),
})

/** A block of rounds against a loop over the same typed arrays, wager by wager. */
function simulatedRounds(count: number): Contender[] {
  const { list } = spotsOf(singleZero, 'table')
  const chosen = list.filter((_, at) => at % Math.floor(list.length / count) === 0).slice(0, count)
  const setup = setupOf(
    singleZero,
    'table',
    chosen.map(({ spot }) => spot),
    BLOCK_ROUNDS,
  )
  const play = blockPlayer(setup, (block) => seededFill('bench', block))
  const { results, spots } = compileTable(singleZero, 'table')
  const places = Uint16Array.from(chosen, ({ index }) => index)
  const stakes = new Float64Array(count).fill(100)
  const ours = () => {
    const { returned, staked } = play(0)
    return { done: BLOCK_ROUNDS * count, check: Number(returned - staked) }
  }
  const floor = () => {
    plainSpins(spins, 'bench')
    let net = 0
    for (let at = 0; at < spins.length; at++) {
      const row = spins[at]! * spots
      for (let nth = 0; nth < count; nth++) net += results[row + places[nth]!]! * stakes[nth]!
    }
    return { done: BLOCK_ROUNDS * count, check: net }
  }
  return [ours, floor]
}

function fastActionSpins(): Contender[] {
  const few = spins.subarray(0, 32_768)
  const spin = spinnerOf(fastAction, chanceFrom(seededFill('bench', 0)))
  return [
    () => {
      spin(few)
      return { done: few.length, check: 0 }
    },
  ]
}

function measured(work: string, unit: string, ratioMax: number | null, contenders: Contender[]): Result {
  const [ours, floor] = race(contenders)
  return { work, unit, ours: ours!, floor: floor ?? null, ratioMax }
}

type Run = { rate: number; cost: number }

/** `rate`: rounds a second, threads started in the measured time; `cost`: what all of them took of the processors for a round. */
async function timed(blocks: number, play: () => unknown): Promise<Run> {
  const rounds = blocks * BLOCK_ROUNDS
  const [started, before] = [performance.now(), process.cpuUsage()]
  await play()
  const { user, system } = process.cpuUsage(before)
  return { rate: (rounds / (performance.now() - started)) * 1000, cost: ((user + system) * 1000) / rounds }
}

/** A bare loop on all threads, this one included: the most that this machine can do. */
async function bareOnCores(blocks: number, workers: number): Promise<void> {
  const share = Math.ceil(blocks / workers)
  const file = new URL('./processes/bare-rounds-worker.ts', import.meta.url)
  const others = Array.from({ length: workers - 1 }, () => once(new Worker(file, { workerData: share }), 'message'))
  bareRounds(blocks - others.length * share)
  await Promise.all(others)
}

const BLOCKS = 1_000
const TURNS = 3
/** The gain that two cores must give if a bare loop gains as much, and the allowed loss against a bare loop. */
const [GAIN_MIN, COST_MAX, BESIDE_BARE] = [1.7, 1.18, 1.08]

/**
 * All cores against one, in turns with a bare loop: two cores that share what they are made of do less than two, whoever
 * plays on them. On a machine that others use too, processor time says more than time.
 */
async function scaling(): Promise<Result[]> {
  const cores = availableParallelism()
  const setup = setupOf(singleZero, 'table', ['red'], BLOCKS * BLOCK_ROUNDS)
  const contenders = {
    one: () => simulateOnCores({ setup, seed: 'bench' }, 1),
    all: () => simulateOnCores({ setup, seed: 'bench' }, cores),
    bareOne: () => bareOnCores(BLOCKS, 1),
    bareAll: () => bareOnCores(BLOCKS, cores),
  }
  const runs: Record<keyof typeof contenders, Run[]> = { one: [], all: [], bareOne: [], bareAll: [] }
  for (let turn = 0; turn < TURNS; turn++)
    for (const [name, play] of Object.entries(contenders))
      runs[name as keyof typeof contenders].push(await timed(BLOCKS, play))
  const row = (work: string, part: keyof Run, ours: keyof typeof runs, floor: keyof typeof runs): Result => {
    const middle = (name: keyof typeof runs) => median(runs[name].map((run) => run[part]))
    return { work, unit: part === 'rate' ? 'rounds/s' : 'ns', ours: middle(ours), floor: middle(floor), ratioMax: null }
  }
  const bare = row(`bare loop: on ${cores} workers (ours) against one (floor)`, 'rate', 'bareAll', 'bareOne')
  const bareCost = row('processor time of a round, the same', 'cost', 'bareAll', 'bareOne')
  const aim = (most: number, beside: Result) => (cores > 1 ? Math.max(most, ratioOf(beside)! * BESIDE_BARE) : null)
  return [
    bare,
    bareCost,
    { ...row(`simulate: on ${cores} workers against one`, 'rate', 'all', 'one'), ratioMax: aim(1 / GAIN_MIN, bare) },
    { ...row('processor time of a round, the same', 'cost', 'all', 'one'), ratioMax: aim(COST_MAX, bareCost) },
  ]
}

/** Memory of the process after a thousand million wagers, against its memory after a million. */
function memory(): Result {
  const { list } = spotsOf(singleZero, 'table')
  const spots = list.slice(0, 100).map(({ spot }) => spot)
  const heldAfter = (rounds: number): number => {
    simulate(setupOf(singleZero, 'table', spots, rounds), (block) => seededFill('memory', block))
    return process.memoryUsage().rss / 2 ** 20
  }
  const floor = heldAfter(10_000)
  return {
    work: 'memory: 1,000 million wagers against a million',
    unit: 'MB',
    ours: heldAfter(10_000_000),
    floor,
    ratioMax: 1.5,
  }
}

/** Every spot of every book at a seed that nobody chose; all together are to agree in 99 of 100 runs. */
function everySpot(): Result {
  const seed = randomBytes(8).toString('hex')
  const all = books.flatMap((book) =>
    layoutNames(book).flatMap((layout) => spotsOf(book, layout).list.map(({ spot }) => ({ book, layout, spot }))),
  )
  const wrong = all.filter(({ book, layout, spot }) => {
    const setup = setupOf(book, layout, [spot], 50_000)
    const tally = simulate(setup, (block) => seededFill(`${seed} ${book.id} ${spot}`, block))
    return simulationResult(setup, tally, 1 - 0.01 / all.length).disagreements.length > 0
  })
  const work = `of ${all.length} spots, those where played and exact disagree (seed ${seed})`
  return { work, unit: 'spots', ours: wrong.length, floor: null, ratioMax: null, most: 0 }
}

/** The exact distribution of a chip on every spot, and again with one chip more. */
function exactLayout(book: Book): Result[] {
  const { list } = spotsOf(book, layoutNames(book)[0]!)
  const timeOf = (stakeOf: (nth: number) => number): number => {
    const started = performance.now()
    distribution(
      book,
      list.map((spot, nth) => ({ spot, stake: cents(stakeOf(nth)) })),
    )
    return performance.now() - started
  }
  const times = Array.from({ length: 11 }, (_, turn) => timeOf((nth) => 100 + turn * nth))
  const work = `exact distribution of a full layout, ${book.id}`
  return [{ work, unit: 'ms', ours: median(times), floor: null, ratioMax: null, most: 16 }]
}

async function run(): Promise<Result[]> {
  return [
    measured('spin, seeded', 'spins/s', 1.5, seededSpins()),
    measured('spin, cryptographic', 'spins/s', 1.5, cryptoSpins()),
    measured('spin with a bonus draw, seeded', 'spins/s', null, fastActionSpins()),
    measured('simulate: rounds of one wager', 'wagers/s', 2, simulatedRounds(1)),
    measured('simulate: rounds of twenty wagers', 'wagers/s', 2, simulatedRounds(20)),
    ...(await scaling()),
    memory(),
    ...exactLayout(singleZero),
    ...exactLayout(fastAction),
    ...(await labInBrowser()),
    everySpot(),
  ]
}

export const lab: Bench = { name: 'lab', run }
