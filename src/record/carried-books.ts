import { readRules } from '../book-files/read-book.ts'
import type { Book, RuleBook } from '../books/rule-book.ts'
import { builtInBooks, describeRules, type Fingerprint, fingerprintOf, type KnownBooks } from './known-books.ts'
import type { TableEntry } from './table-entry.ts'

/**
 * Rule books that entries carry, for a reader that keeps no memory of the table. A value that is not a book is left
 * out, so entries of any origin may be taken. `known`: where their texts come from.
 */
export class CarriedBooks {
  readonly #known: KnownBooks
  readonly #books = new Map<Fingerprint, Book>()

  constructor(known: KnownBooks = builtInBooks) {
    this.#known = known
  }

  take(entry: TableEntry): void {
    const rules = 'ruleBook' in entry ? entry.ruleBook : undefined
    if (rules && 'rules' in readRules(rules)) this.#books.set(fingerprintOf(rules), describeRules(this.#known, rules))
  }

  get list(): readonly Book[] {
    return [...this.#books.values()]
  }

  byFingerprint(fingerprint: Fingerprint): Book | undefined {
    return this.#books.get(fingerprint)
  }
}

/** A journal carries other rules under an id than a book that is known here. */
export class BookChanged extends Error {}

/** Throws where a book that a table's journal carries has changed under its id: an id stands for one set of rules. */
export function mustBeSameBook(table: string, carried: RuleBook, known: KnownBooks): void {
  const own = known.byId(carried.id)
  if (!own || fingerprintOf(own) === fingerprintOf(carried)) return
  throw new BookChanged(
    `table ${table}: its journal carries ${carried.id} as ${fingerprintOf(carried)}, and the book here is ${fingerprintOf(own)}; ` +
      'a changed book takes a new version, and set-book gives that to the table',
  )
}
