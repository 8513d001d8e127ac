import type { Fingerprint } from '../books/registry.ts'
import { roundAbout } from '../engine/book-of-round.ts'
import type { Command } from '../engine/language.ts'
import type { TableState } from '../engine/table.ts'
import type { TableEntry } from './table-entry.ts'

/** By which book rounds were opened: from this round on by this one, until the next row. */
export type OpenedBy = readonly { from: number; book: Fingerprint }[]

export function noteBook(openedBy: OpenedBy, entry: TableEntry): OpenedBy {
  const { book } = entry
  if (!('events' in entry) || openedBy.at(-1)?.book === book) return openedBy
  const opened = entry.events.find(({ type }) => type === 'betting-opened') as { round: number } | undefined
  return opened ? [...openedBy, { from: opened.round, book }] : openedBy
}

/** Most are about the newest. */
function bookOfRound(openedBy: OpenedBy, round: number): Fingerprint | undefined {
  for (let nth = openedBy.length - 1; nth >= 0; nth--) if (openedBy[nth]!.from <= round) return openedBy[nth]!.book
  return undefined
}

/**
 * The book that a command is decided by: that of the round it is about, from its opening to its last correction. Between
 * rounds, and for no command at all, that of today.
 */
export function bookFor<Today extends Fingerprint | null>(
  openedBy: OpenedBy,
  state: TableState,
  command: Command | null,
  today: Today,
): Fingerprint | Today {
  const about = roundAbout(state, command)
  return (about === null ? undefined : bookOfRound(openedBy, about)) ?? today
}
