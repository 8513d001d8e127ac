import { roulette3 } from './roulette-3.ts'
import { rouletteDoubleZeroEtg4 } from './roulette-double-zero-etg-4.ts'
import type { Book } from './rule-book.ts'
import { sandsFastActionRoulette2 } from './sands-fast-action-roulette-2.ts'
import { sandsRoulette1 } from './sands-roulette-1.ts'
import { sandsRoulette2 } from './sands-roulette-2.ts'

export type { Book, BookTexts, Layout, Pocket, Position, RuleBook, SpotId, SpotKind } from './rule-book.ts'

/** The built-in books. To add one, add its file and a line here. */
export const books: readonly Book[] = [
  sandsRoulette1,
  sandsRoulette2,
  roulette3,
  sandsFastActionRoulette2,
  rouletteDoubleZeroEtg4,
]

/**
 * Returns one of the five books by its id.
 *
 * @example
 * const book: Book | undefined = bookById('mbs/roulette@3')
 */
export const bookById = (id: string): Book | undefined => books.find((book) => book.id === id)
