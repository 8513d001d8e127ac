import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { BOOK_BYTES_MAX, type BookCheck, checkBook, problemLine } from '../book-files/read-book.ts'
import type { Book } from '../books/rule-book.ts'
import { builtInBooks, fingerprintOf, type KnownBooks, knownBooks } from '../record/known-books.ts'

/** A name with this ending is a file's. Every other name is an id. */
export const isBookFile = (name: string): boolean => name.endsWith('.json')

/** The book of a name, or the reasons why it cannot be used: lines that name the file. */
type NamedBook = { book: Book } | { problems: readonly string[] }

/**
 * Books by name: the id of a known book, or a file. The service and every command look books up here. A file is read once. The book of
 * a kept file is found by its id too.
 */
export class NamedBooks {
  readonly #known = new Map(builtInBooks.list.map((book) => [book.id, book]))
  readonly #files = new Map<string, NamedBook>()

  get known(): KnownBooks {
    return knownBooks([...this.#known.values()])
  }

  byId(id: string): Book | undefined {
    return this.#known.get(id)
  }

  /** `folder`: the start of a relative path. */
  find(name: string, folder = '.'): NamedBook {
    if (isBookFile(name)) return this.#read(pathOf(name, folder))
    const book = this.byId(name)
    if (book) return { book }
    const ids = [...this.#known.keys()].join(', ')
    return { problems: [`there is no rule book ${name}; there are ${ids}, or name a file that ends with .json`] }
  }

  /** Finds a book and keeps it. An id stands for one set of rules; the texts of a file replace those of the program. */
  keep(name: string, folder = '.'): NamedBook {
    const found = this.find(name, folder)
    if ('problems' in found) return found
    const { book } = found
    const other = this.#known.get(book.id) ?? book
    if (fingerprintOf(other) !== fingerprintOf(book))
      return {
        problems: [
          `${pathOf(name, folder)}: ${book.id} is ${fingerprintOf(book)}, and another book of that id is ${fingerprintOf(other)}; a changed book takes a new version`,
        ],
      }
    this.#known.set(book.id, book)
    return found
  }

  /** Keeps every book file of a folder. Returns the problems of all of them. */
  keepFolder(folder: string): readonly string[] {
    const names = namesIn(folder)
    if (typeof names === 'string') return [`books: ${folder} cannot be read: ${names}`]
    return names.flatMap((name) => problemsOf(this.keep(name, folder)))
  }

  #read(path: string): NamedBook {
    const key = resolve(path)
    const read = this.#files.get(key) ?? readBookFile(path)
    this.#files.set(key, read)
    return read
  }
}

const pathOf = (name: string, folder: string): string => (isAbsolute(name) ? name : join(folder, name))

/** Lists the book files of a folder, or returns the code of the error as a text. */
function namesIn(folder: string): readonly string[] | string {
  try {
    return readdirSync(folder).filter(isBookFile).sort()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

export const problemsOf = (found: NamedBook): readonly string[] => ('problems' in found ? found.problems : [])

function readBookFile(file: string): NamedBook {
  const check = checkBookFile(file)
  if (typeof check === 'string') return { problems: [`${file} ${check}`] }
  return check.book ? { book: check.book } : { problems: errorLines(file, check) }
}

/** Writes the errors of a book, a line each, with the name of the file. */
export const errorLines = (file: string, { problems }: BookCheck): string[] =>
  problems.filter(({ level }) => level === 'error').map((one) => `${file}: ${problemLine(one)}`)

/**
 * Checks a file of a rule book, or returns a text with the reason why the file cannot be read. A file that is too large
 * is not read.
 */
export function checkBookFile(file: string): BookCheck | string {
  try {
    const bytes = readAtMost(file, BOOK_BYTES_MAX)
    if (!bytes) return `is too large: a book has ${BOOK_BYTES_MAX} bytes at most`
    return checkBook(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8' : `cannot be read: ${code}`
  }
}

/** Reads a file; null if it is larger. The bytes are counted as well, because a device has no size. */
function readAtMost(file: string, most: number): Uint8Array | null {
  const handle = openSync(file, 'r')
  try {
    if (fstatSync(handle).size > most) return null
    const bytes = new Uint8Array(most + 1)
    let length = 0
    for (let read = -1; read !== 0 && length <= most; length += read)
      read = readSync(handle, bytes, length, bytes.length - length, null)
    return length > most ? null : bytes.subarray(0, length)
  } finally {
    closeSync(handle)
  }
}
