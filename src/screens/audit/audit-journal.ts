import { readTableEntry, type TableEntry } from '../../record/table-entry.ts'
import { serviceFor } from '../kit/api.ts'

/** One line of the journal as the service gives it out. `body` is byte for byte what was hashed. */
export type JournalLine = { seq: number; hash: string; body: string }

const head = /^\{"seq":(\d+),"hash":"([0-9a-f]{64})","entry":/

/** Null: this is no line of a journal. Never parsed and written again: a hash is of the very bytes. */
export function readLine(text: string): JournalLine | null {
  const match = head.exec(text)
  if (!match || !text.endsWith('}')) return null
  return { seq: Number(match[1]), hash: match[2]!, body: text.slice(match[0].length, -1) }
}

export const writeLine = ({ seq, hash, body }: JournalLine): string =>
  `{"seq":${seq},"hash":"${hash}","entry":${body}}\n`

export const readEntry = ({ body }: JournalLine): TableEntry => readTableEntry(body)

/** Cuts what arrives in pieces into whole lines. */
export function lineCutter(): (piece: string) => string[] {
  let rest = ''
  return (piece) => {
    const parts = (rest + piece).split('\n')
    rest = parts.pop()!
    return parts
  }
}

type Opened = { ok: true; pieces: AsyncIterable<string> } | { ok: false; status: number }

/** The journal of a table from an entry on, as it arrives. */
export async function openJournal(table: string, from: number, token: string | null): Promise<Opened> {
  try {
    const response = await serviceFor(token).read(`/api/journal/${encodeURIComponent(table)}?from=${from}`)
    if (!response.ok || !response.body) return { ok: false, status: response.status }
    return { ok: true, pieces: pieces(response.body) }
  } catch {
    return { ok: false, status: 0 }
  }
}

async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    yield decoder.decode(value, { stream: true })
  yield decoder.decode()
}
