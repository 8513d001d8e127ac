import { evolve } from '../engine/evolve.ts'
import { freshTable, type TableState } from '../engine/table.ts'
import type { TableEntry } from './table-entry.ts'

/** The table after an entry. */
export function replay(state: TableState | undefined, entry: TableEntry): TableState {
  if ('opened' in entry) return freshTable(entry.opened)
  if (!state) throw new Error('A journal begins with its setup')
  return 'events' in entry ? entry.events.reduce(evolve, state) : state
}

/** Something long in one go, where nobody waits. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
