import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { heldFloor } from '../../test/support/floor.ts'
import { somePin } from '../../test/support/secrets.ts'
import { cleanUp, freshFolder, within } from '../../test/support/service.ts'
import { askConsole, openConsole } from './console-socket.ts'

afterAll(cleanUp)

async function atConsole(folder = freshFolder()) {
  const { floor } = await heldFloor()
  const close = await openConsole(folder, floor)
  onTestFinished(close)
  return { folder, floor, close }
}

const reason = 'for the test'

test('staff are added and listed, in the name of whoever asks there', async () => {
  const { folder, floor } = await atConsole()
  const pin = somePin(floor.keyMaterial)
  const ask = {
    do: 'add-staff',
    badge: 'a1',
    name: ' Ann ',
    role: 'administrator',
    pin: { ...pin, salt: 'x' },
  } as const
  expect(await askConsole(folder, { ask, name: 'root' })).toEqual({ done: true })
  expect(await askConsole(folder, { list: 'staff' })).toMatchObject({ staff: [{ badge: 'a1', name: 'Ann' }] })
  expect(await askConsole(folder, { ask, name: 'root' })).toEqual({ refused: { refused: 'badge-taken', badge: 'a1' } })
})

// biome-ignore format: a table is read down its columns
test.each([
  ['another command', { ask: { do: 'issue-ticket', number: '1', amount: 5 }, name: 'root' }],
  ['sessions',        { ask: { do: 'sign-in', badge: 'a1', session: 's' }, name: 'root' }],
  ['a PIN as it is',  { ask: { do: 'set-pin', badge: 'a1', pin: '271828', reason }, name: 'root' }],
  ['half a PIN',      { ask: { do: 'set-pin', badge: 'a1', pin: { scheme: 'scrypt' }, reason }, name: 'root' }],
  ['nobody',          { ask: { do: 'lock-staff', badge: 'a1', reason } }],
  ['nothing',         {}],
  ['a list',          []],
])('%s cannot be asked there, and the house goes on', async (_, request) => {
  const { folder, floor } = await atConsole()
  const before = floor.house.durable
  expect(await askConsole(folder, request as never)).toHaveProperty('problem')
  expect([floor.house.durable, floor.house.stopped]).toEqual([before, null])
})

test('input that is not JSON, too long or broken off is a problem for its sender', async () => {
  const { folder, floor } = await atConsole()
  for (const text of ['{"list"\n', 'x'.repeat(100_000), '']) {
    const socket = createConnection(join(folder, 'console.sock'))
    socket.end(text)
    const said = Buffer.concat(await within(5, 'an answer', Array.fromAsync(socket))).toString()
    expect(JSON.parse(said)).toHaveProperty('problem')
  }
  expect(await askConsole(folder, { list: 'staff' })).toEqual({ staff: [] })
  expect(floor.house.stopped).toBeNull()
})

test('somebody who stays there and says nothing does not keep the service from stopping', async () => {
  const { folder, close } = await atConsole()
  const socket = createConnection(join(folder, 'console.sock'))
  await once(socket, 'connect')
  await within(5, 'closing', close())
})

test('a socket file of a dead service does no harm; a closed console answers nobody', async () => {
  const { folder, close } = await atConsole()
  await atConsole(folder)
  expect(await askConsole(folder, { list: 'staff' })).toEqual({ staff: [] })
  await close()
  const empty = freshFolder()
  expect(await askConsole(empty, { list: 'staff' })).toBeNull()
  expect(existsSync(join(empty, 'console.sock'))).toBe(false)
})
