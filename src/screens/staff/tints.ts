import { useRef } from 'preact/hooks'
import { isTakenByOther } from '../../engine/decisions/funds.ts'
import { stateFromView } from '../../engine/view-state.ts'
import type { DealerView, SeatView } from '../../engine/views.ts'
import { keep, readKeptJson } from '../storage.ts'

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
const further = [
  '#4f8fd0',
  '#c9a92e',
  '#d9759c',
  '#d07f33',
  '#9a74d6',
  '#36a99f',
  '#8db535',
  '#a2744a',
  '#d8d2bf',
  '#8c979e',
]

const tintOf = (colour: string): string | undefined => colourChips.find((row) => row.colour === colour)?.tint
const OTHER = '#b6bfc5'

/** All players with an account at the table, demo-2 before demo-10. */
export const seatsIn = (seats: DealerView['seats']): [string, SeatView][] =>
  Object.entries(seats).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))

export type Tints = ReadonlyMap<string, string>

export const hasLeft = ({ funds }: SeatView): boolean => funds.balance === 0 && funds.staked === 0 && funds.owed === 0

/**
 * The colour in which each player's chips are drawn, from buy-in to cash-out. A player keeps it while others come and
 * go. A colour that a player bought is theirs alone; all others get one that is free, as long as there are any.
 */
export const tintsAfter = (before: Tints, seats: DealerView['seats']): Tints =>
  tintsFor(
    seatsIn(seats).filter(([, seat]) => !hasLeft(seat)),
    before,
  )

/** The same without earlier colours; players who have left, and still have a line of the round, come last. */
export function tintsOf(seats: DealerView['seats']): Tints {
  const all = seatsIn(seats)
  const isHere = ([, seat]: [string, SeatView]) => !hasLeft(seat)
  return tintsFor([...all.filter(isHere), ...all.filter((one) => !isHere(one))], new Map())
}

function tintsFor(players: readonly [string, SeatView][], before: Tints): Tints {
  const bought = new Map(
    players.flatMap(([player, { funds }]) => {
      const tint = funds.colourChips && tintOf(funds.colourChips.colour)
      return tint ? [[player, tint] as const] : []
    }),
  )
  const after = new Map<string, string>(bought)
  const taken = new Set(bought.values())
  for (const [player] of players) {
    const kept = before.get(player)
    if (after.has(player) || !kept || taken.has(kept)) continue
    after.set(player, kept)
    taken.add(kept)
  }
  const free = [...colourChips.map(({ tint }) => tint), ...further].filter((tint) => !taken.has(tint))
  for (const [player] of players) if (!after.has(player)) after.set(player, free.shift() ?? OTHER)
  return after
}

/** Colours that the table can still sell to a player: no other player has chips of them or is shown in them. */
export function coloursFor(view: DealerView, player: string, tints: Tints = new Map()): readonly string[] {
  const state = stateFromView(view)
  const sellable = colourChips.filter(({ colour }) => !isTakenByOther(state, player, colour))
  const drawn = new Set([...tints].flatMap(([owner, tint]) => (owner === player ? [] : [tint])))
  const unused = sellable.filter(({ tint }) => !drawn.has(tint))
  return (unused.length > 0 ? unused : sellable).map(({ colour }) => colour)
}

/** The colours of a table's players, kept from one look to the next, and over a reload: at the console and at the pit desk. */
export function useTints(table: string, seats: DealerView['seats']): Tints {
  const key = `tints.${table}`
  const known = useRef<{ seats: DealerView['seats'] | null; tints: Tints }>(null)
  known.current ??= { seats: null, tints: new Map(readKeptJson<[string, string][]>(key) ?? []) }
  if (known.current.seats === seats) return known.current.tints
  const next = tintsAfter(known.current.tints, seats)
  const isSame = JSON.stringify([...next]) === JSON.stringify([...known.current.tints])
  known.current = { seats, tints: isSame ? known.current.tints : next }
  if (!isSame) keep(key, JSON.stringify([...next]))
  return known.current.tints
}
