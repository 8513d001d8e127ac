import { roulette3 } from './roulette-3.ts'
import { rouletteDoubleZeroEtg4 } from './roulette-double-zero-etg-4.ts'
import type { Book, RuleBook } from './rule-book.ts'
import { sandsFastActionRoulette2 } from './sands-fast-action-roulette-2.ts'
import { sandsRoulette1 } from './sands-roulette-1.ts'
import { sandsRoulette2 } from './sands-roulette-2.ts'

/** SHA-256 of the part of a book that decides, its keys in order. An entry of a journal names the book that decided it so. */
export type Fingerprint = string

/** Returns the part that decides: a corrected text changes nothing on record. */
export function rulesOf({ $schema: _, format: __, texts: ___, ...rules }: Book): RuleBook {
  return rules
}

/**
 * Every rule book that journals may name. A round is decided again by the book that opened it. So after the release a book whose
 * rules change keeps its row here, and its new value gets a row of its own.
 */
// biome-ignore format: a table is read down its columns
export const registry: readonly { fingerprint: Fingerprint; book: Book }[] = [
  { fingerprint: 'e7f04bc3067af481b96ecb3dcbdd1a5e6b8d4f0d1adfaf81c10bf52efeb2682d', book: sandsRoulette1 },
  { fingerprint: 'd4ace879900d7b8c3cdcc4e772274bf49bd014c604fe5b35997367d22a5b311a', book: sandsRoulette2 },
  { fingerprint: 'b4752f4acd2acb8f614fd1ac16a5c8184d01e99ae1b9a4eb2d960a7eb9cf8ca6', book: roulette3 },
  { fingerprint: '191fd9fcce3901e1122914dd244baf07242c7c725f4000413290a6f66abc8f35', book: sandsFastActionRoulette2 },
  { fingerprint: '36623e139addcf26e72202dd46cbd729ce08fed578ea57664deecbc724f0ec8d', book: rouletteDoubleZeroEtg4 },
]

const byFingerprint = new Map(registry.map(({ fingerprint, book }) => [fingerprint, book]))
const byBook = new Map<RuleBook, Fingerprint>(registry.map(({ fingerprint, book }) => [book, fingerprint]))

export const bookByFingerprint = (fingerprint: Fingerprint): Book | undefined => byFingerprint.get(fingerprint)

export function fingerprintOf(book: RuleBook): Fingerprint {
  const found = byBook.get(book)
  if (!found) throw new Error(`The book ${book.id} is not in the registry`)
  return found
}
