import { areEqual } from './bytes.ts'
import { type Hash, hashNode, splitAt } from './tree.ts'

/**
 * The hash of a range of leaves (RFC 6962, 2.1). It depends on these leaves alone, so two trees of any sizes can be compared
 * by it. `to`: the first leaf after the range.
 */
export type Subtree = LeafRange & { readonly hash: Hash }
type LeafRange = { readonly from: number; readonly to: number }

/** Lists the subtrees that an inclusion proof shows: the leaf, every node above it, and their siblings. The proof must hold. */
export function subtreesOf(leaf: Hash, index: number, size: number, proof: readonly Hash[]): Subtree[] {
  let own: Subtree = { from: index, to: index + 1, hash: leaf }
  const found = [own]
  for (const [nth, parent] of rangesAbove(index, size).entries()) {
    const hash = proof[nth]!
    const isLeft = own.from === parent.from
    const sibling = isLeft ? { from: own.to, to: parent.to, hash } : { from: parent.from, to: own.from, hash }
    own = { ...parent, hash: isLeft ? hashNode(own.hash, hash) : hashNode(hash, own.hash) }
    found.push(sibling, own)
  }
  return found
}

/** The ranges of the nodes above a leaf, the smallest first. */
function rangesAbove(index: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = []
  for (let [from, to] = [0, size]; to - from > 1; ) {
    ranges.unshift({ from, to })
    const middle = from + splitAt(to - from)
    if (index < middle) to = middle
    else from = middle
  }
  return ranges
}

/** The result of a comparison. `range`: the narrowest one in which the leaves differ; null: nothing that is shared differs. */
type SubtreeComparison = { readonly shared: number; readonly differing: number; readonly range: LeafRange | null }

/** Compares two trees by every subtree that both show. */
export function compareSubtrees(ours: readonly Subtree[], theirs: readonly Subtree[]): SubtreeComparison {
  const known = new Map(ours.map((one) => [keyOf(one), one]))
  const shared = new Map(theirs.filter((one) => known.has(keyOf(one))).map((one) => [keyOf(one), one]))
  const [equal, differing]: [LeafRange[], LeafRange[]] = [[], []]
  for (const [key, one] of shared) (areEqual(one.hash, known.get(key)!.hash) ? equal : differing).push(one)
  const ranges = differing.map((range) => narrowed(range, equal)).sort((a, b) => a.to - a.from - (b.to - b.from))
  return { shared: shared.size, differing: differing.length, range: ranges[0] ?? null }
}

const keyOf = ({ from, to }: LeafRange): string => `${from} ${to}`

/** Leaves out what is equal at either end of a range that differs. */
function narrowed(range: LeafRange, equal: readonly LeafRange[]): LeafRange {
  const first = equal.find(({ from, to }) => from === range.from && to < range.to)
  if (first) return narrowed({ from: first.to, to: range.to }, equal)
  const last = equal.find(({ from, to }) => to === range.to && from > range.from)
  return last ? narrowed({ from: range.from, to: last.from }, equal) : range
}
