import { readFileSync, statSync } from 'node:fs'
import { BOOK_BYTES_MAX, type BookCheck, checkBook } from '../book-files/read-book.ts'
import type { Book } from '../books/rule-book.ts'
import { type BookProblem, problemLine } from '../engine/book-path.ts'

/** Reads a file of a rule book and checks it. A text says why the file cannot be read; a file that is too large is not read. */
export function checkBookFile(file: string): BookCheck | string {
  try {
    const { size } = statSync(file)
    if (size > BOOK_BYTES_MAX) return `is too large: ${size} bytes, and a book has ${BOOK_BYTES_MAX} at most`
    return checkBook(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8' : `cannot be read: ${code ?? error}`
  }
}

/** Reads a rule book from a file. The problems are lines that name the file. */
export function readBookFile(file: string): { book: Book } | { problems: readonly string[] } {
  const check = checkBookFile(file)
  if (typeof check === 'string') return { problems: [`${file} ${check}`] }
  const isError = ({ level }: BookProblem) => level === 'error'
  return check.book
    ? { book: check.book }
    : { problems: check.problems.filter(isError).map((one) => `${file}: ${problemLine(one)}`) }
}
