import { LEAF_PREFIX } from '../../record/sha256.ts'
import type { Append } from '../../record/stored-entry.ts'
import { type IndexRows, indexRows } from './sqlite-index.ts'

/**
 * Entries that follow one another in one stream; `after`: the hash of the entry on which the first of them was decided.
 */
type Run = { stream: string; seq: number; count: number; after?: string }

/**
 * Entries in transit to another thread: one long text is copied far faster than many small objects. `text`: all bodies,
 * each after the prefix of a leaf, so that the bytes to hash can be cut out of it without joining texts.
 */
export type Batch = { runs: readonly Run[]; lengths: Uint32Array; text: string; index: IndexRows }

export function pack(entries: readonly Append[]): Batch {
  const runs: Run[] = []
  const lengths = new Uint32Array(entries.length)
  let text = ''
  for (let nth = 0; nth < entries.length; nth++) {
    const { stream, seq, body, after } = entries[nth]!
    const run = runs.at(-1)
    if (run?.stream === stream && run.seq + run.count === seq && after === undefined) run.count++
    else runs.push({ stream, seq, count: 1, ...(after === undefined ? {} : { after }) })
    lengths[nth] = body.length
    text += LEAF_PREFIX
    text += body
  }
  return { runs, lengths, text, index: indexRows(entries) }
}

/** An entry with `leaf`, its body after the prefix of a leaf; without the fields for the index. */
export type Unpacked = Omit<Append, 'keys' | 'marks'> & { leaf: string }

export function unpack({ runs, lengths, text }: Batch): Unpacked[] {
  const entries: Unpacked[] = []
  let start = 0
  for (const { stream, seq, count, after } of runs)
    for (let nth = 0; nth < count; nth++) {
      const first = start + LEAF_PREFIX.length
      const end = first + lengths[entries.length]!
      const entry = { stream, seq: seq + nth, body: text.slice(first, end), leaf: text.slice(start, end) }
      entries.push(after !== undefined && nth === 0 ? { ...entry, after } : entry)
      start = end
    }
  return entries
}
