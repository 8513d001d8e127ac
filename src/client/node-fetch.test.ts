import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { NODES_HEADER } from '../wire/protocol.ts'
import { Croupier } from './index.ts'

/**
 * Requests to a cluster whose first node is gone. The servers are real; the content of their answers does not matter
 * here.
 */

const servers: Server[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answering =
  (name: string, others: string, asked: string[]): RequestListener =>
  (request, response) => {
    asked.push(`${name} ${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json')
    if (others) response.setHeader(NODES_HEADER, others)
    response.end(JSON.stringify({ name }))
  }

/** Two nodes, of which the first was called and knows the second. */
async function twoNodes() {
  const asked: string[] = []
  const second = await listening(answering('second', '', asked))
  const first = await listening(answering('first', second, asked))
  const house = new Croupier(first)
  await house.call('GET /api/tables')
  const kill = () => {
    servers[1]!.closeAllConnections()
    servers[1]!.close()
  }
  return { house, asked, second, kill }
}

test('idempotent requests are sent to the next node, and the other clients of the house move with them', async () => {
  const { house, asked, second, kill } = await twoNodes()
  kill()
  expect(await house.call('POST /api/tickets', { body: { amount: 500, id: 'one' } })).toMatchObject({ ok: true })
  expect(house.as('somebody').address).toBe(second)
  expect(asked).toEqual(['first GET /api/tables', 'second POST /api/tickets'])
})

test('a request without an id is not repeated: it fails without an answer, and the next one goes elsewhere', async () => {
  const { house, asked, kill } = await twoNodes()
  kill()
  const add = () => house.call('POST /api/calls')
  expect(await add()).toEqual({ ok: false, status: 0 })
  expect(await add()).toMatchObject({ ok: true })
  expect(asked).toEqual(['first GET /api/tables', 'second POST /api/calls'])
})

test('a node that is silent is left when it does not say either that it lives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const asked: string[] = []
  const second = await listening(answering('second', '', asked))
  const arrived = Promise.withResolvers<void>()
  const first = await listening((request, response) => {
    if (request.url === '/api/tables') answering('first', second, asked)(request, response)
    else if (request.url === '/healthz') request.socket.destroy()
    else arrived.resolve()
  })
  const house = new Croupier(first)
  await house.call('GET /api/tables')
  const rounds = house.call('GET /api/tables/:id/rounds', { params: { id: 'r1' } })
  await arrived.promise
  vi.advanceTimersByTime(10_000)
  expect(await rounds).toMatchObject({ ok: true })
  expect(asked.at(-1)).toBe('second GET /api/tables/r1/rounds')
})
