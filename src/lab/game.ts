import type { RuleBook } from '../books/rule-book.ts'
import { type Fraction, fraction, multiply, nothing, plus, toNumber } from '../engine/fraction.ts'
import { type Limits, limitsFor, outsideOf } from '../engine/limits.ts'
import { payoutMax } from '../engine/maximum-payout.ts'
import { type Cents, isCents } from '../engine/money.ts'
import { chancesOf, netTogether } from '../engine/odds.ts'
import { type Spot, spotsOf } from '../engine/spots.ts'
import { isWin, unitResult } from '../engine/unit-result.ts'
import type { Plan } from './plan.ts'

/** A wager of the lab: a spot and its stake. */
export type LabWager = { readonly spot: string; readonly stake: Cents }

/** A game of the lab in plain values, which are sent to worker threads unchanged. */
export type GameSetup = {
  readonly book: RuleBook
  readonly layout: string
  readonly wagers: readonly LabWager[]
  readonly plan: Plan
  readonly limits: Limits
}

/** A round at one multiple of the stakes: what each outcome brings, by its index in `chancesOf`. */
export type RoundAt = {
  readonly stake: number
  readonly nets: Float64Array
  /** The mean net in cents, and the variance in square cents. */
  readonly mean: number
  readonly variance: number
  /** The most that it can differ from its mean. */
  readonly reach: number
  /** Whether a limit kept a stake below what the plan wanted. */
  readonly isHeld: boolean
}

export type Game = {
  readonly setup: GameSetup
  readonly weights: Float64Array
  /** 1 for outcomes on which at least one wager wins. */
  readonly hits: Uint8Array
  at(multiple: number): RoundAt
}

/** A progression has few stakes that come again and again; one that never comes again need not be kept. */
const STAKES_KEPT_MAX = 4_096

export function gameOf(setup: GameSetup): Game {
  const { book, layout, wagers } = setup
  const spots = wagers.map(({ spot }) => spotCalled(book, layout, spot))
  const chances = chancesOf(book)
  const kept = new Map<number, RoundAt>()
  return {
    setup,
    weights: Float64Array.from(chances, ({ probability }) => toNumber(probability)),
    hits: Uint8Array.from(chances, ({ outcome }) => (spots.some((spot) => isWin(unitResult(spot, outcome))) ? 1 : 0)),
    at(multiple) {
      const before = kept.get(multiple)
      if (before) return before
      if (kept.size >= STAKES_KEPT_MAX) kept.clear()
      const round = roundAt(setup, spots, multiple)
      kept.set(multiple, round)
      return round
    },
  }
}

function spotCalled(book: RuleBook, layout: string, id: string): Spot {
  const spot = spotsOf(book, layout).byId.get(id)
  if (!spot) throw new RangeError(`${book.id} has no spot ${id}`)
  return spot
}

/** Clamps the plan's stake between the minimum and the maximum. */
function stakesAt({ wagers, limits }: GameSetup, spots: readonly Spot[], multiple: number): Cents[] {
  return wagers.map(({ stake }, nth) => {
    const { min, max } = limitsFor(limits, spots[nth]!.kind)
    return Math.max(min, Math.min(max, stake * multiple)) as Cents
  })
}

function roundAt(setup: GameSetup, spots: readonly Spot[], multiple: number): RoundAt {
  const chances = chancesOf(setup.book)
  const stakes = stakesAt(setup, spots, multiple)
  const placed = stakes.map((stake, nth) => ({ spot: spots[nth]!, stake }))
  const most = payoutMax(setup.book, setup.limits)
  const nets = Float64Array.from(chances, ({ outcome }) => netTogether(placed, outcome, most))
  const weights = chances.map(({ probability }) => toNumber(probability))
  const mean = nets.reduce((sum, net, at) => sum + net * weights[at]!, 0)
  return {
    stake: stakes.reduce((sum, stake) => sum + stake, 0),
    nets,
    mean,
    variance: nets.reduce((sum, net, at) => sum + (net - mean) ** 2 * weights[at]!, 0),
    reach: nets.reduce((most, net) => Math.max(most, Math.abs(net - mean)), 0),
    isHeld: stakes.some((stake, nth) => stake < setup.wagers[nth]!.stake * multiple),
  }
}

/** The average return of one unit over the whole layout, by the first stakes. */
export function exactReturn(game: Game): Fraction {
  const { nets, stake } = game.at(1)
  const mean = chancesOf(game.setup.book).reduce(
    (sum, { probability }, at) => plus(sum, multiply(probability, fraction(nets[at]!))),
    nothing,
  )
  return multiply(plus(mean, fraction(stake)), fraction(1, stake))
}

/** How often at least one wager wins. */
export const exactHitRate = ({ setup, hits }: Game): Fraction =>
  chancesOf(setup.book).reduce((sum, { probability }, at) => (hits[at] === 1 ? plus(sum, probability) : sum), nothing)

/**
 * The problem of a game in words, or null.
 *
 * @example
 * const problem = gameProblem(gameSetup)
 * if (problem) console.log(problem)
 */
export function gameProblem({ book, layout, wagers, limits }: GameSetup): string | null {
  if (wagers.length === 0) return 'there is no wager'
  const { byId } = spotsOf(book, layout)
  const twice = wagers.find(({ spot }, nth) => wagers.findIndex((one) => one.spot === spot) !== nth)
  if (twice) return `there are two wagers on ${twice.spot}: put them together`
  for (const { spot, stake } of wagers) {
    const kind = byId.get(spot)?.kind
    if (!kind) return `${book.id} has no spot ${spot}`
    if (!isCents(stake) || stake <= 0) return `the stake on ${spot} must be a whole number of cents`
    const outside = outsideOf(limits, kind, stake)
    const { min, max } = limitsFor(limits, kind)
    if (outside === 'under-minimum') return `${stake} on ${spot} is under the minimum of ${min}`
    if (outside === 'over-maximum') return `${stake} on ${spot} is over the maximum of ${max}`
  }
  return null
}
