import type { RuleBook } from '../../books/rule-book.ts'

export const books = {
  /** A book as a person reads it: its title, what its clauses mean, what the dealer calls. The books are in English. */
  edition: (book: RuleBook): RuleBook => book,
}
