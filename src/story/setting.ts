import type { Book } from '../books/rule-book.ts'
import type { StoryWords } from '../words/vocabulary.ts'

/** A book, and the language it is told in. */
export type Setting = { book: Book; words: StoryWords }

export const settingOf = (words: StoryWords, book: Book): Setting => ({ words, book: words.books.edition(book) })
