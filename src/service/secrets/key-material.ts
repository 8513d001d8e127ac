import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Turnstile, turnstile } from './concurrency-limit.ts'
import { drawSecrets, type SecretOf } from './draw-secrets.ts'

/** Where chance comes from: node:crypto, or a test's own. */
export type Chance = { bytes(count: number): Uint8Array }
export const cryptoChance: Chance = { bytes: (count) => randomBytes(count) }

export type PinCost = { N: number; r: number; p: number }

/**
 * 32 MiB and a tenth to a quarter of a second for each try. More would not save a PIN of six digits from whoever holds
 * its hash: the house key (which the journal never holds) does that, and waiting after wrong tries stops guessing at the door.
 */
export const PIN_COST: PinCost = { N: 2 ** 15, r: 8, p: 1 }

/**
 * What the house works with. `key`: at least 32 random bytes, kept beside the journal and never in it, so that hashes of
 * PINs and enrolment codes tell a reader of the journal nothing. Without it every PIN must be set anew.
 */
export type Means = {
  chance: Chance
  key: Uint8Array
  pinCost: PinCost
  /** Of strangers; those of known stations have a queue of their own, which strangers cannot fill. */
  pinTurns: Turnstile
  stationTurns: Turnstile
  /** What the house commits to when betting opens, where there is a bonus draw. */
  secretOf: SecretOf
}

/** Two and one at a time, so that sign-ins never take all threads of the process. */
export const houseMeans = (key: Uint8Array): Means => {
  if (key.length < 32) throw new RangeError('A house key has at least 32 bytes')
  return {
    chance: cryptoChance,
    key,
    pinCost: PIN_COST,
    secretOf: drawSecrets(key),
    pinTurns: turnstile(2, 64),
    stationTurns: turnstile(1, 64),
  }
}

/** Symbols, each as likely as any other: a byte that names none is thrown away, never folded. */
export function drawSymbols(chance: Chance, symbols: string, count: number): string {
  const mask = 2 ** Math.ceil(Math.log2(symbols.length)) - 1
  let text = ''
  while (text.length < count)
    for (const byte of chance.bytes(count * 2)) if (text.length < count) text += symbols[byte & mask] ?? ''
  return text
}

/** 256 bits. Only its hash is kept. */
export const freshToken = (chance: Chance): string => Buffer.from(chance.bytes(32)).toString('base64url')
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** For secrets short enough to be tried out: without the house key there is nothing to try against. */
export const keyedHash = ({ key }: Means, secret: string): Buffer => createHmac('sha256', key).update(secret).digest()
