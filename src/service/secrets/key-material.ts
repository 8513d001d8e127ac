import { createHash, createHmac, randomBytes, randomFillSync } from 'node:crypto'
import { type DrawSecrets, type DrawSecretsOptions, drawSecrets } from './draw-secrets.ts'

/** The source of randomness: node:crypto, or a test's own. */
export type ByteSource = { bytes(count: number): Uint8Array }
export const cryptoChance: ByteSource = { bytes: (count) => randomBytes(count) }

export type PinCost = { N: number; r: number; p: number }

/**
 * 32 MiB and 0.1 to 0.25 seconds for each attempt. A higher cost would not protect a PIN of six digits from a thief of
 * its hash. The house key does that (the journal never holds it), and waiting times after wrong attempts stop guessing
 * over the network.
 */
export const PIN_COST: PinCost = { N: 2 ** 15, r: 8, p: 1 }

/**
 * Key material of the house. `key`: at least 32 random bytes, kept beside the journal and never in it, so that hashes
 * of PINs and enrolment codes reveal nothing to a reader of the journal. If the key is lost, every PIN must be set
 * again.
 */
export type KeyMaterial = {
  chance: ByteSource
  key: Uint8Array
  pinCost: PinCost
  /** Limit for PINs from unknown stations. Known stations have a queue of their own, which others cannot fill. */
  pinTurns: ConcurrencyLimit
  stationTurns: ConcurrencyLimit
  /** The secrets that the house commits to when betting opens, where there is a bonus draw. */
  draws: DrawSecrets
}

/** The sources for opening sealed draw secrets where a house is served. */
export type DrawSources = Pick<DrawSecretsOptions, 'drawKeys' | 'restoredTo'>

const noDraws: DrawSources = { drawKeys: () => [] }

/**
 * Two and one at a time, so that sign-ins never take all threads of the process. `draws`: left out if no table is
 * opened.
 */
export const houseKeyMaterial = (key: Uint8Array, draws = noDraws): KeyMaterial => {
  if (key.length < 32) throw new RangeError('A house key has at least 32 bytes')
  return {
    chance: cryptoChance,
    key,
    pinCost: PIN_COST,
    draws: drawSecrets({ ...draws, houseKey: key, chance: cryptoChance }),
    pinTurns: limitConcurrency(2, 64),
    stationTurns: limitConcurrency(1, 64),
  }
}

/** Draws symbols, each equally likely: a byte without a symbol is dropped and drawn again. */
export function drawSymbols(chance: ByteSource, symbols: string, count: number): string {
  const mask = 2 ** Math.ceil(Math.log2(symbols.length)) - 1
  let text = ''
  while (text.length < count)
    for (const byte of chance.bytes(count * 2)) if (text.length < count) text += symbols[byte & mask] ?? ''
  return text
}

/** A token of 256 bits. Only its hash is stored. */
export const freshToken = (chance: ByteSource): string => Buffer.from(chance.bytes(32)).toString('base64url')
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** For secrets short enough to be guessed: without the house key a guess cannot be checked. */
export const keyedHash = ({ key }: Pick<KeyMaterial, 'key'>, secret: string): Buffer =>
  createHmac('sha256', key).update(secret).digest()

const SALT_BYTES = 16
/** The pool is filled at once: a separate draw for each salt would cost more than the entry's hash. */
const pool = Buffer.alloc(SALT_BYTES * 256)
let used = pool.length

/** The salt of one entry (record/salt.ts). */
export function freshSalt(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += SALT_BYTES
  return pool.toString('hex', used - SALT_BYTES, used)
}

/** Limits how many pieces of work run at once; null if too many are waiting already. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T | null>

export function limitConcurrency(atOnce: number, waitingMax: number): ConcurrencyLimit {
  let inside = 0
  const waiting: (() => void)[] = []
  const enter = (): Promise<void> | undefined => {
    if (inside >= atOnce) return new Promise((go) => waiting.push(go))
    inside++
    return undefined
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else inside--
  }
  return async (work) => {
    if (inside >= atOnce && waiting.length >= waitingMax) return null
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
