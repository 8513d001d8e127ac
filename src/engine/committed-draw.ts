import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { Pocket, RuleBook } from '../books/rule-book.ts'
import type { NextByte } from './below.ts'
import { drawBonusNumbers, type Reveal } from './draw.ts'
import type { TableEvent } from './events.ts'
import { utf8 } from './utf8.ts'

/**
 * A draw that can be checked: when betting opens the house puts the SHA-256 of a fresh secret on record; when it has
 * closed, the numbers follow from the secret and from what the players sent, in order. So the house cannot choose them once
 * the first wager is there, and nobody else knows them before the secret is told (docs/proof.md has every byte).
 */
export type Commitment = {
  /** SHA-256 of the secret. */
  hash: string
  /** What the wagers and withdrawals so far come to. */
  sent: string
}

/** What a player sent, as far as the draw goes by it: nothing in it is chosen by the house. */
export type Sent = Extract<TableEvent, { type: 'wager-placed' | 'wager-withdrawn' }>

const hexOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/** Before the first wager. */
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

/** HMAC-SHA-256 in counter mode: the secret is the key, what was sent and a count of four bytes are the message. */
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

/** Reading 18: every set equally likely, by rejection. */
export const numbersFrom = (book: RuleBook, secret: string, sent: string): Pocket[] =>
  drawBonusNumbers(book, bytesFrom(secret, sent))

/** What a draw reveals; null: it is not the one that was committed to, or there was no commitment to reveal. */
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
