import type { Line } from '../engine/settlement.ts'
import { linesElsewhere, type Plain as PlainState, readSnapshot, writeSnapshot } from '../engine/snapshot.ts'
import { metersFrom } from '../house/meters.ts'
import type { OpenedBy } from './book-of-then.ts'
import { type PlainPlaces, type RoundPlaces, readPlaces, writePlaces } from './round-places.ts'
import { openSnapshot, snapshotHead } from './snapshot-binding.ts'
import type { Snapshot, Stored } from './stored-entry.ts'
import { readTableEntry, type TableEntry } from './table-entry.ts'
import type { TableMemory } from './table-memory.ts'

/** What a snapshot holds, without what binds it to its entry: that is known only when the entry is on disk. */
export function* writeTableMemory(memory: TableMemory): Generator<void, string> {
  const { state, openedBy, linesAt } = memory
  const counted = JSON.stringify(memory.meters)
  const books = JSON.stringify(openedBy)
  const places = JSON.stringify(writePlaces(memory.places))
  const text = yield* writeSnapshot(state, linesAt)
  return `"openedBy":${books},"places":${places},"state":${text},"meters":${counted}}`
}

type PlainMemory = { state: PlainState; meters: unknown; openedBy: OpenedBy; places: PlainPlaces }

/** `hash`: that of the entry after which the table was so. */
export const tableSnapshot = (memory: string, hash: string): string => `${snapshotHead(hash)},${memory}`

/** What a table remembers by a snapshot; null where the snapshot does not fit: then the journal alone tells. */
export async function readTableSnapshot(
  snapshot: Snapshot,
  entryAt: (seq: number) => Promise<Stored | undefined>,
): Promise<TableMemory | null> {
  try {
    const opened = openSnapshot(snapshot, await entryAt(snapshot.seq))
    if (opened.misfit !== undefined) return null
    const { state, meters, openedBy, places } = opened.plain as PlainMemory
    const linesAt = linesElsewhere(state)
    const lines = new Map<number, readonly Line[]>()
    for (const [round, seq] of linesAt) lines.set(round, linesIn(await entryAt(seq), round))
    const found = readPlaces(places)
    return { state: readSnapshot(state, lines), meters: metersFrom(meters), openedBy, linesAt, places: found }
  } catch {
    return null
  }
}

/** The places of old rounds by a snapshot; null where it does not fit the entry that it names, or holds none. */
export function placesIn(snapshot: Snapshot, entry: Stored | undefined): RoundPlaces | null {
  const opened = openSnapshot(snapshot, entry)
  if (opened.misfit !== undefined) return null
  const { places } = opened.plain as Partial<PlainMemory>
  return places ? readPlaces(places) : null
}

function linesIn(stored: Stored | undefined, round: number): readonly Line[] {
  const entry: TableEntry | undefined = stored && readTableEntry(stored.body)
  const events = entry && 'events' in entry ? entry.events : []
  const found = events.find((event) => 'lines' in event && event.round === round)
  if (!found || !('lines' in found)) throw new Error(`The entry of round ${round} does not hold its lines`)
  return found.lines
}
