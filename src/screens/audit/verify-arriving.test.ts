import { expect, test } from 'vitest'
import { journalOf, leavesOf, twoRounds } from '../../../test/support/audit.ts'
import { freshSigner } from '../../../test/support/proof.ts'
import { SignedTree, signers } from '../../../test/support/receipts.ts'
import { ED25519, writeKey } from '../../proof/keys.ts'
import { type JournalVerdict, verifyArriving } from './verify-arriving.ts'

const entries = journalOf(twoRounds)
const signer = signers('one')
const noteOf = (count: number) => new SignedTree(entries.slice(0, count).map(({ body }) => body)).note(signer)

/** The verdict on entries that arrive one by one, under a signed checkpoint. */
function verdictOn(note: string, read = entries): Promise<JournalVerdict> {
  return new Promise((resolve) => {
    const signed = { note, keys: [writeKey(signer.house.verifier)] }
    const verifier = verifyArriving({ table: 'one', signed }, (news) => 'verdict' in news && resolve(news.verdict))
    for (const entry of read) verifier.take([entry])
    verifier.end()
  })
}

test.each([1, 5, entries.length])('the entries that were read match a checkpoint of %i entries', async (count) => {
  expect(await verdictOn(noteOf(count))).toMatchObject({ signed: { checkpoint: { size: count } }, problem: null })
})

test('a changed entry with a new hash does not match the signature', async () => {
  const bodies = entries.map(({ body }) => body)
  const forged = leavesOf(bodies.with(1, bodies[1]!.replaceAll('50000', '60000')))
  const problem = expect.stringContaining('the house signed another history up to here')
  expect(await verdictOn(noteOf(2), forged)).toMatchObject({ problem: { seq: 2, problem } })
})

test('more was signed than is there', async () => {
  const problem = 'entries are missing: a checkpoint of 5 entries is there, and 4 are'
  expect(await verdictOn(noteOf(5), entries.slice(0, 4))).toMatchObject({ problem: { seq: 5, problem } })
})

test.each([
  [
    'a key that is not of the house',
    new SignedTree(entries.slice(0, 5).map(({ body }) => body)).note({
      house: freshSigner('house.example/one', ED25519),
    }),
    /no key that was/,
  ],
  ['no note at all', 'nonsense', /note/],
])('%s has signed nothing', async (_, note, problem) => {
  expect(await verdictOn(note)).toMatchObject({
    report: { finding: null },
    signed: null,
    problem: { seq: null, problem: expect.stringMatching(problem) },
  })
})
