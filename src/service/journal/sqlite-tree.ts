import type { DatabaseSync } from 'node:sqlite'
import {
  type BlockFrontier,
  frontierOf,
  growBlocks,
  headOf,
  LEAVES_IN_BLOCK,
  noBlocks,
  type TreeSource,
} from '../../proof/block-tree.ts'
import { toHex } from '../../proof/bytes.ts'
import type { Hash, TreeHead } from '../../proof/tree.ts'
import type { KeptCheckpoint, Stored } from '../../record/stored-entry.ts'
import { damagedEntry, leafBytes, mustHold } from './journal.ts'
import { believedFrontier, mustFitBlocks, provedConsistency, provedInclusion } from './tree-checks.ts'
import { nodeTreesOfHex } from './tree-hashing.ts'

/**
 * The trees of the streams, stored with their entries. The hash of a leaf is with its entry. The rows here are derived
 * from those hashes and checked against them, so they need not be trusted.
 */
export const treeSchema = `
  CREATE TABLE IF NOT EXISTS tree (
    stream TEXT NOT NULL, block INTEGER NOT NULL, nodes BLOB NOT NULL,
    PRIMARY KEY (stream, block)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoints (
    stream TEXT NOT NULL, size INTEGER NOT NULL, note TEXT NOT NULL,
    PRIMARY KEY (stream, size)
  ) WITHOUT ROWID;
`

/** Rows of 32 to some hundred bytes each. */
const ROWS_KEPT = 4_096

/** With its leaves in hexadecimal, as they are stored: leaves that are only hashed need no conversion to bytes. */
export type HexFrontier = BlockFrontier<string>

const inBytes = ({ loose, ...rest }: HexFrontier): BlockFrontier => ({
  ...rest,
  loose: loose.map((leaf) => Buffer.from(leaf, 'hex')),
})
const inHex = ({ loose, ...rest }: BlockFrontier): HexFrontier => ({ ...rest, loose: loose.map(toHex) })

export class SqliteTrees {
  readonly #frontiers = new Map<string, HexFrontier>()
  /** The last requested head of each stream: the receipts of a round share one checkpoint. */
  readonly #heads = new Map<string, TreeHead>()
  readonly #rows = new Map<string, Uint8Array>()
  readonly #statements: ReturnType<typeof statementsOf>

  constructor(db: DatabaseSync) {
    this.#statements = statementsOf(db)
  }

