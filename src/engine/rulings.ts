import type { TableEvent } from './events.ts'
import {
  addHolding,
  type Holding,
  heldOn,
  holdingOf,
  movePart,
  noWagers,
  takeHolding,
  type Wagers,
  without,
} from './holdings.ts'
import { add, type Cents, negative, zero } from './money.ts'

/** Ruling of the pit on a wager, or on a part of it. */
export type Ruling = Pick<
  Extract<TableEvent, { type: 'wager-ruled' }>,
  'player' | 'spot' | 'treatment' | 'to' | 'stake' | 'chips'
>
/** Rulings in their order, and the wagers as they lay at no more bets, which they are about (reading 21). */
export type Rulings = { lay: Wagers; list: readonly Ruling[] }

/** Chips of one spot that a ruling is about. */
type RulingPart = Ruling & { part: Holding }

const keyOf = ({ player, spot }: Pick<Ruling, 'player' | 'spot'>): string => `${spot} ${player}`
const isOnPart = ({ stake }: Ruling): boolean => stake !== undefined

/**
 * The rulings in force, by wager, each by its place in the list (reading 21). One on the whole of a wager replaces all
 * earlier ones on it. Those on parts add up, and replace one on the whole.
 */
function inForce(list: readonly Ruling[]): Map<string, readonly number[]> {
  const found = new Map<string, readonly number[]>()
  for (const [index, ruling] of list.entries()) {
    const parts = (found.get(keyOf(ruling)) ?? []).filter((before) => isOnPart(list[before]!))
    found.set(keyOf(ruling), isOnPart(ruling) ? [...parts, index] : [index])
  }
  return found
}

/** The places in the list of the rulings that no later one replaces. */
export const standingRulings = (list: readonly Ruling[]): ReadonlySet<number> =>
  new Set([...inForce(list).values()].flat())

/** The numbers of the rulings that another one on the same wager replaces. */
export function replacedBy({ list }: Rulings, wager: Pick<Ruling, 'player' | 'spot' | 'stake'>): number[] {
  const before = inForce(list).get(keyOf(wager)) ?? []
  return before.filter((index) => wager.stake === undefined || !isOnPart(list[index]!)).map((index) => index + 1)
}

/** Returns the chips of a wager, as it lay, that no ruling on a part covers yet. */
export function uncovered({ lay, list }: Rulings, { player, spot }: Pick<Ruling, 'player' | 'spot'>): Holding {
  const parts = (inForce(list).get(keyOf({ player, spot })) ?? []).map((index) => list[index]!).filter(isOnPart)
  return parts.reduce((left, { stake, chips }) => without(left, holdingOf(stake!, chips)), heldOn(lay, player, spot))
}

/** Lists every ruling in force with the chips that it is about. */
const ruledParts = ({ lay, list }: Rulings): RulingPart[] =>
  [...inForce(list).values()].flat().map((index) => {
    const ruling = list[index]!
    const { player, spot, stake, chips } = ruling
    return { ...ruling, part: stake === undefined ? heldOn(lay, player, spot) : holdingOf(stake, chips) }
  })

/** Applies rulings to the wagers as they lay. */
export function workOutRulings(rulings: Rulings): { wagers: Wagers; setAside: Wagers } {
  let wagers = rulings.lay
  let setAside = noWagers()
  for (const { player, spot, treatment, to, part } of ruledParts(rulings)) {
    if (treatment === 'moved') wagers = movePart(wagers, player, spot, part, to!)
    if (treatment !== 'returned') continue
    wagers = takeHolding(wagers, player, spot, part)
    setAside = addHolding(setAside, player, spot, part)
  }
  return { wagers, setAside }
}

/** Amount of each wager in play that was placed under the minimum, by `underKey`, for players whom rulings are about. */
export type UnderAsPlaced = ReadonlyMap<string, Cents>

export const underKey = keyOf

type Measures = { worth: (player: string, held: Holding) => Cents; minimum: (spot: string) => Cents }

/** Judges chips that a ruling moved by the wager as it was placed (reading 5). */
export function underAsPlaced(rulings: Rulings, { worth, minimum }: Measures): UnderAsPlaced {
  const { lay, list } = rulings
  const under = new Map<string, Cents>()
  const note = (player: string, spot: string, amount: Cents) =>
    under.set(keyOf({ player, spot }), add(under.get(keyOf({ player, spot })) ?? zero, amount))
  const isUnder = (player: string, spot: string) => worth(player, heldOn(lay, player, spot)) < minimum(spot)
  for (const player of new Set(list.map((ruling) => ruling.player)))
    for (const [spot, held] of lay.get(player)?.spots.entries() ?? [])
      note(player, spot, isUnder(player, spot) ? worth(player, held) : zero)
  for (const { player, spot, treatment, to, part } of ruledParts(rulings)) {
    if (treatment === 'stands') continue
    const amount = isUnder(player, spot) ? worth(player, part) : zero
    note(player, spot, negative(amount))
    if (treatment === 'moved') note(player, to!, amount)
  }
  return under
}
