import type { Ruling } from '../../engine/rulings.ts'
import type { DealerView, PitView, WagersShown } from '../../engine/views.ts'

/** What the desk reads off a table's view. */

/** `isAside`: the pit ruled that it goes back when the round is settled. */
type WagerAtTable = { player: string; spot: string; stake: number; isOutside: boolean; isAside: boolean }

const wagersAtTable = ({ seats }: Pick<DealerView, 'seats'>): WagerAtTable[] =>
  Object.entries(seats).flatMap(([player, { wagers, setAside }]) => [
    ...wagersBy(player, wagers, false),
    ...wagersBy(player, setAside, true),
  ])

const wagersBy = (player: string, wagers: WagersShown, isAside: boolean): WagerAtTable[] =>
  Object.entries(wagers).map(([spot, { stake, outside }]) => ({
    player,
    spot,
    stake,
    isOutside: outside !== null,
    isAside,
  }))

export const outsideIn = (view: PitView): number => wagersAtTable(view).filter(({ isOutside }) => isOutside).length

/** A wager that can be ruled on, as it lay at no more bets; `ruling`: the last one on it. */
export type WagerToRule = {
  player: string
  spot: string
  stake: number
  /** Colour chips in it. `isAllChips`: there is nothing else in it. */
  chips: number
  isAllChips: boolean
  ruling: Ruling | null
}

/** Reading 21: wagers as they lay at no more bets. */
export function wagersToRule({ seats, rulings }: Pick<DealerView, 'seats' | 'rulings'>): WagerToRule[] {
  const last = (player: string, spot: string) =>
    rulings?.list.findLast((one) => one.player === player && one.spot === spot) ?? null
  return Object.entries(seats).flatMap(([player, { wagers, funds }]) => {
    const chipValue = funds.colourChips?.value ?? 0
    return Object.entries(rulings?.lay[player] ?? wagers).map(([spot, { stake, chips }]) => ({
      player,
      spot,
      stake,
      chips,
      isAllChips: chips > 0 && chips * chipValue === stake,
      ruling: last(player, spot),
    }))
  })
}
