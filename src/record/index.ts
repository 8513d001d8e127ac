/**
 * Entry point of the record for programs that read and prove journals themselves. Inside the project, a file imports
 * the file that declares a name.
 */

export { canonical, fingerprint, isSame } from './canonical.ts'
export { type HouseEntry, readHouseEntry } from './house-entry.ts'
export type { JournalItem, JournalSource, LineOptions } from './journal-input.ts'
export { entriesReader, type JournalReader } from './journal-reader.ts'
export { leafHash } from './leaf-hash.ts'
export type { Snapshot, Stored } from './stored-entry.ts'
export type { Finding, StreamReport } from './stream-report.ts'
export { readTableEntry, type TableEntry } from './table-entry.ts'
export { unknowable, type VerifyOptions, verify } from './verify.ts'
export { RecordUnreadable, VERSION } from './versions.ts'
