import { createHash } from 'node:crypto'
import { RFC9162 } from '@transmute/rfc9162'
import { expect, test } from 'vitest'
import { campaign, isWhole } from '../../test/campaign.ts'
import { KeptTree } from '../../test/support/proof.ts'
import { areEqual, toHex, utf8 } from './bytes.ts'
import { emptyRoot, hashLeaf, isConsistent, proveConsistency, proveInclusion, rootByInclusion } from './tree.ts'

/** The leaves and roots by which implementations of Certificate Transparency check each other. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test('the roots of the well-known eight leaves are the well-known ones', () => {
  const tree = new KeptTree()
  expect(toHex(emptyRoot)).toBe(roots[0])
  for (const [at, leaf] of leaves.entries()) {
    tree.append(Buffer.from(leaf, 'hex'))
    expect(toHex(tree.root)).toBe(roots[at + 1])
  }
})

const entryAt = (at: number): Uint8Array => utf8(`entry ${at}`)

/** Trees of every size up to this one, heads included. */
function grown(size: number) {
  const tree = new KeptTree()
  const heads = [{ size: 0, root: tree.root }]
  for (let at = 0; at < size; at++) {
    tree.append(entryAt(at))
    heads.push({ size: at + 1, root: tree.root })
  }
  return { tree, heads }
}

/** Past a power of two, where a tree gets another level; in a campaign further. */
const SIZE = isWhole ? 300 : 130

test(`every leaf of every tree up to ${SIZE} is proved to be in it, and at no other place`, () => {
  const { tree, heads } = grown(SIZE)
  const hashes = Array.from({ length: SIZE }, (_, at) => hashLeaf(entryAt(at)))
  const isRoot = (hash: Uint8Array | null, root: Uint8Array) => hash !== null && areEqual(hash, root)
  for (const { size, root } of heads)
    for (let index = 0; index < size; index++) {
      const proof = proveInclusion(tree.read, index, size)
      if (!isRoot(rootByInclusion(hashes[index]!, index, size, proof), root)) expect.fail(`leaf ${index} of ${size}`)
      if (size > 1 && index % 7 === 0 && isRoot(rootByInclusion(hashes[index]!, (index + 1) % size, size, proof), root))
        expect.fail(`leaf ${index} of ${size} is elsewhere too`)
    }
})

test(`every tree up to ${SIZE} begins with every smaller one, and with no other`, () => {
  const { tree, heads } = grown(SIZE)
  const other = { ...heads[1]!, root: hashLeaf(utf8('another history')) }
  for (const newer of heads)
    for (const older of heads.slice(0, newer.size + 1)) {
      const proof = proveConsistency(tree.read, older.size, newer.size)
      if (!isConsistent(older, newer, proof)) expect.fail(`${older.size} to ${newer.size}`)
      if (older.size === 0 || (older.size + newer.size) % 7 > 0) continue
      if (isConsistent({ ...other, size: older.size }, newer, proof)) expect.fail(`${older.size} of another history`)
      if (isConsistent(older, { ...other, size: newer.size }, proof)) expect.fail(`${newer.size} of another history`)
    }
})

test('a proof with a hash more, a hash less or a bit changed proves nothing', () => {
  const { tree, heads } = grown(21)
  const [older, newer] = [heads[13]!, heads[21]!]
  const consistency = proveConsistency(tree.read, 13, 21)
  const inclusion = proveInclusion(tree.read, 13, 21)
  const isIncluded = (proof: readonly Uint8Array[]) =>
    toHex(rootByInclusion(hashLeaf(entryAt(13)), 13, 21, proof) ?? emptyRoot) === toHex(newer.root)
  expect([isIncluded(inclusion), isConsistent(older, newer, consistency)]).toEqual([true, true])
  for (const proof of damaged(inclusion)) expect(isIncluded(proof)).toBe(false)
  for (const proof of damaged(consistency)) expect(isConsistent(older, newer, proof)).toBe(false)
  expect(isConsistent(newer, older, consistency)).toBe(false)
  expect(rootByInclusion(hashLeaf(entryAt(13)), 21, 21, inclusion)).toBeNull()
})

function* damaged(proof: readonly Uint8Array[]): Iterable<Uint8Array[]> {
  yield [...proof, emptyRoot]
  yield proof.slice(1)
  yield proof.slice(0, -1)
  yield []
  for (let at = 0; at < proof.length * 256; at++)
    yield proof.map((hash, index) => (index === Math.floor(at / 256) ? flipped(hash, at % 256) : hash))
}

const flipped = (hash: Uint8Array, bit: number): Uint8Array =>
  hash.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

const isPowerOfTwo = (size: number): boolean => (size & (size - 1)) === 0

// Theirs names the older root also where the older tree is a full one; RFC 6962, 2.1.2 leaves that out.
test("the proofs are those of others' code", async () => {
  const { tree, heads } = grown(33)
  const entries = Array.from({ length: 33 }, (_, at) => entryAt(at))
  for (const size of [1, 2, 3, 7, 8, 21, 33]) {
    const some = entries.slice(0, size)
    expect(toHex(await RFC9162.MTH(some))).toBe(toHex(heads[size]!.root))
    for (const at of new Set([0, 1, size >> 1, size - 1].filter((index) => index < size))) {
      expect(proveInclusion(tree.read, at, size).map(toHex)).toEqual((await RFC9162.PATH(at, some)).map(toHex))
      const theirs = at === 0 ? [] : await RFC9162.PROOF(at, some)
      const ours = [...(at > 0 && isPowerOfTwo(at) ? [heads[at]!.root] : []), ...proveConsistency(tree.read, at, size)]
      expect(ours.map(toHex)).toEqual(theirs.map(toHex))
    }
  }
})

test('trees of very many leaves: proofs at random places', () => {
  const size = Math.ceil(10_000 * campaign)
  const { tree, heads } = grown(size)
  let chance = 7
  const below = (most: number) => {
    chance = createHash('sha256').update(String(chance)).digest().readUInt32BE()
    return chance % most
  }
  for (let at = 0; at < 300; at++) {
    const newer = heads[1 + below(size)]!
    const [older, index] = [heads[below(newer.size + 1)]!, below(newer.size)]
    expect(isConsistent(older, newer, proveConsistency(tree.read, older.size, newer.size))).toBe(true)
    const proof = proveInclusion(tree.read, index, newer.size)
    expect(toHex(rootByInclusion(hashLeaf(entryAt(index)), index, newer.size, proof)!)).toBe(toHex(newer.root))
  }
})
