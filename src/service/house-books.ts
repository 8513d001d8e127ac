import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Book } from '../books/rule-book.ts'
import { isRecord } from '../engine/shape.ts'
import type { KnownBooks } from '../record/known-books.ts'
import { BadConfig, type Config } from './config.ts'
import { isBookFile, NamedBooks, problemsOf } from './named-books.ts'

/** Books of a house: those of the program, and those that its configuration names by file. */
export type HouseBooks = {
  readonly known: KnownBooks
  /** Finds a book by its id, or by its file as the configuration names it. */
  named(name: string): Book | undefined
  /** The book of the table that `--book` adds to the demonstration. */
  readonly demo: Book | null
}

/**
 * Reads every book file of a configuration, and throws with all their problems, a line each. A missing file of a table
 * is left out: the table's journal may carry the rules.
 */
export function readHouseBooks(config: Pick<Config, 'books' | 'book' | 'folder' | 'tables'>): HouseBooks {
  const books = new NamedBooks()
  const problems = [
    ...(config.books === '' ? [] : books.keepFolder(config.books)),
    ...(config.book === '' ? [] : problemsOf(books.keep(config.book))),
    ...filesOf(config).flatMap((name) => problemsOf(books.keep(name, config.folder))),
  ]
  if (problems.length > 0) throw new BadConfig(...new Set(problems))
  const found = (name: string, folder?: string): Book | undefined => {
    const named = books.find(name, folder)
    return 'book' in named ? named.book : undefined
  }
  return { known: books.known, named: (name) => found(name, config.folder), demo: found(config.book) ?? null }
}

const filesOf = ({ folder, tables }: Pick<Config, 'folder' | 'tables'>): string[] =>
  tables.flatMap((table) => {
    const name = isRecord(table) ? table.book : undefined
    return typeof name === 'string' && isBookFile(name) && existsSync(resolve(folder, name)) ? [name] : []
  })
