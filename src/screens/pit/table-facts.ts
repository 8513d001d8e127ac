import type { DealerView, PitView, WagersShown } from '../../engine/views.ts'

/** What the desk reads off a table's view. */

/** A ruling, a correction before settlement: the ball is at rest and nothing is settled. */
export const awaitsSettlement = ({ phase, pocket }: PitView): boolean =>
  pocket !== null && (phase === 'outcome-determined' || phase === 'referred')

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

export function stakesIn(view: PitView): { players: number; wagers: number; total: number } {
  const wagers = wagersIn(view)
  const players = new Set(wagers.map(({ player }) => player)).size
  return { players, wagers: wagers.length, total: wagers.reduce((sum, { stake }) => sum + stake, 0) }
}

export const outsideIn = (view: PitView): number => wagersIn(view).filter(({ isOutside }) => isOutside).length
