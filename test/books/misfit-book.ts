import { bookById } from '../../src/books/index.ts'
import type { Book } from '../../src/books/rule-book.ts'
import { prisonBookById } from './french-en-prison.ts'

/** The books, those with en prison, and a version of one that fits no table of the other: it has no layout. */
export const bookOrMisfit = (id: string): Book | undefined =>
  id === 'mbs/roulette@4' ? { ...bookById('mbs/roulette@3')!, id, layouts: {} } : (bookById(id) ?? prisonBookById(id))
