import type { Chips } from './events.ts'
import { add, type Cents, subtract, times, zero } from './money.ts'
import { PersistentMap } from './persistent-map.ts'

/** What one player has on one spot: cash chips or credits in cents, colour chips by count. */
export type Holding = { cash: Cents; chips: number }
/** Player, then spot. */
export type Wagers = PersistentMap<PersistentMap<Holding>>

export const noWagers = (): Wagers => PersistentMap.of()

const nothingHeld: Holding = { cash: zero, chips: 0 }

export const heldOn = (wagers: Wagers, player: string, spot: string): Holding =>
  wagers.get(player)?.get(spot) ?? nothingHeld

/** How many colour chips a player has on the layout. */
export function heldChips(wagers: Wagers, player: string): number {
  let count = 0
  for (const { chips } of wagers.get(player)?.values() ?? []) count += chips
  return count
}

export const placed = (wagers: Wagers, player: string, spot: string, stake: Cents, chips?: Chips): Wagers =>
  changed(wagers, player, spot, cashPart(stake, chips), chips?.count ?? 0)

export const withdrawn = (wagers: Wagers, player: string, spot: string, stake: Cents, chips?: Chips): Wagers =>
  changed(wagers, player, spot, subtract(zero, cashPart(stake, chips)), -(chips?.count ?? 0))

export function moved(wagers: Wagers, player: string, spot: string, target: string): Wagers {
  const { cash, chips } = heldOn(wagers, player, spot)
  return changed(changed(wagers, player, spot, subtract(zero, cash), -chips), player, target, cash, chips)
}

/** What a player has on a spot, carried from one set of wagers to another. */
export function carried(from: Wagers, to: Wagers, player: string, spot: string): [Wagers, Wagers] {
  const { cash, chips } = heldOn(from, player, spot)
  return [changed(from, player, spot, subtract(zero, cash), -chips), changed(to, player, spot, cash, chips)]
}

const cashPart = (stake: Cents, chips: Chips | undefined): Cents =>
  chips ? subtract(stake, times(chips.value, chips.count)) : stake

/** One spot of one player changes; nothing else is copied. */
function changed(wagers: Wagers, player: string, spot: string, cash: Cents, chips: number): Wagers {
  const before = wagers.get(player) ?? PersistentMap.of<Holding>()
  const held = before.get(spot) ?? nothingHeld
  const now = { cash: add(held.cash, cash), chips: held.chips + chips }
  const after = now.cash === 0 && now.chips === 0 ? before.without(spot) : before.set(spot, now)
  return after.size === 0 ? wagers.without(player) : wagers.set(player, after)
}
