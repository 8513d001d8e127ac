/** Entry point of the lab for users of the library. */

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
export { BAND, type HoldChance, holdChance, ROUNDS_MIN } from './hold-chance.ts'
export { figuresOfLayout, type LayoutFigures, LayoutOdds, type PocketResult } from './layout-odds.ts'
export { longestBelow, longestRunRange } from './losing-run.ts'
export { aheadEvenBehind, exactRounds, type ManyRounds, manyRounds, resultQuantile } from './many-rounds.ts'
export { isPlanProblem, type Plan, type PlanProblem, planCalled, plans, readPlan } from './plan.ts'
export { type JudgedTest, judge, type RandomnessTest, verdictOn } from './randomness/battery.ts'
export { type Draws, drawTests } from './randomness/draw-battery.ts'
export { type Power, powerOf } from './randomness/power.ts'
export { type Symbols, symbolTests } from './randomness/symbol-battery.ts'
export { type WheelRecord, type WheelSpin, wheelTests } from './randomness/wheel-battery.ts'
export { type SessionOdds, sessionOdds } from './session-odds.ts'
export { blockPlayer, blocksOf, type SimulationSetup, simulate } from './simulation.ts'
export {
  type Compared,
  type SessionResult,
  type SimulationResult,
  simulationResult,
} from './simulation-result.ts'
export { emptyTally, joinTallies, type Tally } from './simulation-tally.ts'
export { type Spinner, spinnerOf } from './spinner.ts'
