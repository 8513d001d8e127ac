import type { Concluded } from '../../engine/history.ts'
import { RoundReplay } from '../../record/recalled-rounds.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { readTableEntry } from '../../record/table-entry.ts'
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
  if (!place || place.concluded === null) return undefined
  const replay = new RoundReplay(round, memory)
  const take = (page: readonly Stored[]): void => {
    for (const { body } of page) replay.take(readTableEntry(body))
  }
  for await (const page of pagesOf(journal, table, place.opened, place.concluded, READ_AT_ONCE)) take(page)
  for (const seq of place.changed) take(await journal.read(table, seq, 1))
  return replay.concluded
}
