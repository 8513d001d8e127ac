import type { DealerView, SeatView } from '../../engine/views.ts'
import type { TableSeat } from '../../wire/floor-service.ts'
import { legendOf } from '../staff/tints.ts'

/** A place at the table: a terminal, occupied or not, or a player at the layout. */
export type SeatPlace = { player: string; name: string; seat: SeatView | null; terminal: TableSeat | null }

/**
 * Terminals first, in order of name; then other players with chips, by their colours: nobody's place follows from another's
 * name. A player who left and has no terminal has no place.
 */
export function placesAt(seats: DealerView['seats'], terminals: readonly TableSeat[]): SeatPlace[] {
  const seated = new Set(terminals.map(({ player }) => player))
  const atTerminals = terminals
    .map((terminal) => ({ ...terminal, seat: seats[terminal.player] ?? null }))
    .map(({ player, name, seat, ...terminal }) => ({ player, name, seat, terminal: { ...terminal, player, name } }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  const standing = legendOf(seats)
    .filter(([player]) => !seated.has(player))
    .map(([player, seat]) => ({ player, name: player, seat, terminal: null }))
  return [...atTerminals, ...standing]
}

const plain = (name: string): string => name.normalize('NFC').trim().toLowerCase()

type TablePeople = { view: Pick<DealerView, 'seats'>; terminals: readonly TableSeat[] }

/**
 * The player whose name differs only in spelling: `T1` is `t1`, not a second player. Null if there is none, or the
 * spelling is the same.
 */
export function sameName({ view, terminals }: TablePeople, typed: string): string | null {
  const names = [
    ...terminals.flatMap(({ player, name, terminal }) => [
      { typed: player, player },
      { typed: name, player },
      { typed: terminal, player },
    ]),
    ...Object.keys(view.seats).map((player) => ({ typed: player, player })),
  ]
  if (typed === '' || names.some(({ player }) => player === typed)) return null
  return names.find((one) => plain(one.typed) === plain(typed))?.player ?? null
}
