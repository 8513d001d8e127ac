import type { Clause, RuleBook } from '../../books/rule-book.ts'
import { type Citation, citations } from '../../story/passages.ts'
import { books as booksInEnglish } from '../../words/en/books.en.ts'
import { clauses as clausesInEnglish } from '../../words/en/clauses.en.ts'
import { capitalise } from '../../words/plain-text.ts'
import { nouns } from './names.ts'
import { wordsOf } from './speech.ts'

export const books = wordsOf('books', booksInEnglish, 'hall')
export const clauses = wordsOf('clauses', clausesInEnglish, 'hall')

/** A book as it is read in the language spoken: its title, what its clauses mean, what the dealer calls. */
export const editionOf = (book: RuleBook): RuleBook => books.edition(book)

export const clauseName = (clause: Clause): string => capitalise(clauses.name(clause))

/** Clauses as they are cited, with what they mean in the language spoken. */
export const citedIn = (book: RuleBook, cited: readonly (Clause | null | undefined)[]): Citation[] =>
  citations(editionOf(book), cited, clauses.silent)

/** Why a round is void: what the book lists, or what was decided. */
export function voidReason(book: RuleBook | undefined, code: string): string {
  const listed = book && editionOf(book).irregularities.find((row) => row.code === code)
  return capitalise(listed?.means ?? (nouns.voids as Readonly<Record<string, string>>)[code] ?? code)
}
