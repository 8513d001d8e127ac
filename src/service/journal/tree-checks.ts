import {
  type BlockFrontier,
  consistencyFrom,
  frontierOf,
  growBlocks,
  inclusionFrom,
  LEAVES_IN_BLOCK,
  noBlocks,
  nodesOf,
  type TreeSource,
} from '../../proof/block-tree.ts'
import { areEqual } from '../../proof/bytes.ts'
import { type Hash, isConsistent, rootByInclusion, type TreeHead } from '../../proof/tree.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { damagedEntry, leafBytes } from './journal.ts'
import { nodeTrees } from './tree-hashing.ts'

/** The stored rows of a tree are compared with its leaves before they are used. */

/** Throws if a complete block of consecutive entries does not match its stored row. */
export function mustFitBlocks(
  stream: string,
  entries: readonly Stored[],
  rowAt: (index: number) => Uint8Array | undefined,
): void {
  const first = entries.findIndex(({ seq }) => (seq - 1) % LEAVES_IN_BLOCK === 0)
  for (let at = first; at >= 0 && at + LEAVES_IN_BLOCK <= entries.length; at += LEAVES_IN_BLOCK) {
    const { seq } = entries[at]!
    const kept = rowAt((seq - 1) / LEAVES_IN_BLOCK)
    const leaves = entries.slice(at, at + LEAVES_IN_BLOCK).map(leafBytes)
    const { nodes } = growBlocks(noBlocks, leaves, nodeTrees).blocks[0]!
    if (kept && !areEqual(nodes, kept.subarray(0, nodes.length)))
      throw damagedEntry(stream, seq, `it and the ${LEAVES_IN_BLOCK - 1} after it do not match their tree`)
  }
}

/** The rows on which all later ones depend are checked against their leaves and against one another. */
export function believedFrontier(stream: string, source: TreeSource, size: number): BlockFrontier {
  const node = nodesOf(source)
  for (let index = Math.floor(size / LEAVES_IN_BLOCK); index > 0; index -= index & -index) {
    const last = index - 1
    const leaves = source.leaves(last * LEAVES_IN_BLOCK, index * LEAVES_IN_BLOCK)
    const nodes = [growBlocks(noBlocks, leaves, nodeTrees).frontier.roots[0]!]
    for (let at = last, level = 4; at % 2 === 1; at = (at - 1) / 2, level++)
      nodes.push(nodeTrees.node(node(level, at - 1), nodes.at(-1)!))
    if (!areEqual(Buffer.concat(nodes), source.block(last)))
      throw damagedEntry(stream, last * LEAVES_IN_BLOCK + 1, 'the tree beside it is another')
  }
  return frontierOf(source, size)
}

export function provedInclusion(stream: string, source: TreeSource, seq: number, { size, root }: TreeHead): Hash[] {
  const proof = inclusionFrom(source, seq - 1, size, nodeTrees)
  const found = rootByInclusion(source.leaves(seq - 1, seq)[0]!, seq - 1, size, proof, nodeTrees.node)
  if (!found || !areEqual(found, root)) throw damagedEntry(stream, seq, 'the tree beside it is another')
  // Each in memory of its own: another thread is given the whole of the memory that a hash lies in.
  return proof.map((hash) => new Uint8Array(hash))
}

export function provedConsistency(stream: string, source: TreeSource, before: TreeHead, after: TreeHead): Hash[] {
  const proof = consistencyFrom(source, before.size, after.size)
  if (!isConsistent(before, after, proof)) throw damagedEntry(stream, before.size, 'the tree beside it is another')
  return proof
}

/** Fetches parts of a stream's tree, each by its place. */
export type TreeParts = {
  leaves(ranges: readonly { from: number; to: number }[]): Promise<ReadonlyMap<number, Hash>>
  blocks(indexes: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>
}

const NOTHING = new Uint8Array(32)

/**
 * Computes something from a tree that is read asynchronously. The places that `work` asks for do not depend on the hashes.
 * So it runs once without any, to find out which are needed, and again when they are fetched.
 */
export async function computeFromTree<T>(
  stream: string,
  work: (source: TreeSource) => T,
  parts: TreeParts,
): Promise<T> {
  const needed = { leaves: [] as { from: number; to: number }[], blocks: new Set<number>() }
  try {
    work({
      leaves: (from, to) => {
        needed.leaves.push({ from, to })
        return Array.from({ length: to - from }, () => NOTHING)
      },
      block: (index) => {
        needed.blocks.add(index)
        return new Uint8Array(64 * 32)
      },
    })
  } catch {
    // With missing data the check fails.
  }
  const [leaves, blocks] = await Promise.all([parts.leaves(needed.leaves), parts.blocks([...needed.blocks])])
  return work({
    leaves: (from, to) => Array.from({ length: to - from }, (_, nth) => partAt(leaves, from + nth, stream, from + nth)),
    block: (index) => partAt(blocks, index, stream, index * LEAVES_IN_BLOCK),
  })
}

function partAt<Part>(parts: ReadonlyMap<number, Part>, at: number, stream: string, leaf: number): Part {
  const part = parts.get(at)
  if (!part) throw damagedEntry(stream, leaf + 1, 'it or the tree beside it is missing')
  return part
}
