import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freshStore } from '../../../test/postgres/fresh-store.ts'
import { Hall } from '../../../test/support/cluster.ts'
import { freshHeads, freshSigner } from '../../../test/support/proof.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import { buyIn, give } from '../../../test/support/stream.ts'
import { readSignedHead } from '../../proof/checkpoints.ts'
import { COSIGNATURE, ED25519, originOf } from '../../proof/keys.ts'
import { hashOfOrigin, startWitness } from '../../witness/witness.ts'
import { HouseProof } from '../checkpoints/house-proof.ts'
import { postgresJournal } from '../journal/postgres/postgres.ts'
import { openHouse } from '../stream/house-stream.ts'

/** Signing among several nodes: the owner of a table signs for it, and the last node signs the end of its streams. */

let hall: Hall | null = null
afterEach(async () => {
  await hall?.close()
  hall = null
})
afterAll(cleanUp)

const house = freshSigner('house.example', ED25519)
const TABLE = 'single'
const sizeIn = (note: string | null | undefined): number | null => {
  const head = note == null ? null : readSignedHead(note)
  return head === null || 'problem' in head ? null : head.size
}

test('a node that takes a table over sends the witnesses what was signed of it last, though nothing is played', async () => {
  const signer = freshSigner('witness.example/w1', COSIGNATURE)
  const heads = freshHeads(join(freshFolder(), 'witness.db'), signer.verifier)
  const means = { signer, logs: [house.verifier], heads, now: Date.now, tell: () => {} }
  const witness = await startWitness(means, '127.0.0.1', 0)
  // The first node does not reach the witness at all.
  const plan = { name: 'w', key: signer.verifier, url: witness.address }
  hall = new Hall({ own: (node) => ({ signer: () => house, witnesses: node === 'b' ? [plan] : [] }) })
  const a = await hall.add('a')
  await expect.poll(() => a.node.held.length).toBe(3)
  const signed = (await a.floor.proof!.checkpointer.make(TABLE))!
  const held = () => sizeIn(heads.noteOf(hashOfOrigin(originOf('house.example', TABLE))))
  a.kill()
  expect(held()).toBeNull()
  await hall.add('b')
  await expect.poll(held).toBe(signed.size)
  await hall.close()
  hall = null
  await witness.stop()
  heads.close()
})

test('the last node that stops signs what it leaves behind', async () => {
  hall = new Hall({ own: () => ({ signer: () => house }) })
  const a = await hall.add('a')
  await expect.poll(() => a.node.held.length).toBe(3)
  await expect.poll(async () => sizeIn((await hall!.store.latestCheckpoint(TABLE))?.note)).toBe(1)
  const { table } = a.floor.rooms.get(TABLE)!
  await give(table, buyIn('ann', 500))
  await a.node.stop()
  expect(table.role).toBe('follower')
  await a.floor.close()
  hall.nodes.delete('a')
  expect(sizeIn((await hall.store.latestCheckpoint(TABLE))?.note)).toBe(2)
})

test('when two nodes create a house with different keys, one is refused in one line', async () => {
  const store = await freshStore()
  const opened = await Promise.all(
    ['a.example', 'b.example'].map(async (name) => {
      const journal = await postgresJournal(store)
      const stream = await openHouse({ journal, now: () => new Date().toISOString(), role: 'shared' })
      const proof = new HouseProof({ journal, house: stream, raise: () => {}, signer: freshSigner(name, ED25519) })
      return { journal, stream, proof }
    }),
  )
  // The call comes this late on purpose: to both nodes the house has no key yet.
  const begun = await Promise.allSettled(opened.map(({ proof }) => proof.begin([])))
  for (const { journal, stream, proof } of opened) {
    await proof.close()
    stream.close()
    await journal.close()
  }
  const refused = begun.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
  expect(refused).toEqual([
    expect.stringMatching(/^the signing key here is not the one of the house in this store[^\n]*$/),
  ])
})
