import {
  addHolding,
  type Holding,
  heldOn,
  holdingOf,
  movePart,
  noWagers,
  takeHolding,
  type Wagers,
} from './holdings.ts'
import type { Ruling, Rulings } from './table.ts'

/**
 * What rulings make of the wagers as they lay: of each wager the last ruling counts, so that a mistake is put right by
 * ruling again, also when the chips had been moved onto others (reading 21).
 */
export function workOutRulings({ lay, list }: Rulings): { wagers: Wagers; setAside: Wagers } {
  let wagers = lay
  let setAside = noWagers()
  for (const ruling of lastOfEach(list)) {
    const { player, spot, treatment, to } = ruling
    const part = partOf(lay, ruling)
    if (treatment === 'moved') wagers = movePart(wagers, player, spot, part, to!)
    if (treatment !== 'returned') continue
    wagers = takeHolding(wagers, player, spot, part)
    setAside = addHolding(setAside, player, spot, part)
  }
  return { wagers, setAside }
}

const lastOfEach = (list: readonly Ruling[]): Iterable<Ruling> =>
  new Map(list.map((ruling) => [`${ruling.spot} ${ruling.player}`, ruling])).values()

const partOf = (lay: Wagers, { player, spot, stake, chips }: Ruling): Holding =>
  stake === undefined ? heldOn(lay, player, spot) : holdingOf(stake, chips)
