import { bareBook } from '../books/bare-book.ts'
import { books as builtIn } from '../books/index.ts'
import { type Book, type RuleBook, rulesOf } from '../books/rule-book.ts'
import { memoByIdentity } from '../engine/memo.ts'
import { fingerprint } from './canonical.ts'

/** SHA-256 of the canonical JSON of the part of a book that decides. An entry names the book that decided it by this. */
export type Fingerprint = string

/** Computes the fingerprint of a book, with or without its texts. */
export const fingerprintOf = memoByIdentity((book: RuleBook): Fingerprint => fingerprint(rulesOf(book)))

/** Books that are known here with their texts. It is made where a program starts, and passed on from there. */
export type KnownBooks = {
  readonly list: readonly Book[]
  byId(id: string): Book | undefined
  byFingerprint(fingerprint: Fingerprint): Book | undefined
}

/** `list`: each id stands for one set of rules. */
export function knownBooks(list: readonly Book[]): KnownBooks {
  const ids = new Map(list.map((book) => [book.id, book]))
  // Computed when first asked for: a terminal asks for ids alone.
  let fingerprints: Map<Fingerprint, Book> | null = null
  return {
    list,
    byId: (id) => ids.get(id),
    byFingerprint(wanted) {
      fingerprints ??= new Map(list.map((book) => [fingerprintOf(book), book]))
      return fingerprints.get(wanted)
    },
  }
}

/** The books that come with the program. */
export const builtInBooks: KnownBooks = knownBooks(builtIn)

const withoutTexts = memoByIdentity(bareBook)

/** Returns a book from its rules: with its texts where they are known here, else with plain names. */
export const describeRules = (known: KnownBooks, rules: RuleBook): Book =>
  known.byFingerprint(fingerprintOf(rules)) ?? withoutTexts(rules)
