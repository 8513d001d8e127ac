import type { Book, RuleBook } from '../books/rule-book.ts'
import { type BookPath, type BookProblem, bookError } from '../engine/book-path.ts'
import { bookProblems } from '../engine/book-problems.ts'
import { doubledKey, parseJson } from '../engine/json-lines.ts'
import { isRecord, isShallow } from '../engine/shape.ts'
import { bookSchema, rulesSchema } from './book-schema.ts'
import { checkShape } from './check-shape.ts'
import { textProblems } from './text-problems.ts'

/** The largest file that is read as a book, in bytes. Our longest book has 60,000. */
export const BOOK_BYTES_MAX = 5_000_000
const LEVELS_MAX = 20

/** The result of looking at a value that may be a book. `book` is there if it has the shape of one and no errors. */
export type BookCheck = {
  /** Whether it has the shape that the published schema describes. */
  readonly isBook: boolean
  readonly problems: readonly BookProblem[]
  readonly book: Book | null
}

/** Finds every problem of a book: first of its shape, then of all values and texts that have theirs. */
export function checkBook(json: unknown): BookCheck {
  const read = typeof json === 'string' ? readText(json) : { value: json }
  if ('problems' in read) return { isBook: false, problems: read.problems, book: null }
  const { value } = read
  if (!isShallow(value, LEVELS_MAX)) return tooDeep
  const shape = checkShape(bookSchema, value)
  if (!isRecord(value)) return { isBook: false, problems: shape.problems, book: null }
  // A file of another form gets one line: its other fields may be right in that form.
  const ofForm = shape.problems.filter(({ at }) => at === '$.format')
  if (ofForm.length > 0) return { isBook: false, problems: ofForm, book: null }
  const book = value as unknown as Book
  const problems = [
    ...shape.problems,
    ...bookProblems(book, shape.problems),
    ...textProblems(book, shape.citations, shape.problems),
  ]
  const isBook = shape.problems.length === 0
  return { isBook, problems, book: hasErrors(problems) ? null : book }
}

/** Reads a book from JSON text or a value. The problems beside a book are warnings. */
export function readBook(
  json: unknown,
): { book: Book; problems: readonly BookProblem[] } | { problems: readonly BookProblem[] } {
  const { book, problems } = checkBook(json)
  return book ? { book, problems } : { problems }
}

/** Reads the part of a book that decides, as a journal keeps it. */
export function readRules(value: unknown): { rules: RuleBook } | { problems: readonly BookProblem[] } {
  if (!isShallow(value, LEVELS_MAX)) return tooDeep
  const shape = checkShape(rulesSchema, value)
  const problems = isRecord(value)
    ? [...shape.problems, ...bookProblems(value as unknown as RuleBook, shape.problems)]
    : shape.problems
  return hasErrors(problems) ? { problems } : { rules: value as RuleBook }
}

const hasErrors = (problems: readonly BookProblem[]): boolean => problems.some(({ level }) => level === 'error')

const noBook = (problem: string, expected: string, path: BookPath = []): BookCheck => ({
  isBook: false,
  problems: [bookError(path, problem, expected)],
  book: null,
})

const A_BOOK = 'a rule book as JSON'
const tooDeep = noBook('is nested too deeply', `${LEVELS_MAX} levels at most`)

function readText(text: string): { value: unknown } | BookCheck {
  if (text.length > BOOK_BYTES_MAX) return noBook('is too long', `${BOOK_BYTES_MAX} bytes at most`)
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  const value = parseJson(json)
  if (json.trim() === '') return noBook('is empty', A_BOOK)
  if (value === undefined) return noBook(`is not JSON${placeOfError(json)}`, A_BOOK)
  if (!isShallow(value, LEVELS_MAX)) return tooDeep
  // JSON keeps the last of two values with one name and does not say so.
  const doubled = doubledKey(json)
  return doubled ? noBook('is there twice', 'each name once in an object', doubled) : { value }
}

/** Finds where a text stops being JSON, as far as the runtime says so. */
function placeOfError(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(error)) ?? []
    return line === undefined ? '' : ` at line ${line}, column ${column}`
  }
}
