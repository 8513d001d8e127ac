import type { Book } from '../../books/rule-book.ts'
import { packText } from '../kit/packed-text.ts'

/** The longest link that is made, in characters. Browsers open longer ones; mail and chat programs cut them off. */
export const LINK_LENGTH_MAX = 32_000

/** Packs a book for the fragment of a link. */
export const packBook = (book: Book): Promise<string> => packText(JSON.stringify(book))
