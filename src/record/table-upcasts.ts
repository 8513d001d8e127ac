import type { Fingerprint } from '../books/shelf.ts'
import { saltless } from './salt.ts'
import { type Plain, RecordUnreadable, raiseVersion, type Upcast } from './versions.ts'

/** The id of the rule book that the table was set up with, where it is known. */
export type TableContext = { book: string | null }

/** Version 1 did not say by which book it decided: the books of then, by their ids. */
const booksOfVersion1: Readonly<Record<string, Fingerprint>> = {
  'mbs/sands-roulette@1': '0e5ae8bea3b6f4288f5a9ca00df2b6cb9d5a17345ecbbe5ddbfa782b22e0004c',
  'mbs/sands-roulette@2': 'e59187ff2fbee5efaeba5bbce0f955eaa23494324f011a200eaa0e9b69a51d20',
  'mbs/roulette@3': '5d4c18f74bfe6a0ff1127b354454b6e90f99dbb4a9289753ab45ee27fbff9cef',
  'mbs/sands-fast-action-roulette@2': '4d8e4ef023e5a87ae52d06549a6228c9911f8aca5270ded3eea051535b1c99a4',
  'rws/roulette-double-zero-etg@4': '172c500cef5c09e6e97c02dd602b7c19c723363d5b79eea1a264d434c940ccae',
}

export const tableUpcasts: Readonly<Record<number, Upcast<TableContext>>> = {
  1: ({ at, actor, ...rest }, { book }) => {
    if (isBeforeVersion1(rest)) throw new RecordUnreadable(BEFORE_VERSION_1)
    const id = (rest.opened as { book?: string } | undefined)?.book ?? book
    return { v: 2, at, actor, book: (id !== null && booksOfVersion1[id]) || null, house: null, ...rest }
  },
  2: saltless,
  3: raiseVersion,
}

export const BEFORE_VERSION_1 =
  'it was written before the first released format, which no released version of Croupier can read'

/** From version 1 on these carry the time of their command. */
const timedEvents = ['betting-opened', 'round-settled', 'round-voided']

type OldEntry = { command?: { at?: unknown }; events?: readonly { type: string; at?: unknown }[] }

const timedIn = ({ events = [] }: OldEntry) => events.filter(({ type }) => timedEvents.includes(type))

const isBeforeVersion1 = (entry: OldEntry): boolean =>
  entry.command?.at !== undefined && timedIn(entry).some(({ at }) => at === undefined)

/** Whether an entry tells that its stream can be read; null: it does not tell, the next one may. */
export function tellsEra(entry: Plain): 'readable' | 'before' | null {
  if (entry.v !== undefined) return 'readable'
  if (isBeforeVersion1(entry)) return 'before'
  return timedIn(entry).length > 0 ? 'readable' : null
}
