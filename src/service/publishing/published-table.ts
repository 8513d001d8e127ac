import type { RuleBook } from '../../books/rule-book.ts'
import type { TableEvent } from '../../engine/events.ts'
import type { TableState } from '../../engine/table.ts'

/** All that publishing needs of a table: what is on disk, up to the entry `version`, so that there is nothing to wait for. */
export type PublishedTable = {
  readonly id: string
  readonly book: RuleBook
  readonly version: number
  readonly state: TableState
  readonly stopped: Error | null
  now: () => string
  watch(watcher: { recorded: (events: readonly TableEvent[]) => void; stopped: () => void }): void
}
