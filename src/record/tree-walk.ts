import { type BlockFrontier, growBlocks, headOf, LEAVES_IN_BLOCK, noBlocks } from '../proof/block-tree.ts'
import { areEqual, fromHex, toBase64 } from '../proof/bytes.ts'
import { readSignedHead } from '../proof/checkpoints.ts'
import type { Hash } from '../proof/tree.ts'
import { type Chain, isLeaf } from './chain.ts'
import type { JournalReader, KeptCheckpoint, Stored } from './stored-entry.ts'

/** The tree of a stream, reckoned again from its entries and held against what is kept beside them. */
export class TreeWalk {
  readonly #chain: Chain
  readonly #blocks: Iterator<Uint8Array> | null
  readonly #checkpoints: Iterator<KeptCheckpoint>
  #nextCheckpoint: KeptCheckpoint | null
  #frontier: BlockFrontier = noBlocks
  #since: Hash[] = []
  #isDue = false

  constructor(reader: JournalReader, chain: Chain, stream: string) {
    this.#chain = chain
    this.#blocks = reader.blocks(stream)?.[Symbol.iterator]() ?? null
    this.#checkpoints = reader.checkpoints(stream)[Symbol.iterator]()
    this.#nextCheckpoint = this.#readCheckpoint()
  }

  /** The root of all entries so far. */
  get root(): Hash {
    this.#grow()
    return headOf(this.#frontier).root
  }

  /** The next entry; gives what is wrong with what is kept of the tree. */
  take(entry: Stored): string | null {
    this.#since.push(fromHex(this.#chain.leafHash(entry)))
    // A store whose newest entry is a leaf by itself has the tree of all before it.
    this.#isDue ||= isLeaf(entry.body)
    const blocks = this.#since.length + (this.#frontier.size % LEAVES_IN_BLOCK) === LEAVES_IN_BLOCK ? this.#grow() : []
    return (
      blocks.reduce<string | null>((found, nodes) => found ?? this.#blockProblem(nodes), null) ?? this.#signed(entry)
    )
  }

  /** What is kept beside entries that are not there. */
  endProblem(size: number): string | null {
    const more = this.#blocks?.next()
    if (more && !more.done) return 'the tree beside the entries is of more entries'
    return this.#nextCheckpoint
      ? `entries are missing: a checkpoint of ${this.#nextCheckpoint.size} entries is there, and ${size} are`
      : null
  }

  #grow(): Uint8Array[] {
    if (this.#since.length === 0) return []
    const { frontier, blocks } = growBlocks(this.#frontier, this.#since)
    this.#frontier = frontier
    this.#since = []
    return blocks.map(({ nodes }) => nodes)
  }

  #blockProblem(nodes: Uint8Array): string | null {
    const kept = this.#blocks?.next()
    if (!kept || (kept.done && !this.#isDue)) return null
    if (kept.done) return 'the tree beside the entries is not whole'
    return areEqual(kept.value, nodes) ? null : 'the tree beside the entries is not theirs'
  }

  #signed({ seq }: Stored): string | null {
    const kept = this.#nextCheckpoint
    if (kept?.size !== seq) return null
    this.#nextCheckpoint = this.#readCheckpoint()
    const checkpoint = readSignedHead(kept.note)
    if ('problem' in checkpoint) return `the checkpoint of this entry cannot be read: ${checkpoint.problem}`
    if (checkpoint.size !== seq) return 'the checkpoint of this entry is of another'
    return areEqual(checkpoint.root, this.root)
      ? null
      : `the house signed another history up to here: its checkpoint says ${toBase64(checkpoint.root)}`
  }

  #readCheckpoint(): KeptCheckpoint | null {
    const next = this.#checkpoints.next()
    return next.done ? null : next.value
  }
}
