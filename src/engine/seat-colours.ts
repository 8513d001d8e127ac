import type { SeatColours } from './events.ts'
import { heldBy } from './holdings.ts'
import { cashOf, chipsOf, owedBy } from './ledger.ts'
import type { PersistentMap } from './persistent-map.ts'
import { prisonersOf } from './prison.ts'
import { isUnderWay, type TableState } from './table.ts'

/** The colours by which staff tell players apart: those of colour chips first, then deeper ones. */
// biome-ignore format: a table is read down its columns
export const seatColours = [
  'blue', 'yellow', 'pink', 'orange', 'purple', 'turquoise', 'lime', 'brown', 'white', 'grey',
  'deep blue', 'deep yellow', 'deep pink', 'deep orange', 'deep purple',
  'deep turquoise', 'deep lime', 'deep brown', 'deep white', 'deep grey',
] as const

/**
 * Colours given by a buy-in, to be recorded with it. A player keeps a colour until somebody else needs it after they have left.
 * `bought`: the colour of chips that are bought, which nobody else is known by from then on.
 */
export function coloursGiven(state: TableState, player: string, bought?: string): { seatColours?: SeatColours } {
  const own = state.seatColours.get(player)
  const colour = bought ?? own ?? freeColour(state, null)
  if (colour === undefined || colour === own) return {}
  const other = state.seatColours.entries().find(([, theirs]) => theirs === colour)?.[0]
  if (other === undefined) return { seatColours: { [player]: colour } }
  const instead = isPresent(state, other) ? freeColour(state, colour) : undefined
  return { seatColours: { [player]: colour, [other]: instead ?? null } }
}

/** Finds a colour without an owner, or else one whose owner has left. `not`: a colour that is being assigned. */
function freeColour(state: TableState, not: string | null): string | undefined {
  const owners = new Map(state.seatColours.entries().map(([player, colour]) => [colour, player]))
  const offered = seatColours.filter((colour) => colour !== not)
  const unused = offered.find((colour) => !owners.has(colour))
  // An assignment takes the colour of at most one other player.
  if (unused !== undefined || not !== null) return unused
  return offered.find((colour) => !isPresent(state, owners.get(colour)!))
}

/** Whether a player has money here, a debt, or a stake. */
function isPresent({ ledger, round, prison }: TableState, player: string): boolean {
  if (cashOf(ledger, player) + chipsOf(ledger, player) !== 0 || owedBy(ledger, player) !== 0) return true
  if (prisonersOf(prison, player).length > 0) return true
  if (!isUnderWay(round)) return false
  return [round.wagers, ...('setAside' in round ? [round.setAside] : [])].some((wagers) => {
    const { cash, chips } = heldBy(wagers, player)
    return cash > 0 || chips > 0
  })
}

export const withSeatColours = (before: PersistentMap<string>, given: SeatColours = {}): PersistentMap<string> =>
  Object.entries(given).reduce(
    (colours, [player, colour]) => (colour === null ? colours.without(player) : colours.set(player, colour)),
    before,
  )
