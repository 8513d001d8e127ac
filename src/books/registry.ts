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
  { fingerprint: '639e6c85a6e2ef3bc57b4a9553ce6836207750d8a00ce79669e2eb338dc61fdc', book: sandsRoulette1 },
  { fingerprint: '181962a45bb66eaab48543b8f92eebffbb0778a6baec54c39684dcbf7aa0d9d0', book: sandsRoulette2 },
  { fingerprint: 'b2d2f21830751a22ddc43d56323e9e5f7c985b1b90fd04efa62299b30d350c24', book: roulette3 },
  { fingerprint: '40ddaaaf184b412e8e3997e1b50089feca35792dcec6d5ea4754be0180fe6416', book: sandsFastActionRoulette2 },
  { fingerprint: '5952e674e58c6e2656aa49995fa12a073403f1ab75c48a1ddbdfa49da6572f15', book: rouletteDoubleZeroEtg4 },
]

const byFingerprint = new Map(registry.map(({ fingerprint, book }) => [fingerprint, book]))
const byBook = new Map(registry.map(({ fingerprint, book }) => [book, fingerprint]))

export const bookByFingerprint = (fingerprint: Fingerprint): RuleBook | undefined => byFingerprint.get(fingerprint)

export function fingerprintOf(book: RuleBook): Fingerprint {
  const found = byBook.get(book)
  if (!found) throw new Error(`The book ${book.id} is not in the registry`)
  return found
}
