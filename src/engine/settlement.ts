import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { type Draw, type Outcome, outcomeOf } from './draw.ts'
import { type Limits, limitsFor } from './limits.ts'
import { add, type Cents, smaller, subtract, times, wholeChips, zero } from './money.ts'
import type { Spot } from './spots.ts'
import { collectedOn, paidOn, type Terms, termsOf } from './unit-result.ts'

/** Colour chips within a stake: how many, and how many go back to the player as chips. */
export type LineChips = { colour: string; value: Cents; staked: number; returned: number }

/** How one player's wager on one spot came out. stake = collected + returned; the player's round is paid - collected. */
export type Line = {
  player: string
  spot: string
  stake: Cents
  result: 'won' | 'lost' | 'returned'
  pays: number
  paid: Cents
  collected: Cents
  returned: Cents
  clause: string
  /** Only where a part of what was in play went back although it did not win: la partage. */
  inPlay?: Cents
  chips?: LineChips
}

/** One player's stake on one spot: cash chips or credits, and colour chips. */
export type Stake = { player: string; spot: Spot; cash: Cents; chips: number; colour: string | null; chipValue: Cents }

/** The part of a stake that was at risk: returned stakes and what lies over the maximum were not. */
export const inPlay = (line: Line): Cents =>
  line.result === 'won' ? ((line.paid / line.pays) as Cents) : (line.inPlay ?? line.collected)

export const totalOf = (stake: Pick<Stake, 'cash' | 'chips' | 'chipValue'>): Cents =>
  add(stake.cash, times(stake.chipValue, stake.chips))

/** A player who had wagers under the minimum in an earlier round has them returned from then on (reading 5). */
export type Warned = (player: string) => boolean

export type Settlement = {
  book: RuleBook
  limits: Limits
  warned: Warned
  pocket: Pocket
  draw: Draw | null
}

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
    ...chipsOf(stake, returned),
  }
  if (!terms.isWin && collected < inPlay) line.inPlay = inPlay
  return line
}

/** The whole stake goes back: a void round, a wager under the minimum for the second time, a ruling. */
export function returnedLine(stake: Stake, clause: string): Line {
  const total = totalOf(stake)
  return {
    player: stake.player,
    spot: stake.spot.spot,
    stake: total,
    result: 'returned',
    pays: stake.spot.pays,
    paid: zero,
    collected: zero,
    returned: total,
    clause,
    ...chipsOf(stake, total),
  }
}

/** What goes back goes back in its kind: cash first, then whole colour chips; the rest of a broken chip is cash. */
function chipsOf({ chips, cash, colour, chipValue }: Stake, returned: Cents): { chips?: LineChips } {
  if (chips === 0 || colour === null) return {}
  const asChips = subtract(returned, smaller(returned, cash))
  return { chips: { colour, value: chipValue, staked: chips, returned: wholeChips(asChips, chipValue) } }
}
