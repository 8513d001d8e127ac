import { isDeepStrictEqual } from 'node:util'
import type { RuleBook } from '../books/rule-book.ts'
import type { TableSetup } from '../engine/table.ts'
import { HOUSE } from '../house/state.ts'
import { fingerprintOf, type KnownBooks } from '../record/known-books.ts'
import { readTableEntry } from '../record/table-entry.ts'
import type { Floor, TablePlan } from './floor/floor.ts'
import type { Journal } from './journal/journal.ts'

/** What a table was set up as when it first opened, with the rules of its first book; null where it never did. */
async function openedSetup(
  journal: Journal,
  table: string,
): Promise<{ opened: TableSetup; ruleBook: RuleBook } | null> {
  const [first] = await journal.read(table, 1, 1)
  const entry = first && readTableEntry(first.body)
  return entry && 'opened' in entry ? entry : null
}

/** A table keeps these for as long as its journal goes on. */
const lastingFields = ['book', 'layout', 'terminal', 'wheelOrder'] as const

/** Why the configuration cannot be what these journals go on with; null where it can. */
export async function setupProblem(
  plans: readonly TablePlan[],
  journal: Journal,
  books: KnownBooks,
): Promise<string | null> {
  for (const { id, setup } of plans) {
    const first = await openedSetup(journal, id)
    if (!first) continue
    const { opened, ruleBook } = first
    const field = lastingFields.find((name) => !isDeepStrictEqual(setup[name], opened[name]))
    if (field)
      return `table ${id}, ${field}: ${difference(setup[field], opened[field])}; a changed table takes a new id`
    const changed = changedBook(id, ruleBook, books)
    if (changed) return changed
  }
  return null
}

/** Why a book here is not the one that a journal carries under the same id; null where it is, or there is none. */
export function changedBook(table: string, carried: RuleBook, books: KnownBooks): string | null {
  const own = books.byId(carried.id)
  if (!own || fingerprintOf(own) === fingerprintOf(carried)) return null
  return (
    `table ${table}: its journal carries ${carried.id} as ${fingerprintOf(carried)}, and the book here is ${fingerprintOf(own)}; ` +
    'a changed book takes a new version, which set-book gives to the table'
  )
}

const difference = (told: unknown, opened: unknown): string =>
  Array.isArray(told)
    ? 'it is not the one in its journal'
    : `the configuration says ${JSON.stringify(told)}, its journal ${JSON.stringify(opened)}`

/** The badges of the demonstration are no secret: it does not come into a house of somebody's own. */
export async function demoProblem(plans: readonly TablePlan[], journal: Journal): Promise<string | null> {
  const streams = await journal.streams()
  const isDemo = (stream: string) => plans.some(({ id }) => id === stream)
  const isIts = streams.length === 0 || (streams.some(isDemo) && streams.every((one) => one === HOUSE || isDemo(one)))
  return isIts ? null : 'there is a house in the data folder; the demonstration takes a folder of its own'
}

/** What somebody who changed the configuration may have expected to change, and did not. */
export async function setupWarnings({ rooms, shut: damaged, journal }: Floor): Promise<string[]> {
  const overruled = [...rooms.values()].filter(
    ({ plan, table }) => !isDeepStrictEqual(plan.setup.limits, table.settled.state.limits),
  )
  const rebooked = [...rooms.values()].filter(({ plan, table }) => plan.setup.book !== table.settled.state.setup.book)
  const shut = (await journal.streams()).filter(
    (stream) => stream !== HOUSE && !rooms.has(stream) && !damaged.has(stream),
  )
  return [
    ...overruled.map(
      ({ plan, table }) =>
        `table ${plan.id}: its limits are ${JSON.stringify(table.settled.state.limits)}, as its journal says, and not those of the configuration; set-limits changes them`,
    ),
    ...rebooked.map(
      ({ plan, table }) =>
        `table ${plan.id}: its rule book is ${table.settled.state.setup.book}, as its journal says; that of the configuration was its first. set-book changes it`,
    ),
    ...shut.map((table) => `table ${table} has a journal and is not in the configuration: it stays shut`),
  ]
}
