import { hash } from 'node:crypto'
import { LEAVES_IN_BLOCK, type TreeHashing } from '../../proof/block-tree.ts'
import type { Hash } from '../../proof/tree.ts'

/** What a node is the hash of: a byte 1 and the hashes of two others. */
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

/** Where the n-th of a level goes in the room of the level above it. */
const placeOf = (nth: number): number => (nth >> 1) * NODE_BYTES + 1 + (nth & 1) * HASH_BYTES

/** Node gives a text in a third of the time that it takes to give bytes in memory of their own. */
const digestOf = (node: Buffer): string => hash('sha256', node, 'binary')

const bytesOf = (digest: string): Hash => Buffer.from(digest, 'latin1')

function node(left: Hash, right: Hash): Hash {
  const { bytes } = rooms[0]!
  bytes.set(left, placeOf(0))
  bytes.set(right, placeOf(1))
  return bytesOf(digestOf(bytes))
}

/** Of what was put in the lowest room. */
function blockRoot(): Hash {
  for (let level = rooms.length - 1; level > 0; level--) {
    const [{ nodes }, above] = [rooms[level]!, rooms[level - 1]!.bytes]
    for (let nth = 0; nth < nodes.length; nth++) above.write(digestOf(nodes[nth]!), placeOf(nth), HASH_BYTES, 'latin1')
  }
  return bytesOf(digestOf(rooms[0]!.bytes))
}

const { bytes: lowest } = rooms.at(-1)!

/** The hashes of trees by Node's own SHA-256. */
export const nodeTrees: TreeHashing = {
  node,
  full(leaves) {
    for (let nth = 0; nth < LEAVES_IN_BLOCK; nth++) lowest.set(leaves[nth]!, placeOf(nth))
    return blockRoot()
  },
}

/** The same, of leaves as they stand beside their entries: in hexadecimal. */
export const nodeTreesOfHex: TreeHashing<string> = {
  node,
  full(leaves) {
    for (let nth = 0; nth < LEAVES_IN_BLOCK; nth++) lowest.write(leaves[nth]!, placeOf(nth), HASH_BYTES, 'hex')
    return blockRoot()
  },
}
