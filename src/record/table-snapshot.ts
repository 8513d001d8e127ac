import type { TableEvent } from '../engine/events.ts'
import type { Line } from '../engine/settlement.ts'
import { linesElsewhere, type Plain, readSnapshot, writeSnapshot } from '../engine/snapshot.ts'
import type { TableState } from '../engine/table.ts'
import { type Meters, metersFrom } from '../house/meters.ts'
import type { TableEntry } from './table-entry.ts'

/** A round of more lines than this is not written out again in a snapshot: its entry in the journal has them. */
const LINES_REPEATED_MAX = 500

/** The state of a table and its meters, and which entries hold the lines of its long rounds. */
export type TableMemory = { state: TableState; meters: Meters; linesAt: Map<number, number> }

/** Keeps track of the entry that holds a long round's lines as they stand now. */
export function noteLines(linesAt: Map<number, number>, seq: number, events: readonly TableEvent[]): void {
  for (const event of events)
    if ('lines' in event) {
      if (event.lines.length > LINES_REPEATED_MAX) linesAt.set(event.round, seq)
      else linesAt.delete(event.round)
    }
}

export function* writeTableSnapshot({ state, meters, linesAt }: TableMemory): Generator<void, string> {
  const counted = JSON.stringify(meters)
  const written = yield* writeSnapshot(state, linesAt)
  return `{"state":${written},"meters":${counted}}`
}

export async function readTableSnapshot(
  body: string,
  entryAt: (seq: number) => Promise<TableEntry>,
): Promise<TableMemory> {
  const { state, meters } = JSON.parse(body) as { state: Plain; meters: unknown }
  const linesAt = linesElsewhere(state)
  const lines = new Map<number, readonly Line[]>()
  for (const [round, seq] of linesAt) lines.set(round, linesIn(await entryAt(seq), round))
  return { state: readSnapshot(state, lines), meters: metersFrom(meters), linesAt }
}

function linesIn(entry: TableEntry, round: number): readonly Line[] {
  const events = 'events' in entry ? entry.events : []
  const found = events.find((event) => 'lines' in event && event.round === round)
  if (!found || !('lines' in found)) throw new Error(`The entry of round ${round} does not hold its lines`)
  return found.lines
}
