import { type Edition, inEnglish } from '../../books/edition.ts'
import type { Book } from '../../books/rule-book.ts'

export const books = {
  /** A book as a person reads it: its title, what its clauses mean, what the dealer calls. */
  edition: (book: Book): Edition => inEnglish(book),
}

/** How clauses are cited, and where each is carried out. */
export const clauses = {
  name: (clause: string) => (/^\d/.test(clause) ? `clause ${clause}` : clause),
  means: (name: string, means: string) => `${name}: ${means}`,
  silent: 'The rules are silent here; docs/readings.md says how they are read.',
  count: (clauses: number, appendices: number) => `${clauses} clauses, ${appendices} appendices`,
  lives: (home: string, why: string) => `${home}: ${why}`,
  shownBy: (path: string) => `shown by ${path}`,
}
