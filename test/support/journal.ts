import { DatabaseSync } from 'node:sqlite'
import { growBlocks, noBlocks, portableTrees } from '../../src/proof/block-tree.ts'
import type { Append, Stored } from '../../src/record/stored-entry.ts'
import { leafBytes, nodeChain } from '../../src/service/journal/journal.ts'
import { hasTrees } from '../../src/service/journal/sqlite-tree.ts'

/** For tests: what somebody does who has the file and knows how it is made. */

/** All hashes made anew; the entries of one stream, in order. */
export function rehash(entries: readonly Append[]): Stored[] {
  let hash = nodeChain.seedHash(entries[0]?.stream ?? '')
  return entries.map(({ stream, seq, body }) => {
    hash = nodeChain.entryHash(hash, { stream, seq, body })
    return { stream, seq, body, hash }
  })
}

/** These entries stand there instead, in the order of their streams, and their trees; no checkpoint that could tell. */
export function rewriteJournal(file: string, entries: readonly Stored[]): void {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA synchronous = OFF; BEGIN; DELETE FROM journal')
  if (hasTrees(db)) db.exec('DELETE FROM tree; DELETE FROM checkpoints')
  const insert = db.prepare('INSERT INTO journal (stream, seq, body, hash) VALUES (?, ?, ?, ?)')
  const keep = hasTrees(db) ? db.prepare('INSERT INTO tree (stream, block, nodes) VALUES (?, ?, ?)') : null
  for (const [stream, own] of Object.entries(Object.groupBy(entries, (entry) => entry.stream))) {
    for (const { seq, body, hash } of own!) insert.run(stream, seq, body, hash)
    for (const { index, nodes } of growBlocks(noBlocks, own!.map(leafBytes), portableTrees).blocks)
      keep?.run(stream, index, nodes)
  }
  db.exec('COMMIT')
  db.close()
}
