import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { heldFloor } from '../../../test/support/floor.ts'
import { apiInMemory } from '../../../test/support/http.ts'
import { Client, within } from '../../../test/support/service.ts'
import { buyIn, give, placeYourBets } from '../../../test/support/stream.ts'
import { openOperatorHttp } from './http.ts'
import { defaultHttpOptions } from './http-options.ts'
import { metricsOf } from './metrics.ts'

test('a client without pending answers is notified that the service stops, and is not cut off', async () => {
  const { app } = await apiInMemory()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const clients = await Promise.all(['etg', 'single', 'single'].map((table) => Client.at(address, table)))
  const closing = app.close()
  const farewells = await within(10, 'the end of every socket', Promise.all(clients.map(({ closed }) => closed)))
  expect(farewells).toEqual(Array(3).fill({ code: 1001, reason: 'the service stops' }))
  await closing
})

test('a client that waits for an answer gets it, and then the notice that the service stops', async () => {
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

const upgrade = [
  'GET /ws?table=etg HTTP/1.1',
  'Host: localhost',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  '\r\n',
].join('\r\n')

test('a socket opened while the service stops does not delay it', async () => {
  const { held, app, host, who, token } = await heldFloor()
  await give(host('etg'), buyIn(who.player, 1_000), placeYourBets)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = await Client.at(address, 'etg', { token })
  const late = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {})
  await once(late, 'connect')
  held.hold()
  const answer = client.ask({ do: 'wager', player: who.player, spot: 'red', stake: 500 })
  await expect.poll(() => held.waiting).toBe(1)
  late.write(upgrade)
  const closing = app.close()
  const gone = once(late.resume(), 'close')
  await within(10, 'the end of the late socket', gone)
  await held.release()
  await answer
  await within(10, 'the end of the service', closing)
})

/** So long that a test that waited for it would fail. */
const stopWithinMs = 3_600_000

describe('connections without a request, or with half of one, do not delay a stop', () => {
  const connections: readonly [string, (socket: Socket) => void][] = [
    ['a connection without a word', () => {}],
    ['half a request', (socket) => socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')],
    ['a socket that does not answer the farewell', (socket) => socket.write(upgrade)],
  ]
  test.each(connections)('%s', async (_, say) => {
    const { app } = await apiInMemory({ stopWithinMs })
    await mustCloseWith(app, say)
  })

  test.each(connections.slice(0, 2))('at the port of operators: %s', async (_, say) => {
    const { floor } = await apiInMemory()
    const app = await openOperatorHttp(floor, { ...defaultHttpOptions, stopWithinMs }, metricsOf(floor))
    await mustCloseWith(app, say)
  })

  async function mustCloseWith(app: FastifyInstance, say: (socket: Socket) => void): Promise<void> {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    say(socket)
    // A second request on a connection of its own: its answer shows that the service has read the bytes sent before.
    await fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.text())
    const gone = once(socket, 'close')
    socket.resume()
    await within(10, 'the end of the service', app.close())
    await gone
  }
})
