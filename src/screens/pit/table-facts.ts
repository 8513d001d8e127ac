import type { DealerView, PitView, WagersShown } from '../../engine/views.ts'

/** What the desk reads off a table's view. */

/** `isAside`: the pit ruled that it goes back when the round is settled. */
export type WagerAtTable = { player: string; spot: string; stake: number; isOutside: boolean; isAside: boolean }

export const wagersIn = ({ seats }: Pick<DealerView, 'seats'>): WagerAtTable[] =>
  Object.entries(seats).flatMap(([player, { wagers, setAside }]) => [
    ...wagersOf(player, wagers, false),
    ...wagersOf(player, setAside, true),
  ])

const wagersOf = (player: string, wagers: WagersShown, isAside: boolean): WagerAtTable[] =>
  Object.entries(wagers).map(([spot, { stake, outside }]) => ({
    player,
    spot,
    stake,
    isOutside: outside !== null,
    isAside,
  }))

export const outsideIn = (view: PitView): number => wagersIn(view).filter(({ isOutside }) => isOutside).length
