import { existsSync } from 'node:fs'
import type { Journal } from './journal.ts'
import { isPostgresAddress, withoutPassword } from './postgres/address.ts'
import { FROM_BACKUP } from './postgres/last-entry.ts'
import { postgresJournal } from './postgres/postgres.ts'
import { type StoreOptions, sqliteJournal } from './sqlite.ts'
import { journalFile, refuseForeign } from './sqlite-file.ts'

/**
 * Opens the journal of a store: a data folder, or the address of a database. `makes`: as for a database; a folder is
 * checked before.
 */
export async function openStore(store: string, options: StoreOptions & { makes?: boolean } = {}): Promise<Journal> {
  if (isPostgresAddress(store)) return postgresJournal(store, options)
  refuseForeign(journalFile(store), store)
  return sqliteJournal(store, options)
}

/** Whether a journal is at an address. A database is checked when it is opened. */
export const holdsJournal = (store: string): boolean => isPostgresAddress(store) || existsSync(journalFile(store))

/** Whether a store is a database, not a folder, which would hold the house key as well. */
export const isDatabase = isPostgresAddress

/** The way to restore a house from a backup, in words for the operator. */
export const backupRemedy = (store: string): string =>
  isPostgresAddress(store)
    ? FROM_BACKUP
    : 'move croupier.db away and restore a backup (croupier backup FOLDER --data DIR --restore)'

/** The address of a store without its password, for messages. */
export { withoutPassword }
