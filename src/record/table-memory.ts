import { bareBook } from '../books/bare-book.ts'
import type { TableEvent } from '../engine/events.ts'
import { evolve } from '../engine/evolve.ts'
import type { LinesAt } from '../engine/snapshot.ts'
import { freshTable, isUnderWay, type TableState } from '../engine/table.ts'
import { type Meters, meterTable, noMeters } from '../house/meters.ts'
import { type Describe, noteBook, noteRecorded, type OpenedBy, type RecordedBook } from './book-of-then.ts'
import { eventMarks } from './round-index.ts'
import { firstLimits, noteLimits, type RoundLimits } from './round-limits.ts'
import type { SealedSecret, TableEntry } from './table-entry.ts'

/**
 * The memory of a table's stream: its state, its meters, its books, and the entries that hold the lines of its long
 * rounds.
 */
export type TableMemory = {
  state: TableState
  meters: Meters
  books: readonly RecordedBook[]
  openedBy: OpenedBy
  linesAt: LinesAt
  limits: RoundLimits
  /** The last entry that changed a round after it was concluded; 0: none did. A round that was read before it may be outdated. */
  lastChange: number
  /** The secret of the round under way. */
  sealed: SealedIn | null
}

/** A sealed secret, and the number of the entry that holds it. */
export type SealedIn = SealedSecret & { readonly seq: number }

/** Returns the table after one more of its entries. `describe`: the source of the texts of its books. */
export function remember(
  before: TableMemory | null,
  table: string,
  seq: number,
  entry: TableEntry,
  describe: Describe = bareBook,
): TableMemory {
  const state = replay(before?.state, entry)
  if ('opened' in entry || !before) return freshMemory(state, firstBook(seq, entry, describe))
  if (!('events' in entry)) return before
  return {
    state,
    meters: entry.events.reduce((meters, event) => meterTable(meters, table, event), before.meters),
    books: noteRecorded(before.books, seq, entry, describe),
    openedBy: noteBook(before.openedBy, entry),
    linesAt: noteLines(before.linesAt, seq, entry.events, state.history.oldest),
    limits: noteLimits(before.limits, before.state.roundsOpened, entry.events),
    lastChange: changesOldRound(before.state, entry.events) ? seq : before.lastChange,
    sealed: isUnderWay(state.round) ? sealedAfter(before.sealed, seq, entry) : null,
  }
}

const sealedAfter = (before: SealedIn | null, seq: number, { sealed }: { sealed?: SealedSecret }): SealedIn | null =>
  sealed ? { ...sealed, seq } : before

/** A table that was set up by another book than it carries is damaged. */
function firstBook(seq: number, entry: TableEntry, describe: Describe): readonly RecordedBook[] {
  const books = noteRecorded([], seq, entry, describe)
  if (books[0]?.fingerprint !== entry.book) throw new Error('The setup does not carry the rule book that it names')
  return books
}

/** The state after one more entry. */
export function replay(state: TableState | undefined, entry: TableEntry): TableState {
  if ('opened' in entry) return freshTable(entry.opened)
  if (!state) throw new Error('A journal begins with its setup')
  return 'events' in entry ? entry.events.reduce(evolve, state) : state
}

const freshMemory = (state: TableState, books: readonly RecordedBook[]): TableMemory => ({
  state,
  meters: noMeters(),
  books,
  openedBy: [],
  linesAt: new Map(),
  limits: firstLimits(state.limits),
  lastChange: 0,
  sealed: null,
})

/** `before`: the table before the events. */
const changesOldRound = ({ round: current, roundsOpened }: TableState, events: readonly TableEvent[]): boolean =>
  eventMarks(events).some(({ round }) => round <= roundsOpened && !(isUnderWay(current) && current.round === round))

/** A round of more lines than this is not written out again in a snapshot: its entry in the journal has them. */
const LINES_REPEATED_MAX = 500

/** Which entries hold the lines of long rounds as they stand now: most entries change nothing about it. */
function noteLines(linesAt: LinesAt, seq: number, events: readonly TableEvent[], oldest: number): LinesAt {
  let after: Map<number, number> | null = null
  for (const event of events) {
    if (!('lines' in event)) continue
    after ??= new Map(linesAt)
    if (event.lines.length > LINES_REPEATED_MAX) after.set(event.round, seq)
    else after.delete(event.round)
    // A correction took lines of later rounds away: their entries no longer hold them as they stand.
    for (const { round } of ('prison' in event && event.prison?.cancelled) || []) after.delete(round)
  }
  if (!after) return linesAt
  for (const round of after.keys()) if (round < oldest) after.delete(round)
  return after
}
