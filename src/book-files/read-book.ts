import type { Book, RuleBook } from '../books/rule-book.ts'
import { type BookProblem, bookError } from '../engine/book-path.ts'
import { bookProblems } from '../engine/book-problems.ts'
import { doubledKey, parseJson } from '../engine/json-lines.ts'
import { isRecord, isShallow } from '../engine/shape.ts'
import { bookProblems as problemWords } from '../words/en/book-problems.en.ts'
import { problemTextIn } from '../words/naming.ts'
import { bookSchema, rulesSchema } from './book-schema.ts'
import { checkShape } from './check-shape.ts'
import { textProblems } from './text-problems.ts'

/** The largest file that is read as a book, in bytes. Our longest book has 60,000. */
export const BOOK_BYTES_MAX = 5_000_000
const LEVELS_MAX = 20

/** A problem with its English words. `code` and `facts` tell it in another language. */
export type ToldProblem = BookProblem & { readonly problem: string; readonly expected: string }

/** The result of looking at a value that may be a book. `book` is there if it has the shape of one and no errors. */
export type BookCheck = {
  /** Whether it has the shape that the published schema describes. */
  readonly isBook: boolean
  readonly problems: readonly ToldProblem[]
  readonly book: Book | null
}

/**
 * Finds every problem of a book: first of its shape, then of all values and texts that have theirs.
 *
 * @example
 * const { problems } = checkBook(JSON.parse(text))
 */
export function checkBook(json: unknown): BookCheck {
  const read = typeof json === 'string' ? readText(json) : { value: json }
  if ('code' in read) return noBook([read])
  const { value } = read
  if (!isShallow(value, LEVELS_MAX)) return noBook([tooDeep])
  const shape = checkShape(bookSchema, value)
  if (!isRecord(value)) return noBook(shape.problems)
  // A file of another form gets one line: its other fields may be right in that form.
  const ofForm = shape.problems.filter(({ at }) => at === '$.format')
  if (ofForm.length > 0) return noBook(ofForm)
  const book = value as unknown as Book
  const problems = [
    ...shape.problems,
    ...bookProblems(book, shape.problems),
    ...textProblems(book, shape.citations, shape.problems),
  ]
  const isBook = shape.problems.length === 0
  return { isBook, problems: problems.map(told), book: hasErrors(problems) ? null : book }
}

/**
 * Reads a book from JSON text or a value. The problems beside a book are warnings.
 *
 * @example
 * const read = readBook(text)
 * if ('book' in read) console.log(read.book.id)
 * else for (const { at, problem } of read.problems) console.log(at, problem)
 */
export function readBook(
  json: unknown,
): { book: Book; problems: readonly ToldProblem[] } | { problems: readonly ToldProblem[] } {
  const { book, problems } = checkBook(json)
  return book ? { book, problems } : { problems }
}

/**
 * Reads the part of a book that decides, as a journal keeps it.
 *
 * @example
 * const read = readRules(JSON.parse(text))
 */
export function readRules(value: unknown): { rules: RuleBook } | { problems: readonly ToldProblem[] } {
  if (!isShallow(value, LEVELS_MAX)) return { problems: [told(tooDeep)] }
  const shape = checkShape(rulesSchema, value)
  const problems = isRecord(value)
    ? [...shape.problems, ...bookProblems(value as unknown as RuleBook, shape.problems)]
    : shape.problems
  return hasErrors(problems) ? { problems: problems.map(told) } : { rules: value as RuleBook }
}

const hasErrors = (problems: readonly BookProblem[]): boolean => problems.some(({ level }) => level === 'error')

const told = (problem: BookProblem): ToldProblem => {
  const [text, expected] = problemTextIn(problemWords, problem)
  return { ...problem, problem: text, expected }
}

/** Writes a problem on one line, without its level. */
export const problemLine = ({ at, problem, expected }: ToldProblem): string => `${at} ${problem}; expected: ${expected}`

const noBook = (problems: readonly BookProblem[]): BookCheck => ({
  isBook: false,
  problems: problems.map(told),
  book: null,
})

const tooDeep = bookError([], 'too-deep', { most: LEVELS_MAX })

function readText(text: string): { value: unknown } | BookProblem {
  if (text.length > BOOK_BYTES_MAX) return bookError([], 'too-long', { most: BOOK_BYTES_MAX })
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  const value = parseJson(json)
  if (json.trim() === '') return bookError([], 'empty', {})
  if (value === undefined) return bookError([], 'not-json', { place: placeOfError(json) })
  if (!isShallow(value, LEVELS_MAX)) return tooDeep
  // JSON keeps the last of two values with one name and does not say so.
  const doubled = doubledKey(json)
  return doubled ? bookError(doubled, 'doubled-field', {}) : { value }
}

/** Finds where a text stops being JSON, as far as the runtime says so. */
function placeOfError(text: string): { line: string; column: string } | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(error)) ?? []
    return line === undefined ? null : { line, column: column! }
  }
}
