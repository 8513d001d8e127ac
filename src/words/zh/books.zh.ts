import { inChinese } from '../../books/chinese/index.ts'
import type { Translated } from '../vocabulary.ts'

export const books: Translated<'books'> = { edition: inChinese }
