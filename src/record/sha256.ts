import { sha256 as sha256OfBytes } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromHex } from '../proof/bytes.ts'
import { type Hash, nodeBytes } from '../proof/tree.ts'

/** SHA-256 of a text or of bytes, in hexadecimal. */
export type Sha256 = (data: string | Uint8Array) => string

/** Works everywhere, also in a page that came without https. Node has a faster one. */
export const sha256: Sha256 = (data) => bytesToHex(sha256OfBytes(typeof data === 'string' ? utf8ToBytes(data) : data))

/** RFC 6962: the byte before a leaf when it is hashed. */
export const LEAF_PREFIX = '\0'

/** The hash of a text as a leaf of a tree (RFC 6962). */
export const hashLeafText = (text: string, by: Sha256): string => by(`${LEAF_PREFIX}${text}`)

/** The hash of a node of a tree (RFC 6962). */
export const hashNodeBy =
  (by: Sha256) =>
  (left: Hash, right: Hash): Hash =>
    fromHex(by(nodeBytes(left, right)))
