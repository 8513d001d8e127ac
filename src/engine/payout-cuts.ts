import type { RuleBook } from '../books/rule-book.ts'
import type { Limits } from './limits.ts'
import { payoutMax } from './maximum-payout.ts'
import { memoByIdentity } from './memo.ts'
import type { Cents } from './money.ts'
import { payingOutcomes } from './odds.ts'
import { inPlay, type Line } from './settlement.ts'
import { type Spot, spotsOf } from './spots.ts'
import { sumsOf } from './sums.ts'
import { paidOn, termsOf } from './unit-result.ts'

/**
 * Amounts above the maximum payout that are not paid, by outcome (`payingOutcomes`); an outcome that is left out has
 * zero.
 */
export type Cuts = Readonly<Record<string, Cents>>
/** The cuts of a round. The field is left out where no outcome exceeds the maximum payout. */
export type WithCuts = { cutByOutcome?: Cuts }

/** `limits`: those of the round. */
type Rules = { book: RuleBook; layout: string; limits: Limits }

/**
 * Returns what the maximum payout would cut from the winnings of all players of a round, outcome by outcome. It cuts the winnings of
 * a player together, so what the house expects of a round does not follow from the stakes on each spot.
 */
export const cutsOf = memoByIdentity((lines: readonly Line[], rules: Rules): WithCuts => {
  const counting = countCuts(lines, rules)
  for (;;) {
    const { done, value } = counting.next()
    if (done) return value
  }
})

/** Computes the same for a few players at a time and caches it, so that reading it later is fast. */
export function* cutsInParts(lines: readonly Line[], rules: Rules): Generator<void> {
  cutsOf.keep(lines, yield* countCuts(lines, rules))
}

const LINES_AT_ONCE = 500

function* countCuts(lines: readonly Line[], { book, layout, limits }: Rules): Generator<void, WithCuts> {
  const most = payoutMax(book, limits)
  if (most === Infinity) return {}
  const { byId } = spotsOf(book, layout)
  const outcomes = payingOutcomes(book)
  const cuts = new Float64Array(outcomes.length)
  const known = new Map<string, Pays>()
  const paysOf = (spot: string): Pays => known.get(spot) ?? known.set(spot, paysFor(byId.get(spot)!, book)).get(spot)!
  let counted = 0
  for (const { runs } of sumsOf(lines).players.values()) {
    let reach = 0
    eachIn(runs, lines, (line) => {
      reach += inPlay(line) * paysOf(line.spot).highest
      counted++
    })
    if (reach > most) addCuts(cuts, runs, lines, paysOf, most)
    if (counted < LINES_AT_ONCE) continue
    counted = 0
    yield
  }
  const found = outcomes.flatMap(({ key }, nth) => (cuts[nth] === 0 ? [] : [[key, cuts[nth] as Cents] as const]))
  return found.length === 0 ? {} : { cutByOutcome: Object.fromEntries(found) }
}

type Runs = readonly (readonly [from: number, to: number])[]

function eachIn(runs: Runs, lines: readonly Line[], take: (line: Line) => void): void {
  for (const [from, to] of runs) for (let at = from; at < to; at++) take(lines[at]!)
}

function addCuts(
  cuts: Float64Array,
  runs: Runs,
  lines: readonly Line[],
  paysOf: (spot: string) => Pays,
  most: number,
): void {
  const paid = new Float64Array(cuts.length)
  eachIn(runs, lines, (line) => {
    const { byOutcome } = paysOf(line.spot)
    const stake = inPlay(line)
    for (let nth = 0; nth < paid.length; nth++) paid[nth]! += stake * byOutcome[nth]!
  })
  for (let nth = 0; nth < cuts.length; nth++) cuts[nth]! += Math.max(0, paid[nth]! - most)
}

/** The pay of one unit on a spot, outcome by outcome, and the highest of them. */
type Pays = { readonly byOutcome: Float64Array; readonly highest: number }

const paysFor = memoByIdentity((spot: Spot, book: RuleBook): Pays => {
  const byOutcome = Float64Array.from(payingOutcomes(book), ({ outcome }) => paidOn(termsOf(spot, outcome), 1 as Cents))
  return { byOutcome, highest: Math.max(...byOutcome) }
})
