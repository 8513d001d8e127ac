import type { Journal } from './journal.ts'
import { isPostgresAddress, withoutPassword } from './postgres/address.ts'
import { postgresJournal } from './postgres/postgres.ts'
import { type StoreOptions, sqliteJournal } from './sqlite.ts'

/** The journal of a store: a data folder, or the address of a database. */
export const openStore = (store: string, options: StoreOptions = {}): Promise<Journal> =>
  isPostgresAddress(store) ? postgresJournal(store, options) : sqliteJournal(store, options)

/** Not a folder, which holds the house key as well. */
export const isDatabase = isPostgresAddress

/** A store as it may be shown. */
export { withoutPassword }
