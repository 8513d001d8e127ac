import {
  type BlockFrontier,
  growBlocks,
  headOf,
  LEAVES_IN_BLOCK,
  noBlocks,
  portableTrees,
} from '../proof/block-tree.ts'
import { areEqual, fromHex, toBase64 } from '../proof/bytes.ts'
import { readSignedHead } from '../proof/checkpoints.ts'
import { type Hash, rootByInclusion } from '../proof/tree.ts'
import type { Anchor } from './anchors.ts'
import { Fetched, type JournalReader } from './journal-reader.ts'
import type { KeptCheckpoint, Stored } from './stored-entry.ts'
import type { Fault, Finding } from './stream-report.ts'

/** The tree of a stream, computed again from its entries and compared with the stored rows. */
export class TreeWalk {
  readonly #blocks: Fetched<Uint8Array> | null
  readonly #checkpoints: Fetched<KeptCheckpoint>
  #frontier: BlockFrontier = noBlocks
  #since: Hash[] = []

  readonly #anchors: Anchor[]
  /** The number of entries that agree with an anchor. */
  #anchored = 0
  #broken: Finding | null = null
  /** Entries with a receipt, as far as they were read. */
  readonly #receipts: { index: number; isChanged: boolean }[] = []
  readonly #stream: string

  /** `anchors`: of this stream, from outside. */
  constructor(reader: JournalReader, stream: string, anchors: readonly Anchor[] = []) {
    this.#stream = stream
    this.#anchors = anchors.filter((one) => one.stream === stream).sort((a, b) => a.size - b.size)
    const blocks = reader.blocks(stream)
    this.#blocks = blocks && new Fetched(blocks)
    this.#checkpoints = new Fetched(reader.checkpoints(stream))
  }

  /** Reads the stored rows of the next entries, before `take` is called for each. */
  async fetch(entries: number): Promise<void> {
    await this.#blocks?.fetch(Math.ceil(entries / LEAVES_IN_BLOCK))
    await this.#checkpoints.fetch(entries)
  }

  /** The root of all entries so far. */
  get root(): Hash {
    this.#grow()
    return headOf(this.#frontier).root
  }

  /** Takes the next entry, whose hash is that of its body. Returns what is wrong with the tree that is kept beside it. */
  take(entry: Stored): Fault | null {
    const leaf = fromHex(entry.hash)
    this.#since.push(leaf)
    this.#leafOf(entry.seq, leaf)
    const blocks = this.#since.length + (this.#frontier.size % LEAVES_IN_BLOCK) === LEAVES_IN_BLOCK ? this.#grow() : []
    const problem = blocks.reduce<string | null>((found, nodes) => found ?? this.#blockProblem(nodes), null)
    this.#compare(entry.seq)
    return problem === null ? this.#signed(entry) : { problem }
  }

  get anchored(): number {
    return this.#anchored
  }

  /** The first place where the entries contradict a root kept outside the house. */
  anchorFinding(entries: number): Finding | null {
    const beyond = this.#anchors.find(({ size }) => size > entries)
    if (this.#broken || !beyond) return this.#broken
    const problem = `entries are missing: ${beyond.size} were signed, by a checkpoint from outside the house`
    return { stream: this.#stream, seq: entries + 1, problem, reason: ['signed-entries-missing', beyond.size] }
  }

  /** Compares the tree with the anchors of this size. */
  #compare(size: number): void {
    const own = this.#anchors.filter((one) => one.size === size)
    if (own.length === 0 || this.#broken) return
    const { root } = this
    if (own.every((one) => areEqual(one.root, root))) this.#anchored = size
    else this.#broken = this.#difference(size)
  }

  /** Between two anchors the first that differs is one of those between; a receipt tells its own entry from another. */
  #difference(size: number): Finding {
    const [from, stream] = [this.#anchored + 1, this.#stream]
    const isOne = from === size
    const where = isOne ? '' : `: the first that differs is one of the entries ${from} to ${size}`
    const changed = this.#receipts
      .filter((one) => one.isChanged && one.index >= this.#anchored)
      .map(({ index }) => index)
    const receipt = changed.length > 0 && !isOne ? Math.min(...changed) + 1 : null
    const named = receipt === null ? '' : `; entry ${receipt} is not that of its receipt`
    const problem = `this is not the history that the house signed, by a checkpoint of ${size} entries from outside${where}${named}`
    return { stream, seq: isOne ? size : null, problem, reason: ['history-differs', size, from, receipt] }
  }

  #leafOf(seq: number, leaf: Hash): void {
    for (const { size, root, receipt } of this.#anchors) {
      if (receipt?.index !== seq - 1) continue
      const found = rootByInclusion(leaf, receipt.index, size, receipt.hashes)
      this.#receipts.push({ index: receipt.index, isChanged: !found || !areEqual(found, root) })
    }
  }

  /** Stored rows without entries. */
  async endProblem(size: number): Promise<string | null> {
    await this.fetch(1)
    if (this.#blocks?.next) return 'the tree beside the entries is of more entries'
    const { next } = this.#checkpoints
    return next ? `entries are missing: a checkpoint of ${next.size} entries is there, and ${size} are` : null
  }

  #grow(): Uint8Array[] {
    if (this.#since.length === 0) return []
    const { frontier, blocks } = growBlocks(this.#frontier, this.#since, portableTrees)
    this.#frontier = frontier
    this.#since = []
    return blocks.map(({ nodes }) => nodes)
  }

  #blockProblem(nodes: Uint8Array): string | null {
    if (!this.#blocks) return null
    const kept = this.#blocks.take()
    if (!kept) return 'the tree beside the entries is not whole'
    return areEqual(kept, nodes) ? null : 'the tree beside the entries is not theirs'
  }

  #signed({ seq }: Stored): Fault | null {
    const kept = this.#checkpoints.next
    if (kept?.size !== seq) return null
    this.#checkpoints.take()
    const checkpoint = readSignedHead(kept.note)
    if ('problem' in checkpoint)
      return { problem: `the checkpoint of this entry cannot be read: ${checkpoint.problem}` }
    if (checkpoint.size !== seq) return { problem: 'the checkpoint of this entry is of another' }
    if (areEqual(checkpoint.root, this.root)) return null
    const root = toBase64(checkpoint.root)
    const problem = `the house signed another history up to here: its checkpoint says ${root}`
    return { problem, reason: ['signed-otherwise', root] }
  }
}
