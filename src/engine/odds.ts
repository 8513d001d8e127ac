import type { Bonus, Piece, Pocket, RuleBook } from '../books/rule-book.ts'
import type { Level, Outcome } from './draw.ts'
import {
  type Fraction,
  fraction,
  fractionText,
  minus,
  multiply,
  nothing,
  one,
  plus,
  toNumber,
  total,
} from './fraction.ts'
import { groupBy } from './group-by.ts'
import type { Limits } from './limits.ts'
import { payoutMax } from './maximum-payout.ts'
import { memoByIdentity } from './memo.ts'
import type { Cents } from './money.ts'
import { layoutOf, type Spot, spotsOf } from './spots.ts'
import { backOf, collectedOn, isWin, netNumberOf, paidOn, termsOf, unitResult } from './unit-result.ts'

/** The exact odds of one spot, per unit staked. */
export type SpotOdds = {
  spot: Spot
  winProbability: Fraction
  returnToPlayer: Fraction
  houseEdge: Fraction
  variance: Fraction
}

export type Chance = { outcome: Outcome; probability: Fraction }
/** A result of a round in cents, with its probability. */
export type ResultChance = { result: number; probability: Fraction }

/**
 * Every outcome that wagers can distinguish, with its probability: each pocket, how it was lit, scatter or not. Where
 * the book imprisons wagers, also the pocket that decides about them, so that these are the odds of a wager until its
 * end.
 */
export const chancesOf = memoByIdentity((book: RuleBook): readonly Chance[] => {
  const { pockets } = book.wheel
  const pocketChance = fraction(1, pockets.length)
  return pockets
    .flatMap((pocket) =>
      drawClasses(book, pocket).map(({ level, scatter, probability }) => ({
        outcome: { pocket, level, scatter },
        probability: multiply(pocketChance, probability),
      })),
    )
    .flatMap((chance) => untilDecided(book, chance))
})

/** The pockets that decide about stakes in prison. Where a further prison pocket changes nothing, it is left out. */
export function decidingPockets({ wheel: { pockets }, rules: { enPrison } }: RuleBook): readonly Pocket[] {
  return enPrison?.further === 'stays' ? pockets.filter((pocket) => !enPrison.pockets.includes(pocket)) : pockets
}

function untilDecided(book: RuleBook, chance: Chance): readonly Chance[] {
  const { outcome, probability } = chance
  if (!book.rules.enPrison?.pockets.includes(outcome.pocket)) return [chance]
  const deciding = decidingPockets(book)
  const each = multiply(probability, fraction(1, deciding.length))
  return deciding.map((next) => ({ outcome: { ...outcome, next }, probability: each }))
}

/**
 * Returns the exact odds of every spot of a layout.
 *
 * @example
 * const edges = oddsOf(roulette3, 'table').map(({ houseEdge }) => fractionText(houseEdge))
 */
export function oddsOf(book: RuleBook, layout: string): SpotOdds[] {
  return spotsOf(book, layout).list.map((spot) => spotOdds(chancesOf(book), spot))
}

/** Spots of one kind with equal pay, probability and variance. `odds`: those of the first of them. */
export type OddsGroup = { readonly odds: SpotOdds; readonly spots: readonly Spot[] }

/** Groups the spots of a layout, in the order of its pay table. */
export function oddsByKind(book: RuleBook, layout: string): OddsGroup[] {
  const groups = new Map<string, { odds: SpotOdds; spots: Spot[] }>()
  for (const odds of oddsOf(book, layout)) {
    const { spot, winProbability, returnToPlayer, variance } = odds
    const key = [spot.kind, spot.pays, ...[winProbability, returnToPlayer, variance].map(fractionText)].join(' ')
    const group = groups.get(key) ?? { odds, spots: [] }
    group.spots.push(spot)
    groups.set(key, group)
  }
  const order = layoutOf(book, layout).wagers.map(({ kind }) => kind)
  return [...groups.values()].sort((a, b) => order.indexOf(a.odds.spot.kind) - order.indexOf(b.odds.spot.kind))
}

