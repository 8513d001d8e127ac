import type { Book } from '../books/rule-book.ts'
import { rulesProblems } from '../engine/book-problems.ts'
import { builtInBooks, describeRules, type Fingerprint, fingerprintOf, type KnownBooks } from './known-books.ts'
import type { TableEntry } from './table-entry.ts'

/**
 * Rule books that entries carry, for a reader that keeps no memory of the table. A value that is no book is left out, so entries from
 * anywhere may be taken. `known`: where their texts come from.
 */
export class CarriedBooks {
  readonly #known: KnownBooks
  readonly #books = new Map<Fingerprint, Book>()

  constructor(known: KnownBooks = builtInBooks) {
    this.#known = known
  }

  take(entry: TableEntry): void {
    const rules = 'ruleBook' in entry ? entry.ruleBook : undefined
    if (rules && rulesProblems(rules).length === 0)
      this.#books.set(fingerprintOf(rules), describeRules(this.#known, rules))
  }

  byFingerprint(fingerprint: Fingerprint): Book | undefined {
    return this.#books.get(fingerprint)
  }
}
