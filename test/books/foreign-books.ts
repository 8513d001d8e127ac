import type { Book } from '../../src/books/rule-book.ts'
import { americanRoulette } from './american-roulette.ts'
import { frenchRoulette } from './french-roulette.ts'
import { tripleZeroRoulette } from './triple-zero-roulette.ts'

/** Books of other houses: what the engine, the story and the drawing must take without a change in them. */
export const foreignBooks: readonly Book[] = [frenchRoulette, americanRoulette, tripleZeroRoulette]

export const foreignBookById = (id: string): Book | undefined => foreignBooks.find((book) => book.id === id)
