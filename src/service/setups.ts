import { isDeepStrictEqual } from 'node:util'
import type { RuleBook } from '../books/rule-book.ts'
import { gameOf } from '../engine/decisions/books.ts'
import type { TableSetup } from '../engine/table.ts'
import { isTableStream } from '../house/ticket-state.ts'
import { mustBeSameBook } from '../record/carried-books.ts'
import { builtInBooks, type KnownBooks } from '../record/known-books.ts'
import type { Floor, TablePlan } from './floor/floor.ts'
import type { Journal } from './journal/journal.ts'

/** The setup of a table when it first opened, with the rules of its first book. */
export type OpenedTable = { opened: TableSetup; ruleBook: RuleBook }

/** Fields that a table keeps for as long as its journal exists. */
const lastingFields = ['layout', 'terminal', 'wheelOrder'] as const

/**
 * The reason why the configuration does not fit the journals; null if it does. `first`: the first entries of tables.
 */
export function setupProblem(
  plans: readonly TablePlan[],
  first: ReadonlyMap<string, OpenedTable>,
  books: KnownBooks,
): string | null {
  for (const { id, setup } of plans) {
    const before = first.get(id)
    if (!before) continue
    const { opened, ruleBook } = before
    // A change to another version of the game is made by `set-book`.
    const isOtherGame = gameOf(setup.book) !== gameOf(opened.book)
    const field = isOtherGame ? 'book' : lastingFields.find((name) => !isDeepStrictEqual(setup[name], opened[name]))
    if (field)
      return `table ${id}, ${field}: ${difference(setup[field], opened[field])}; a changed table takes a new id`
    mustBeSameBook(id, ruleBook, books)
  }
  return null
}

const difference = (told: unknown, opened: unknown): string =>
  Array.isArray(told)
    ? 'it is not the one in its journal'
    : `the configuration says ${JSON.stringify(told)}, its journal ${JSON.stringify(opened)}`

/** The badges of the demonstration are public, so the demonstration is not started on the data of a real house. */
export async function demoProblem(plans: readonly TablePlan[], journal: Journal): Promise<string | null> {
  const streams = await journal.streams()
  const isDemo = (stream: string) => plans.some(({ id }) => id === stream)
  const isPlain = streams.some(isDemo) && streams.every((one) => !isTableStream(one) || isDemo(one))
  // A table with a book from outside may have been added before.
  const ofProgram = plans.filter(({ setup }) => builtInBooks.byId(setup.book))
  const isIts = streams.length === 0 || isPlain || ofProgram.every(({ id }) => streams.includes(id))
  return isIts ? null : 'there is a house in the data folder; the demonstration takes a folder of its own'
}

/** Changes of the configuration that have no effect, because the journal overrules them. */
export async function setupWarnings({ rooms, unavailable: damaged, journal, books }: Floor): Promise<string[]> {
  const overruled = [...rooms.values()].filter(
    ({ plan, table }) => !isDeepStrictEqual(plan.setup.limits, table.settled.state.limits),
  )
  const rebooked = [...rooms.values()].filter(({ plan, table }) => plan.setup.book !== table.settled.state.setup.book)
  const wordless = [...rooms.values()].flatMap(({ plan, table }) =>
    table.settled.books
      .filter(({ fingerprint }) => !books.byFingerprint(fingerprint))
      .map(
        ({ book }) =>
          `table ${plan.id}: no file here has the rule book ${book.id}; its journal carries the rules, and not the texts`,
      ),
  )
  const leftOut = (await journal.streams()).filter(
    (stream) => isTableStream(stream) && !rooms.has(stream) && !damaged.has(stream),
  )
  return [
    ...overruled.map(
      ({ plan, table }) =>
        `table ${plan.id}: its limits are ${JSON.stringify(table.settled.state.limits)}, as its journal says, and not those of the configuration; set-limits changes them`,
    ),
    ...rebooked.map(
      ({ plan, table }) =>
        `table ${plan.id}: its rule book is ${table.settled.state.setup.book}, as its journal says, and that of the configuration is ${plan.setup.book}; set-book changes it`,
    ),
    ...wordless,
    ...leftOut.map((table) => `table ${table} has a journal, but is not in the configuration: it is not opened`),
  ]
}