  /**
   * Adds leaves after the first `size`, in the transaction that writes their entries. The caller keeps the result after
   * the commit.
   */
  grow(stream: string, size: number, leaves: readonly string[]): HexFrontier {
    const { frontier, blocks } = growBlocks(this.#frontierAt(stream, size), leaves, nodeTreesOfHex)
    for (const { index, nodes } of blocks) this.#statements.put.run(stream, index, nodes)
    return frontier
  }

  keep(stream: string, frontier: HexFrontier): void {
    this.#frontiers.set(stream, frontier)
  }

  head(stream: string, size: number, entries: number): TreeHead {
    mustHold(stream, size, entries)
    const last = this.#heads.get(stream)
    if (last?.size === size) return last
    const known = this.#frontiers.get(stream)
    const head = headOf(known?.size === size ? inBytes(known) : frontierOf(this.#source(stream), size))
    this.#heads.set(stream, head)
    return head
  }

  inclusion(stream: string, seq: number, size: number, entries: number): readonly Hash[] {
    return provedInclusion(stream, this.#proofSource(stream, size), seq, this.head(stream, size, entries))
  }

  consistency(stream: string, older: number, size: number, entries: number): readonly Hash[] {
    const [before, after] = [this.head(stream, older, entries), this.head(stream, size, entries)]
    return provedConsistency(stream, this.#proofSource(stream, size), before, after)
  }

  mustFit(stream: string, entries: readonly Stored[]): void {
    mustFitBlocks(stream, entries, (index) => this.#rowAt(stream, index))
  }

  /** Stores the note of a checkpoint, with all signatures so far. */
  saveCheckpoint(stream: string, { size, note }: KeptCheckpoint, over?: string | null): boolean {
    const { changes } = this.#statements.putNote.run(stream, size, note, over === undefined ? 1 : 0, over ?? null)
    return Number(changes) > 0
  }

  /** Checkpoints of at least this size, in order. */
  checkpoints(stream: string, from: number, limit: number): KeptCheckpoint[] {
    return (this.#statements.notes.all(stream, from, limit) as KeptCheckpoint[]).map(({ size, note }) => ({
      size,
      note,
    }))
  }

  latestCheckpoint(stream: string, before = Number.MAX_SAFE_INTEGER): KeptCheckpoint | null {
    const row = this.#statements.latest.get(stream, before) as KeptCheckpoint | undefined
    return row ? { size: row.size, note: row.note } : null
  }

  #frontierAt(stream: string, size: number): HexFrontier {
    const known = this.#frontiers.get(stream)
    if (known?.size === size) return known
    return size === 0 ? noBlocks : inHex(believedFrontier(stream, this.#source(stream), size))
  }

  #source(stream: string): TreeSource {
    return {
      leaves: (from, to) => this.#leaves(stream, from, to),
      block: (index) => {
        const row = this.#rowAt(stream, index)
        if (!row) throw damagedEntry(stream, index * LEAVES_IN_BLOCK + 1, 'the tree beside it is missing')
        return row
      },
    }
  }

  /**
   * For proofs, which are checked against the root before they are returned: rows need not be read twice. Most of a
   * proof are the rows near the root, which are the same for all, and the leaves of one block.
   */
  #proofSource(stream: string, size: number): TreeSource {
    const { leaves, block } = this.#source(stream)
    let near: { from: number; hashes: readonly Hash[] } | null = null
    return {
      leaves: (from, to) => {
        const start = from - (from % LEAVES_IN_BLOCK)
        if (near?.from !== start) near = { from: start, hashes: leaves(start, Math.min(start + LEAVES_IN_BLOCK, size)) }
        return near.hashes.slice(from - start, to - start)
      },
      block: (index) => {
        const key = `${index} ${stream}`
        const kept = this.#rows.get(key) ?? block(index)
        if (this.#rows.size === ROWS_KEPT) this.#rows.clear()
        this.#rows.set(key, kept)
        return kept
      },
    }
  }

  #leaves(stream: string, from: number, to: number): Hash[] {
    const rows = this.#statements.hashes.all(stream, from, to) as { hash: string }[]
    if (rows.length !== to - from) throw damagedEntry(stream, from + 1, 'entries are missing')
    return rows.map(leafBytes)
  }

  #rowAt(stream: string, index: number): Uint8Array | undefined {
    return (this.#statements.get.get(stream, index) as { nodes: Uint8Array } | undefined)?.nodes
  }
}

const statementsOf = (db: DatabaseSync) => ({
  put: db.prepare('INSERT INTO tree (stream, block, nodes) VALUES (?, ?, ?)'),
  get: db.prepare('SELECT nodes FROM tree WHERE stream = ? AND block = ?'),
  hashes: db.prepare('SELECT hash FROM journal WHERE stream = ? AND seq > ? AND seq <= ? ORDER BY seq'),
  putNote: db.prepare(
    'INSERT INTO checkpoints (stream, size, note) VALUES (?, ?, ?) ON CONFLICT (stream, size) DO UPDATE SET note = excluded.note WHERE ? OR checkpoints.note = ?',
  ),
  notes: db.prepare('SELECT size, note FROM checkpoints WHERE stream = ? AND size >= ? ORDER BY size LIMIT ?'),
  latest: db.prepare('SELECT size, note FROM checkpoints WHERE stream = ? AND size < ? ORDER BY size DESC LIMIT 1'),
})
