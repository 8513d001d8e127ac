import type { Append } from '../../record/stored-entry.ts'

/** Entries that follow one another in one stream. */
type Run = { stream: string; seq: number; count: number }

/** Entries as they go to another thread: one long text is copied far more quickly than many small objects. */
export type Batch = {
  runs: readonly Run[]
  lengths: Uint32Array
  text: string
  /** How many keys each entry has, and all of them in their order. */
  keyCounts: Uint8Array
  keys: Float64Array
}

export function pack(entries: readonly Append[]): Batch {
  const runs: Run[] = []
  for (const { stream, seq } of entries) {
    const run = runs.at(-1)
    if (run?.stream === stream && run.seq + run.count === seq) run.count++
    else runs.push({ stream, seq, count: 1 })
  }
  const lengths = new Uint32Array(entries.length)
  const keyCounts = new Uint8Array(entries.length)
  const keys: number[] = []
  let text = ''
  for (const [nth, { body, keys: own }] of entries.entries()) {
    lengths[nth] = body.length
    text += body
    if (!own) continue
    keyCounts[nth] = own.length
    for (const key of own) keys.push(key)
  }
  return { runs, lengths, text, keyCounts, keys: Float64Array.from(keys) }
}

export function unpack({ runs, lengths, text, keyCounts, keys }: Batch): Append[] {
  let [next, start, key] = [0, 0, 0]
  const entry = (stream: string, seq: number): Append => {
    const end = start + lengths[next]!
    const keysEnd = key + keyCounts[next]!
    const own = keysEnd > key ? { keys: Array.from(keys.subarray(key, keysEnd)) } : {}
    const cut = { stream, seq, body: text.slice(start, end), ...own }
    next++
    start = end
    key = keysEnd
    return cut
  }
  return runs.flatMap(({ stream, seq, count }) => Array.from({ length: count }, (_, nth) => entry(stream, seq + nth)))
}
