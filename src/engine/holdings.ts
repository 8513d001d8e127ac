import type { Chips } from './events.ts'
import { add, type Cents, subtract, times, zero } from './money.ts'
import { PersistentMap } from './persistent-map.ts'

/** One player's chips on one spot: cash chips or credits in cents, colour chips by count. */
export type Holding = { cash: Cents; chips: number }
/** All chips of one player on the layout, and their sum, so that a further wager need not add them up again. */
type PlayerWagers = { spots: PersistentMap<Holding>; held: Holding }
export type Wagers = PersistentMap<PlayerWagers>

export const noWagers = (): Wagers => PersistentMap.of()

const nothingHeld: Holding = { cash: zero, chips: 0 }

export const heldOn = (wagers: Wagers, player: string, spot: string): Holding =>
  wagers.get(player)?.spots.get(spot) ?? nothingHeld

export const isNothing = ({ cash, chips }: Holding): boolean => cash === 0 && chips === 0

export const without = (one: Holding, other: Holding): Holding => ({
  cash: subtract(one.cash, other.cash),
  chips: one.chips - other.chips,
})

/** The sum of a player's chips on the whole layout. */
export const heldBy = (wagers: Wagers, player: string): Holding => wagers.get(player)?.held ?? nothingHeld

export function wagersOfPlayer(holdings: Iterable<readonly [string, Holding]>): PlayerWagers {
  const spots = PersistentMap.of(holdings)
  return { spots, held: spots.values().reduce(together, nothingHeld) }
}

const together = (one: Holding, other: Holding): Holding => ({
  cash: add(one.cash, other.cash),
  chips: one.chips + other.chips,
})

export const addStake = (wagers: Wagers, player: string, spot: string, stake: Cents, chips?: Chips): Wagers =>
  changeSpot(wagers, player, spot, cashPart(stake, chips), chips?.count ?? 0)

export const takeStake = (wagers: Wagers, player: string, spot: string, stake: Cents, chips?: Chips): Wagers =>
  changeSpot(wagers, player, spot, subtract(zero, cashPart(stake, chips)), -(chips?.count ?? 0))

/** Moves a part of a player's chips on a spot to another spot. */
export const movePart = (wagers: Wagers, player: string, spot: string, part: Holding, target: string): Wagers =>
  addHolding(takeHolding(wagers, player, spot, part), player, target, part)

export const addHolding = (wagers: Wagers, player: string, spot: string, { cash, chips }: Holding): Wagers =>
  changeSpot(wagers, player, spot, cash, chips)

export const takeHolding = (wagers: Wagers, player: string, spot: string, { cash, chips }: Holding): Wagers =>
  changeSpot(wagers, player, spot, subtract(zero, cash), -chips)

export const holdingOf = (stake: Cents, chips: Chips | undefined): Holding => ({
  cash: cashPart(stake, chips),
  chips: chips?.count ?? 0,
})

const cashPart = (stake: Cents, chips: Chips | undefined): Cents =>
  chips ? subtract(stake, times(chips.value, chips.count)) : stake

/** One spot of one player changes; nothing else is copied. */
function changeSpot(wagers: Wagers, player: string, spot: string, cash: Cents, chips: number): Wagers {
  const { spots: before, held } = wagers.get(player) ?? wagersOfPlayer([])
  const more = { cash, chips }
  const now = together(before.get(spot) ?? nothingHeld, more)
  const spots = now.cash === 0 && now.chips === 0 ? before.without(spot) : before.set(spot, now)
  return spots.size === 0 ? wagers.without(player) : wagers.set(player, { spots, held: together(held, more) })
}
