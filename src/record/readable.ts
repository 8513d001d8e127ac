import { HOUSE } from '../house/state.ts'
import type { JournalReader, Stored } from './stored-entry.ts'
import { BEFORE_VERSION_1, tellsEra } from './table-upcasts.ts'
import { type Plain, RecordUnreadable } from './versions.ts'

/**
 * Looks at a table's entries until it is clear that they can be read, and throws where they cannot: before anything of
 * them is used, and before anything is written beside them. False: these do not tell yet, look at the next.
 */
export function isReadable(stream: string, entries: Iterable<Stored>): boolean {
  for (const { body } of entries) {
    const era = eraIn(body)
    if (era === 'before') throw new RecordUnreadable(`${stream}: ${BEFORE_VERSION_1}`)
    if (era === 'readable') return true
  }
  return false
}

/** Every table of a journal. */
export function mustBeReadable(reader: JournalReader): void {
  for (const stream of reader.streams()) if (stream !== HOUSE) isReadable(stream, reader.entries(stream))
}

/** What is no JSON at all is for others to find. */
function eraIn(body: string): ReturnType<typeof tellsEra> {
  try {
    return tellsEra(JSON.parse(body) as Plain)
  } catch {
    return 'readable'
  }
}
