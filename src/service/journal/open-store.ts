import { existsSync } from 'node:fs'
import { mustBeReadable } from '../../record/readable.ts'
import { RecordUnreadable } from '../../record/versions.ts'
import type { Journal } from './journal.ts'
import { isPostgresAddress, withoutPassword } from './postgres/address.ts'
import { postgresJournal } from './postgres/postgres.ts'
import { openReader } from './reader.ts'
import { type StoreOptions, sqliteJournal } from './sqlite.ts'
import { journalFile } from './sqlite-file.ts'

/** The journal of a store: a data folder, or the address of a database. `makes`: as in a database; a folder is looked at before. */
export async function openStore(store: string, options: StoreOptions & { makes?: boolean } = {}): Promise<Journal> {
  if (isPostgresAddress(store)) return postgresJournal(store, options)
  mustBeReadableIn(store)
  return sqliteJournal(store, options)
}

/** Looked at before it is opened: that alone would put a lock, keys and a mark beside what this version cannot read. */
function mustBeReadableIn(folder: string): void {
  if (!existsSync(journalFile(folder))) return
  try {
    const reader = openReader(folder)
    try {
      mustBeReadable(reader)
    } finally {
      reader.close()
    }
  } catch (error) {
    if (error instanceof RecordUnreadable) throw new RecordUnreadable(`${folder}: ${error.message}`)
    // Damage, a newer file and what else there may be is for the journal to tell.
  }
}

/** Not a folder, which holds the house key as well. */
export const isDatabase = isPostgresAddress

/** A store as it may be shown. */
export { withoutPassword }
