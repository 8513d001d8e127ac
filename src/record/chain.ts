import { sha256 as sha256OfBytes } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Append } from './stored-entry.ts'

/** SHA-256 of a text, in hexadecimal. */
export type Sha256 = (text: string) => string

/** Everywhere the same, also in a page that came without https; Node has a quicker one. */
export const sha256: Sha256 = (text) => bytesToHex(sha256OfBytes(utf8ToBytes(text)))

export type Chain = { seedHash(stream: string): string; chainHash(before: string, entry: Append): string }

export const chainBy = (sha256: Sha256): Chain => ({
  /** What the first entry of a stream is chained to. */
  seedHash: (stream) => sha256(`croupier ${stream}`),
  /** Every entry carries the hash of the one before it: who changes one byte must change all that follows. */
  chainHash: (before, { stream, seq, body }) => sha256(`${before}\n${stream}\n${seq}\n${body}`),
})

export const portableChain = chainBy(sha256)
