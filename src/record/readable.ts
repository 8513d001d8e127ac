import { HOUSE } from '../house/state.ts'
import { TICKETS } from '../house/ticket-state.ts'
import { firstItems, type JournalReader } from './journal-reader.ts'
import type { Stored } from './stored-entry.ts'
import { houseUpcasts, tableUpcasts, ticketUpcasts } from './upcasts.ts'
import { type PlainEntry, RecordUnreadable, type Upcasts, VERSION, versionProblem } from './versions.ts'

/** Throws where the first entry of a stream is of a format that cannot be read, before anything is written beside it. */
export function mustKnowFormat({ stream, body }: Stored): void {
  const problem = versionProblem(versionIn(body), upcastsOf(stream))
  if (problem !== null) throw new RecordUnreadable(`${stream}: ${problem}`)
}

function upcastsOf(stream: string): Upcasts {
  if (stream === HOUSE) return houseUpcasts
  return stream === TICKETS ? ticketUpcasts : tableUpcasts
}

/** Checks the first entry of every stream. */
export async function mustBeReadable(reader: JournalReader): Promise<void> {
  for (const stream of await reader.streams())
    for (const entry of await firstItems(reader.pages(stream), 1)) mustKnowFormat(entry)
}

/** A body that is not JSON is damage, which others report. */
function versionIn(body: string): unknown {
  try {
    return (JSON.parse(body) as PlainEntry).v
  } catch {
    return VERSION
  }
}
