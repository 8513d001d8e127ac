import { type RuleBook, rulesOf } from '../books/rule-book.ts'
import type { Line } from '../engine/settlement.ts'
import { linesElsewhere, type PlainState, readSnapshot, writeSnapshot } from '../engine/snapshot.ts'
import { metersFrom } from '../house/meters.ts'
import { type Describe, type OpenedBy, recordedBook } from './book-of-then.ts'
import type { RoundLimits } from './round-limits.ts'
import { openSnapshot, snapshotHead } from './snapshot-binding.ts'
import type { Snapshot, Stored } from './stored-entry.ts'
import { readTableEntry, type TableEntry } from './table-entry.ts'
import type { SealedIn, TableMemory } from './table-memory.ts'

/** The content of a snapshot, without its binding to an entry, which is known only when the entry is on disk. */
export function* writeTableMemory(memory: TableMemory): Generator<void, string> {
  const { state, openedBy, linesAt } = memory
  const counted = JSON.stringify(memory.meters)
  const books = memory.books.map(({ seq, book }) => ({ seq, ruleBook: rulesOf(book) }))
  const rounds = `"limits":${JSON.stringify(memory.limits)},"lastChange":${memory.lastChange},"sealed":${JSON.stringify(memory.sealed)}`
  const text = yield* writeSnapshot(state, linesAt)
  const opened = `"books":${JSON.stringify(books)},"openedBy":${JSON.stringify(openedBy)}`
  return `${opened},${rounds},"state":${text},"meters":${counted}}`
}

type PlainMemory = {
  state: PlainState
  meters: unknown
  books: readonly { seq: number; ruleBook: RuleBook }[]
  openedBy: OpenedBy
  limits: RoundLimits
  lastChange: number
  sealed: SealedIn | null
}

/** `hash`: that of the entry after which the table was so. */
export const tableSnapshot = (memory: string, hash: string): string => `${snapshotHead(hash)},${memory}`

/** The table's memory from a snapshot; null if the snapshot does not fit, so that only the journal counts. */
export async function readTableSnapshot(
  snapshot: Snapshot,
  entryAt: (seq: number) => Promise<Stored | undefined>,
  describe: Describe,
): Promise<TableMemory | null> {
  try {
    const opened = openSnapshot(snapshot, await entryAt(snapshot.seq))
    if (opened.misfit !== undefined) return null
    const { state, meters, openedBy, limits, lastChange, sealed, ...plain } = opened.plain as PlainMemory
    const books = plain.books.map(({ seq, ruleBook }) => recordedBook(seq, ruleBook, describe))
    if (!limits) return null
    const linesAt = linesElsewhere(state)
    const lines = new Map<number, readonly Line[]>()
    for (const [round, seq] of linesAt) lines.set(round, linesIn(await entryAt(seq), round))
    const kept = { books, openedBy, linesAt, limits, lastChange, sealed }
    return { state: readSnapshot(state, lines), meters: metersFrom(meters), ...kept }
  } catch {
    return null
  }
}

function linesIn(stored: Stored | undefined, round: number): readonly Line[] {
  const entry: TableEntry | undefined = stored && readTableEntry(stored.body)
  const events = entry && 'events' in entry ? entry.events : []
  const found = events.find((event) => 'lines' in event && event.round === round)
  if (!found || !('lines' in found)) throw new Error(`The entry of round ${round} does not hold its lines`)
  return found.lines
}
