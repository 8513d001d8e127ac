/**
 * Entry point of the engine for users of the library. Inside the project, a file imports the file that declares a name.
 */

export type { BookPath, BookProblem } from './book-path.ts'
export { bookProblems } from './book-problems.ts'
export { answerBefore, conduct, openTable, type Table } from './conduct.ts'
export { decide } from './decide.ts'
export { type Decision, isRefusal } from './decision.ts'
export { type Draw, drawFacts, isDraw, type Outcome, outcomeOf } from './draw.ts'
export type { Adjustment, Chips, EventType, Source, TableEvent } from './events.ts'
export { evolve } from './evolve.ts'
export { type Figures, figuresOf } from './figures.ts'
export { type Foresight, foresee, isForesight, type OutsideWager, type PlayerForesight } from './foresee.ts'
export type { Effect, EffectCode } from './foreseen-effects.ts'
export { type Fraction, fraction, fractionText, toNumber } from './fraction.ts'
export { type Concluded, latest, recall } from './history.ts'
export { type JsonProblem, readJson } from './json-lines.ts'
export {
  type Command,
  type CommandName,
  type CommandOf,
  commandNames,
  commands,
  isProblem,
  leastFor,
  type Problem,
  readCommand,
} from './language.ts'
export { accountsOf, balanceOf, cashOf, chipsOf, isBalanced, type Ledger, owedBy, playersOf } from './ledger.ts'
export { type Limits, limitsFor } from './limits.ts'
export { CENTS_MAX, type Cents, cents, isCents } from './money.ts'
export {
  type BetOdds,
  betOdds,
  chancesOf,
  distribution,
  oddsOf,
  type ResultChance,
  type SpotOdds,
  spotOdds,
  standardDeviation,
  theoreticalWin,
  winVariance,
} from './odds.ts'
export { irregularityOffers, type Offer, type Offers, offers } from './offers.ts'
export { type Places, placesOf } from './places.ts'
export { type By, holds, type Role, roles } from './positions.ts'
export { prepareSettlement } from './prepared-settlement.ts'
export { type Refusal, type RefusalCode, refusalCodes, refusals } from './refusals.ts'
export { loadTable, type SavedTable, saveTable } from './saved-table.ts'
export { isScriptProblem, type Played, playScript, readScript, type Script, type ScriptProblem } from './script.ts'
export { type Settlement, settleStakes } from './settle.ts'
export { type PlainOutcome, type PlainWager, type SettleOptions, settle } from './settle-wagers.ts'
export { inPlay, type Line, type Stake } from './settlement.ts'
export { betsAt, type Expansion, expand, terminalsOf } from './several-piece.ts'
export { isName, plainName } from './shape.ts'
export { layoutNames, layoutOf, parseSpot, type Spot, type Spots, spotsOf } from './spots.ts'
export { fundsOf, type PlayerFunds, type Summary, summaryOf } from './summary.ts'
export {
  freshTable,
  isUnderWay,
  type Phase,
  type Round,
  readSetup,
  type SetupProblem,
  type TableSetup,
  type TableState,
} from './table.ts'
export { type UnitResult, unitResult } from './unit-result.ts'
export { stateFromPlayerView, stateFromView } from './view-state.ts'
export {
  type AuditorView,
  auditorView,
  type DealerView,
  type DisplayView,
  dealerView,
  displayView,
  type PitView,
  type PlayerView,
  pitView,
  playerView,
} from './views.ts'
