import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { Pocket, RuleBook } from '../books/rule-book.ts'
import type { NextByte } from './below.ts'
import { drawBonusNumbers, type Reveal } from './draw.ts'
import type { TableEvent } from './events.ts'
import { utf8 } from './utf8.ts'

/**
 * A draw that can be checked. When betting opens, the house puts the SHA-256 of a fresh secret on record. After betting
 * has closed, the numbers are derived from the secret and from the wagers that players sent, in order. So the house
 * cannot choose them after the first wager, and nobody else knows them before the secret is revealed (docs/proof.md has
 * every byte).
 */
export type Commitment = {
  /** SHA-256 of the secret. */
  hash: string
  /** Running hash of the wagers and withdrawals so far. */
  sent: string
}

/** A wager or withdrawal that a player sent. The draw uses only fields that the house does not choose. */
export type Sent = Extract<TableEvent, { type: 'wager-placed' | 'wager-withdrawn' }>

const hexOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/** The hash before the first wager. */
export const NOTHING_SENT: string = hexOf(utf8('croupier draw 1\n'))

export const commitmentTo = (secret: string): string => hexOf(hexToBytes(secret))

export const commitmentIn = (hash: string | undefined): { commitment?: Commitment } =>
  hash === undefined ? {} : { commitment: { hash, sent: NOTHING_SENT } }

/** One line for each wager, as JSON without blanks: what was done, player, spot, cents, and the sender's own id. */
const sentLine = ({ type, player, spot, stake, id }: Sent): string =>
  JSON.stringify([type === 'wager-placed' ? 'wager' : 'withdraw', player, spot, stake, id ?? null])

export const withSent = ({ hash, sent }: Commitment, event: Sent): Commitment => ({
  hash,
  sent: hexOf(concatBytes(hexToBytes(sent), utf8(sentLine(event)))),
})

/**
 * HMAC-SHA-256 in counter mode. The secret is the key; the message is the hash of what was sent and a counter of four
 * bytes.
 */
function bytesFrom(secret: string, sent: string): NextByte {
  const key = hexToBytes(secret)
  const message = concatBytes(hexToBytes(sent), new Uint8Array(4))
  const counter = new DataView(message.buffer, message.byteOffset + message.length - 4)
  let block = new Uint8Array(0)
  let used = 0
  let count = 0
  return () => {
    if (used === block.length) {
      counter.setUint32(0, count++)
      block = hmac(sha256, key, message)
      used = 0
    }
    return block[used++]!
  }
}

/** Reading 18: every set is equally likely, by rejection sampling. */
export const numbersFrom = (book: RuleBook, secret: string, sent: string): Pocket[] =>
  drawBonusNumbers(book, bytesFrom(secret, sent))

/**
 * The secret, the commitment and the hash of the wagers for a draw; null if the secret does not match the commitment,
 * or if there was none.
 */
export function revealOf(
  book: RuleBook,
  commitment: Commitment | undefined,
  numbers: readonly Pocket[],
  secret: string | undefined,
): { reveal?: Reveal } | null {
  if (!commitment) return secret === undefined ? {} : null
  if (secret === undefined || commitmentTo(secret) !== commitment.hash) return null
  const { hash, sent } = commitment
  const due = numbersFrom(book, secret, sent)
  return due.every((pocket, at) => numbers[at] === pocket) ? { reveal: { secret, commitment: hash, sent } } : null
}
