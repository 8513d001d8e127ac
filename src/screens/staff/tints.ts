import { isTakenByOther } from '../../engine/decisions/funds.ts'
import { memoByIdentity } from '../../engine/memo.ts'
import { seatColours } from '../../engine/seat-colours.ts'
import { stateFromView } from '../../engine/view-state.ts'
import type { DealerView, SeatView } from '../../engine/views.ts'

/** The colour chips that a table has. Light, so that what is printed on a chip is read; no red, black or green bet. */
export const colourChips = [
  { colour: 'blue', tint: '#7db4e8' },
  { colour: 'yellow', tint: '#f0d25a' },
  { colour: 'pink', tint: '#f0a3c0' },
  { colour: 'orange', tint: '#f2a45c' },
  { colour: 'purple', tint: '#c3a5ec' },
  { colour: 'turquoise', tint: '#63d0c6' },
  { colour: 'lime', tint: '#b6d95e' },
  { colour: 'brown', tint: '#c79a6f' },
  { colour: 'white', tint: '#f4f1e8' },
  { colour: 'grey', tint: '#b6bfc5' },
] as const

/** For more players than there are colours: the same, deeper. */
const deeper = [
  { colour: 'deep blue', tint: '#4f8fd0' },
  { colour: 'deep yellow', tint: '#c9a92e' },
  { colour: 'deep pink', tint: '#d9759c' },
  { colour: 'deep orange', tint: '#d07f33' },
  { colour: 'deep purple', tint: '#9a74d6' },
  { colour: 'deep turquoise', tint: '#36a99f' },
  { colour: 'deep lime', tint: '#8db535' },
  { colour: 'deep brown', tint: '#a2744a' },
  { colour: 'deep white', tint: '#d8d2bf' },
  { colour: 'deep grey', tint: '#8c979e' },
] as const

/** In the order in which the engine gives them. */
const tintByColour: ReadonlyMap<string, string> = new Map(
  [...colourChips, ...deeper].map(({ colour, tint }) => [colour, tint]),
)
/** For somebody without a colour of their own, and for chips of a colour that is not ours. */
const OTHER = '#b6bfc5'

/** All players with an account at the table, demo-2 before demo-10. */
export const seatsIn = (seats: DealerView['seats']): [string, SeatView][] =>
  Object.entries(seats).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))

export const tintOf = (colour: string | null = null): string => tintByColour.get(colour ?? '') ?? OTHER

export type Tints = ReadonlyMap<string, string>

export const hasLeft = ({ funds }: SeatView): boolean => funds.balance === 0 && funds.staked === 0 && funds.owed === 0

/** The recorded colour of each player: the same at every desk, and after every reload. */
export const tintsOf = memoByIdentity(
  (seats: DealerView['seats']): Tints =>
    new Map(Object.entries(seats).map(([player, { colour }]) => [player, tintOf(colour)])),
)

/** Everybody here by their colour: what a legend lists. */
export const legendOf = (seats: DealerView['seats']): [string, SeatView][] =>
  seatsIn(seats)
    .filter(([, seat]) => !hasLeft(seat))
    .sort(([, a], [, b]) => orderOf(a) - orderOf(b))

/** The place of a colour in the order of colours: players keep theirs, whoever comes or goes. */
export function orderOf({ colour }: SeatView): number {
  const place = (seatColours as readonly (string | null)[]).indexOf(colour)
  return place === -1 ? seatColours.length : place
}

/** Colours that the table can still sell to a player, the player's own first: nobody else has chips of them, or is known by them. */
export function coloursFor(view: DealerView, player: string): readonly string[] {
  const state = stateFromView(view)
  const sellable = colourChips.map(({ colour }) => colour).filter((colour) => !isTakenByOther(state, player, colour))
  const others = Object.entries(view.seats).filter(([one, seat]) => one !== player && !hasLeft(seat))
  const unused = sellable.filter((colour) => others.every(([, seat]) => seat.colour !== colour))
  const offered = unused.length > 0 ? unused : sellable
  const own = view.seats[player]?.colour
  return offered.toSorted((a, b) => Number(b === own) - Number(a === own))
}
