import { sha256 as sha256OfBytes } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 of a text, in hexadecimal. */
export type Sha256 = (text: string) => string

/** Works everywhere, also in a page that came without https. Node has a faster one. */
export const sha256: Sha256 = (text) => bytesToHex(sha256OfBytes(utf8ToBytes(text)))

/** RFC 6962: the byte before a leaf when it is hashed. */
export const LEAF_PREFIX = '\0'

/** The hash that is kept beside an entry: that of its body as a leaf of its stream's tree (RFC 6962). */
export const leafHash = (body: string, by: Sha256 = sha256): string => by(`${LEAF_PREFIX}${body}`)

/** Stands in for the hash of the entry before the first one. */
export const NO_HASH = '0'.repeat(64)
