import { lineCutter } from '../../record/entry-lines.ts'
import { serviceFor } from '../kit/api.ts'

type Opened = { ok: true; lines: AsyncIterable<readonly string[]> } | { ok: false; status: number }

/** Opens the journal of a table, or of the house, from an entry on. Its lines come as they arrive, some at a time. */
export async function openJournal(stream: string, from: number, token: string | null): Promise<Opened> {
  try {
    const response = await serviceFor(token).read(`/api/journal/${encodeURIComponent(stream)}?from=${from}`)
    if (!response.ok || !response.body) return { ok: false, status: response.status }
    return { ok: true, lines: readLines(response.body) }
  } catch {
    return { ok: false, status: 0 }
  }
}

/** A line without its end was cut off during the transfer, and is left out. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const cut = lineCutter()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    yield cut(decoder.decode(value, { stream: true }))
}
