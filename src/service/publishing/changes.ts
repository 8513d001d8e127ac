import type { RuleBook } from '../../books/rule-book.ts'
import { fundsOf } from '../../engine/summary.ts'
import type { TableState } from '../../engine/table.ts'
import {
  awardsOf,
  continuationOf,
  differenceIn,
  houseFigures,
  isSpun,
  lastRound,
  leaveIn,
  payoutsOf,
  referralOf,
  rulingsIn,
  seatOf,
  setAsideOf,
  wagerOn,
  wagersOf,
} from '../../engine/views.ts'

/**
 * What changed: fields of the view with their new values. `wagers` and `seats` are by spot and by player: only what
 * changed is in it, null takes an entry away, and null for the whole of it empties it.
 */
export type Change = Readonly<Record<string, unknown>>

export const messageOf = (changes: readonly Change[], version: number): string => JSON.stringify({ changes, version })

/** What many are told is made ready for the wire once. */
export const messageForMany = (changes: readonly Change[], version: number): Buffer =>
  Buffer.from(messageOf(changes, version))

/** A player's own fields: of these spots, or (null) all of them; then what was there before is taken away first. */
export function ownChanges(
  book: RuleBook,
  state: TableState,
  player: string,
  spots: ReadonlySet<string> | null,
): Change[] {
  const funds = fundsOf(state, player)
  if (!spots) {
    const setAside = setAsideOf(book, state, player)
    const last = lastRound(state, player)
    const awards = awardsOf(state, player)
    return [{ wagers: null }, { funds, wagers: wagersOf(book, state, player), setAside, last, awards }]
  }
  const wagers: Record<string, unknown> = {}
  for (const spot of spots) wagers[spot] = wagerOn(book, state, player, spot)
  return [{ funds, wagers, ...('setAside' in state.round ? { setAside: setAsideOf(book, state, player) } : {}) }]
}

/** What the dealer sees of these seats, and of what there is to do. */
export const seatChanges = (
  book: RuleBook,
  state: TableState,
  players: readonly string[],
  hasPayouts: boolean,
): Change => ({
  seats: Object.fromEntries(players.map((player) => [player, seatOf(book, state, player)])),
  referred: referralOf(state),
  phaseIfContinued: continuationOf(state),
  differs: differenceIn(state),
  rulings: rulingsIn(book, state),
  spun: isSpun(state),
  leave: leaveIn(state),
  ...(hasPayouts ? { lines: payoutsOf(state) } : {}),
})

/** The pit sees the house's figures besides. */
export const pitChanges = (book: RuleBook, state: TableState, seats: Change): Change => ({
  ...seats,
  ...houseFigures(book, state),
})
