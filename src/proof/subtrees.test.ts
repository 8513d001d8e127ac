import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptTree } from '../../test/support/proof.ts'
import { areEqual, utf8 } from './bytes.ts'
import { compareSubtrees, type Subtree, subtreesOf } from './subtrees.ts'
import { hashLeaf, proveInclusion } from './tree.ts'

const leafOf = (index: number, forkedAt: number): Uint8Array => utf8(`${index} ${index === forkedAt ? 'forged' : ''}`)

/** A history of this size. One of its leaves may differ. */
function treeOf(size: number, forkedAt = -1): KeptTree {
  const tree = new KeptTree()
  for (let index = 0; index < size; index++) tree.append(leafOf(index, forkedAt))
  return tree
}

const shownBy = (tree: KeptTree, index: number, forkedAt = -1): Subtree[] =>
  subtreesOf(hashLeaf(leafOf(index, forkedAt)), index, tree.size, proveInclusion(tree.read, index, tree.size))

test('every proof of every tree shows ranges of leaves with the hashes that these leaves have', () => {
  for (let size = 1; size <= 33; size++)
    for (let index = 0; index < size; index++)
      for (const { from, to, hash } of shownBy(treeOf(size), index)) {
        const alone = new KeptTree()
        for (let leaf = from; leaf < to; leaf++) alone.append(leafOf(leaf, -1))
        expect([size, index, from, to, areEqual(alone.root, hash)]).toEqual([size, index, from, to, true])
      }
})

test('proofs of one history agree, and those of a fork disagree exactly where a shared range holds the forged leaf', () => {
  const worlds = fc.record({
    sizes: fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 })),
    leaf: fc.nat(),
    places: fc.tuple(fc.nat(), fc.nat()),
  })
  let [found, missed] = [0, 0]
  fc.assert(
    fc.property(worlds, ({ sizes: [one, two], leaf, places: [a, b] }) => {
      const forked = leaf % one
      const [ours, honest, fork] = [treeOf(one, forked), treeOf(one), treeOf(two)]
      const theirs = shownBy(fork, b % two)
      expect(compareSubtrees(shownBy(honest, a % one), theirs)).toMatchObject({ differing: 0, range: null })
      const forged = shownBy(ours, a % one, forked)
      const shared = forged.filter((mine) => theirs.some(({ from, to }) => from === mine.from && to === mine.to))
      const holding = shared.filter(({ from, to }) => from <= forked && forked < to)
      const compared = compareSubtrees(forged, theirs)
      expect([compared.shared, compared.differing]).toEqual([shared.length, holding.length])
      expect(compared.range !== null).toBe(holding.length > 0)
      if (!compared.range) return void missed++
      found++
      expect(compared.range.from <= forked && forked < compared.range.to).toBe(true)
      expect(holding.every(({ from, to }) => to - from >= compared.range!.to - compared.range!.from)).toBe(true)
    }),
    { numRuns: 300 },
  )
  expect(found).toBeGreaterThan(20)
  expect(missed).toBeGreaterThan(0)
})

test('a range is narrowed by what is equal at its ends', () => {
  const at = (from: number, to: number, byte: number): Subtree => ({ from, to, hash: new Uint8Array(32).fill(byte) })
  const ours = [at(0, 8, 1), at(0, 4, 2), at(6, 8, 3)]
  const theirs = [at(0, 8, 9), at(0, 4, 2), at(6, 8, 3), at(8, 16, 4)]
  expect(compareSubtrees(ours, theirs)).toEqual({ shared: 3, differing: 1, range: { from: 4, to: 6 } })
})
