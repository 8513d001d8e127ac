import type { OpenedJournal } from '../record/journal-reader.ts'
import { RecordUnreadable } from '../record/versions.ts'
import { EntryDamaged, JournalUnusable } from '../service/journal/journal.ts'
import { withoutPassword } from '../service/journal/open-store.ts'
import { openReader } from '../service/journal/reader.ts'
import { BadInput } from './declaration.ts'

/** Opens a journal that is only looked at, and closes it however that goes. */
export async function readJournal<T>(path: string, read: (reader: OpenedJournal) => Promise<T>): Promise<T> {
  try {
    const reader = await openReader(path)
    try {
      return await read(reader)
    } finally {
      await reader.close()
    }
  } catch (error) {
    return journalUnread(path, error)
  }
}

/** A problem with a journal is bad input: one line that names the journal. */
export function journalUnread(path: string, error: unknown): never {
  if (![RecordUnreadable, JournalUnusable, EntryDamaged].some((kind) => error instanceof kind)) throw error
  const [name, { message }] = [withoutPassword(path), error as Error]
  throw new BadInput(message.startsWith(name) ? message : `${name}: ${message}`)
}
