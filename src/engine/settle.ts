import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { type Draw, type Outcome, outcomeOf } from './draw.ts'
import { type Limits, limitsFor } from './limits.ts'
import { type Cents, smaller, subtract } from './money.ts'
import { type Line, lineChipsOf, returnedLine, type Stake, totalOf } from './settlement.ts'
import type { Spot } from './spots.ts'
import { collectedOn, paidOn, type Terms, termsOf } from './unit-result.ts'

/** A player who had wagers under the minimum in an earlier round has them returned from then on (reading 5). */
export type Warned = (player: string) => boolean

export type Settlement = { book: RuleBook; limits: Limits; warned: Warned; pocket: Pocket; draw: Draw | null }

/** Every line of a round, in the order of the stakes given. */
export function settle(round: Settlement, stakes: Iterable<Stake>): Line[] {
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

/** What every stake on a spot has in common in a round. */
type SpotResult = { spot: Spot; terms: Terms; clause: string }

function spotResult({ rules }: RuleBook, spot: Spot, outcome: Outcome): SpotResult {
  const terms = termsOf(spot, outcome)
  if (terms.isWin) return { spot, terms, clause: spot.clause }
  if (spot.partage && terms.collects < terms.parts) return { spot, terms, clause: spot.partage.clause }
  return { spot, terms, clause: rules.losesOnPocket[outcome.pocket] ?? spot.loses }
}

function settleStake({ book, limits, warned }: Settlement, { terms, clause }: SpotResult, stake: Stake): Line {
  const total = totalOf(stake)
  const policy = book.rules.limits
  if (policy.policy !== 'settled-by-rule') return lineOf(stake, total, total, terms, clause)

  const { min, max } = limitsFor(limits, stake.spot.kind)
  if (total < min) {
    if (warned(stake.player)) return returnedLine(stake, policy.underMinimum)
    return lineOf(stake, total, total, terms, policy.underMinimum)
  }
  // Reading 6: only the maximum is in play; the excess goes back.
  return lineOf(stake, total, smaller(total, max), terms, total > max ? policy.overMaximum : clause)
}

function lineOf(stake: Stake, total: Cents, inPlay: Cents, terms: Terms, clause: string): Line {
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
