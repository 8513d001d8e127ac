import type { RuleBook } from '../../books/rule-book.ts'
import type { TableState } from '../../engine/table.ts'
import { lastRound } from '../../engine/views.ts'
import { type Change, messageForMany, messageOf, ownChanges } from './changes.ts'
import type { Listener, Text } from './listeners.ts'
import type { Touched } from './news.ts'

/** What is told together: the state after it, what of it is public, whether a round was concluded, whose own changed. */
export type Turn = {
  book: RuleBook
  state: TableState
  version: number
  publicly: readonly Change[]
  isConcluded: boolean
  touched: Touched
}

/** What each listener is told of a turn; the same text is built once. */
export function messagesOf(turn: Turn, targets: readonly Listener[]): (listener: Listener) => Text | null {
  const { book, state, version, publicly, isConcluded, touched } = turn
  const everyone = publicly.length > 0 ? messageForMany(publicly, version) : null
  // Whoever had no stake in it hears the same of how it came out.
  const idle = isConcluded ? messageForMany([...publicly, { last: lastRound(state, '') }], version) : everyone
  const own = (player: string): string =>
    messageOf([...publicly, ...ownChanges(book, state, player, isConcluded ? null : touched.get(player)!)], version)
  // Single wagers are told from the state while it is the newest; to ask an older one costs the way back to it.
  const built = new Map<string, string>()
  for (const { player } of targets)
    if (player !== null && touched.get(player) && !isConcluded && !built.has(player)) built.set(player, own(player))
  return ({ player }) => {
    if (player === null) return everyone
    if (touched.has(player)) return built.get(player) ?? own(player)
    const last = isConcluded ? lastRound(state, player) : null
    return last && last.lines.length > 0 ? messageOf([...publicly, { last }], version) : idle
  }
}
