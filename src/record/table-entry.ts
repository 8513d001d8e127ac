import type { TableEvent } from '../engine/events.ts'
import type { Command } from '../engine/language.ts'
import type { Refusal } from '../engine/refusals.ts'
import type { TableSetup } from '../engine/table.ts'

/**
 * One entry of a table's journal: when, who, what was asked, and what it came to. `actor` is whoever the service knows
 * them as (`staff:1001`, `terminal:t7`, `wheel`, `service`). The first entry sets the table up; a refusal that must be
 * recorded is an entry without events.
 */
export type TableEntry =
  | { at: string; actor: string; opened: TableSetup }
  | { at: string; actor: string; command: Command; events: readonly TableEvent[] }
  | { at: string; actor: string; command: Command; refused: Refusal }

export const readTableEntry = (body: string): TableEntry => JSON.parse(body) as TableEntry
export const writeTableEntry = (entry: TableEntry): string => JSON.stringify(entry)

const LINES_AT_ONCE = 1_000

/** Writes an entry with very many lines a part at a time; the same text as `writeTableEntry` gives. */
export function* writeEntryInParts(entry: TableEntry): Generator<void, string> {
  if (!('events' in entry)) return writeTableEntry(entry)
  const { events, ...rest } = entry
  const parts: string[] = []
  for (const event of events) parts.push(yield* writeEventInParts(event))
  return `${JSON.stringify(rest).slice(0, -1)},"events":[${parts.join(',')}]}`
}

function* writeEventInParts(event: TableEvent): Generator<void, string> {
  if (!('lines' in event) || event.lines.length <= LINES_AT_ONCE) return JSON.stringify(event)
  const mark = '"lines":[]'
  const [before, after] = JSON.stringify({ ...event, lines: [] }).split(mark) as [string, string]
  const parts: string[] = []
  for (let at = 0; at < event.lines.length; at += LINES_AT_ONCE) {
    parts.push(JSON.stringify(event.lines.slice(at, at + LINES_AT_ONCE)).slice(1, -1))
    yield
  }
  return `${before}"lines":[${parts.join(',')}]${after}`
}

/** So many lines are too many for one turn of the event loop. */
export const isLong = (entry: TableEntry): boolean =>
  'events' in entry && entry.events.some((event) => 'lines' in event && event.lines.length > LINES_AT_ONCE)
