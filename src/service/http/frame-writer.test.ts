import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { FrameWriter } from './frame-writer.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
afterAll(() => server.close())

/** What a client hears of all that is said in one turn, before the socket is closed at the end of it. */
async function heard(messages: readonly (string | Buffer)[]): Promise<string[]> {
  if (!server.address()) await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const found: string[] = []
  client.on('message', (data, isBinary) => found.push(isBinary ? 'binary' : String(data)))
  const [socket, { socket: wire }] = (await once(server, 'connection')) as [WebSocket, { socket: Socket }]
  const writer = new FrameWriter(socket, wire)
  for (const message of messages) writer.say(message)
  writer.flush()
  socket.close()
  await once(client, 'close')
  return found
}

const lengths = [1, 2, 125, 126, 127, 65_535, 65_536, 70_000]

test('texts of every length come as they were said', async () => {
  const messages = lengths.map((length) => 'x'.repeat(length))
  expect(await heard(messages)).toEqual(messages)
})

test('ASCII, other characters and bytes keep their order, and come before the farewell', async () => {
  const messages = ['one', '二', Buffer.from('三'), 'vier', Buffer.from('five'), 'é', 'seven', '\u{1f3b2}', 'nine']
  expect(await heard(messages)).toEqual(messages.map(String))
})

test('what is said in one turn leaves at its end, in one write', async () => {
  if (!server.address()) await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [socket, { socket: wire }] = (await once(server, 'connection')) as [WebSocket, { socket: Socket }]
  await once(client, 'open')
  const found: string[] = []
  const all = new Promise<void>((resolve) =>
    client.on('message', (data) => void (found.push(String(data)) === 3 && resolve())),
  )
  const before = wire.bytesWritten
  const writer = new FrameWriter(socket, wire)
  for (const message of ['a', 'b', 'c']) writer.say(message)
  expect([wire.bytesWritten - before, writer.waiting]).toEqual([0, 9])
  await all
  expect([found, writer.waiting, wire.bytesWritten - before]).toEqual([['a', 'b', 'c'], 0, 9])
  client.terminate()
})
