import { hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { areEqual, fromBase64, joined, toBase64, toHex, utf8 } from './bytes.ts'
import { isVerifiedByNode } from './node-verify.ts'

/**
 * The algorithm of a key: it signs a note as it is, or a checkpoint with the time (C2SP signed-note, tlog-cosignature).
 */
export const ED25519 = 1
export const COSIGNATURE = 4
export type KeyType = typeof ED25519 | typeof COSIGNATURE

/** The public half of a key, with the name and the id by which its signatures are found. */
export type VerifierKey = {
  readonly name: string
  readonly type: KeyType
  readonly id: Uint8Array
  readonly key: Uint8Array
}

export type Signer = { readonly verifier: VerifierKey; readonly sign: (message: Uint8Array) => Uint8Array }

const KEY_BYTES = 32

/** A name without a space or a plus, of any script, and without control characters. */
export const isKeyName = (name: string): boolean => name !== '' && name.length <= 200 && !/[\s+\p{C}\p{Z}]/u.test(name)

export function verifierKey(name: string, type: KeyType, key: Uint8Array): VerifierKey {
  return { name, type, key, id: sha256(joined(utf8(`${name}\n`), Uint8Array.of(type), key)).slice(0, 4) }
}

/**
 * As C2SP writes it: `NAME+ID+KEY`.
 *
 * @example
 * const text: string = writeKey(key)
 */
export const writeKey = ({ name, type, id, key }: VerifierKey): string =>
  `${name}+${toHex(id)}+${toBase64(joined(Uint8Array.of(type), key))}`

/**
 * The key, or what is wrong with the text, to be put after "the key ".
 *
 * @example
 * const read = readKey('house.example+28dbbc7b+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c')
 * if ('problem' in read) throw new Error(read.problem)
 */
export function readKey(text: string): VerifierKey | { problem: string } {
  const parts = /^([^+]*)\+([0-9a-f]{8})\+(.+)$/s.exec(text)
  if (!parts || !isKeyName(parts[1]!)) return { problem: 'must have the form NAME+ID+KEY' }
  const bytes = fromBase64(parts[3]!)
  if (!bytes) return { problem: 'does not end in Base 64' }
  const type = bytes[0]
  if (type !== ED25519 && type !== COSIGNATURE) return { problem: 'is of a kind that is not known here' }
  if (bytes.length !== KEY_BYTES + 1) return { problem: 'is not as long as an Ed25519 key' }
  const key = verifierKey(parts[1]!, type, bytes.slice(1))
  return toHex(key.id) === parts[2] ? key : { problem: 'has an id that is not of this name and key' }
}

type KeyId = { readonly name: string; readonly id: Uint8Array }

export const isSameKey = (a: KeyId, b: KeyId): boolean => a.name === b.name && areEqual(a.id, b.id)

/**
 * The same verdict on Node and in a browser, so that all checkers agree about a signature.
 *
 * @example
 * const isGood: boolean = isSignedBy(key, bytes, signature)
 */
export function isSignedBy({ key }: VerifierKey, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false
  // Node's own does not take all that is good by RFC 8032: what it says no to is looked at again.
  if (isVerifiedByNode(key, message, signature)) return true
  try {
    hashes.sha512 = sha512
    return verify(signature, message, key, { zip215: false })
  } catch {
    return false
  }
}

/**
 * A log is known by the name of its key. The key of a house also verifies the streams of its tables, `HOUSE/TABLE`: the
 * same key signs there under that name.
 *
 * @example
 * const keys: VerifierKey[] = logKeysOf('house.example/roulette-3', [key])
 */
export const logKeysOf = (origin: string, logs: readonly VerifierKey[]): VerifierKey[] =>
  logs
    .filter(({ name, type }) => type === ED25519 && (origin === name || origin.startsWith(`${name}/`)))
    .map(({ key }) => verifierKey(origin, ED25519, key))

/**
 * The log of one stream of a house.
 *
 * @example
 * const origin: string = originOf('house.example', 'roulette-3')
 */
export const originOf = (house: string, stream: string): string => `${house}/${stream}`

/** The key of a house as it signs for one of its streams. */
export const signerOf = ({ verifier, sign }: Signer, stream: string): Signer => ({
  verifier: verifierKey(originOf(verifier.name, stream), ED25519, verifier.key),
  sign,
})
