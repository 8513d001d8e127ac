import { expect, test } from 'vitest'
import { Client, within } from '../testing.ts'
import { doorsInMemory } from './testing.ts'

test('whoever has nothing to be answered is told that the service stops, and is not cut off', async () => {
  const { app } = await doorsInMemory()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const clients = await Promise.all(['etg', 'single', 'single'].map((table) => Client.at(address, table)))
  const closing = app.close()
  const farewells = await within(10, 'the end of every socket', Promise.all(clients.map(({ closed }) => closed)))
  expect(farewells).toEqual(Array(3).fill({ code: 1001, reason: 'the service stops' }))
  await closing
})
