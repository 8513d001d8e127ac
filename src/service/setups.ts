import { isDeepStrictEqual } from 'node:util'
import type { TableSetup } from '../engine/table.ts'
import { HOUSE } from '../house/state.ts'
import { readTableEntry } from '../record/table-entry.ts'
import type { Floor, TablePlan } from './floor/floor.ts'
import type { Journal } from './journal/journal.ts'

/** What a table was set up as when it first opened; null where it never did. */
async function openedSetup(journal: Journal, table: string): Promise<TableSetup | null> {
  const [first] = await journal.read(table, 1, 1)
  const entry = first && readTableEntry(first.body)
  return entry && 'opened' in entry ? entry.opened : null
}

/** A table keeps these for as long as its journal goes on. */
const lastingFields = ['book', 'layout', 'terminal', 'wheelOrder'] as const

/** Why the configuration cannot be what these journals go on with; null where it can. */
export async function setupProblem(plans: readonly TablePlan[], journal: Journal): Promise<string | null> {
  for (const { id, setup } of plans) {
    const opened = await openedSetup(journal, id)
    const field = opened && lastingFields.find((name) => !isDeepStrictEqual(setup[name], opened[name]))
    if (field)
      return `table ${id}, ${field}: ${difference(setup[field], opened[field])}; a changed table takes a new id`
  }
  return null
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
