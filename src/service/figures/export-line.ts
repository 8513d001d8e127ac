import { auditorEntry } from '../../house/auditor-record.ts'
import { HOUSE } from '../../house/state.ts'
import { isTableStream } from '../../house/ticket-state.ts'
import { writeEntryLine } from '../../record/entry-lines.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { readTicketEntry } from '../../record/ticket-entry.ts'

/**
 * Returns what writes the lines of an exported stream: a table's entries byte for byte, so that `croupier verify` can check
 * them, others with their hashes and without secrets. `mark`: identifies a ticket, whose number is not shown.
 */
export function exportLine(stream: string, mark: (number: string) => string): (entry: Stored) => string {
  if (isTableStream(stream)) return writeEntryLine
  const readEntry = stream === HOUSE ? readHouseEntry : readTicketEntry
  return ({ seq, hash, body }) => `${JSON.stringify({ seq, hash, shown: auditorEntry(readEntry(body), mark) })}\n`
}