/**
 * Returns the exact odds of a spot over given outcomes.
 *
 * @example
 * const { byId } = spotsOf(roulette3, 'table')
 * const odds: SpotOdds = spotOdds(chancesOf(roulette3), byId.get('red')!)
 */
export function spotOdds(chances: readonly Chance[], spot: Spot): SpotOdds {
  const units = chances.map(({ outcome, probability }) => ({ unit: unitResult(spot, outcome), probability }))
  const winProbability = total(units.filter(({ unit }) => isWin(unit)).map(({ probability }) => probability))
  return {
    spot,
    winProbability,
    ...momentsOf(units.map(({ unit, probability }) => ({ back: backOf(unit), probability }))),
  }
}

/** The return of one unit, its edge and its variance, from the amount that comes back on each outcome. */
function momentsOf(
  outcomes: readonly { back: Fraction; probability: Fraction }[],
): Pick<SpotOdds, 'returnToPlayer' | 'houseEdge' | 'variance'> {
  // An outcome that returns zero adds zero to each sum.
  const some = outcomes.filter(({ back }) => back.n > 0n)
  const returnToPlayer = total(some.map(({ back, probability }) => multiply(back, probability)))
  // With R the stake and winnings that come back, the result is R - 1, so both have the same variance.
  const squared = total(some.map(({ back, probability }) => multiply(multiply(back, back), probability)))
  const variance = minus(squared, multiply(returnToPlayer, returnToPlayer))
  return { returnToPlayer, houseEdge: minus(one, returnToPlayer), variance }
}

/** The exact odds of several wagers that are placed as one bet. */
export type BetOdds = Omit<SpotOdds, 'spot'>

/**
 * The exact odds of a bet of several pieces, per unit of all of it. It wins where any of its spots does.
 *
 * @example
 * const tiers = expand(rouletteDoubleZeroEtg4, 'A', 'rapid', 'tiers')
 * if (!('refused' in tiers)) console.log(betOdds(rouletteDoubleZeroEtg4, 'A', tiers.pieces).houseEdge)
 */
export function betOdds(book: RuleBook, layout: string, pieces: readonly Piece[]): BetOdds {
  const { byId } = spotsOf(book, layout)
  const all = pieces.reduce((sum, piece) => sum + piece.pieces, 0)
  const rows = pieces.map(({ spot, pieces: count }) => ({ spot: byId.get(spot)!, share: fraction(count, all) }))
  const units = chancesOf(book).map(({ outcome, probability }) => {
    const each = rows.map(({ spot, share }) => ({ unit: unitResult(spot, outcome), share }))
    const back = total(each.map(({ unit, share }) => multiply(backOf(unit), share)))
    return { back, probability, isWon: each.some(({ unit }) => isWin(unit)) }
  })
  const winProbability = total(units.filter(({ isWon }) => isWon).map(({ probability }) => probability))
  return { winProbability, ...momentsOf(units) }
}

/**
 * Returns the standard deviation of the result of one unit.
 *
 * @example
 * const [first] = oddsOf(roulette3, 'table')
 * const deviation: number = standardDeviation(first!)
 */
export const standardDeviation = ({ variance }: Pick<SpotOdds, 'variance'>): number => Math.sqrt(toNumber(variance))

/** A wager with its spot as the engine knows it. */
export type SpotWager = { readonly spot: Spot; readonly stake: Cents }

/**
 * The full distribution of what a set of wagers wins or loses in one round, in whole cents, smallest result first. The maximum
 * payout cuts the winnings. `limits`: those of the table, which may lower it.
 *
 * @example
 * const { byId } = spotsOf(roulette3, 'table')
 * const results: ResultChance[] = distribution(roulette3, [{ spot: byId.get('17')!, stake: cents(500) }])
 */
