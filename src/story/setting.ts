import type { RuleBook } from '../books/rule-book.ts'
import type { StoryWords } from '../words/vocabulary.ts'

/** A book, and the language it is told in. */
export type Setting = { book: RuleBook; words: StoryWords }

export const settingOf = (words: StoryWords, book: RuleBook): Setting => ({ words, book: words.books.edition(book) })
