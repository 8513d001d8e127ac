import { hash } from 'node:crypto'
import { LEAVES_IN_BLOCK, type TreeHashing } from '../../proof/block-tree.ts'
import type { Hash } from '../../proof/tree.ts'

/** The input of a node's hash: a byte 1 and the hashes of its two children. */
const NODE_BYTES = 65
const HASH_BYTES = 32

/** Room for nodes to be hashed, one behind the other, and each by itself. */
function roomFor(count: number): { bytes: Buffer; nodes: Buffer[] } {
  const bytes = Buffer.alloc(count * NODE_BYTES)
  const nodes = Array.from({ length: count }, (_, at) => bytes.subarray(at * NODE_BYTES, (at + 1) * NODE_BYTES))
  for (const node of nodes) node[0] = 1
  return { bytes, nodes }
}

/** For the nodes of a block, level by level, written over by the next block: that of the root first. */
const rooms = Array.from({ length: Math.log2(LEAVES_IN_BLOCK) }, (_, level) => roomFor(2 ** level))

/** The offset of the n-th hash of a level within the space of the level above it. */
const offsetOf = (nth: number): number => (nth >> 1) * NODE_BYTES + 1 + (nth & 1) * HASH_BYTES

/** Node gives a text in a third of the time that it takes to give bytes in memory of their own. */
const digestOf = (node: Buffer): string => hash('sha256', node, 'binary')

const bytesOf = (digest: string): Hash => Buffer.from(digest, 'latin1')

function node(left: Hash, right: Hash): Hash {
  const { bytes } = rooms[0]!
  bytes.set(left, offsetOf(0))
  bytes.set(right, offsetOf(1))
  return bytesOf(digestOf(bytes))
}

/**
 * Hashes the nodes of one level. A level is passed to the one above as one text, since many small texts take longer.
 */
function rootFrom(lowest: number): Hash {
  for (let level = lowest; level > 0; level--) {
    const [{ nodes }, above] = [rooms[level]!, rooms[level - 1]!.bytes]
    let text = ''
    for (let nth = 0; nth < nodes.length; nth += 2) text += `\x01${digestOf(nodes[nth]!)}${digestOf(nodes[nth + 1]!)}`
    above.write(text, 'latin1')
  }
  return bytesOf(digestOf(rooms[0]!.bytes))
}

const levelOf = (leaves: readonly unknown[]): number => Math.log2(leaves.length) - 1

/** The hashes of trees by Node's own SHA-256. */
export const nodeTrees: TreeHashing = {
  node,
  full(leaves) {
    if (leaves.length === 1) return leaves[0]!
    const { bytes } = rooms[levelOf(leaves)]!
    for (let nth = 0; nth < leaves.length; nth++) bytes.set(leaves[nth]!, offsetOf(nth))
    return rootFrom(levelOf(leaves))
  },
}

/** The same, of leaves as they stand beside their entries: in hexadecimal. */
export const nodeTreesOfHex: TreeHashing<string> = {
  node,
  full(leaves) {
    if (leaves.length === 1) return Buffer.from(leaves[0]!, 'hex')
    let text = ''
    for (let nth = 0; nth < leaves.length; nth += 2) text += `01${leaves[nth]!}${leaves[nth + 1]!}`
    rooms[levelOf(leaves)]!.bytes.write(text, 'hex')
    return rootFrom(levelOf(leaves))
  },
}
