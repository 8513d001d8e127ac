import { DatabaseSync } from 'node:sqlite'
import { growBlocks, noBlocks, portableTrees } from '../../src/proof/block-tree.ts'
import { allOf, type OpenedJournal } from '../../src/record/journal-reader.ts'
import type { Append, Stored } from '../../src/record/stored-entry.ts'
import type { Finding, StreamReport } from '../../src/record/stream-report.ts'
import { verify } from '../../src/record/verify.ts'
import { entryHash, leafBytes, nodeSha256 } from '../../src/service/journal/journal.ts'
import { openReader } from '../../src/service/journal/reader.ts'

/** For tests: what somebody does who has the file and knows how it is made. */

/** The same entries with the hashes that they should have. */
export const rehash = (entries: readonly Append[]): Stored[] =>
  entries.map(({ stream, seq, body }) => ({ stream, seq, body, hash: entryHash(body) }))

/** These entries stand there instead, in the order of their streams, and their trees; no checkpoint that could tell. */
/** `keeps`: the checkpoints, as they are. */
export function rewriteJournal(file: string, entries: readonly Stored[], keeps?: 'checkpoints'): void {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA synchronous = OFF; BEGIN; DELETE FROM journal; DELETE FROM tree; DROP TABLE IF EXISTS rounds')
  if (!keeps) db.exec('DELETE FROM checkpoints')
  const insert = db.prepare('INSERT INTO journal (stream, seq, body, hash) VALUES (?, ?, ?, ?)')
  const keep = db.prepare('INSERT INTO tree (stream, block, nodes) VALUES (?, ?, ?)')
  for (const [stream, own] of Object.entries(Object.groupBy(entries, (entry) => entry.stream))) {
    for (const { seq, body, hash } of own!) insert.run(stream, seq, body, hash)
    for (const { index, nodes } of growBlocks(noBlocks, own!.map(leafBytes), portableTrees).blocks)
      keep.run(stream, index, nodes)
  }
  db.exec('COMMIT')
  db.close()
}

/** Opens a journal by its address, reads something from it, and closes it. */
export async function readStore<T>(store: string, read: (reader: OpenedJournal) => Promise<T>): Promise<T> {
  const reader = await openReader(store)
  try {
    return await read(reader)
  } finally {
    await reader.close()
  }
}

/** Every entry of every stream. */
export const entriesIn = (store: string): Promise<Map<string, Stored[]>> =>
  readStore(store, async (reader) => {
    const streams = new Map<string, Stored[]>()
    for (const stream of await reader.streams()) streams.set(stream, await allOf(reader.pages(stream)))
    return streams
  })

export const reportsOn = (store: string): Promise<StreamReport[]> =>
  readStore(store, (reader) => verify(reader, nodeSha256))

/** The faults that `verify` finds. */
export const findingsIn = async (store: string): Promise<Finding[]> =>
  (await reportsOn(store)).flatMap(({ finding }) => finding ?? [])
