import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { type Draw, type Outcome, outcomeOf } from './draw.ts'
import { type Limits, limitsFor } from './limits.ts'
import { add, type Cents, smaller, subtract, times, wholeChips, zero } from './money.ts'
import type { Spot } from './spots.ts'

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
  chips?: LineChips
}

/** One player's stake on one spot: cash chips or credits, and colour chips. */
export type Stake = { player: string; spot: Spot; cash: Cents; chips: number; colour: string | null; chipValue: Cents }

/** What a spot pays to 1 on an outcome; 0 when it loses. */
export function paysOn(spot: Spot, outcome: Outcome): number {
  switch (spot.wins) {
    case 'covered':
      if (!spot.covers.includes(outcome.pocket)) return 0
      if (outcome.level === 'plain') return spot.pays
      return outcome.level === 'bonus' ? spot.paysBonus : spot.paysSuperBonus
    case 'bonus-number':
      return outcome.level === 'plain' ? 0 : spot.pays
    case 'super-bonus-number':
      return outcome.level === 'super-bonus' ? spot.pays : 0
    case 'scatter':
      return outcome.scatter ? spot.pays : 0
  }
}

/** The part of a stake that was at risk: returned stakes and what lies over the maximum were not. */
export const inPlay = (line: Line): Cents =>
  line.result === 'won' ? ((line.paid / line.pays) as Cents) : line.collected

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
  const lines: Line[] = []
  for (const stake of stakes) lines.push(settleStake(round, outcome, stake))
  return lines
}

function settleStake({ book, limits, warned }: Settlement, outcome: Outcome, stake: Stake): Line {
  const { spot } = stake
  const total = totalOf(stake)
  const pays = paysOn(spot, outcome)
  const decided = pays > 0 ? spot.clause : (book.rules.losesOnPocket[outcome.pocket] ?? spot.loses)
  const policy = book.rules.limits
  if (policy.policy !== 'settled-by-rule') return lineOf(stake, total, total, pays, decided)

  const { min, max } = limitsFor(limits, spot.kind)
  if (total < min) {
    if (warned(stake.player)) return returnedLine(stake, policy.underMinimum)
    return lineOf(stake, total, total, pays, policy.underMinimum)
  }
  // Reading 6: only the maximum is in play; the excess goes back.
  return lineOf(stake, total, smaller(total, max), pays, total > max ? policy.overMaximum : decided)
}

function lineOf(stake: Stake, total: Cents, inPlay: Cents, pays: number, clause: string): Line {
  const won = pays > 0
  const returned = won ? total : subtract(total, inPlay)
  return {
    player: stake.player,
    spot: stake.spot.spot,
    stake: total,
    result: won ? 'won' : 'lost',
    pays: won ? pays : stake.spot.pays,
    paid: won ? times(inPlay, pays) : zero,
    collected: won ? zero : inPlay,
    returned,
    clause,
    ...chipsOf(stake, returned),
  }
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
