import type { Append } from '../../record/stored-entry.ts'

/** Entries that follow one another in one stream. */
type Run = { stream: string; seq: number; count: number }

/** Entries as they go to another thread: one long text is copied far more quickly than many small objects. */
export type Batch = { runs: readonly Run[]; lengths: Uint32Array; text: string }

export function pack(entries: readonly Append[]): Batch {
  const runs: Run[] = []
  for (const { stream, seq } of entries) {
    const run = runs.at(-1)
    if (run?.stream === stream && run.seq + run.count === seq) run.count++
    else runs.push({ stream, seq, count: 1 })
  }
  const bodies = entries.map(({ body }) => body)
  return { runs, lengths: Uint32Array.from(bodies, ({ length }) => length), text: bodies.join('') }
}

export function unpack({ runs, lengths, text }: Batch): Append[] {
  let [next, start] = [0, 0]
  const body = (): string => {
    const end = start + lengths[next++]!
    const cut = text.slice(start, end)
    start = end
    return cut
  }
  return runs.flatMap(({ stream, seq, count }) =>
    Array.from({ length: count }, (_, nth) => ({ stream, seq: seq + nth, body: body() })),
  )
}
