import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshStore } from '../../test/postgres/fresh-store.ts'
import { croupier } from '../../test/support/cli.ts'
import { ask, cleanUp, freshFolder, quietService, staffOf } from '../../test/support/service.ts'
import { DAY } from '../house/time.ts'
import { openStore } from '../service/journal/open-store.ts'
import { askHouse, openHouse } from '../service/stream/house-stream.ts'

/** A cluster whose record is ahead of its database, as a node with a wrong clock left it. */

let store: string
beforeEach(async () => {
  store = await freshStore()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(cleanUp)

const ahead = (): string => new Date(Date.now() + 100 * DAY).toISOString()
const soundness = () => croupier(['verify', store])

async function leaveRecordAhead(folder: string): Promise<void> {
  await (await quietService(folder, { store, node: 'a' })).stop()
  const journal = await openStore(store)
  const house = await openHouse({ journal, now: ahead })
  await askHouse(house, { do: 'end-all-sessions', by: { console: 'root' } })
  await askHouse(house, { do: 'lock-staff', badge: '1001', reason: 'badge lost', by: { console: 'root' } })
  house.close()
  await journal.close()
}

test('a node is refused until the correction is on record; then it starts, people sign in, and verify is sound', async () => {
  const folder = freshFolder()
  await leaveRecordAhead(folder)
  await expect(quietService(folder, { store, node: 'a' })).rejects.toThrow(
    /^the last entry of the record cannot be followed: it is of \S+, 100 days ahead of the clock of the database; set that /,
  )
  const { status, stdout, stderr } = await croupier(['nodes', 'correct-clock', '--store', store])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Time goes back from \S+Z to \S+Z, on record\. Start the nodes\.\n$/)
  const service = await quietService(folder, { store, node: 'a' })
  const { auditor } = await staffOf(service)
  expect((await ask(service.address, 'GET', '/api/journal/house', { token: auditor })).status).toBe(200)
  await service.stop()
  expect(await soundness()).toMatchObject({ status: 0 })
})

test('a record that is not ahead is left as it is', async () => {
  await (await quietService(freshFolder(), { store, node: 'a' })).stop()
  const { status, stdout, stderr } = await croupier(['nodes', 'correct-clock', '--store', store])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toBe('croupier: there is nothing to correct: the record is not ahead of the clock of the database\n')
  expect((await soundness()).stdout).not.toContain('the clock was set')
})

test('the console of a machine whose clock is wrong writes nothing to a database', async () => {
  const folder = freshFolder()
  const add = (badge: string) =>
    croupier(['staff', 'add', badge, '--name', 'Tan', '--role', 'dealer', '--store', store, '--data', folder])
  expect(await add('2001')).toMatchObject({ status: 0 })
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 100 * DAY)
  const { status, stderr } = await add('2002')
  expect(status).toBe(2)
  expect(stderr).toMatch(
    /^croupier: the clock of this machine says \S+Z, and that of the database \S+Z: .* 100 days ahead;/,
  )
  vi.restoreAllMocks()
  const journal = await openStore(store)
  expect(await journal.last('house')).toMatchObject({ seq: 1 })
  await journal.close()
})
