import type { RuleBook } from '../../books/rule-book.ts'
import type { TableEvent } from '../../engine/events.ts'
import type { TableState } from '../../engine/table.ts'

/** All that publishing needs of a table. `seq` is the last entry that was decided; `afterDurable` waits for the disk. */
export type PublishedTable = {
  readonly id: string
  readonly book: RuleBook
  readonly seq: number
  readonly state: TableState
  readonly stopped: Error | null
  now: () => string
  afterDurable(seq: number, go: () => void, fail?: (error: Error) => void): void
  onDecided(listener: (decided: { events: readonly TableEvent[] }) => void): void
  onStopped(listener: () => void): void
}
