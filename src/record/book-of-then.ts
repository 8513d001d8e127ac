import type { Book, RuleBook } from '../books/rule-book.ts'
import { roundAbout } from '../engine/book-of-round.ts'
import type { HouseRules } from '../engine/house-rules.ts'
import type { Command } from '../engine/language.ts'
import type { TableState } from '../engine/table.ts'
import { type Fingerprint, fingerprintOf } from './known-books.ts'
import type { TableEntry } from './table-entry.ts'

/** A book that a stream carries. `seq`: the entry that carries its rules. An id stands for one book in a stream. */
export type RecordedBook = { readonly seq: number; readonly fingerprint: Fingerprint; readonly book: Book }

/** Gives a book its texts. */
export type Describe = (rules: RuleBook) => Book

export const recordedBook = (seq: number, rules: RuleBook, describe: Describe): RecordedBook => ({
  seq,
  fingerprint: fingerprintOf(rules),
  book: describe(rules),
})

/** Adds the book that an entry carries. */
export function noteRecorded(
  books: readonly RecordedBook[],
  seq: number,
  entry: TableEntry,
  describe: Describe,
): readonly RecordedBook[] {
  return 'ruleBook' in entry && entry.ruleBook ? [...books, recordedBook(seq, entry.ruleBook, describe)] : books
}

/** The book by which rounds were opened: each row holds from its round on, until the next row. */
export type OpenedBy = readonly { from: number; book: Fingerprint }[]

export function noteBook(openedBy: OpenedBy, entry: TableEntry): OpenedBy {
  const { book } = entry
  if (!('events' in entry) || openedBy.at(-1)?.book === book) return openedBy
  const opened = entry.events.find(({ type }) => type === 'betting-opened') as { round: number } | undefined
  return opened ? [...openedBy, { from: opened.round, book }] : openedBy
}

type BookMemory = { books: readonly RecordedBook[]; openedBy: OpenedBy; state: TableState }

/**
 * Returns the book that a command is decided by: that of the round it is about, from its opening to its last correction.
 * Between rounds, and for no command at all, the table's own.
 */
export function bookOfThen(memory: BookMemory, command: Command | null): RecordedBook {
  const about = roundAbout(memory.state, command)
  return about === null ? ownBook(memory) : bookOfRound(memory, about)
}

/** Returns the book that a round was opened by; the table's own where it never was. Most are about the newest round. */
export function bookOfRound(memory: BookMemory, round: number): RecordedBook {
  const opened = memory.openedBy.findLast(({ from }) => from <= round)
  return opened ? carriedIn(memory, (one) => one.fingerprint === opened.book) : ownBook(memory)
}

const ownBook = (memory: BookMemory): RecordedBook =>
  carriedIn(memory, ({ book }) => book.id === memory.state.setup.book)

function carriedIn({ books }: BookMemory, isIt: (one: RecordedBook) => boolean): RecordedBook {
  const found = books.find(isIt)
  if (!found) throw new Error('The journal does not carry the rule book of its table')
  return found
}

/** Rules of the house for one table: the books of its own journal come before those of today. */
export const withRecorded = ({ books }: Pick<BookMemory, 'books'>, rules: HouseRules): HouseRules => ({
  ...rules,
  bookById: (id) => books.find(({ book }) => book.id === id)?.book ?? rules.bookById(id),
})
