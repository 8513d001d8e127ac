import { roulette3Until2026Nov } from './before/roulette-3-until-2026-11.ts'
import { rouletteDoubleZeroEtg4Until2026Nov } from './before/roulette-double-zero-etg-4-until-2026-11.ts'
import { sandsFastActionRoulette2Until2026Nov } from './before/sands-fast-action-roulette-2-until-2026-11.ts'
import { sandsRoulette1Until2026Nov } from './before/sands-roulette-1-until-2026-11.ts'
import { sandsRoulette2Until2026Nov } from './before/sands-roulette-2-until-2026-11.ts'
import { roulette3 } from './roulette-3.ts'
import { rouletteDoubleZeroEtg4 } from './roulette-double-zero-etg-4.ts'
import type { RuleBook } from './rule-book.ts'
import { sandsFastActionRoulette2 } from './sands-fast-action-roulette-2.ts'
import { sandsRoulette1 } from './sands-roulette-1.ts'
import { sandsRoulette2 } from './sands-roulette-2.ts'

/** The SHA-256 of a whole rule book, its keys in order: an entry of a journal names the book it was decided by so. */
export type Fingerprint = string

/**
 * Every rule book that was ever played by, of the same id the older first. A round is decided again by the book of then,
 * so whoever changes a book, be it one word:
 *
 * 1. keeps the value as it was, in full, as a file of its own in `before/` (`roulette-3-until-2027-02.ts`), and never
 *    touches it again; its row here stays where it is;
 * 2. adds a row for the new value at the end. `shelf.test.ts` says its fingerprint, and fails until it is here.
 */
// biome-ignore format: a table is read down its columns
export const shelf: readonly { fingerprint: Fingerprint; book: RuleBook }[] = [
  { fingerprint: '0e5ae8bea3b6f4288f5a9ca00df2b6cb9d5a17345ecbbe5ddbfa782b22e0004c', book: sandsRoulette1Until2026Nov },
  { fingerprint: 'e59187ff2fbee5efaeba5bbce0f955eaa23494324f011a200eaa0e9b69a51d20', book: sandsRoulette2Until2026Nov },
  { fingerprint: '5d4c18f74bfe6a0ff1127b354454b6e90f99dbb4a9289753ab45ee27fbff9cef', book: roulette3Until2026Nov },
  { fingerprint: '4d8e4ef023e5a87ae52d06549a6228c9911f8aca5270ded3eea051535b1c99a4', book: sandsFastActionRoulette2Until2026Nov },
  { fingerprint: '172c500cef5c09e6e97c02dd602b7c19c723363d5b79eea1a264d434c940ccae', book: rouletteDoubleZeroEtg4Until2026Nov },
  { fingerprint: 'f5384ef446b9ac04a43a0fd572e10bf9fc52ebaf4ccd8ad6ca640060bb396537', book: sandsRoulette1 },
  { fingerprint: '2ed47df16936afc74c5cb237a0ef9eba214b1f16f1c0e2f8b2cb4596a8d43f04', book: sandsRoulette2 },
  { fingerprint: 'ab31a712b74ccb8b6517fb47548ca1b88a012ec22111aa65ca597b8b02c553c7', book: roulette3 },
  { fingerprint: 'a050af09573ac53f2a89bcd521c7c2461b0fe7939bfe1382b2f32c3534efff7c', book: sandsFastActionRoulette2 },
  { fingerprint: '3ef82adc550322f9ac95b1302b9686f3908f73a47f9fc051b4f87e39d30c3057', book: rouletteDoubleZeroEtg4 },
]

const byFingerprint = new Map(shelf.map(({ fingerprint, book }) => [fingerprint, book]))
const byBook = new Map(shelf.map(({ fingerprint, book }) => [book, fingerprint]))

export const bookByFingerprint = (fingerprint: Fingerprint): RuleBook | undefined => byFingerprint.get(fingerprint)

export function fingerprintOf(book: RuleBook): Fingerprint {
  const found = byBook.get(book)
  if (!found) throw new Error(`The book ${book.id} is not on the shelf`)
  return found
}
