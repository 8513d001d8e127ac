import type { Snapshot, Stored } from './stored-entry.ts'
import { type PlainEntry, VERSION } from './versions.ts'

/**
 * A snapshot is bound to its entry: it says the version of the format and the hash of the entry after which it was made.
 * One that does not fit is left aside and the journal is read instead; `misfit` says why.
 */
type OpenedSnapshot = { plain: PlainEntry; misfit?: undefined } | { misfit: string }

/** An entry's number is a positive integer, whatever the file contains. */
export const isEntryNumber = (seq: unknown): seq is number => Number.isSafeInteger(seq) && (seq as number) >= 1

/** `entry`: the one that the snapshot names, where there is one. */
export function openSnapshot({ seq, body }: Snapshot, entry: Stored | undefined): OpenedSnapshot {
  if (!isEntryNumber(seq)) return { misfit: `the number of its entry is ${JSON.stringify(seq)}` }
  if (entry?.seq !== seq) return { misfit: `there is no entry ${seq}` }
  const plain = parseBody(body)
  if (!plain) return { misfit: 'it cannot be read' }
  if (plain.v !== VERSION) return { misfit: 'it is of another format' }
  return plain.hash === entry.hash ? { plain } : { misfit: `it is not of this entry ${seq}: the hash is another` }
}

/** The first line of a snapshot that a house has sealed with its key (service/secrets/snapshot-seal.ts). */
const seal = /^sealed:([0-9a-f]{64})\n/

export const withSeal = (made: string, text: string): string => `sealed:${made}\n${text}`

/** Null: it has no seal. */
export function sealedWith(body: unknown): { seal: string; text: string } | null {
  const found = typeof body === 'string' ? seal.exec(body) : null
  return found && { seal: found[1]!, text: found.input.slice(found[0].length) }
}

function parseBody(body: unknown): PlainEntry | null {
  try {
    const value: unknown = JSON.parse(sealedWith(body)?.text ?? (body as string))
    return typeof value === 'object' && value !== null ? (value as PlainEntry) : null
  } catch {
    return null
  }
}

/** The first fields of a snapshot's text; what it holds follows. */
export const snapshotHead = (hash: string): string => `{"v":${VERSION},"hash":${JSON.stringify(hash)}`

const WRITTEN_AT_ONCE = 200

type Columns = { keys: readonly string[]; values: readonly unknown[] }

/** Writes an object as text, some fields at a time. */
export function* writeColumns({ keys, values }: Columns): Generator<void, string> {
  let text = '{'
  for (let from = 0; from < keys.length; from += WRITTEN_AT_ONCE) {
    const names = keys.slice(from, from + WRITTEN_AT_ONCE)
    const part = JSON.stringify(Object.fromEntries(names.map((key, nth) => [key, values[from + nth]]))).slice(1, -1)
    text += from === 0 ? part : `,${part}`
    yield
  }
  return `${text}}`
}
