import type { Stored } from '../../record/stored-entry.ts'
import { EntryDamaged, type Journal } from './journal.ts'

/** The newest time in the journal; null: nothing is in it. */
export async function latestTime(journal: Journal): Promise<string | null> {
  const times = await Promise.all(
    (await journal.streams()).map(async (stream) => {
      const [entry] = await journal.read(stream, (await journal.last(stream)).seq, 1).catch(noneIfDamaged)
      return entry ? (JSON.parse(entry.body) as { at: string }).at : ''
    }),
  )
  return times.sort().at(-1) || null
}

/** Whoever reads that stream as a whole will say so. */
function noneIfDamaged(error: Error): readonly Stored[] {
  if (error instanceof EntryDamaged) return []
  throw error
}
