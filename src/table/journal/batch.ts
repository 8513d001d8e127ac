import type { Append } from '../../record/stored-entry.ts'

/** Entries that follow one another in one stream. */
type Run = { stream: string; seq: number; count: number }

/** Entries as they go to another thread: one long text is copied far more quickly than many small objects. */
export type Batch = { runs: readonly Run[]; lengths: Uint32Array; text: string }

export function pack(entries: readonly Append[]): Batch {
  const runs: Run[] = []
  const lengths = new Uint32Array(entries.length)
  let text = ''
  for (let nth = 0; nth < entries.length; nth++) {
    const { stream, seq, body } = entries[nth]!
    const run = runs.at(-1)
    if (run?.stream === stream && run.seq + run.count === seq) run.count++
    else runs.push({ stream, seq, count: 1 })
    lengths[nth] = body.length
    text += body
  }
  return { runs, lengths, text }
}

/** Without their keys, which the journal itself does not hold. */
export function unpack({ runs, lengths, text }: Batch): Append[] {
  const entries: Append[] = []
  let start = 0
  for (const { stream, seq, count } of runs)
    for (let nth = 0; nth < count; nth++) {
      const end = start + lengths[entries.length]!
      entries.push({ stream, seq: seq + nth, body: text.slice(start, end) })
      start = end
    }
  return entries
}
