import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Book } from '../books/rule-book.ts'
import { isRecord } from '../engine/shape.ts'
import { builtInBooks, fingerprintOf, type KnownBooks, knownBooks } from '../record/known-books.ts'
import { readBookFile } from './book-file.ts'
import { BadConfig, type Config } from './config.ts'

/** Books of a house: those of the program, and those that its configuration names by file. */
export type HouseBooks = {
  readonly known: KnownBooks
  /** Finds a book by its id, or by its file as the configuration names it. */
  named(name: string): Book | undefined
  /** The book of the table that `--book` adds to the demonstration. */
  readonly demo: Book | null
}

/** A name with this ending is a file's. */
export const isBookFile = (name: string): boolean => name.endsWith('.json')

/**
 * Reads every book file of a configuration, and throws with all their problems, a line each. A file of a table that is not there is
 * left out: the table's journal may carry the rules.
 */
export function readHouseBooks(config: Pick<Config, 'books' | 'book' | 'folder' | 'tables'>): HouseBooks {
  const problems: string[] = []
  const files = new Map(filesOf(config).map((file) => [file, bookIn(file, problems)]))
  const known = [...builtInBooks.list]
  for (const [file, book] of files) if (book) addBook(known, file, book, problems)
  if (problems.length > 0) throw new BadConfig(problems.join('\n'))
  const books = knownBooks(known)
  const named = (name: string) =>
    isBookFile(name) ? (files.get(resolve(config.folder, name)) ?? undefined) : books.byId(name)
  return { known: books, named, demo: config.book === '' ? null : (files.get(resolve(config.book)) ?? null) }
}

function filesOf({ books, book, folder, tables }: Pick<Config, 'books' | 'book' | 'folder' | 'tables'>): string[] {
  const ofTables = tables.flatMap((table) => {
    const name = isRecord(table) ? table.book : undefined
    return typeof name === 'string' && isBookFile(name) ? [resolve(folder, name)] : []
  })
  const all = [
    ...filesIn(books),
    ...(book === '' ? [] : [resolve(book)]),
    ...ofTables.filter((file) => existsSync(file)),
  ]
  return [...new Set(all)]
}

function filesIn(folder: string): string[] {
  if (folder === '') return []
  try {
    const names = readdirSync(folder).filter(isBookFile).sort()
    return names.map((name) => resolve(join(folder, name)))
  } catch (error) {
    throw new BadConfig(`books: ${folder} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** Null where the file holds no book: `problems` then says why. */
function bookIn(file: string, problems: string[]): Book | null {
  const read = readBookFile(file)
  if ('book' in read) return read.book
  problems.push(...read.problems)
  return null
}

/** An id stands for one set of rules. */
function addBook(known: Book[], file: string, book: Book, problems: string[]): void {
  const other = known.find(({ id }) => id === book.id)
  if (!other) known.push(book)
  else if (fingerprintOf(other) !== fingerprintOf(book))
    problems.push(
      `${file}: ${book.id} is ${fingerprintOf(book)}, and another book of that id is ${fingerprintOf(other)}; a changed book takes a new version`,
    )
}
