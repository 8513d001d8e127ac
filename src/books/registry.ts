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
  { fingerprint: 'da8658ce136036e9e39011205d6efbacb3a13dee212c85f52621aedae5151ca3', book: sandsRoulette1 },
  { fingerprint: 'c96b868968f29efd633e2d6bf50aeeea3ddfff31b75e5734f33bc77503ca97c5', book: sandsRoulette2 },
  { fingerprint: 'eedb67feec0cfda2f8d1d282f21f84c32556027fe139b3148948db2822f4fec9', book: roulette3 },
  { fingerprint: '9482951512610e9473b4fd1a64b0958c9f18277e64b76d3d341f7734d513514c', book: sandsFastActionRoulette2 },
  { fingerprint: '04716ff586566cd66b9f95de8f19dc0d351be35bbf8a3ce4323835a09312d174', book: rouletteDoubleZeroEtg4 },
]

const byFingerprint = new Map(registry.map(({ fingerprint, book }) => [fingerprint, book]))
const byBook = new Map<RuleBook, Fingerprint>(registry.map(({ fingerprint, book }) => [book, fingerprint]))

export const bookByFingerprint = (fingerprint: Fingerprint): Book | undefined => byFingerprint.get(fingerprint)

export function fingerprintOf(book: RuleBook): Fingerprint {
  const found = byBook.get(book)
  if (!found) throw new Error(`The book ${book.id} is not in the registry`)
  return found
}
