import { readFileSync } from 'node:fs'
import { readBook } from '../../src/book-files/read-book.ts'
import type { Book } from '../../src/books/rule-book.ts'

/** Reads one of the books in `examples/books/`. */
export function exampleBook(name: string): Book {
  const read = readBook(readFileSync(new URL(`../../examples/books/${name}.json`, import.meta.url), 'utf8'))
  if ('book' in read) return read.book
  throw new Error(`${name}: ${read.problems.map(({ at, problem }) => `${at} ${problem}`).join('; ')}`)
}

export const frenchRoulette = exampleBook('french-la-partage')
export const americanRoulette = exampleBook('american')
export const tripleZeroRoulette = exampleBook('triple-zero')
export const announcedRoulette = exampleBook('french-announced')

/** Books of other houses, from files: the engine, the story and the drawing must take them without a change. */
export const foreignBooks: readonly Book[] = [
  frenchRoulette,
  americanRoulette,
  tripleZeroRoulette,
  exampleBook('mini'),
  announcedRoulette,
  exampleBook('south-dakota'),
]

export const foreignBookById = (id: string): Book | undefined => foreignBooks.find((book) => book.id === id)
