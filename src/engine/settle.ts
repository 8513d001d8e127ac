import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { type Draw, type Outcome, outcomeOf } from './draw.ts'
import { type Limits, limitsFor } from './limits.ts'
import { type Cents, smaller, subtract } from './money.ts'
import { imprisonedLine, type Line, lineChipsOf, lostLine, returnedLine, type Stake, totalOf } from './settlement.ts'
import type { Spot } from './spots.ts'
import { underPart } from './under-minimum.ts'
import { collectedOn, paidOn, type Terms, termsOf } from './unit-result.ts'

/**
 * Tells whether a player's wagers under the minimum were settled in an earlier round. From then on they are returned
 * (reading 5).
 */
type Warned = (player: string) => boolean

/** The facts that decide a settlement: book, limits, outcome and bonus draw. */
export type Settlement = { book: RuleBook; limits: Limits; warned: Warned; pocket: Pocket; draw: Draw | null }

/**
 * Every line of a round, in the order of the stakes given.
 *
 * @example
 * const lines: Line[] = settleStakes(settlement, stakes)
 */
export function settleStakes(round: Settlement, stakes: Iterable<Stake>): Line[] {
  const outcome = outcomeOf(round.pocket, round.draw)
  const known: SpotResult[] = []
  const lines: Line[] = []
  for (const stake of stakes) {
    const { spot } = stake
    let result = known[spot.index]
    if (result?.spot !== spot) {
      result = spotResult(round.book, spot, outcome)
      known[spot.index] = result
    }
    lines.push(settleStake(round, result, stake))
  }
  return lines
}

/** The part of the result that all stakes on a spot share in a round. */
type SpotResult = { spot: Spot; terms: Terms; clause: string }

function spotResult({ rules }: RuleBook, spot: Spot, outcome: Outcome): SpotResult {
  const terms = termsOf(spot, outcome)
  if (terms.isWin) return { spot, terms, clause: spot.clause }
  if (spot.enPrison && terms.isImprisoned) return { spot, terms, clause: spot.enPrison.clause }
  if (spot.partage && terms.collects < terms.parts) return { spot, terms, clause: spot.partage.clause }
  return { spot, terms, clause: rules.losesOnPocket[outcome.pocket] ?? spot.loses }
}

function settleStake({ book, limits, warned }: Settlement, { terms, clause }: SpotResult, stake: Stake): Line {
  const total = totalOf(stake)
  const policy = book.rules.limits
  if (policy.policy !== 'settled-by-rule') return lineOf(stake, total, total, terms, clause)

  const { max } = limitsFor(limits, stake.spot.kind)
  const under = underPart(stake, limits)
  const goesBack = under > 0 && warned(stake.player)
  if (goesBack && under === total) return returnedLine(stake, policy.underMinimum)
  if (goesBack) return lineOf(stake, total, smaller(subtract(total, under), max), terms, policy.underMinimum)
  // Reading 6: only the maximum is in play; the excess goes back.
  const byLimit = total > max ? policy.overMaximum : under > 0 ? policy.underMinimum : clause
  return lineOf(stake, total, smaller(total, max), terms, byLimit)
}

function lineOf(stake: Stake, total: Cents, inPlay: Cents, terms: Terms, clause: string): Line {
  if (terms.isImprisoned) return imprisonedLine(stake, inPlay, clause)
  const collected = collectedOn(terms, inPlay)
  const returned = subtract(total, collected)
  const line: Line = {
    player: stake.player,
    spot: stake.spot.spot,
    stake: total,
    result: terms.isWin ? 'won' : 'lost',
    pays: terms.isWin ? terms.pays : stake.spot.pays,
    paid: paidOn(terms, inPlay),
    collected,
    returned,
    clause,
    ...lineChipsOf(stake, returned),
  }
  if (!terms.isWin && collected < inPlay) line.inPlay = inPlay
  return line
}

/** A stake that was in prison before the round. `rounds`: those that imprisoned it, in order. */
type PrisonStake = Stake & { rounds: readonly number[] }

/** En prison: a stake whose spot wins goes back, and nothing is paid on it. Limits do not judge it a second time. */
export function settlePrisoner(stake: PrisonStake, outcome: Outcome): Line {
  const { spot, rounds } = stake
  const terms = termsOf(spot, outcome)
  const from = imprisonedFrom(rounds)
  // A correction may imprison a stake after the table has changed to a book without the rule.
  const rule = spot.enPrison
  if (terms.isWin) return { ...returnedLine(stake, rule?.clause ?? spot.clause), ...from }
  const total = totalOf(stake)
  if (terms.isImprisoned && rule?.further === 'stays') return { ...imprisonedLine(stake, total, rule.clause), ...from }
  return { ...lostLine(stake, rule?.clause ?? spot.loses), ...from }
}

const imprisonedFrom = ([first, ...through]: readonly number[]): Pick<Line, 'imprisonedIn' | 'through'> => ({
  imprisonedIn: first!,
  ...(through.length > 0 ? { through } : {}),
})
