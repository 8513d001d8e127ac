import { HOUSE } from '../house/state.ts'
import type { JournalReader, Stored } from './stored-entry.ts'
import { houseUpcasts, tableUpcasts } from './upcasts.ts'
import { type Plain, RecordUnreadable, VERSION, versionProblem } from './versions.ts'

/** Throws where the first entry of a stream is of a format that cannot be read, before anything is written beside it. */
export function mustKnowFormat({ stream, body }: Stored): void {
  const problem = versionProblem(versionIn(body), stream === HOUSE ? houseUpcasts : tableUpcasts)
  if (problem !== null) throw new RecordUnreadable(`${stream}: ${problem}`)
}

/** Checks the first entry of every stream. */
export function mustBeReadable(reader: JournalReader): void {
  for (const stream of reader.streams())
    for (const entry of reader.entries(stream)) {
      mustKnowFormat(entry)
      break
    }
}

/** A body that is not JSON is damage, which others report. */
function versionIn(body: string): unknown {
  try {
    return (JSON.parse(body) as Plain).v
  } catch {
    return VERSION
  }
}
