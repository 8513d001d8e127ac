import type { Book } from '../../books/rule-book.ts'
import { fundsOf } from '../../engine/summary.ts'
import type { TableState } from '../../engine/table.ts'
import {
  awardsOf,
  continuationOf,
  differenceIn,
  factsIn,
  houseFigures,
  imprisonedShown,
  isSpun,
  lastRound,
  leaveIn,
  payoutsOf,
  referralOf,
  rulingsIn,
  saidByIn,
  seatOf,
  setAsideOf,
  wagerOn,
  wagersOf,
} from '../../engine/views.ts'
import type { ViewChange } from '../../wire/messages.ts'
import type { Build, Listener } from './listeners.ts'
import type { Touched } from './news.ts'

export const messageOf = (changes: readonly ViewChange[], version: number, answer?: object): string =>
  JSON.stringify({ answer, changes, version })

/** A message for many listeners is encoded once. */
export const messageForMany = (changes: readonly ViewChange[], version: number): Buffer =>
  Buffer.from(messageOf(changes, version))

/** A player's own fields: of these spots, or (null) all of them, which replace the earlier ones. */
export function ownChanges(
  book: Book,
  state: TableState,
  player: string,
  spots: ReadonlySet<string> | null,
): ViewChange[] {
  const funds = fundsOf(state, player)
  if (!spots) {
    const setAside = setAsideOf(book, state, player)
    const imprisoned = imprisonedShown(book, state, player)
    const last = lastRound(state, player)
    const awards = awardsOf(state, player)
    return [{ wagers: null }, { funds, wagers: wagersOf(book, state, player), setAside, imprisoned, last, awards }]
  }
  const wagers: Record<string, unknown> = {}
  for (const spot of spots) wagers[spot] = wagerOn(book, state, player, spot)
  return [{ funds, wagers, ...('setAside' in state.round ? { setAside: setAsideOf(book, state, player) } : {}) }]
}

/** The dealer's fields: these seats, and the next steps. */
export const seatChanges = (
  book: Book,
  state: TableState,
  players: readonly string[],
  hasPayouts: boolean,
): ViewChange => ({
  seats: Object.fromEntries(players.map((player) => [player, seatOf(book, state, player)])),
  referred: referralOf(state),
  phaseIfContinued: continuationOf(state),
  saidBy: saidByIn(state),
  differs: differenceIn(state),
  facts: factsIn(state),
  rulings: rulingsIn(book, state),
  spun: isSpun(state),
  leave: leaveIn(state),
  ...(hasPayouts ? { lines: payoutsOf(state) } : {}),
})

/** The pit sees the house's figures besides. */
export const pitChanges = (book: Book, state: TableState, seats: ViewChange): ViewChange => ({
  ...seats,
  ...houseFigures(book, state),
})

/** One turn's news: the state after it, its public changes, whether a round was concluded, and whose own fields changed. */
export type Turn = {
  book: Book
  state: TableState
  version: number
  publicly: readonly ViewChange[]
  isConcluded: boolean
  touched: Touched
}

/** Builds each listener's message of a turn; a text that many get is built once. */
export function messagesOf(turn: Turn, targets: readonly Listener[]): Build {
  const { book, state, version, publicly, isConcluded, touched } = turn
  const everyone = publicly.length > 0 ? messageForMany(publicly, version) : null
  // Players without a stake in the round get the same message.
  const idle = isConcluded ? [...publicly, { last: lastRound(state, '') }] : publicly
  const idleMessage = isConcluded ? messageForMany(idle, version) : everyone
  const own = (player: string): ViewChange[] => [
    ...publicly,
    ...ownChanges(book, state, player, isConcluded ? null : touched.get(player)!),
  ]
  // Single wagers are read from the state while it is the newest: reading an older one costs the way back to it.
  const built = new Map<string, ViewChange[]>()
  for (const { player } of targets)
    if (player !== null && touched.get(player) && !isConcluded && !built.has(player)) built.set(player, own(player))
  const changesFor = (player: string): readonly ViewChange[] => {
    if (touched.has(player)) return built.get(player) ?? own(player)
    const last = isConcluded ? lastRound(state, player) : null
    return last && last.lines.length > 0 ? [...publicly, { last }] : idle
  }
  return ({ player }, answer) => {
    if (player === null) return everyone
    const changes = changesFor(player)
    return changes === idle && !answer ? idleMessage : messageOf(changes, version, answer)
  }
}
