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

/** What a store keeps of a tree is held against its leaves before it is given out or built upon. */

/** Every whole block of entries that follow one another comes to what is kept of it. */
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
      throw damagedEntry(stream, seq, `it and the ${LEAVES_IN_BLOCK - 1} after it do not come to their tree`)
  }
}

/** The rows that all later ones are built on are held against their leaves and against one another. */
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
