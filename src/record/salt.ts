import type { Plain } from './versions.ts'

/**
 * 16 bytes that the service drew for one entry, in hexadecimal. A proof shows the hashes of other leaves: with these in
 * them nobody finds out what a neighbour did by hashing all that it may have been.
 */
export const isSalt = (salt: unknown): boolean => typeof salt === 'string' && /^[0-9a-f]{32}$/.test(salt)

/** Before version 3 there was none. As leaves, those entries have the hash of their chain in its place. */
export const saltless = ({ v: _, ...entry }: Plain): Plain => ({ v: 3, salt: null, ...entry })
