import { type Fraction, fractionText, toNumber } from '../engine/fraction.ts'
import { PAYOUT } from '../engine/limits.ts'
import { payoutMax } from '../engine/maximum-payout.ts'
import { chancesOf, spotOdds } from '../engine/odds.ts'
import { spotsOf } from '../engine/spots.ts'
import { exactHitRate, exactReturn, type Game, gameOf } from './game.ts'
import { longestRunRange } from './losing-run.ts'
import { isLadder } from './plan.ts'
import { type SessionOdds, sessionOdds } from './session-odds.ts'
import { isSteady, type SimulationSetup } from './simulation.ts'
import type { Tally } from './simulation-tally.ts'
import { type Interval, shareInterval } from './tails.ts'

/**
 * A figure as it was played, beside what it ought to be. `interval` is where the true figure lies, from the play alone
 * but for the spread of a round; `exact` is the true one where it is known; `agrees`: it lies there.
 */
export type Compared = {
  readonly played: number
  readonly interval: Interval
  readonly exact: number | null
  readonly agrees: boolean | null
}

/** The result of a simulation. Money in cents. */
export type SimulationResult = {
  readonly rounds: number
  /** Rounds with a wager in them; whoever is ruined sits the rest of a session out. */
  readonly played: number
  readonly staked: number
  readonly returned: number
  readonly returnToPlayer: number
  readonly interval: Interval
  /** As a fraction; null where limits, the maximum payout or odd cents make it another one from stake to stake: see `expected`. */
  readonly exact: string | null
  /** The expectation by the exact odds for the stakes that were played. */
  readonly expected: number
  readonly agrees: boolean
  readonly hitRate: Compared & { readonly exactFraction: string }
  /** The standard deviation of a round's result; exact for stakes that stay the same. */
  readonly standardDeviation: { readonly played: number; readonly exact: number | null }
  /** `range`: the likely range of the longest losing run; null for plans, whose runs end with their session. */
  readonly longestLosingRun: {
    readonly played: number
    readonly range: Interval | null
    readonly agrees: boolean | null
  }
  /** Rounds in which a limit kept a stake below what the plan wanted. */
  readonly heldRounds: number
  readonly sessions: SessionResult | null
  /** How often all intervals together hold, at least. */
  readonly confidence: number
  /** The figures whose exact value lies outside of what was played. */
  readonly disagreements: readonly string[]
}

/** The result of sessions: how many were ruined, and their results. */
export type SessionResult = {
  readonly rounds: number
  readonly count: number
  readonly ruined: number
  readonly ruin: Compared & { readonly errorBound: number | null }
  readonly meanResult: { readonly played: number; readonly exact: number | null }
  /** The same, exactly, if the table had no limits of wagers: what these limits do. Null: there are none, or it is not known. */
  readonly withoutLimits: { readonly ruin: number; readonly meanResult: number } | null
  readonly standardDeviation: number
  readonly best: number
  readonly worst: number
}

const CONFIDENCE = 0.99
/** Return, hit rate, losing run, ruin: each has its share of what may go wrong by chance. */
const FIGURES = 4

/**
 * Compares what was played with what is exact.
 *
 * @example
 * const tally = simulate(simulation, (block) => seededFill('a seed', block))
 * const { returnToPlayer }: SimulationResult = simulationResult(simulation, tally)
 */
export function simulationResult(setup: SimulationSetup, tally: Tally, confidence = CONFIDENCE): SimulationResult {
  const game = gameOf(setup)
  const each = 1 - (1 - confidence) / FIGURES
  const hitRate = comparedShare(tally.hits, tally.played, toNumber(exactHitRate(game)), each)
  const longestLosingRun = comparedRun(setup, game, tally, each)
  const sessions = isSteady(setup) ? null : comparedSessions(setup, tally, each)
  const returned = comparedReturn(tally, each)
  const figures = { return: returned.agrees, hitRate: hitRate.agrees, longestLosingRun: longestLosingRun.agrees }
  const all = { ...figures, ruin: sessions?.ruin.agrees ?? null }
  return {
    rounds: tally.rounds,
    played: tally.played,
    staked: Number(tally.staked),
    returned: Number(tally.returned),
    ...returned,
    exact: fractionOrNull(returnOf(setup, game)),
    hitRate: { ...hitRate, exactFraction: fractionText(exactHitRate(game)) },
    standardDeviation: { played: playedDeviation(tally), exact: exactDeviation(setup, game) },
    longestLosingRun,
    heldRounds: tally.heldRounds,
    sessions,
    confidence,
    disagreements: Object.entries(all).flatMap(([name, agrees]) => (agrees === false ? [name] : [])),
  }
}

const fractionOrNull = (value: Fraction | null): string | null => (value === null ? null : fractionText(value))
const isWithin = (value: number, [low, high]: Interval): boolean => value >= low && value <= high

