import type { bookSchema, rulesSchema } from '../../src/book-files/book-schema.ts'
import type { Book, RuleBook } from '../../src/books/rule-book.ts'
import type { AllEqual, Equal } from '../wire/equal-types.ts'

/** Compares the schema of a rule book with the types that the engine plays by. This file does not compile when one changes alone. */
export type BookForms = AllEqual<[Equal<typeof rulesSchema, RuleBook>, Equal<typeof bookSchema, Book>]>
