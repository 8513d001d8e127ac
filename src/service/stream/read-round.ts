import type { Concluded } from '../../engine/history.ts'
import { replayRound } from '../../record/recalled-rounds.ts'
import type { TableMemory } from '../../record/table-memory.ts'
import type { Journal } from '../journal/journal.ts'
import { pagesOf } from '../journal/pages.ts'

const READ_AT_ONCE = 1_000

/** A concluded round of any age, from the table's journal; `memory`: of the table, all of it on disk. */
export async function readRound(
  journal: Journal,
  table: string,
  memory: TableMemory,
  round: number,
): Promise<Concluded | undefined> {
  const place = await journal.place(table, round)
  return place
    ? replayRound(place, memory, (first, last) => pagesOf(journal, table, first, last, READ_AT_ONCE))
    : undefined
}
