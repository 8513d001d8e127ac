import { joined } from './bytes.ts'
import {
  type Hash,
  hashNode,
  proveConsistency,
  proveInclusion,
  type ReadNode,
  rootOf as rootOfFrontier,
  type TreeHead,
} from './tree.ts'

/**
 * A tree as a store keeps it: the hash of every leaf, and for every block of 16 leaves one row with the full subtrees
 * that its last leaf completes. Nodes within a block are computed from its leaves. A leaf therefore costs one hash and
 * a sixteenth of a row, and a proof costs some dozens of small reads.
 */
const BLOCK_LEVEL = 4
export const LEAVES_IN_BLOCK = 2 ** BLOCK_LEVEL
const HASH_BYTES = 32

/**
 * The reads that a store answers. `leaves`: hashes of a half-open range; `block`: one row, exactly as it was written.
 */
export type TreeSource = { leaves(from: number, to: number): readonly Hash[]; block(index: number): Uint8Array }

/**
 * State needed to extend the tree: the roots of the full subtrees of whole blocks, the largest first, and the leaves
 * since.
 */
export type BlockFrontier<Leaf = Hash> = {
  readonly size: number
  readonly roots: readonly Hash[]
  readonly loose: readonly Leaf[]
}
export const noBlocks: BlockFrontier<never> = { size: 0, roots: [], loose: [] }

/** A row to be kept: `nodes` are the block's own hash and those of the larger subtrees that it completes. */
type GrownBlock = { readonly index: number; readonly nodes: Uint8Array }

/** `node`: of two others; `full`: the root of 2^n leaves, a block at most, as the code that grows the tree has them. */
export type TreeHashing<Leaf = Hash> = { node(left: Hash, right: Hash): Hash; full(leaves: readonly Leaf[]): Hash }

/** Everywhere the same; Node has a faster one. */
export const portableTrees: TreeHashing = {
  node: hashNode,
  full(leaves) {
    const level = [...leaves]
    for (let length = leaves.length / 2; length >= 1; length /= 2)
      for (let at = 0; at < length; at++) level[at] = hashNode(level[2 * at]!, level[2 * at + 1]!)
    return level[0]!
  },
}

/** The tree with these leaves more, and the rows to be kept beside them. */
export function growBlocks<Leaf>(
  { size, roots, loose }: BlockFrontier<Leaf>,
  leaves: readonly Leaf[],
  hashing: TreeHashing<Leaf>,
): { frontier: BlockFrontier<Leaf>; blocks: GrownBlock[] } {
  const [kept, pending, blocks] = [[...roots], [...loose, ...leaves], [] as GrownBlock[]]
  let next = (size - loose.length) / LEAVES_IN_BLOCK
  let from = 0
  for (; from + LEAVES_IN_BLOCK <= pending.length; from += LEAVES_IN_BLOCK) {
    const nodes = [hashing.full(pending.slice(from, from + LEAVES_IN_BLOCK))]
    for (let at = next; at % 2 === 1; at = (at - 1) / 2) nodes.push(hashing.node(kept.pop()!, nodes.at(-1)!))
    kept.push(nodes.at(-1)!)
    blocks.push({ index: next++, nodes: joined(...nodes) })
  }
  return { frontier: { size: size + leaves.length, roots: kept, loose: pending.slice(from) }, blocks }
}

export function headOf({ size, roots, loose }: BlockFrontier): TreeHead {
  const within: Hash[] = []
  let from = 0
  for (let length = LEAVES_IN_BLOCK / 2; length >= 1; length /= 2)
    if (loose.length & length) {
      within.push(portableTrees.full(loose.slice(from, from + length)))
      from += length
    }
  return { size, root: rootOfFrontier({ size, roots: [...roots, ...within] }) }
}

/** Reads full subtrees of every size from the rows of a store. */
export function nodesOf({ leaves, block }: TreeSource, hashing: TreeHashing = portableTrees): ReadNode {
  return (level, index) => {
    if (level < BLOCK_LEVEL) {
      const length = 2 ** level
      return hashing.full(leaves(index * length, (index + 1) * length))
    }
    const height = level - BLOCK_LEVEL
    const nodes = block((index + 1) * 2 ** height - 1)
    return nodes.slice(height * HASH_BYTES, (height + 1) * HASH_BYTES)
  }
}

/** Returns the state from which the tree of the first `size` leaves is extended, read from the store. */
export function frontierOf(source: TreeSource, size: number): BlockFrontier {
  const node = nodesOf(source)
  const blocks = Math.floor(size / LEAVES_IN_BLOCK)
  const roots: Hash[] = []
  let from = 0
  for (let length = 2 ** 40; length >= 1; length /= 2)
    if (from + length <= blocks) {
      roots.push(node(BLOCK_LEVEL + Math.round(Math.log2(length)), from / length))
      from += length
    }
  return { size, roots, loose: source.leaves(blocks * LEAVES_IN_BLOCK, size) }
}

export const headFrom = (source: TreeSource, size: number): TreeHead => headOf(frontierOf(source, size))

/** Returns the proof that the leaf is in the tree of the first `size` leaves. */
export const inclusionFrom = (source: TreeSource, index: number, size: number, hashing = portableTrees): Hash[] =>
  proveInclusion(nodesOf(source, hashing), index, size, hashing.node)

/** Returns the proof that the tree of the first `size` leaves extends the tree of the first `older`. */
export const consistencyFrom = (source: TreeSource, older: number, size: number): Hash[] =>
  proveConsistency(nodesOf(source), older, size)
