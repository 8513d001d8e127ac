import { HOUSE } from '../../house/state.ts'
import { entryAt } from '../../record/journal-reader.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { EntryDamaged, type Journal } from './journal.ts'

/** The fields of an entry that state its time. `house`: the number of the house's entry that any other entry names. */
type Tip = { at?: string; house?: number | null }

/**
 * The newest time in the journal; null if it is empty. The time of a stream that was idle since the clock was corrected
 * on record does not count: the correction started from it.
 */
export async function latestTime(journal: Journal): Promise<string | null> {
  const { seq } = await journal.last(HOUSE)
  const house = (await tipOf(journal, HOUSE))?.at ?? ''
  const others = (await journal.streams()).filter((stream) => stream !== HOUSE)
  const tips = await Promise.all(others.map((stream) => tipOf(journal, stream)))
  const later = tips.flatMap(({ at, house: after } = {}) => (at !== undefined && at > house ? [{ at, after }] : []))
  for (const { at, after } of later.sort((one, other) => (one.at < other.at ? 1 : -1)))
    if (typeof after !== 'number' || !(await isCorrected(journal, after + 1, seq))) return at
  return house || null
}

async function tipOf(journal: Journal, stream: string): Promise<Tip | undefined> {
  const entry = await entryAt(journal, stream, (await journal.last(stream)).seq).catch(noneIfDamaged)
  return entry && (JSON.parse(entry.body) as Tip)
}

/** Whether the clock was corrected by one of these entries of the house. */
async function isCorrected(journal: Journal, first: number, last: number): Promise<boolean> {
  try {
    for await (const page of journal.pages(HOUSE, first, last)) if (page.some(isCorrection)) return true
    return false
  } catch (error) {
    noneIfDamaged(error as Error)
    return false
  }
}

const isCorrection = ({ body }: Stored): boolean =>
  (JSON.parse(body) as { command?: { do?: string } }).command?.do === 'correct-clock'

/** The reader of the whole stream reports it. */
function noneIfDamaged(error: Error): undefined {
  if (!(error instanceof EntryDamaged)) throw error
}
