import { expect, test } from 'vitest'
import { journalOf, leavesOf, twoRounds } from '../../../test/support/audit.ts'
import { freshSigner } from '../../../test/support/proof.ts'
import { SignedTree, signers } from '../../../test/support/receipts.ts'
import { ED25519, type VerifierKey } from '../../proof/keys.ts'
import { checkSigned } from './signed-record.ts'

const lines = journalOf(twoRounds)
const keys = signers('one')
const treeOf = (count: number) => new SignedTree(lines.slice(0, count).map(({ body }) => body))
const trust: VerifierKey[] = [keys.house.verifier]
const check = (note: string, read = lines, trusted = trust) =>
  checkSigned({ note, keys: trusted }, read, async () => {})

test.each([1, 5, lines.length])('what was read is what was signed of %i entries', async (count) => {
  expect(await check(treeOf(count).note(keys))).toMatchObject({ size: count, key: expect.any(String), problem: null })
})

test('an entry that was changed, with its hash made anew, is not what was signed', async () => {
  const bodies = lines.map(({ body }) => body)
  const forged = leavesOf(bodies.with(1, bodies[1]!.replaceAll('50000', '60000')))
  expect(await check(treeOf(5).note(keys), forged)).toMatchObject({ size: 5, problem: { why: 'other' } })
})

test('more was signed than is there', async () => {
  expect(await check(treeOf(5).note(keys), lines.slice(0, 4))).toMatchObject({ size: 5, problem: { why: 'missing' } })
})

test.each([
  [
    'a key that is not of the house',
    treeOf(5).note({ house: freshSigner('house.example/one', ED25519) }),
    /no key that was/,
  ],
  ['no note at all', 'nonsense', /note/],
])('%s has signed nothing', async (_, note, said) => {
  expect(await check(note)).toMatchObject({ problem: { why: 'note', said: expect.stringMatching(said) } })
})
