import { roulette3 } from './roulette-3.ts'
import { rouletteDoubleZeroEtg4 } from './roulette-double-zero-etg-4.ts'
import type { RuleBook } from './rule-book.ts'
import { sandsFastActionRoulette2 } from './sands-fast-action-roulette-2.ts'
import { sandsRoulette1 } from './sands-roulette-1.ts'
import { sandsRoulette2 } from './sands-roulette-2.ts'

/** SHA-256 of a rule book, its keys in order. An entry of a journal names the book that decided it in this way. */
export type Fingerprint = string

/**
 * Every rule book that journals may name. A round is decided again by the book that opened it. So after the release a book that
 * changes keeps its row here, and its new value gets a row of its own.
 */
// biome-ignore format: a table is read down its columns
export const registry: readonly { fingerprint: Fingerprint; book: RuleBook }[] = [
  { fingerprint: 'a51f6247451de595582161f3c58a035e1bd143a3a7a5fdce62c7cd371640bf47', book: sandsRoulette1 },
  { fingerprint: '7b7e16bd622255b1f8c7de799c9c7a8d41af4642586716d4f5a8dc0c4ef4b36f', book: sandsRoulette2 },
  { fingerprint: '5f4afdbace691cf214fc125ffbf20154c470c99f3abdc68cb7d84605e47a9e58', book: roulette3 },
  { fingerprint: '321ac86058defcc3ffabbeb05853290f2514f0d562b89a41c0a92758ea45d70f', book: sandsFastActionRoulette2 },
  { fingerprint: '4e7601b4187520deba20541dc43ae94f843b6730aaa93ee55eb698007e0287ca', book: rouletteDoubleZeroEtg4 },
]

const byFingerprint = new Map(registry.map(({ fingerprint, book }) => [fingerprint, book]))
const byBook = new Map(registry.map(({ fingerprint, book }) => [book, fingerprint]))

export const bookByFingerprint = (fingerprint: Fingerprint): RuleBook | undefined => byFingerprint.get(fingerprint)

export function fingerprintOf(book: RuleBook): Fingerprint {
  const found = byBook.get(book)
  if (!found) throw new Error(`The book ${book.id} is not in the registry`)
  return found
}
