import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { findingsIn } from '../../../test/support/journal.ts'
import { PlainWitness } from '../../../test/support/plain-witness.ts'
import {
  cleanUp,
  freshFolder,
  must,
  quietService,
  quietTables,
  runCroupier,
  staffOf,
} from '../../../test/support/service.ts'
import type { Service } from '../service.ts'

/** A house changes its key at a witness of another operator, which knows each log by its key. */

afterAll(cleanUp)

const streams = ['house', ...quietTables.map(({ id }) => id)]

async function playRound(service: Service): Promise<void> {
  const { 'shift-manager': manager } = await staffOf(service)
  for (const command of [{ do: 'place-your-bets' }, { do: 'no-spin' }])
    await must(service.address, manager, 'single', command)
}

async function runKey(folder: string, ...args: readonly string[]): Promise<{ logs: { id: string; key: string }[] }> {
  const { child, exit } = runCroupier(['key', ...args, '--json', '--data', folder])
  const said = await text(child.stdout)
  expect(await exit).toEqual({ code: 0, said: '' })
  return JSON.parse(said)
}

/** A house with this witness, which trusts the present keys of its logs and has signed them. */
async function houseWith(witness: PlainWitness) {
  const url = await witness.open()
  onTestFinished(() => witness.close())
  const folder = freshFolder()
  const witnesses = [{ key: witness.vkey, url, name: 'The regulator' }]
  const service = await quietService(folder, {}, quietTables, { witnesses })
  onTestFinished(() => service.stop())
  const { checkpointer } = service.floor.proof!
  const old = streams.map((id) => checkpointer.keyOf(id))
  witness.trust(...old)
  const origin = `${checkpointer.house}/single`
  const isSigned = async () => witness.sizeOf(origin) === (await service.floor.journal.head('single')).size
  await playRound(service)
  await expect.poll(isSigned).toBe(true)
  return { folder, service, old, isSigned }
}

const refusals = (service: Service) =>
  service.floor.alarms.list.filter(({ alarm, table }) => alarm === 'witness-refused' && table === 'single')

test('a witness that was told the next key before the change signs on without a gap', async () => {
  const witness = new PlainWitness('other.example/w')
  const { folder, service, old, isSigned } = await houseWith(witness)
  const { logs } = await runKey(folder, 'next')
  expect(logs.map(({ id }) => id)).toEqual([...streams].sort())
  // The announced key is the one that is used, also after a restart and when it is announced again.
  expect(await runKey(folder, 'next')).toEqual({ next: expect.any(String), logs })
  witness.trust(...old, ...logs.map(({ key }) => key))
  await runKey(folder, 'rotate')
  expect(service.floor.proof!.checkpointer.keyOf('single')).toBe(logs.find(({ id }) => id === 'single')!.key)
  await expect.poll(isSigned).toBe(true)
  const before = refusals(service).length
  for (let round = 0; round < 3; round++) {
    await playRound(service)
    await expect.poll(isSigned).toBe(true)
  }
  witness.trust(...logs.map(({ key }) => key))
  await playRound(service)
  await expect.poll(isSigned).toBe(true)
  expect(refusals(service)).toHaveLength(before)
  expect(await findingsIn(folder)).toEqual([])
})

test('a witness that hears of the new key later refuses meanwhile, and goes on from what it had signed', async () => {
  const witness = new PlainWitness('other.example/w')
  const { folder, service, old, isSigned } = await houseWith(witness)
  await runKey(folder, 'rotate')
  // Signed with both keys: the old one vouches for it.
  await expect.poll(isSigned).toBe(true)
  await playRound(service)
  const refused = expect.objectContaining({ why: expect.stringContaining('403') })
  await expect.poll(() => refusals(service)).toContainEqual(refused)
  witness.trust(...old, ...streams.map((id) => service.floor.proof!.checkpointer.keyOf(id)))
  await playRound(service)
  await expect.poll(isSigned).toBe(true)
  expect(witness.answers.at(-1)!.status).toBe(200)
})