export function distribution(book: RuleBook, wagers: readonly SpotWager[], limits: Limits = {}): ResultChance[] {
  const most = payoutMax(book, limits)
  const byResult = new Map<number, Fraction>()
  for (const { outcome, probability } of chancesOf(book)) {
    const result = netTogether(wagers, outcome, most)
    byResult.set(result, plus(byResult.get(result) ?? nothing, probability))
  }
  return [...byResult].map(([result, probability]) => ({ result, probability })).sort((a, b) => a.result - b.result)
}

/** The result of all wagers of a round on an outcome, in whole cents. Winnings above `most` are not paid. */
export function netTogether(wagers: Iterable<SpotWager>, outcome: Outcome, most: number): number {
  let [paid, collected] = [0, 0]
  for (const { spot, stake } of wagers) {
    const terms = termsOf(spot, outcome)
    paid += paidOn(terms, stake)
    collected += collectedOn(terms, stake)
  }
  return Math.min(paid, most) - collected
}

/** Outcomes on which every spot pays the same: they differ only in the ball that decides about stakes in prison. */
export type PayingOutcome = { readonly key: string; readonly outcome: Outcome; readonly probability: Fraction }

/**
 * Lists every outcome that makes a difference to winnings. Stakes in prison win nothing, so the ball that decides them
 * does not count.
 */
export const payingOutcomes = memoByIdentity((book: RuleBook): readonly PayingOutcome[] => {
  const byKey = groupBy(chancesOf(book), ({ outcome }) => outcomeKey(outcome))
  return [...byKey].map(([key, chances]) => ({
    key,
    outcome: chances[0]!.outcome,
    probability: total(chances.map(({ probability }) => probability)),
  }))
})

/** Names an outcome by its pocket, how it was lit and scatter: `17`, `17 bonus`, `17 plain scatter`. */
const outcomeKey = ({ pocket, level, scatter }: Outcome): string =>
  `${pocket}${level === 'plain' && !scatter ? '' : ` ${level}`}${scatter ? ' scatter' : ''}`

/**
 * An amount in cents for each key of `payingOutcomes`; an outcome that is left out has zero. Bonus outcomes of an
 * earlier book may be unknown to the table's next book, and count as zero.
 */
export type ByOutcome = Readonly<Record<string, number>>

/**
 * The win that the house expects from the stakes in play on each spot. `cuts`: winnings above the maximum payout of a
 * round, which are not paid.
 *
 * @example
 * const win: Fraction = theoreticalWin(roulette3, 'table', { red: 100_000 })
 */
export function theoreticalWin(
  book: RuleBook,
  layout: string,
  handleBySpot: Readonly<Record<string, number>>,
  cuts: ByOutcome = {},
): Fraction {
  const { byId } = spotsOf(book, layout)
  const bySpots = Object.entries(handleBySpot).map(([id, handle]) =>
    multiply(fraction(handle), edgeOf(byId.get(id)!, book)),
  )
  const byCuts = Object.entries(cuts).map(([key, cut]) =>
    multiply(fraction(cut), outcomeChances(book).get(key) ?? nothing),
  )
  return total([...bySpots, ...byCuts])
}

const outcomeChances = memoByIdentity(
  (book: RuleBook) => new Map(payingOutcomes(book).map(({ key, probability }) => [key, probability])),
)

/**
 * The variance of the house's win in one round, in square cents. The wagers of a round share one ball, so the variance
 * is that of the whole layout and not the sum of theirs. `cuts`: as of `theoreticalWin`.
 *
 * @example
 * const variance: number = winVariance(roulette3, 'table', { red: 100_000 })
 */
export function winVariance(
  book: RuleBook,
  layout: string,
  handleBySpot: Readonly<Record<string, number>>,
  cuts: ByOutcome = {},
): number {
  const { byId } = spotsOf(book, layout)
  const [chances, weights] = [chancesOf(book), weightsOf(book)]
  const wins = new Float64Array(chances.length)
  for (const [id, handle] of Object.entries(handleBySpot)) {
    const perUnit = houseResults(byId.get(id)!, book)
    for (let nth = 0; nth < wins.length; nth++) wins[nth]! += handle * perUnit[nth]!
  }
  if (Object.keys(cuts).length > 0)
    for (const [nth, { outcome }] of chances.entries()) wins[nth]! += cuts[outcomeKey(outcome)] ?? 0
  const expected = wins.reduce((sum, win, nth) => sum + win * weights[nth]!, 0)
  return wins.reduce((sum, win, nth) => sum + (win - expected) ** 2 * weights[nth]!, 0)
}

