import { createHmac } from 'node:crypto'
import { on, once } from 'node:events'
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

test('messages of one turn of the event loop leave in one frame, in order', async () => {
  const called = Promise.withResolvers<Wire>()
  const b = await exchange('b', key, (_, wire) => called.resolve(wire))
  const a = await exchange('a', key)
  const near = (await a.call(factsOf('b', b.address)))!
  const sent: LinkMessage[] = [1, 2, 3].map((seq) => ({ tips: [{ stream: 'house', seq }] }))
  const heard: LinkMessage[] = []
  const all = new Promise<void>((done) => {
    void called.promise.then((far) => {
      far.onMessage = (message) => void (heard.push(message) === sent.length && done())
    })
  })
  for (const message of sent) near.send(message)
  await all
  expect(heard).toEqual(sent)
  expect(a.traffic).toMatchObject({ framesSent: 1, bytesSent: Buffer.byteLength(JSON.stringify(sent)) })
})

test('a node of an earlier version, which reads one message a frame, is sent one message a frame', async () => {
  const message: LinkMessage = { owns: 'etg', epoch: 1 }
  const b = await exchange('b', key, (_, wire) => {
    wire.send(message)
    wire.send(message)
  })
  const socket = new WebSocket(b.address)
  const frames = on(socket, 'message')
  const next = async () => JSON.parse(String((await frames.next()).value![0]))
  const { challenge } = await next()
  const proof = createHmac('sha256', key)
    .update(JSON.stringify(['croupier link', 'caller', 'a', 'b', challenge, 'mine']))
    .digest('base64url')
  socket.send(JSON.stringify({ node: 'a', challenge: 'mine', proof }))
  expect(await next()).toHaveProperty('proof')
  expect([await next(), await next()]).toEqual([message, message])
  socket.terminate()
})

test('the first messages of a node are delivered, however late one listens', async () => {
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

test('a process with another key is rejected, whichever side connects', async () => {
  const heard: string[] = []
  const b = await exchange('b', key, (node) => heard.push(node))
  const stranger = await exchange('a', new Uint8Array(32).fill(8))
  expect(await stranger.call(factsOf('b', b.address))).toBeNull()
  // A node that claims another name than the one called is rejected too.
  const a = await exchange('a', key)
  expect(await a.call(factsOf('c', b.address))).toBeNull()
  expect(heard).toEqual([])
})

test('a connection that sends before it authenticates is closed', async () => {
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
