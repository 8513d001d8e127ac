import { hash } from 'node:crypto'
import { isTableStream } from '../../house/ticket-state.ts'
import { keysOf } from '../../record/entry-keys.ts'
import { type RoundMark, roundMarks } from '../../record/round-index.ts'
import type { Append } from '../../record/stored-entry.ts'
import { type TableEntry, tableEntryFrom } from '../../record/table-entry.ts'
import type { PlainEntry } from '../../record/versions.ts'

const BYTES = 6

/**
 * A key of a stream's entry as a number of 48 bits. Two keys may have one number, so the key of a found entry is
 * compared in full.
 */
export function keyNumber(stream: string, key: string): number {
  // A character for each byte: every wager has a key, and hexadecimal digits would only be converted back.
  const bytes = hash('sha256', `${stream}\n${key}`, 'binary')
  let number = 0
  for (let at = 0; at < BYTES; at++) number = number * 256 + bytes.charCodeAt(at)
  return number
}

/** An entry with its fields for the index: as its writer states them, or derived from its text. */
export const indexedEntry = (entry: Append): Append & Indexed =>
  entry.keys && entry.marks ? (entry as Append & Indexed) : { ...indexByText(entry), ...entry }

type Indexed = Required<Pick<Append, 'keys' | 'marks'>>

const noMarks: readonly RoundMark[] = []

/** The rounds that an entry opened, closed, concluded or changed. The house and the tickets have none. */
export const marksIn = (stream: string, entry: object): readonly RoundMark[] =>
  isTableStream(stream) ? roundMarks(entry as TableEntry) : noMarks

/** A damaged entry has no fields for the index: readers report it. */
function indexByText({ stream, body }: Append): Indexed {
  try {
    const plain = JSON.parse(body) as PlainEntry
    const keys = keysOf(plain).map((key) => keyNumber(stream, key))
    return { keys, marks: isTableStream(stream) ? roundMarks(tableEntryFrom(plain)) : noMarks }
  } catch {
    return { keys: [], marks: [] }
  }
}

/** The remedy for a wrong index that a start does not notice. */
export const DROP_ROUNDS =
  'the next start makes the index again if the table rounds is dropped before it, while nothing uses the store'
