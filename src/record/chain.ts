import { sha256 as sha256OfBytes } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Append } from './stored-entry.ts'

/** SHA-256 of a text, in hexadecimal. */
export type Sha256 = (text: string) => string

/** Everywhere the same, also in a page that came without https; Node has a quicker one. */
export const sha256: Sha256 = (text) => bytesToHex(sha256OfBytes(utf8ToBytes(text)))

/** The version that a body says first; 1 where it says none. What a body says elsewhere counts for nothing. */
export function versionSaid(body: string): number {
  const found = /^\{"v":([1-9]\d{0,8}),/.exec(body)
  return found ? Number(found[1]) : 1
}

/** From version 3 on an entry is a leaf by itself; older ones are chained to the one before them. */
const leafStart = /^\{"v":(?:[3-9]|[1-9]\d{1,8}),/

export const isLeaf = (body: string): boolean => leafStart.test(body)

type Hashed = { body: string; hash: string }

/** How entries are bound together: each is a leaf of its stream's tree (RFC 6962), and older ones are chained besides. */
export type Chain = {
  seedHash(stream: string): string
  /** The hash that is kept beside an entry: its leaf's; of an older one, the link of its chain. */
  entryHash(before: string, entry: Append): string
  /** The hash of its leaf in the tree. */
  leafHash(entry: Hashed): string
}

/** RFC 6962: what stands before a leaf when it is hashed. */
export const LEAF_PREFIX = '\0'

/** What an entry is as a leaf, byte for byte: its body; before an older one stands the hash that it has by its chain. */
export const leafText = ({ body, hash }: Hashed): string => (isLeaf(body) ? body : `${hash}\n${body}`)

export const chainBy = (sha256: Sha256): Chain => ({
  /** What the first entry of a stream is chained to. */
  seedHash: (stream) => sha256(`croupier ${stream}`),
  /** Every older entry carries the hash of the one before it: who changes one byte must change all that follows. */
  entryHash: (before, { stream, seq, body }) =>
    isLeaf(body) ? sha256(`${LEAF_PREFIX}${body}`) : sha256(`${before}\n${stream}\n${seq}\n${body}`),
  leafHash: (entry) => (isLeaf(entry.body) ? entry.hash : sha256(`${LEAF_PREFIX}${leafText(entry)}`)),
})

export const portableChain = chainBy(sha256)
