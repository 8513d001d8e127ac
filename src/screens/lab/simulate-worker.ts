import type { Book } from '../../books/rule-book.ts'
import type { Limits } from '../../engine/limits.ts'
import type { Cents } from '../../engine/money.ts'
import type { LabWager } from '../../lab/game.ts'
import { seededFill } from '../../lab/generator.ts'
import type { Plan } from '../../lab/plan.ts'
import { blockPlayer, blocksOf, StakesTooLarge } from '../../lab/simulation.ts'
import { returnSoFar, type SimulationResult, simulationResult } from '../../lab/simulation-result.ts'
import { emptyTally, joinTallies } from '../../lab/simulation-tally.ts'

/** The page's request, and the messages of the worker: the progress after every block, and the result. */
export type LabOrder = {
  book: Book
  layout: string
  wagers: readonly LabWager[]
  limits: Limits
  plan: Plan
  rounds: number
  bankroll: Cents | null
  seed: string
}
/** Why a simulation ended early. The thread finds the first itself; the page hears of any other error. */
export type LabProblem = { code: 'stakes-too-large' } | { code: 'failed'; why: string }
export type LabProgress = { rounds: number; returnToPlayer: number; interval: readonly [number, number] }
export type LabNews = { progress: LabProgress } | { result: SimulationResult } | { problem: LabProblem }

const SESSION_ROUNDS = 1_000
const scope = self as unknown as { onmessage: (event: { data: LabOrder }) => void; postMessage(news: LabNews): void }

scope.onmessage = ({ data: { seed, ...order } }) => {
  const setup = { ...order, sessionRounds: Math.min(SESSION_ROUNDS, order.rounds) }
  try {
    const play = blockPlayer(setup, (block) => seededFill(seed, block))
    let tally = emptyTally
    for (let block = 0; block < blocksOf(setup); block++) {
      tally = joinTallies(tally, play(block))
      scope.postMessage({ progress: { rounds: tally.rounds, ...returnSoFar(tally) } })
    }
    scope.postMessage({ result: simulationResult(setup, tally) })
  } catch (error) {
    if (!(error instanceof StakesTooLarge)) throw error
    scope.postMessage({ problem: { code: 'stakes-too-large' } })
  }
}
