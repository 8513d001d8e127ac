import type { Pocket, RuleBook, SpotId } from '../books/rule-book.ts'
import type { Outcome } from '../engine/draw.ts'
import { type Fraction, fraction, gcd, toNumber } from '../engine/fraction.ts'
import type { Limits } from '../engine/limits.ts'
import { payoutMax } from '../engine/maximum-payout.ts'
import type { Cents } from '../engine/money.ts'
import { type Chance, chancesOf, netTogether, type ResultChance } from '../engine/odds.ts'
import { type Spot, spotsOf } from '../engine/spots.ts'
import { collectedOn, isWin, paidOn, termsOf, unitResult } from '../engine/unit-result.ts'

/**
 * The result of a layout of chips on one pocket: its mean, and its worst and best case over the bonus draw or over the
 * ball that decides about stakes in prison.
 */
export type PocketResult = {
  readonly pocket: Pocket
  readonly plain: number
  readonly worst: number
  readonly best: number
}

/** All possible results of one round of a layout of chips, exactly. Money in cents. */
export type LayoutFigures = {
  readonly staked: number
  readonly results: readonly ResultChance[]
  readonly returnToPlayer: Fraction
  /** At least one wager wins. */
  readonly hitRate: Fraction
  readonly ahead: Fraction
  readonly even: Fraction
  readonly behind: Fraction
  readonly mean: number
  readonly standardDeviation: number
  readonly worst: ResultChance
  readonly best: ResultChance
  readonly pockets: readonly PocketResult[]
}

/**
 * A layout on which chips come and go, one at a time. The result of each outcome is cached, so that one more chip costs
 * one walk over the outcomes. Their chances are integers over one common denominator, so that their sums are sums of
 * integers.
 *
 * @example
 * const odds = new LayoutOdds(roulette3, 'table')
 * odds.put('17', cents(500))
 * console.log(odds.figures()?.mean)
 */
export class LayoutOdds {
  readonly #chances: readonly Chance[]
  readonly #whole: bigint
  readonly #parts: readonly bigint[]
  readonly #spots: ReadonlyMap<SpotId, Spot>
  readonly #stakes = new Map<SpotId, Cents>()
  /** The winnings on each outcome before the maximum payout cuts them, and the stakes that are lost. */
  readonly #paid: Float64Array
  readonly #collected: Float64Array
  readonly #payoutMax: number
  readonly #wins: Uint16Array
  #staked = 0

  /** `limits`: those of the table, which may lower the maximum payout of the book. */
  constructor(book: RuleBook, layout: string, limits: Limits = {}) {
    this.#chances = chancesOf(book)
    this.#spots = spotsOf(book, layout).byId
    this.#whole = this.#chances.reduce((so, { probability: { d } }) => (so / gcd(so, d)) * d, 1n)
    this.#parts = this.#chances.map(({ probability: { n, d } }) => n * (this.#whole / d))
    this.#paid = new Float64Array(this.#chances.length)
    this.#collected = new Float64Array(this.#chances.length)
    this.#payoutMax = payoutMax(book, limits)
    this.#wins = new Uint16Array(this.#chances.length)
  }

