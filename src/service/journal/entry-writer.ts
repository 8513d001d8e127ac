import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { divideEntry } from '../../record/divided-entry.ts'
import { NO_HASH } from '../../record/leaf-hash.ts'
import { hashLeafText } from '../../record/sha256.ts'
import type { Unpacked } from './batch.ts'
import type { Tip, Tips } from './high-water.ts'
import { mustFollow, nodeSha256 } from './journal.ts'
import { type HexFrontier, SqliteTrees } from './sqlite-tree.ts'

/** The result of a transaction, to be kept once it is on disk. */
type Written = { tips: Tips; grown: readonly (readonly [stream: string, frontier: HexFrontier])[] }

/** Writes entries after one another, with their hashes and trees. */
export class EntryWriter {
  readonly trees: SqliteTrees
  readonly #tips: Tips = new Map()
  readonly #insert: StatementSync
  readonly #readLast: StatementSync

  constructor(db: DatabaseSync) {
    this.trees = new SqliteTrees(db)
    this.#insert = db.prepare('INSERT INTO journal (stream, seq, body, hash) VALUES (?, ?, ?, ?)')
    this.#readLast = db.prepare('SELECT seq, hash FROM journal WHERE stream = ? ORDER BY seq DESC LIMIT 1')
  }

  last(stream: string): Tip {
    const known = this.#tips.get(stream)
    if (known) return known
    const row = this.#readLast.get(stream) as Tip | undefined
    return row ? { seq: row.seq, hash: row.hash } : { seq: 0, hash: NO_HASH }
  }

  /** Writes entries. The caller has opened a transaction. */
  write(entries: readonly Unpacked[]): Written {
    const leaves = new Map<string, string[]>()
    const tips: Tips = new Map()
    for (let at = 0; at < entries.length; ) {
      const { stream } = entries[at]!
      if (!leaves.has(stream)) leaves.set(stream, [])
      let tip = tips.get(stream) ?? this.last(stream)
      for (; entries[at]?.stream === stream; at++) tip = this.#writeAfter(tip, entries[at]!, leaves.get(stream)!)
      tips.set(stream, tip)
    }
    const grown = [...leaves].map(([stream, own]) => {
      const before = tips.get(stream)!.seq - own.length
      return [stream, this.trees.grow(stream, before, own)] as const
    })
    return { tips, grown }
  }

  #writeAfter(before: Tip, entry: Unpacked, leaves: string[]): Tip {
    const { stream, seq, body, leaf } = entry
    mustFollow(before, entry)
    const divided = divideEntry(body, nodeSha256)
    const hash = divided ? hashLeafText(divided.head, nodeSha256) : nodeSha256(leaf)
    this.#insert.run(stream, seq, body, hash)
    leaves.push(hash)
    return { seq, hash }
  }

  keep({ tips, grown }: Written): Tips {
    for (const [stream, tip] of tips) this.#tips.set(stream, tip)
    for (const [stream, frontier] of grown) this.trees.keep(stream, frontier)
    return tips
  }
}
