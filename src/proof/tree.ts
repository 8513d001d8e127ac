import { sha256 } from '@noble/hashes/sha2.js'
import { areEqual, joined } from './bytes.ts'

/** SHA-256, 32 bytes. */
export type Hash = Uint8Array

const LEAF = Uint8Array.of(0)

/**
 * RFC 6962, 2.1: the first byte distinguishes leaves from nodes.
 *
 * @example
 * const leaf: Hash = hashLeaf(bytes)
 */
export const hashLeaf = (entry: Uint8Array): Hash => sha256(joined(LEAF, entry))
/**
 * Hashes two children to the hash of their node (RFC 6962).
 *
 * @example
 * const root: Hash = hashNode(hashLeaf(bytes), hashLeaf(bytes))
 */
export const hashNode = (left: Hash, right: Hash): Hash => sha256(nodeBytes(left, right))

/** The bytes that the hash of a node covers. */
export function nodeBytes(left: Hash, right: Hash): Uint8Array {
  const bytes = new Uint8Array(65)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 33)
  return bytes
}
/** The caller passes a faster SHA-256 where it has one. */
type HashNode = typeof hashNode
/** The root of the tree without leaves. */
export const emptyRoot: Hash = sha256(new Uint8Array())

/**
 * Full subtrees of a tree: the one of 2^level leaves that begins at leaf index * 2^level. They never change as the tree
 * grows, so they may be kept anywhere.
 */
export type ReadNode = (level: number, index: number) => Hash

/**
 * State needed to extend the tree: the roots of the full subtrees, the largest first, one for each 1 bit in the size.
 */
export type Frontier = { readonly size: number; readonly roots: readonly Hash[] }
export const noLeaves: Frontier = { size: 0, roots: [] }

/** Computes the root of a tree from all its leaves, at least one. */
export function rootOfLeaves(leaves: readonly Hash[], node: HashNode = hashNode): Hash {
  if (leaves.length === 1) return leaves[0]!
  const left = splitAt(leaves.length)
  return node(rootOfLeaves(leaves.slice(0, left), node), rootOfLeaves(leaves.slice(left), node))
}

/** The full subtrees of such a tree. */
export const nodesOfLeaves =
  (leaves: readonly Hash[], node: HashNode = hashNode): ReadNode =>
  (level, index) =>
    rootOfLeaves(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level), node)

export type GrownNode = { level: number; index: number; hash: Hash }

/** The tree with one leaf more, and the full subtrees that it completes, the leaf's own first. */
export function grow({ size, roots }: Frontier, leaf: Hash): { frontier: Frontier; nodes: GrownNode[] } {
  const nodes: GrownNode[] = [{ level: 0, index: size, hash: leaf }]
  const kept = [...roots]
  for (let at = nodes[0]!; at.index % 2 === 1; ) {
    at = { level: at.level + 1, index: (at.index - 1) / 2, hash: hashNode(kept.pop()!, at.hash) }
    nodes.push(at)
  }
  return { frontier: { size: size + 1, roots: [...kept, nodes.at(-1)!.hash] }, nodes }
}

export const rootOf = ({ roots }: Frontier): Hash =>
  roots.length === 0 ? emptyRoot : roots.reduceRight((right, left) => hashNode(left, right))

/** RFC 6962, 2.1.1: from the leaf's sibling up to the root's child. */
export function proveInclusion(read: ReadNode, index: number, size: number, node: HashNode = hashNode): Hash[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`leaf ${index} is not in a tree of ${size}`)
  return pathTo(read, index, 0, size, node)
}

function pathTo(read: ReadNode, index: number, start: number, size: number, node: HashNode): Hash[] {
  if (size === 1) return []
  const left = splitAt(size)
  return index < left
    ? [...pathTo(read, index, start, left, node), rangeRoot(read, start + left, size - left, node)]
    : [...pathTo(read, index - left, start + left, size - left, node), rangeRoot(read, start, left, node)]
}

/** RFC 6962, 2.1.2: that the tree of `size` leaves begins with the tree of `old` leaves. */
export function proveConsistency(read: ReadNode, old: number, size: number): Hash[] {
  if (!(old >= 0 && old <= size)) throw new RangeError(`a tree of ${size} does not begin with one of ${old}`)
  return old === 0 || old === size ? [] : pathFrom(read, old, 0, size, true)
}

function pathFrom(read: ReadNode, old: number, start: number, size: number, isKnown: boolean): Hash[] {
  if (old === size) return isKnown ? [] : [rangeRoot(read, start, size)]
  const left = splitAt(size)
  return old <= left
    ? [...pathFrom(read, old, start, left, isKnown), rangeRoot(read, start + left, size - left)]
    : [...pathFrom(read, old - left, start + left, size - left, false), rangeRoot(read, start, left)]
}

/** Whether a tree of this size is a full one: a power of two. */
const isFull = (size: number): boolean => 2 ** Math.round(Math.log2(size)) === size

/** The largest power of two below `size`. */
export function splitAt(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

/** The root of a range. `start` is a multiple of the size of its largest subtree, so the range consists of full subtrees. */
function rangeRoot(read: ReadNode, start: number, size: number, node: HashNode = hashNode): Hash {
  if (isFull(size)) return read(Math.round(Math.log2(size)), start / size)
  const left = splitAt(size)
  return node(rangeRoot(read, start, left, node), rangeRoot(read, start + left, size - left, node))
}

/**
 * RFC 9162, 2.1.3.2: the root that follows from this leaf at this index, or null if no tree of that size has such a proof.
 *
 * @example
 * const root: Hash | null = rootByInclusion(hashLeaf(bytes), 0, 2, hashes)
 */
export function rootByInclusion(
  leaf: Hash,
  index: number,
  size: number,
  proof: readonly Hash[],
  node: HashNode = hashNode,
): Hash | null {
  if (index >= size) return null
  let [at, last, hash] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      hash = node(sibling, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else hash = node(hash, sibling)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hash : null
}

/** The size and the root hash of a tree. */
export type TreeHead = { readonly size: number; readonly root: Hash }

/**
 * RFC 9162, 2.1.4.2: whether the newer tree begins with the older one.
 *
 * @example
 * const extends_: boolean = isConsistent(older, newer, hashes)
 */
export function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Hash[]): boolean {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && areEqual(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && areEqual(older.root, emptyRoot)
  const roots = rootsByConsistency(older, newer.size, proof)
  return roots !== null && areEqual(roots.older, older.root) && areEqual(roots.newer, newer.root)
}

function rootsByConsistency(
  older: TreeHead,
  size: number,
  proof: readonly Hash[],
): { older: Hash; newer: Hash } | null {
  const path = isFull(older.size) ? [older.root, ...proof] : proof
  const [first, ...rest] = path
  if (!first || proof.length === 0) return null
  let [at, last] = [older.size - 1, size - 1]
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  let roots = { older: first, newer: first }
  for (const hash of rest) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      roots = { older: hashNode(hash, roots.older), newer: hashNode(hash, roots.newer) }
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else roots = { ...roots, newer: hashNode(roots.newer, hash) }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? roots : null
}
