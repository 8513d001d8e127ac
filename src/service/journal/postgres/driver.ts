import type { ClientConfig } from 'pg'
import { JournalUnusable } from '../journal.ts'

/** The package `pg`, loaded when a store on PostgreSQL is opened: users of SQLite need not install it. */
export type Driver = typeof import('pg').default
export type Client = InstanceType<Driver['Client']>

const BIGINT = 20
const BIGINTS = 1016

export async function loadDriver(): Promise<Driver> {
  const { default: driver } = await import('pg').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new JournalUnusable('a store on PostgreSQL needs one more package: npm install pg')
  })
  return driver
}

/** Sequence numbers, epochs and keys are safe integers; other types are read as the driver does. */
export const typesOf = (driver: Driver): NonNullable<ClientConfig['types']> => ({
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === BIGINT) return Number
    const read = driver.types.getTypeParser(oid, format) as (text: string) => unknown
    return oid === BIGINTS ? (text: string) => (read(text) as string[]).map(Number) : read
  }) as never,
})
