import type { RuleBook } from '../books/rule-book.ts'
import { type Decision, isRefusal } from '../engine/decision.ts'
import type { TableEvent } from '../engine/events.ts'
import type { Command, CommandName } from '../engine/language.ts'
import type { By } from '../engine/positions.ts'
import type { Refusal } from '../engine/refusals.ts'
import { isRecord } from '../engine/shape.ts'
import type { TableSetup } from '../engine/table.ts'
import type { PositionTooLow } from '../house/house-refusals.ts'
import { fingerprint } from './canonical.ts'
import type { Fingerprint } from './known-books.ts'
import type { Sha256 } from './sha256.ts'
import { tableUpcasts } from './upcasts.ts'
import { type PlainEntry, upcast, VERSION } from './versions.ts'

/**
 * The fields of every entry of a table's journal: the version of the format, the time, the caller, the rule book that
 * decided it, and the number of the house's last entry then (0 if there was none). `actor` is the caller's id in the
 * service (`staff:1001`, `terminal:t7`, `wheel`, `service`).
 */
type TableHead = { v: typeof VERSION; salt: string; at: string; actor: string; book: Fingerprint; house: number }

/**
 * The first entry sets the table up; then commands with their events. A refusal on record has no events. `ruleBook`:
 * the rules of a book that the table uses for the first time, from this entry on. `sealed`: where it commits to a draw.
 */
export type TableEntry = TableHead &
  (
    | { opened: TableSetup; ruleBook: RuleBook }
    | { command: Command; events: readonly TableEvent[]; ruleBook?: RuleBook; sealed?: SealedSecret }
    | { command: Command; refused: Refusal }
    | { forbidden: ForbiddenCommand; refused: PositionTooLow }
  )

/**
 * The secret that a round's commitment is to, encrypted: 12 bytes of nonce, 32 of text, 16 of tag, as Base64. `key` names the
 * key that opens it. No view, and no receipt before the draw, shows it.
 */
export type SealedSecret = { key: string; text: string }

export const isSealedSecret = (value: unknown): value is SealedSecret =>
  isRecord(value) &&
  Object.keys(value).length === 2 &&
  /^[0-9a-f]{16}$/.test(String(value.key)) &&
  /^[A-Za-z0-9+/]{80}$/.test(String(value.text))

/** An entry with a command: decided or refused. */
export type CommandEntry = Extract<TableEntry, { command: Command }>

/**
 * The record of a command that its sender may not give: its name, player, id, and a hash of all of it, since its
 * content could be anything.
 */
export type ForbiddenCommand = { do: CommandName; by: By; at: string; id?: string; hash: string }

/**
 * Reads an entry of a table's stream.
 *
 * @example
 * const entry: TableEntry = readTableEntry(body)
 */
export const readTableEntry = (body: string): TableEntry => tableEntryFrom(JSON.parse(body))
export const tableEntryFrom = (plain: PlainEntry): TableEntry => upcast(plain, tableUpcasts) as TableEntry

export const writeTableEntry = (entry: TableEntry): string => JSON.stringify(entry)

type Circumstances = { salt: string; at: string; actor: string; book: Fingerprint; house: number }

function headOf({ salt, at, actor, book, house }: Circumstances): TableHead {
  return { v: VERSION, salt, at, actor, book, house }
}

export const openingEntry = (when: Circumstances, opened: TableSetup, ruleBook: RuleBook): TableEntry => ({
  ...headOf(when),
  opened,
  ruleBook,
})

export const decidedEntry = (
  when: Circumstances,
  command: Command,
  decision: Decision,
  { ruleBook, sealed }: { ruleBook?: RuleBook | undefined; sealed?: SealedSecret | undefined } = {},
): TableEntry => {
  if (isRefusal(decision)) return { ...headOf(when), command, refused: decision }
  const beside = { ...(ruleBook ? { ruleBook } : {}), ...(sealed ? { sealed } : {}) }
  return { ...headOf(when), command, ...beside, events: decision.events }
}

/** The house's own word on positions; where it is the rule book's, a clause is cited. */
export const isOfHouse = (refused: { refused: string; clause?: unknown }): boolean =>
  refused.refused === 'position-too-low' && refused.clause === undefined

export function forbiddenEntry(
  when: Circumstances,
  command: Command,
  refused: PositionTooLow,
  hash: Sha256,
): TableEntry {
  const { do: name, by, id } = command
  const forbidden = { do: name, by, at: when.at, ...(id === undefined ? {} : { id }), hash: hashOf(command, hash) }
  return { ...headOf(when), forbidden, refused }
}

/** The request without time and caller, which the entry holds beside it. */
export function hashOf({ at: _, by: __, ...asked }: Command, hash: Sha256): string {
  return fingerprint(asked, hash)
}

const LINES_AT_ONCE = 1_000

/** Writes an entry with very many lines a part at a time; the same text as `writeTableEntry` gives. */
export function* writeEntryInParts(entry: TableEntry): Generator<void, string> {
  if (!('events' in entry)) return writeTableEntry(entry)
  const { events, ...rest } = entry
  const parts: string[] = []
  for (const event of events) parts.push(yield* writeEventInParts(event))
  return `${JSON.stringify(rest).slice(0, -1)},"events":[${parts.join(',')}]}`
}

function* writeEventInParts(event: TableEvent): Generator<void, string> {
  if (!('lines' in event) || event.lines.length <= LINES_AT_ONCE) return JSON.stringify(event)
  const mark = '"lines":[]'
  const [before, after] = JSON.stringify({ ...event, lines: [] }).split(mark) as [string, string]
  const parts: string[] = []
  for (let at = 0; at < event.lines.length; at += LINES_AT_ONCE) {
    parts.push(JSON.stringify(event.lines.slice(at, at + LINES_AT_ONCE)).slice(1, -1))
    yield
  }
  return `${before}"lines":[${parts.join(',')}]${after}`
}

/** The number of lines that is too large for one turn of the event loop. */
export const isLong = (entry: TableEntry): boolean =>
  'events' in entry && entry.events.some((event) => 'lines' in event && event.lines.length > LINES_AT_ONCE)
