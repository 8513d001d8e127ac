import { serviceFor } from '../kit/api.ts'

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