const weightsOf = memoByIdentity((book: RuleBook) =>
  Float64Array.from(chancesOf(book), ({ probability }) => toNumber(probability)),
)

/** The house's win on one unit on a spot of this book, outcome by outcome. */
const houseResults = memoByIdentity((spot: Spot, book: RuleBook) =>
  Float64Array.from(chancesOf(book), ({ outcome }) => -netNumberOf(unitResult(spot, outcome))),
)

const edgeOf = memoByIdentity((spot: Spot, book: RuleBook) => spotOdds(chancesOf(book), spot).houseEdge)

type DrawClass = { level: Level; scatter: boolean; probability: Fraction }

/** The ways in which a pocket can be lit, by counting draws exactly. */
function drawClasses(book: RuleBook, pocket: Pocket): DrawClass[] {
  const { bonus } = book.rules
  if (!bonus) return [{ level: 'plain', scatter: false, probability: one }]
  const all = choose(book.wheel.pockets.length, bonus.numbers)
  const counts = countDraws(bonus, pocket, book.wheel.pockets.length)
  return counts
    .filter(({ draws }) => draws > 0n)
    .map(({ level, scatter, draws }) => ({ level, scatter, probability: fraction(draws, all) }))
}

type DrawCount = { level: Level; scatter: boolean; draws: bigint }

/**
 * Counts draws by the number of lit pockets in this pocket's own link: the ways to light them, with this pocket among
 * them or not, times the ways to draw the rest elsewhere. Draws that light every other link make a scatter.
 */
function countDraws(bonus: Bonus, pocket: Pocket, pockets: number): DrawCount[] {
  const own = bonus.links.find((link) => link.pockets.includes(pocket))
  const size = own?.pockets.length ?? 1
  const others = bonus.links.filter((link) => link !== own).map((link) => link.pockets.length)
  const counts = new Map<string, DrawCount>()
  const count = (level: Level, scatter: boolean, draws: bigint) => {
    const key = `${level} ${scatter}`
    counts.set(key, { level, scatter, draws: (counts.get(key)?.draws ?? 0n) + draws })
  }
  for (let lit = 0; lit <= Math.min(size, bonus.numbers); lit++) {
    const elsewhere = choose(pockets - size, bonus.numbers - lit)
    const scattered = lit > 0 || !own ? everyLinkLit(others, bonus.numbers - lit, pockets - size) : 0n
    const level: Level = own && lit === size ? 'super-bonus' : 'bonus'
    const [withIt, without] = [choose(size - 1, lit - 1), choose(size - 1, lit)]
    count(level, true, withIt * scattered)
    count(level, false, withIt * (elsewhere - scattered))
    count('plain', true, without * scattered)
    count('plain', false, without * (elsewhere - scattered))
  }
  return [...counts.values()]
}

/** The number of ways to draw `numbers` from `pockets` so that each of these links holds at least one. */
function everyLinkLit(links: readonly number[], numbers: number, pockets: number): bigint {
  const linked = links.reduce((sum, size) => sum + size, 0)
  let ways = Array.from({ length: numbers + 1 }, (_, drawn) => choose(pockets - linked, drawn))
  for (const size of links)
    ways = ways.map((_, drawn) => {
      let sum = 0n
      for (let here = 1; here <= Math.min(size, drawn); here++) sum += choose(size, here) * ways[drawn - here]!
      return sum
    })
  return ways[numbers]!
}

export function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n
  let result = 1n
  for (let i = 1; i <= k; i++) result = (result * BigInt(n - k + i)) / BigInt(i)
  return result
}
