import { BOOK_BYTES_MAX, checkBook } from '../../book-files/read-book.ts'
import type { Book } from '../../books/rule-book.ts'
import { type BookProblem, bookError } from '../../engine/book-path.ts'
import { fromUtf8 } from '../../proof/bytes.ts'
import { unpackText } from '../kit/packed-text.ts'

/** The source of a book: a file, or the fragment of a link. */
export type BookSource = { file: Blob } | { packed: string }

/** A source that was checked. `problems`: the first of them. `book` is there where no problem is an error. */
export type FileCheck = { book: Book | null; errors: number; warnings: number; problems: readonly BookProblem[] }

/** The most problems that a page lists: a million lines would make it stand still. */
export const PROBLEMS_SHOWN = 200

/** Checks a source as a book. It runs in a thread of its own: the reader is large, and a hostile book may be slow. */
export async function checkSource(source: BookSource): Promise<FileCheck> {
  const bytes = await readSource(source)
  if ('code' in bytes) return withProblems(null, [bytes])
  const text = fromUtf8(bytes)
  if (text === null) return withProblems(null, [bookError([], 'not-utf8', {})])
  const { book, problems } = checkBook(text)
  return withProblems(book, problems)
}

async function readSource(source: BookSource): Promise<Uint8Array | BookProblem> {
  if ('packed' in source) return (await unpackText(source.packed, BOOK_BYTES_MAX)) ?? bookError([], 'damaged-link', {})
  if (source.file.size > BOOK_BYTES_MAX) return bookError([], 'too-long', { most: BOOK_BYTES_MAX })
  try {
    return new Uint8Array(await source.file.arrayBuffer())
  } catch {
    // A browser reads a file only as it was when it was dropped.
    return bookError([], 'unreadable', {})
  }
}

export const withProblems = (book: Book | null, problems: readonly BookProblem[]): FileCheck => ({
  book,
  errors: problems.filter(({ level }) => level === 'error').length,
  warnings: problems.filter(({ level }) => level === 'warning').length,
  problems: problems
    .toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
    .slice(0, PROBLEMS_SHOWN),
})
