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

export const readEntry = (body: string): TableEntry => JSON.parse(body) as TableEntry
export const writeEntry = (entry: TableEntry): string => JSON.stringify(entry)
