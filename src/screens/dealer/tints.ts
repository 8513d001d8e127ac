import { isTakenByOther } from '../../engine/decisions/funds.ts'
import { stateFromView } from '../../engine/view-state.ts'
import type { DealerView, SeatView } from '../../engine/views.ts'

/** The colour chips that a table has. Light, so that what is printed on a chip is read; no red, black or green bet. */
// biome-ignore format: a table is read down its columns
export const colourChips = [
  { colour: 'blue',      tint: '#7db4e8' },
  { colour: 'yellow',    tint: '#f0d25a' },
  { colour: 'pink',      tint: '#f0a3c0' },
  { colour: 'orange',    tint: '#f2a45c' },
  { colour: 'purple',    tint: '#c3a5ec' },
  { colour: 'turquoise', tint: '#63d0c6' },
  { colour: 'lime',      tint: '#b6d95e' },
  { colour: 'brown',     tint: '#c79a6f' },
  { colour: 'white',     tint: '#f4f1e8' },
  { colour: 'grey',      tint: '#b6bfc5' },
] as const

const tintOf = (colour: string): string | undefined => colourChips.find((row) => row.colour === colour)?.tint
const OTHER = '#b6bfc5'

/** Everybody with an account at the table, demo-2 before demo-10. */
export const seatsIn = (seats: DealerView['seats']): [string, SeatView][] =>
  Object.entries(seats).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))

/** Whose chips they are: the colour that a player bought, else one that nobody has, in the order of the seats. */
export function tintsOf(seats: DealerView['seats']): ReadonlyMap<string, string> {
  const players = seatsIn(seats)
  const bought = new Set(players.flatMap(([, { funds }]) => (funds.colourChips ? [funds.colourChips.colour] : [])))
  const free = colourChips.filter(({ colour }) => !bought.has(colour)).map(({ tint }) => tint)
  let next = 0
  return new Map(
    players.map(([player, { funds }]) => {
      const own = funds.colourChips && tintOf(funds.colourChips.colour)
      return [player, own ?? free[next++ % free.length] ?? OTHER] as const
    }),
  )
}

/** Colours that the table can still sell to a player: nobody else has chips of them. */
export function coloursFor(view: DealerView, player: string): readonly string[] {
  const state = stateFromView(view)
  return colourChips.map(({ colour }) => colour).filter((colour) => !isTakenByOther(state, player, colour))
}
