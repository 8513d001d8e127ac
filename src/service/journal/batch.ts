import { LEAF_PREFIX } from '../../record/sha256.ts'
import type { Append } from '../../record/stored-entry.ts'
import { type IndexRows, indexRows } from './sqlite-index.ts'

/**
 * Entries in transit to another thread: one flat list, since each object and each array within a message costs as much as
 * a short entry. First a text with all bodies, each after the prefix of a leaf, so that the bytes to hash can be cut out
 * of it without joining texts. Then, each after their number: the lengths of the bodies; the runs (stream, first number,
 * how many, and the hash of the entry on which the first was decided, or nothing); the ids; for each stream the rounds.
 */
export type Batch = readonly (string | number)[]

const FIELDS_OF_RUN = 4

export function pack(entries: readonly Append[]): Batch {
  const batch: (string | number)[] = ['', entries.length]
  const runs: (string | number)[] = []
  let text = ''
  let [last, next] = ['', 0]
  for (const { stream, seq, body, after } of entries) {
    text += LEAF_PREFIX
    text += body
    batch.push(body.length)
    if (stream === last && seq === next && after === undefined) (runs[runs.length - 2] as number)++
    else runs.push(stream, seq, 1, after ?? '')
    ;[last, next] = [stream, seq + 1]
  }
  batch[0] = text
  append(batch, runs)
  const { ids, rounds } = indexRows(entries)
  append(batch, ids)
  for (const [stream, rows] of rounds) {
    batch.push(stream)
    append(batch, rows)
  }
  return batch
}

/** A batch may be longer than a call may have arguments. */
function append(batch: (string | number)[], values: readonly (string | number)[]): void {
  batch.push(values.length)
  for (const value of values) batch.push(value)
}

/** An entry with `leaf`, its body after the prefix of a leaf; without the fields for the index. */
export type Unpacked = Omit<Append, 'keys' | 'marks'> & { leaf: string }

/** `characters`: in all bodies. */
export function unpack(batch: Batch): { entries: Unpacked[]; index: IndexRows; characters: number } {
  const [text, count] = batch as readonly [string, number]
  const afterLengths = 2 + count
  const afterRuns = afterLengths + 1 + (batch[afterLengths] as number)
  const entries: Unpacked[] = []
  let start = 0
  for (let run = afterLengths + 1; run < afterRuns; run += FIELDS_OF_RUN) {
    const [stream, seq, length, after] = batch.slice(run, run + FIELDS_OF_RUN) as [string, number, number, string]
    for (let nth = 0; nth < length; nth++) {
      const first = start + LEAF_PREFIX.length
      const end = first + (batch[2 + entries.length] as number)
      const entry = { stream, seq: seq + nth, body: text.slice(first, end), leaf: text.slice(start, end) }
      entries.push(after !== '' && nth === 0 ? { ...entry, after } : entry)
      start = end
    }
  }
  return { entries, index: indexIn(batch, afterRuns), characters: text.length }
}

function indexIn(batch: Batch, from: number): IndexRows {
  const numbers = (at: number): readonly number[] =>
    batch.slice(at + 1, at + 1 + (batch[at] as number)) as readonly number[]
  const ids = numbers(from)
  const rounds = new Map<string, readonly number[]>()
  for (let at = from + 1 + ids.length; at < batch.length; at += 2 + (batch[at + 1] as number))
    rounds.set(batch[at] as string, numbers(at + 1))
  return { ids, rounds }
}