  /** Sets the stake on a spot from now on; zero removes the wager. */
  put(id: SpotId, stake: Cents): void {
    const spot = this.#spots.get(id)
    if (!spot) throw new RangeError(`There is no spot ${id}`)
    const before = this.#stakes.get(id) ?? (0 as Cents)
    if (stake === before) return
    const wagers = (stake > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
    for (const [nth, { outcome }] of this.#chances.entries()) {
      const terms = termsOf(spot, outcome)
      this.#paid[nth]! += paidOn(terms, stake) - paidOn(terms, before)
      this.#collected[nth]! += collectedOn(terms, stake) - collectedOn(terms, before)
      if (wagers !== 0 && isWin(unitResult(spot, outcome))) this.#wins[nth]! += wagers
    }
    this.#staked += stake - before
    if (stake > 0) this.#stakes.set(id, stake)
    else this.#stakes.delete(id)
  }

  /** Null while nothing lies there. */
  figures(): LayoutFigures | null {
    if (this.#staked === 0) return null
    const nets = this.#paid.map((paid, nth) => Math.min(paid, this.#payoutMax) - this.#collected[nth]!)
    const results = this.#results(nets)
    const { mean, standardDeviation } = momentsOf(results)
    const net = nets.reduce((sum, one, nth) => sum + BigInt(one) * this.#parts[nth]!, 0n)
    return {
      staked: this.#staked,
      results,
      mean,
      standardDeviation,
      worst: results[0]!,
      best: results.at(-1)!,
      returnToPlayer: fraction(net + BigInt(this.#staked) * this.#whole, BigInt(this.#staked) * this.#whole),
      hitRate: this.#chanceOf((nth) => this.#wins[nth]! > 0),
      ahead: this.#chanceOf((nth) => nets[nth]! > 0),
      even: this.#chanceOf((nth) => nets[nth]! === 0),
      behind: this.#chanceOf((nth) => nets[nth]! < 0),
      pockets: this.#pockets(nets),
    }
  }

  #chanceOf(isMeant: (nth: number) => boolean): Fraction {
    const parts = this.#parts.reduce((sum, part, nth) => (isMeant(nth) ? sum + part : sum), 0n)
    return fraction(parts, this.#whole)
  }

  #results(nets: Float64Array): ResultChance[] {
    const byResult = new Map<number, bigint>()
    for (const [nth, part] of this.#parts.entries()) byResult.set(nets[nth]!, (byResult.get(nets[nth]!) ?? 0n) + part)
    return [...byResult]
      .sort(([a], [b]) => a - b)
      .map(([result, parts]) => ({ result, probability: fraction(parts, this.#whole) }))
  }

  #pockets(nets: Float64Array): PocketResult[] {
    const found = new Map<Pocket, PocketResult>()
    for (const [nth, { outcome }] of this.#chances.entries()) {
      const net = nets[nth]!
      const first = outcome.next === undefined ? net : this.#netBefore(outcome)
      const before = found.get(outcome.pocket) ?? { pocket: outcome.pocket, plain: first, worst: net, best: net }
      const isPlain = outcome.level === 'plain' && !outcome.scatter && outcome.next === undefined
      found.set(outcome.pocket, {
        pocket: outcome.pocket,
        plain: isPlain ? net : before.plain,
        worst: Math.min(before.worst, net),
        best: Math.max(before.best, net),
      })
    }
    return [...found.values()]
  }

  /** The result of an outcome in its own round, before the ball that decides about stakes in prison. */
  #netBefore({ next: _, ...outcome }: Outcome): number {
    const wagers = [...this.#stakes].map(([id, stake]) => ({ spot: this.#spots.get(id)!, stake }))
    return netTogether(wagers, outcome, this.#payoutMax)
  }
}

function momentsOf(results: readonly ResultChance[]): { mean: number; standardDeviation: number } {
  const chances = results.map(({ result, probability }) => ({ result, chance: toNumber(probability) }))
  const mean = chances.reduce((sum, { result, chance }) => sum + result * chance, 0)
  const variance = chances.reduce((sum, { result, chance }) => sum + (result - mean) ** 2 * chance, 0)
  return { mean, standardDeviation: Math.sqrt(variance) }
}

/**
 * The chips that lie there already.
 *
 * @example
 * const figures = figuresOfLayout(roulette3, 'table', { '17': cents(500), red: cents(1_000) })
 * console.log(figures?.mean)
 */
export function figuresOfLayout(
  book: RuleBook,
  layout: string,
  wagers: Readonly<Record<SpotId, Cents>>,
  limits: Limits = {},
): LayoutFigures | null {
  const odds = new LayoutOdds(book, layout, limits)
  for (const [spot, stake] of Object.entries(wagers)) odds.put(spot, stake)
  return odds.figures()
}
