import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { fromBase64, joined, toBase64, toHex } from '../proof/bytes.ts'
import { isKeyName, type KeyType, readKey, type Signer, type VerifierKey, verifierKey } from '../proof/keys.ts'

/** DER before the 32 bytes of an Ed25519 secret (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SECRET_BYTES = 32

/**
 * A key that signs, as one line of text: `PRIVATE+KEY+NAME+ID+KEY`, as other programs for signed notes write theirs.
 */
export function makeSigningKey(name: string, type: KeyType): string {
  if (!isKeyName(name)) throw new RangeError(`${name} cannot be the name of a key`)
  const { privateKey } = generateKeyPairSync('ed25519')
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-SECRET_BYTES)
  const { id } = verifierKey(name, type, publicHalf(privateKey))
  return `PRIVATE+KEY+${name}+${toHex(id)}+${toBase64(joined(Uint8Array.of(type), secret))}\n`
}

const publicHalf = (secret: KeyObject): Uint8Array =>
  new Uint8Array(createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32))

/** The key, or the problem of the text. A problem never quotes the content. */
export function readSigningKey(text: string): Signer | { problem: string } {
  const parts = /^PRIVATE\+KEY\+([^+\n]+)\+([0-9a-f]{8})\+([^\n]+)\n?$/.exec(text)
  const bytes = parts ? fromBase64(parts[3]!) : null
  if (!parts || bytes?.length !== SECRET_BYTES + 1) return { problem: 'does not hold a signing key' }
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(1)]), format: 'der', type: 'pkcs8' })
  const verifier = verifierKeyOf(parts[1]!, parts[2]!, bytes[0]!, publicHalf(secret))
  if ('problem' in verifier) return { problem: `holds a signing key that ${verifier.problem}` }
  return { verifier, sign: (message) => new Uint8Array(sign(null, message, secret)) }
}

const verifierKeyOf = (name: string, id: string, type: number, key: Uint8Array): VerifierKey | { problem: string } =>
  readKey(`${name}+${id}+${toBase64(joined(Uint8Array.of(type), key))}`)
