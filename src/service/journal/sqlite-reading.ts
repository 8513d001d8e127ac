import type { DatabaseSync } from 'node:sqlite'
import type { ProvenEntries, Stored } from '../../record/stored-entry.ts'
import { readChecked } from './checked-page.ts'
import type { EntryWriter } from './entry-writer.ts'
import { storedAt } from './journal.ts'
import type { SqliteIndex } from './sqlite-index.ts'

export const entriesFrom =
  'SELECT stream, seq, body, hash FROM journal WHERE stream = ? AND seq >= ? ORDER BY seq LIMIT ?'

export function streamsIn(db: DatabaseSync): () => string[] {
  const readStreams = db.prepare('SELECT DISTINCT stream FROM journal ORDER BY stream')
  return () => (readStreams.all() as { stream: string }[]).map(({ stream }) => stream)
}

/** The reads from the journal's file: entries, each checked against its hash and its tree, and proofs. */
export function readingCalls(db: DatabaseSync, writer: Pick<EntryWriter, 'trees' | 'last'>, index: SqliteIndex) {
  const { trees } = writer
  const readFrom = db.prepare(entriesFrom)
  // The length is compared first, so that a long entry is not even read.
  const searchIn = db.prepare(
    'SELECT seq FROM journal WHERE stream = ? AND seq BETWEEN ? AND ? AND octet_length(body) <= ? AND instr(body, ?) > 0 ORDER BY seq',
  )
  const shortIn = db.prepare('SELECT seq FROM journal WHERE stream = ? AND seq = ? AND octet_length(body) <= ?')
  const sizeOf = (stream: string): number => writer.last(stream).seq
  const read = (stream: string, from: number, limit: number): Stored[] => {
    const entries = readChecked(readFrom, stream, from, limit)
    trees.mustFit(stream, entries)
    return entries
  }
  return {
    read,
    find: (stream: string, key: number): Stored[] => index.find(key).flatMap((seq) => read(stream, seq, 1)),
    place: (stream: string, round: number) => index.place(stream, round),
    search: (stream: string, first: number, last: number, text: string, bytesMax: number): number[] =>
      (searchIn.all(stream, first, last, bytesMax, text) as { seq: number }[]).map(({ seq }) => seq),
    short: (stream: string, seqs: readonly number[], bytesMax: number): number[] =>
      seqs.filter((seq) => shortIn.get(stream, seq, bytesMax) !== undefined).sort((one, other) => one - other),
    inclusion: (stream: string, seq: number, size: number) => trees.inclusion(stream, seq, size, sizeOf(stream)),
    proven(stream: string, seqs: readonly number[], size: number): ProvenEntries {
      const whole = sizeOf(stream)
      return seqs.map((seq) => ({
        stored: storedAt(read(stream, seq, 1)[0], stream, seq),
        hashes: seq <= size ? trees.inclusion(stream, seq, size, whole) : null,
      }))
    },
    consistency: (stream: string, older: number, size: number) =>
      trees.consistency(stream, older, size, sizeOf(stream)),
    checkpoints: (stream: string, from: number, limit: number) => trees.checkpoints(stream, from, limit),
    latestCheckpoint: (stream: string, before?: number) => trees.latestCheckpoint(stream, before),
  }
}
