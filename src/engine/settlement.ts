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
    ...lineChipsOf(stake, total),
  }
}

/** What goes back goes back in its kind: cash first, then whole colour chips; the rest of a broken chip is cash. */
export function lineChipsOf({ chips, cash, colour, chipValue }: Stake, returned: Cents): { chips?: LineChips } {
  if (chips === 0 || colour === null) return {}
  const asChips = subtract(returned, smaller(returned, cash))
  return { chips: { colour, value: chipValue, staked: chips, returned: wholeChips(asChips, chipValue) } }
}
