import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { NodeFacts } from '../journal/leases.ts'
import type { LinkMessage, Wire } from './link.ts'
import { openExchange, type SocketExchange } from './socket-exchange.ts'

const key = new Uint8Array(32).fill(7)
const open: SocketExchange[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function exchange(me: string, own: Uint8Array, onCall: (node: string, wire: Wire) => void = () => {}) {
  const one = await openExchange({ me, key: own, host: '127.0.0.1', port: 0, certificate: null, onCall })
  open.push(one)
  return one
}

const factsOf = (id: string, link: string): NodeFacts => ({
  id,
  link,
  address: '',
  version: '',
  startedAt: '',
  isDraining: false,
  behind: 0,
})

test('nodes of one house hear each other, and one hears when the other is gone', async () => {
  const called = Promise.withResolvers<{ node: string; wire: Wire }>()
  const b = await exchange('b', key, (node, wire) => called.resolve({ node, wire }))
  const a = await exchange('a', key)
  const near = (await a.call(factsOf('b', b.address)))!
  const { node, wire: far } = await called.promise
  expect(node).toBe('a')
  const [there, back, gone] = [Promise.withResolvers(), Promise.withResolvers(), Promise.withResolvers<void>()]
  far.onMessage = (message) => there.resolve(message)
  near.onMessage = (message) => back.resolve(message)
  far.onClose = () => gone.resolve()
  const message: LinkMessage = { entries: 'house', seq: 3, bodies: ['{"at":"ü"}'] }
  expect([near.send(message), far.send(message)]).toEqual([true, true])
  expect([await there.promise, await back.promise]).toEqual([message, message])
  near.close()
  await gone.promise
  expect(far.send(message)).toBe(false)
})

test('what a node says the moment it was reached is heard, however late one listens', async () => {
  const first: LinkMessage = { tips: [{ stream: 'house', seq: 3 }] }
  const second: LinkMessage = { ask: 1, table: 'etg', request: { ask: 'funds', player: 'ann' }, house: 3 }
  const b = await exchange('b', key, (_, wire) => {
    wire.send(first)
    wire.send(second)
  })
  const near = (await (await exchange('a', key)).call(factsOf('b', b.address)))!
  const heard: LinkMessage[] = []
  await new Promise<void>((done) => {
    near.onMessage = (message) => void (heard.push(message) === 2 && done())
  })
  expect(heard).toEqual([first, second])
})

test('whoever has another key is no node, whichever side calls', async () => {
  const heard: string[] = []
  const b = await exchange('b', key, (node) => heard.push(node))
  const stranger = await exchange('a', new Uint8Array(32).fill(8))
  expect(await stranger.call(factsOf('b', b.address))).toBeNull()
  // Nor is one that says it is somebody else than was called.
  const a = await exchange('a', key)
  expect(await a.call(factsOf('c', b.address))).toBeNull()
  expect(heard).toEqual([])
})

test('whoever talks before they showed that they are a node is hung up on', async () => {
  const heard: string[] = []
  const b = await exchange('b', key, (node) => heard.push(node))
  for (const said of ['{"ask":1}', 'x', '[]', JSON.stringify({ node: 'a', challenge: 'x', proof: 'y' })]) {
    const socket = new WebSocket(b.address)
    socket.on('error', () => {})
    await once(socket, 'open')
    socket.send(said)
    await once(socket, 'close')
  }
  expect(heard).toEqual([])
})

test('a node that is not there cannot be called', async () => {
  const [a, b] = [await exchange('a', key), await exchange('b', key)]
  await b.close()
  open.splice(open.indexOf(b), 1)
  expect(await a.call(factsOf('b', b.address))).toBeNull()
})
