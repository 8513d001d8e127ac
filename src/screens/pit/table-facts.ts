import { type Ruling, standingRulings } from '../../engine/rulings.ts'
import type { DealerView, PitView, StaffRound, WagersShown } from '../../engine/views.ts'

/** Facts that the desk derives from a table's view. */

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

/** A wager that can be ruled on, as it lay at no more bets. */
export type WagerToRule = {
  player: string
  spot: string
  stake: number
  /** Colour chips in it. `isAllChips`: there is nothing else in it. */
  chips: number
  isAllChips: boolean
  /** The stake that no ruling on a part covers yet, in cents and in colour chips. */
  left: { stake: number; chips: number }
  isRuled: boolean
}

/** Wagers of a round that can be ruled on, and the rulings so far with whether a later one replaces them. */
export type RuledWagers = { wagers: readonly WagerToRule[]; list: readonly RulingShown[] }
export type RulingShown = Ruling & { isReplaced: boolean }

type Laid = Pick<WagerToRule, 'player' | 'spot' | 'stake' | 'chips' | 'isAllChips'>

/** Reading 21: wagers as they lay at no more bets, and what rulings on parts have left of each. */
function ruledWagers(laid: readonly Laid[], list: readonly Ruling[]): RuledWagers {
  const standing = standingRulings(list)
  const inForce = list.filter((_, index) => standing.has(index))
  return {
    list: list.map((ruling, index) => ({ ...ruling, isReplaced: !standing.has(index) })),
    wagers: laid.map((wager) => {
      const own = inForce.filter((one) => one.player === wager.player && one.spot === wager.spot)
      const parts = own.filter(({ stake }) => stake !== undefined)
      const left = {
        stake: wager.stake - parts.reduce((sum, part) => sum + part.stake!, 0),
        chips: wager.chips - parts.reduce((sum, part) => sum + (part.chips?.count ?? 0), 0),
      }
      return { ...wager, left, isRuled: own.length > 0 }
    }),
  }
}

export function wagersNow({ seats, rulings }: Pick<DealerView, 'seats' | 'rulings'>): RuledWagers {
  const laid = Object.entries(seats).flatMap(([player, { wagers, funds }]) => {
    const chipValue = funds.colourChips?.value ?? 0
    return Object.entries(rulings?.lay[player] ?? wagers).map(([spot, { stake, chips }]) => ({
      player,
      spot,
      stake,
      chips,
      isAllChips: chips > 0 && chips * chipValue === stake,
    }))
  })
  return ruledWagers(laid, rulings?.list ?? [])
}

/** Reading 29: wagers of a concluded round, as its lines have them where none of the player's was ruled on. */
export function wagersThen({ lines, rulings }: Pick<StaffRound, 'lines' | 'rulings'>): RuledWagers {
  const { list = [], lay = [] } = rulings ?? {}
  const ofLay = lay.map(({ player, spot, cash, chips, chipValue }) => ({
    player,
    spot,
    stake: cash + chips * chipValue,
    chips,
    isAllChips: chips > 0 && cash === 0,
  }))
  const ofLines = lines
    .filter(({ player, imprisonedIn }) => imprisonedIn === undefined && lay.every((row) => row.player !== player))
    .map(({ player, spot, stake, chips }) => ({
      player,
      spot,
      stake,
      chips: chips?.staked ?? 0,
      isAllChips: chips !== undefined && chips.staked * chips.value === stake,
    }))
  return ruledWagers([...ofLay, ...ofLines], list)
}
