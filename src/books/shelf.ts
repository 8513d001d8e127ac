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
  { fingerprint: '639e6c85a6e2ef3bc57b4a9553ce6836207750d8a00ce79669e2eb338dc61fdc', book: sandsRoulette1 },
  { fingerprint: '181962a45bb66eaab48543b8f92eebffbb0778a6baec54c39684dcbf7aa0d9d0', book: sandsRoulette2 },
  { fingerprint: 'b2d2f21830751a22ddc43d56323e9e5f7c985b1b90fd04efa62299b30d350c24', book: roulette3 },
  { fingerprint: '40ddaaaf184b412e8e3997e1b50089feca35792dcec6d5ea4754be0180fe6416', book: sandsFastActionRoulette2 },
  { fingerprint: '5952e674e58c6e2656aa49995fa12a073403f1ab75c48a1ddbdfa49da6572f15', book: rouletteDoubleZeroEtg4 },
]

const byFingerprint = new Map(shelf.map(({ fingerprint, book }) => [fingerprint, book]))
const byBook = new Map(shelf.map(({ fingerprint, book }) => [book, fingerprint]))

export const bookByFingerprint = (fingerprint: Fingerprint): RuleBook | undefined => byFingerprint.get(fingerprint)

export function fingerprintOf(book: RuleBook): Fingerprint {
  const found = byBook.get(book)
  if (!found) throw new Error(`The book ${book.id} is not on the shelf`)
  return found
}
