import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { apiInMemory } from '../../../test/support/http.ts'
import { freshSigner } from '../../../test/support/proof.ts'
import { buyIn, give, noMoreBets, placeYourBets, spin, wager } from '../../../test/support/stream.ts'
import { COSIGNATURE, ED25519, verifierKey } from '../../proof/keys.ts'
import { cosign, readNote, signatureLine } from '../../proof/notes.ts'
import { checkReceipt } from '../../receipts/check-receipt.ts'
import { ownReceipts, RECEIPTS_ON_PAGE } from '../floor/own-receipts.ts'

/** A witness that signs every checkpoint, when the test lets it. */
async function openWitness(name: string) {
  const signer = freshSigner(name, COSIGNATURE)
  let gate = Promise.resolve()
  const asked = { count: 0 }
  const server = createServer(async (request, reply) => {
    const body = (await Array.fromAsync(request)).join('')
    asked.count++
    await gate
    const note = readNote(body.slice(body.indexOf('\n\n') + 2))
    if ('problem' in note) reply.writeHead(400).end()
    else reply.end(signatureLine(cosign(note.text, signer, 1_794_859_200)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return resolve
  }
  return { plan: { name, key: signer.verifier, url }, hold, asked }
}

type Plan = Awaited<ReturnType<typeof openWitness>>['plan']

/** A table whose house has these witnesses, and a wager in an open round. */
async function houseWith(witnesses: readonly Plan[], quorum: number, withinMs: number) {
  const signer = freshSigner('house.example', ED25519)
  const patience = { withinMs, retryMs: 10 }
  const { floor } = await apiInMemory({}, { signer: () => signer, witnesses, quorum, patience })
  onTestFinished(() => floor.close())
  const { table } = floor.rooms.get('single')!
  await give(table, buyIn('ann', 100_000), placeYourBets, wager('ann', 500, 'w1'))
  const trust = { keys: [verifierKey('house.example', ED25519, signer.verifier.key)] }
  const receipts = async () => (await ownReceipts(floor, table, 1, 'ann')).receipts
  const check = (receipt: string | null, required: readonly Plan[]) => {
    const found = checkReceipt(receipt!, { ...trust, witnesses: required.map(({ key }) => key) })
    return 'problem' in found ? found.problem : found.checkpoint.size
  }
  return { table, receipts, check }
}

test('a receipt waits for the witnesses that it must have, and comes with their signatures', async () => {
  const [quick, slow] = [await openWitness('w1'), await openWitness('w2')]
  const { table, receipts, check } = await houseWith([quick.plan, slow.plan], 2, 60_000)
  const release = slow.hold()
  const before = slow.asked.count
  const asked = receipts()
  await expect.poll(() => slow.asked.count).toBeGreaterThan(before)
  release()
  const [first] = await asked
  expect(check(first!.receipt, [quick.plan, slow.plan])).toBe(table.durable)
  for (let times = 0; times < RECEIPTS_ON_PAGE - 1; times++) {
    await give(table, wager('ann', 500))
    const all = await receipts()
    expect(all).toHaveLength(times + 2)
    for (const { receipt } of all) expect(check(receipt, [quick.plan, slow.plan])).toBe(table.durable)
  }
})

test('while a witness is silent, receipts are under the last checkpoint that it has signed', async () => {
  const [quick, slow] = [await openWitness('w1'), await openWitness('w2')]
  const { table, receipts, check } = await houseWith([quick.plan, slow.plan], 2, 100)
  await expect.poll(async () => (await receipts())[0]!.receipt).not.toBeNull()
  const [first] = await receipts()
  const signed = check(first!.receipt, [quick.plan, slow.plan])
  expect(signed).toBe(table.durable)
  const release = slow.hold()
  await give(table, wager('ann', 500), spin, noMoreBets)
  const [again, later] = await receipts()
  expect(check(again!.receipt, [quick.plan, slow.plan])).toBe(signed)
  expect(later).toMatchObject({ receipt: null, code: null })
  release()
})

test('one of two witnesses is enough where the house says so, and none where it waits for none', async () => {
  for (const quorum of [1, 0]) {
    const [quick, slow] = [await openWitness('w1'), await openWitness('w2')]
    const release = slow.hold()
    const { table, receipts, check } = await houseWith([quick.plan, slow.plan], quorum, 60_000)
    const [first] = await receipts()
    expect(check(first!.receipt, quorum === 1 ? [quick.plan] : [])).toBe(table.durable)
    release()
  }
})
