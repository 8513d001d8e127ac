/** The lab's door for those who take it as a library. */

export { chiSquareTail, type Fit, fitOf, spinsMissing } from './chi-square.ts'
export {
  compileTable,
  type FastTable,
  type FastWagers,
  lineUp,
  rowOf,
  settleEach,
  settleSpins,
  settleTogether,
} from './fast-settlement.ts'
export { type GameSetup, gameProblem, type LabWager } from './game.ts'
export { chanceFrom, type Fill, GENERATOR, type LabChance, seededFill } from './generator.ts'
export { longestBelow, longestRunRange } from './losing-run.ts'
export { aheadEvenBehind, exactRounds, type ManyRounds, manyRounds, resultQuantile } from './many-rounds.ts'
export { isPlanProblem, type Plan, type PlanProblem, planCalled, plans, readPlan } from './plan.ts'
export { type SessionOdds, sessionOdds } from './session-odds.ts'
export { blockPlayer, blocksOf, type SimulationSetup, simulate } from './simulation.ts'
export { type Compared, resultOf, type SessionResult, type SimulationResult } from './simulation-result.ts'
export { type Spinner, spinnerOf } from './spinner.ts'
export { emptyTally, joinTallies, type Tally } from './tally.ts'
