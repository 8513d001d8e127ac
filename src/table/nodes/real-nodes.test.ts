import { copyFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { freshStore } from '../../../test/postgres/fresh-store.ts'
import { ask, cleanUp, demoFlags, freshFolder, type Response, serve, within } from '../testing.ts'

/** Real processes on a real PostgreSQL: one is killed, one is told to stop. */

afterAll(cleanUp)

test('an owner killed with -9, then one told to stop: the next has every table, and what was answered is there', async () => {
  const store = await freshStore()
  const data = freshFolder()
  const key = { 'house-key-file': `${data}/house.key` }
  const start = (node: string) => serve(freshFolder(), { ...demoFlags, store, node, ...key })
  const a = await start('a')
  const signIn = async (address: string) =>
    (await ask(address, 'POST', '/api/sessions', { body: { badge: '1001', pin: '407312' } })).body.token as string
  const token = await signIn(a.address)
  const [first] = (await ask(a.address, 'GET', '/api/tables')).body as unknown as { id: string }[]
  /** As a client does: while the table is moving, again with the same id. */
  const buyIn = async (address: string, id: string): Promise<Response> => {
    const body = { do: 'buy-in', player: 'ann', amount: 500, id }
    const answer = await ask(address, 'POST', `/api/tables/${first!.id}/commands`, { token, body })
    return answer.body.moving ? buyIn(address, id) : answer
  }
  expect((await buyIn(a.address, 'one')).status).toBe(200)
  const b = await start('b')
  expect((await buyIn(b.address, 'two')).status).toBe(200)
  // Both sign by the one key of the house, whoever is asked; a node that has not got it does not start.
  const keysAt = async (address: string) => (await ask(address, 'GET', '/api/proof')).body.keys
  expect(await keysAt(a.address)).toEqual([{ key: expect.any(String), since: expect.any(String) }])
  expect(await keysAt(b.address)).toEqual(await keysAt(a.address))
  const keyless = freshFolder()
  copyFileSync(`${data}/house.key`, `${keyless}/house.key`)
  await expect(serve(keyless, { ...demoFlags, store, node: 'x' })).rejects.toThrow(/signing.key is missing/)
  a.child.kill('SIGKILL')
  const late = await within(10, 'the takeover', buyIn(b.address, 'three'))
  expect(late.status).toBe(200)
  // What was answered by the dead one is the same answer here.
  expect(await buyIn(b.address, 'one')).toMatchObject({ status: 200, body: { events: [{ amount: 500 }] } })
  const c = await start('c')
  b.child.kill('SIGTERM')
  expect((await within(10, 'the hand-over', buyIn(c.address, 'four'))).status).toBe(200)
  expect((await b.exit).code).toBe(0)
  c.child.kill('SIGTERM')
  expect((await c.exit).code).toBe(0)
})
