import { expect, test } from 'vitest'
import { heldFloor } from '../../../test/support/floor.ts'
import { doorsInMemory } from '../../../test/support/http.ts'
import { Client, within } from '../../../test/support/service.ts'
import { buyIn, give, placeYourBets } from '../../../test/support/stream.ts'

test('whoever has nothing to be answered is told that the service stops, and is not cut off', async () => {
  const { app } = await doorsInMemory()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const clients = await Promise.all(['etg', 'single', 'single'].map((table) => Client.at(address, table)))
  const closing = app.close()
  const farewells = await within(10, 'the end of every socket', Promise.all(clients.map(({ closed }) => closed)))
  expect(farewells).toEqual(Array(3).fill({ code: 1001, reason: 'the service stops' }))
  await closing
})

test('whoever waits for an answer has it, and is told then that the service stops', async () => {
  const { held, app, host, who, token } = await heldFloor()
  await give(host('etg'), buyIn(who.player, 1_000), placeYourBets)
  const client = await Client.at(await app.listen({ port: 0, host: '127.0.0.1' }), 'etg', { token })
  held.hold()
  const answer = client.ask({ do: 'wager', player: who.player, spot: 'red', stake: 500 })
  await expect.poll(() => held.waiting).toBe(1)
  const closing = app.close()
  await held.release()
  expect(await within(10, 'the answer', answer)).toMatchObject({ events: [{ type: 'wager-placed', stake: 500 }] })
  expect(await within(10, 'the end of the socket', client.closed)).toEqual({ code: 1001, reason: 'the service stops' })
  await closing
})
