import { bookById, books } from '../books/index.ts'
import type { RuleBook } from '../books/rule-book.ts'
import { openTable, type Table } from './conduct.ts'
import { type Command, type CommandName, isProblem, readCommand } from './language.ts'
import type { Role } from './positions.ts'
import { terminalsOf } from './several-piece.ts'
import { layoutNames } from './spots.ts'
import { readSetup } from './table.ts'

/** For the tests: every book as it can be played, commands and tables in short, and who may do what. */

export type Setting = { book: RuleBook; layout: string; terminal: string | null }

const withTerminals = (book: RuleBook, layout: string): Setting[] => {
  const terminals = terminalsOf(book, layout)
  return (terminals.length > 0 ? terminals : [null]).map((terminal) => ({ book, layout, terminal }))
}

/** Every book, with each of its layouts, on each terminal that offers it. */
export const settingsOf = (some: readonly RuleBook[]): readonly Setting[] =>
  some.flatMap((book) => layoutNames(book).flatMap((layout) => withTerminals(book, layout)))

export const settings: readonly Setting[] = settingsOf(books)

export const nameOf = ({ book, layout, terminal }: Setting): string =>
  [book.id, layout, terminal].filter((part) => part !== null).join(' ')

/** Whether a book knows a clause: a number of its document, an appendix, or a reading. */
export const knowsClause = (book: RuleBook, clause: unknown): boolean =>
  book.clauses.some((row) => row.clause === clause) ||
  book.appendices.some((row) => row.appendix === clause) ||
  /^reading ([1-9]|1\d|2[0-5])$/.test(String(clause))

export function must(holds: boolean, what: string, ...facts: unknown[]): asserts holds {
  if (!holds) throw new Error(`${what} ${facts.map((fact) => JSON.stringify(fact)).join(' ')}`)
}

/** A command as a test writes it. */
export function read(order: object | string): Command {
  const command = readCommand(typeof order === 'string' ? JSON.parse(order) : order)
  must(!isProblem(command), 'the language does not know', order, command)
  return command
}

/** A fresh table of a book with one layout. */
export function tableOf(id: string, limits: object = {}): Table {
  const setup = readSetup({ book: id, limits }, bookById)
  must(!isProblem(setup), 'no such table', setup)
  return openTable(bookById(id)!, setup)
}

/** Who may give each command at least, told apart from the engine. */
// biome-ignore format: a table is read down its columns
export const least: Record<CommandName, Role> = {
  'buy-in': 'player', 'cash-out': 'player', repay: 'player', wager: 'player', withdraw: 'player',
  'place-your-bets': 'dealer', spin: 'dealer', 'no-more-bets': 'dealer', 'ball-at-rest': 'dealer', settle: 'dealer',
  irregularity: 'dealer', 'no-spin': 'dealer', 'power-failure': 'dealer', resume: 'dealer', interruption: 'dealer',
  refer: 'dealer', 'rule-on-wager': 'pit-supervisor', 'correct-outcome': 'pit-supervisor',
  'void-rounds': 'pit-supervisor', 'close-table': 'pit-supervisor', 'open-table': 'pit-supervisor',
  'set-limits': 'pit-supervisor', decide: 'shift-manager', 'bonus-numbers': 'system',
}
