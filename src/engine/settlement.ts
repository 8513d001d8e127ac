import { add, type Cents, smaller, subtract, times, wholeChips, zero } from './money.ts'
import type { Spot } from './spots.ts'

/** Colour chips within a stake: how many, how many go back to the player as chips, and how many stay in prison. */
export type LineChips = { colour: string; value: Cents; staked: number; returned: number; imprisoned?: number }

export type LineResult = 'won' | 'lost' | 'returned' | 'imprisoned'

/**
 * The result of one player's wager on one spot. stake = collected + returned + imprisoned; the player's result is paid
 * - collected.
 */
export type Line = {
  player: string
  spot: string
  stake: Cents
  result: LineResult
  pays: number
  paid: Cents
  collected: Cents
  returned: Cents
  clause: string
  /** Only where a part of what was in play went back although it did not win: la partage. */
  inPlay?: Cents
  /** En prison: the part that stays on its spot until a later round decides it. */
  imprisoned?: Cents
  /** Only of a stake that was in prison before the round: the round in which it was wagered. */
  imprisonedIn?: number
  /** Further rounds before this one in which it stayed in prison. */
  through?: readonly number[]
  chips?: LineChips
  /** Winnings that the line would have been paid and was not: they are above the maximum payout of the round. */
  cut?: LineCut
}

export type LineCut = { amount: Cents; clause: string }

/** One player's stake on one spot: cash chips or credits, and colour chips. */
export type Stake = {
  player: string
  spot: Spot
  cash: Cents
  chips: number
  colour: string | null
  chipValue: Cents
  /**
   * The part that was placed under the minimum, where rulings moved chips. Left out: all of it or nothing, by its
   * total.
   */
  under?: Cents
}

/**
 * The part of a stake that was at risk. Returned stakes and the excess over the maximum were not. A stake in prison is
 * counted once, in the round in which it was wagered.
 *
 * @example
 * const handle = lines.map(inPlay).reduce((sum, stake) => sum + stake, 0)
 */
export function inPlay(line: Line): Cents {
  if (line.imprisonedIn !== undefined) return zero
  if (line.result === 'won') return (wonBy(line) / line.pays) as Cents
  return line.inPlay ?? line.imprisoned ?? line.collected
}

/** The winnings of a line before the maximum payout of the round. */
export const wonBy = ({ paid, cut }: Line): Cents => (cut ? add(paid, cut.amount) : paid)

/** The amount that a line adds to the stakes in prison; negative if it takes out. */
export const imprisonedBy = ({ imprisoned = zero, imprisonedIn, stake }: Line): Cents =>
  imprisonedIn === undefined ? imprisoned : subtract(imprisoned, stake)

export const totalOf = (stake: Pick<Stake, 'cash' | 'chips' | 'chipValue'>): Cents =>
  add(stake.cash, times(stake.chipValue, stake.chips))

/** A line that returns the whole stake: a void round, a wager under the minimum for the second time, a ruling. */
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

/** A line that collects the whole stake. */
export const lostLine = (stake: Stake, clause: string): Line => ({
  ...returnedLine(stake, clause),
  result: 'lost',
  collected: totalOf(stake),
  returned: zero,
  ...lineChipsOf(stake, zero),
})

/**
 * Splits the returned amount by kind: cash first, then whole colour chips. The rest of a broken chip is returned as
 * cash.
 */
export function lineChipsOf({ chips, cash, colour, chipValue }: Stake, returned: Cents): { chips?: LineChips } {
  if (chips === 0 || colour === null) return {}
  const asChips = subtract(returned, smaller(returned, cash))
  return { chips: { colour, value: chipValue, staked: chips, returned: wholeChips(asChips, chipValue) } }
}

/**
 * A line that imprisons the part in play in its kind: whole colour chips as chips, the rest of a broken one and cash as
 * cash.
 */
export function imprisonedLine(stake: Stake, inPlay: Cents, clause: string): Line {
  const total = totalOf(stake)
  const returned = subtract(total, inPlay)
  const { chips } = lineChipsOf(stake, returned)
  const cashLeft = subtract(stake.cash, smaller(returned, stake.cash))
  return {
    player: stake.player,
    spot: stake.spot.spot,
    stake: total,
    result: 'imprisoned',
    pays: stake.spot.pays,
    paid: zero,
    collected: zero,
    returned,
    clause,
    imprisoned: inPlay,
    ...(chips ? { chips: { ...chips, imprisoned: wholeChips(subtract(inPlay, cashLeft), chips.value) } } : {}),
  }
}
