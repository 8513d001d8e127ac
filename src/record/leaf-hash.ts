import { fromHex } from '../proof/bytes.ts'
import type { Hash } from '../proof/tree.ts'
import { divideEntry } from './divided-entry.ts'
import { hashLeafText, type Sha256, sha256 } from './sha256.ts'

/**
 * The hash that is kept beside an entry, as a leaf of its stream's tree (RFC 6962). The leaf is the body of the entry; of a
 * divided entry it is the head.
 *
 * @example
 * const hash: string = leafHash(body)
 */
export const leafHash = (body: string, by: Sha256 = sha256): string =>
  hashLeafText(divideEntry(body, by)?.head ?? body, by)

/** The same hash as bytes. */
export const leafHashBytes = (body: string): Hash => fromHex(leafHash(body))

/** Stands in for the hash of the entry before the first one. */
export const NO_HASH = '0'.repeat(64)
