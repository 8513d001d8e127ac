/** The library's entry to rule books from files. Inside the project, a file imports the file that declares a name. */

export type { BookPath, BookProblem } from '../engine/book-path.ts'
export type { ProblemCode, ProblemFacts } from '../engine/problem-facts.ts'
export { publishedSchema } from './book-schema.ts'
export { BOOK_BYTES_MAX, type BookCheck, checkBook, readBook, readRules, type ToldProblem } from './read-book.ts'
