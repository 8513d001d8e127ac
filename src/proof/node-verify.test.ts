import { createPrivateKey, sign } from 'node:crypto'
import { etc, hashes, Point, utils, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { fromHex, joined, utf8 } from './bytes.ts'
import { ED25519, isSignedBy, verifierKey } from './keys.ts'
import { isVerifiedByNode } from './node-verify.ts'

hashes.sha512 = sha512

/** The verdict equals a browser's verdict, whatever Node answers. */
const message = utf8('a checkpoint')
const secret = fromHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60')!
const { pointBytes: key, scalar, point } = utils.getExtendedPublicKey(secret)
const rest = verifierKey('house', ED25519, key)

const pkcs8 = joined(fromHex('302e020100300506032b657004220420')!, secret)
const own = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
const good = new Uint8Array(sign(null, message, own))

const inBrowser = (by: Uint8Array, signature: Uint8Array): boolean => {
  try {
    return verify(signature, message, by, { zip215: false })
  } catch {
    return false
  }
}

const numberOf = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
const bytesOf = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
const L = Point.CURVE().n

/**
 * A signature by the owner of a key who wants two checkers to differ: `twist` is a point of small order that is added.
 */
function signedWith(twist: Point, publicKey: Uint8Array, owner: bigint): Uint8Array {
  const r = 123_456_789n
  const R = Point.BASE.multiply(r).add(twist).toBytes()
  const h = numberOf(sha512(joined(R, publicKey, message))) % L
  return joined(R, bytesOf(etc.mod(r + h * owner, L)))
}

const orderEight = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')
const tampered = good.slice()
tampered[40]! ^= 1
const overL = joined(good.slice(0, 32), bytesOf(numberOf(good.slice(32)) + L))
const twistedKey = point.add(orderEight).toBytes()
/** y = 1 written as p + 1: the neutral point, in a way that is not allowed. */
const otherwiseWritten = fromHex('eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f')!
const zeroKey = joined(Uint8Array.of(1), new Uint8Array(31))

test.each([
  ['as the house signs', key, good, true],
  ['with a bit changed', key, tampered, false],
  ['with a number that is too large', key, overL, false],
  ['with a twist that only some checkers see', key, signedWith(orderEight, key, scalar), true],
  ['by a key with a twist', twistedKey, signedWith(Point.ZERO, twistedKey, scalar), true],
  ['by a key that anybody can sign for', zeroKey, joined(Point.BASE.toBytes(), bytesOf(1n)), false],
  ['by the same, written otherwise', otherwiseWritten, joined(Point.BASE.toBytes(), bytesOf(1n)), false],
  ['too short', key, good.slice(1), false],
])('%s', (_, by, signature, due) => {
  expect(inBrowser(by, signature)).toBe(due)
  expect(isSignedBy({ ...rest, key: by }, message, signature)).toBe(due)
})

test('Node accepts ordinary signatures; signatures by weak keys are rejected', () => {
  expect(isVerifiedByNode(key, message, good)).toBe(true)
  expect(isVerifiedByNode(key, message, tampered)).toBe(false)
  expect(isVerifiedByNode(zeroKey, message, joined(Point.BASE.toBytes(), bytesOf(1n)))).toBe(false)
})
