import { DatabaseSync } from 'node:sqlite'
import { growBlocks, noBlocks, portableTrees } from '../../src/proof/block-tree.ts'
import type { Append, Stored } from '../../src/record/stored-entry.ts'
import { entryHash, leafBytes } from '../../src/service/journal/journal.ts'

/** For tests: what somebody does who has the file and knows how it is made. */

/** The same entries with the hashes that they should have. */
export const rehash = (entries: readonly Append[]): Stored[] =>
  entries.map(({ stream, seq, body }) => ({ stream, seq, body, hash: entryHash(body) }))

/** These entries stand there instead, in the order of their streams, and their trees; no checkpoint that could tell. */
export function rewriteJournal(file: string, entries: readonly Stored[]): void {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA synchronous = OFF; BEGIN; DELETE FROM journal; DELETE FROM tree; DELETE FROM checkpoints')
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