/**
 * Freedman's inequality: what was staked depends on what came before, but each round strays from its mean by no more than
 * its own spread lets it. It holds for few rounds and rare wins too, where the normal curve does not.
 */
function comparedReturn(tally: Tally, confidence: number) {
  const staked = Number(tally.staked)
  if (staked === 0) return { returnToPlayer: 0, interval: [0, 0] as Interval, expected: 0, agrees: true }
  const returnToPlayer = Number(tally.returned) / staked
  const log = Math.log(2 / (1 - confidence))
  const width = (Math.sqrt(2 * tally.variance * log) + (tally.reach * log) / 3) / staked
  const interval: Interval = [Math.max(0, returnToPlayer - width), returnToPlayer + width]
  const expected = tally.expected / staked
  return { returnToPlayer, interval, expected, agrees: isWithin(expected, interval) }
}

/** The interval of the return by the rounds played so far, for progress displays. */
export function returnSoFar(tally: Tally): { returnToPlayer: number; interval: Interval } {
  const { returnToPlayer, interval } = comparedReturn(tally, 1 - (1 - CONFIDENCE) / FIGURES)
  return { returnToPlayer, interval }
}

/** The return of one unit, if it is the same at every stake that the plan can reach. */
function returnOf(setup: SimulationSetup, game: Game): Fraction | null {
  if (isLadder(setup.plan) && setup.plan.ladder.length === 1 && setup.plan.ladder[0] === 1) return exactReturn(game)
  const { byId } = spotsOf(setup.book, setup.layout)
  const spots = setup.wagers.map(({ spot }) => byId.get(spot)!)
  if (spots.some(({ partage }) => partage !== null)) return null
  if (payoutMax(setup.book, setup.limits) < Infinity) return null
  const returns = new Set(spots.map((spot) => fractionText(spotOdds(chancesOf(setup.book), spot).returnToPlayer)))
  return returns.size === 1 || Object.keys(setup.limits).length === 0 ? exactReturn(game) : null
}

function comparedShare(hits: number, of: number, exact: number, confidence: number): Compared {
  if (of === 0) return { played: 0, interval: [0, 1], exact, agrees: null }
  const interval = shareInterval(hits, of, confidence)
  return { played: hits / of, interval, exact, agrees: isWithin(exact, interval) }
}

function comparedRun(setup: SimulationSetup, game: Game, { longest, rounds }: Tally, confidence: number) {
  if (!isSteady(setup)) return { played: longest, range: null, agrees: null }
  const loses = game.at(1).nets.reduce((sum, net, at) => (net < 0 ? sum + game.weights[at]! : sum), 0)
  const range = longestRunRange(rounds, loses, confidence)
  return { played: longest, range, agrees: isWithin(longest, range) }
}

function playedDeviation({ squares, played, staked, returned }: Tally): number {
  if (played === 0) return 0
  const mean = Number(returned - staked) / played
  return Math.sqrt(Math.max(0, squares / played - mean * mean))
}

const exactDeviation = ({ plan }: SimulationSetup, game: Game): number | null =>
  isLadder(plan) && plan.ladder.length === 1 ? Math.sqrt(game.at(plan.ladder[0]!).variance) : null

function comparedSessions(setup: SimulationSetup, { sessions }: Tally, confidence: number): SessionResult {
  const { count, ruined, net, squares, best, worst } = sessions
  const odds = sessionOdds(setup)
  const mean = count === 0 ? 0 : net / count
  return {
    rounds: setup.sessionRounds,
    count,
    ruined,
    ruin: comparedRuin(ruined, count, setup.bankroll === null ? null : odds, confidence),
    meanResult: { played: mean, exact: odds?.net ?? null },
    withoutLimits: oddsWithoutLimits(setup),
    standardDeviation: count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - mean * mean)),
    best: count === 0 ? 0 : best,
    worst: count === 0 ? 0 : worst,
  }
}

function oddsWithoutLimits(setup: SimulationSetup): SessionResult['withoutLimits'] {
  const { [PAYOUT]: payout, ...ofWagers } = setup.limits
  if (Object.keys(ofWagers).length === 0) return null
  const odds = sessionOdds({ ...setup, limits: payout ? { [PAYOUT]: payout } : {} })
  return odds && { ruin: odds.ruin, meanResult: odds.net }
}

function comparedRuin(ruined: number, count: number, odds: SessionOdds | null, confidence: number) {
  const interval: Interval = count === 0 ? [0, 1] : shareInterval(ruined, count, confidence)
  const played = count === 0 ? 0 : ruined / count
  if (!odds) return { played, interval, exact: null, agrees: null, errorBound: null }
  const { ruin, errorBound } = odds
  const agrees = ruin + errorBound >= interval[0] && ruin - errorBound <= interval[1]
  return { played, interval, exact: ruin, agrees: count === 0 ? null : agrees, errorBound }
}
