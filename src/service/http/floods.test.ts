import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { campaign } from '../../../test/campaign.ts'
import { apiInMemory } from '../../../test/support/http.ts'
import { Client, within } from '../../../test/support/service.ts'
import { takeDemoSeat } from '../floor/demo-seat.ts'
import { bodyOf } from '../floor/reply.ts'
import { defaultHttpOptions, type WsOptions } from './http-options.ts'

/** A client that sends more than all others together: the effects on that client, and on the players. */

const slowly: Partial<WsOptions> = { commandsPerSecond: 10, holdMs: 50 }
/** The frames that a client can send at once, before it is held back. */
const BURST = 40
/** How often a socket is held back before it is disconnected. */
const HOLDS = 8

async function opened(ws: Partial<WsOptions> = slowly, requestsPerMinute = 1_000_000) {
  const clock = { now: 0 }
  const options = { ws: { ...defaultHttpOptions.ws, ...ws }, requestsPerMinute, clock: () => clock.now }
  const { floor, app } = await apiInMemory(options)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const counted = async (name: string) => {
    const { body } = await app.inject('/metrics')
    return Number(new RegExp(`^croupier_${name} (\\d+)$`, 'm').exec(body)![1])
  }
  const seat = async (): Promise<string> => (bodyOf(await takeDemoSeat(floor, 'single')) as { token: string }).token
  return { app, address, clock, counted, seat }
}

const problems = ({ heard }: Client): string[] =>
  heard.flatMap(({ problem }) => (typeof problem === 'string' ? [problem] : []))
const tooMany = 'too many commands; slow down'

describe('a socket over its rate limit', () => {
  test('is told so once and not read for a while; what it sent is answered all the same', async () => {
    const { address, counted, seat } = await opened({ commandsPerSecond: 10 })
    const client = await Client.at(address, 'single', { token: await seat() })
    const answers = Array.from({ length: BURST + 8 }, () => client.ask({ do: 'settle' }))
    const told = await within(10, 'answering', Promise.all(answers))
    expect(told.every(({ refused }) => refused !== undefined)).toBe(true)
    expect(problems(client)).toContain(tooMany)
    expect(await counted('sockets_held_total')).toBeGreaterThan(0)
  })

  test.each<[string, (socket: WebSocket) => void]>([
    ['one-byte frames', (socket) => socket.send('1')],
    ['pings', (socket) => socket.ping()],
    ['pongs that nobody asked for', (socket) => socket.pong()],
    ['pieces of a message that never ends', (socket) => socket.send('1', { fin: false })],
    ['commands', (socket) => socket.send('{"do":"settle","id":"1"}')],
  ])('is closed when it goes on: %s', async (_, send) => {
    const { address, counted } = await opened()
    const client = await Client.at(address, 'single')
    for (let nth = 0; nth < 5_000 * campaign; nth++) send(client.socket)
    expect(await within(10, 'closing', client.closed)).toEqual({ code: 4429, reason: 'too many commands' })
    const answered = client.heard.filter(({ answer, problem }) => answer || (problem && problem !== tooMany))
    expect(answered.length).toBeLessThan(BURST * 5)
    expect(await counted('sockets_held_total')).toBeGreaterThanOrEqual(HOLDS)
    expect(await counted('sockets_shown_out_total')).toBe(1)
  })

  test('has what it sends after that neither read nor answered', async () => {
    const { address } = await opened({ ...slowly, holdMs: 5_000_000 })
    const client = await Client.at(address, 'single')
    for (let nth = 0; nth < BURST; nth++) await client.ask({ do: 'settle' })
    const before = client.heard.length
    for (let nth = 0; nth < 500; nth++) client.socket.send('{"do":"settle"}')
    await client.until(() => problems(client).includes(tooMany))
    const bystander = await Client.at(address, 'single')
    bystander.cut()
    const answers = client.heard.slice(before).filter(({ answer }) => answer)
    // The limit regains a little while the frames are sent.
    expect(answers.length).toBeLessThan(50)
    client.cut()
  })

  test('and whatever it left behind when it went is nobody’s', async () => {
    const { app, address, seat } = await opened({ ...slowly, holdMs: 5_000_000 })
    const client = await Client.at(address, 'single', { token: await seat() })
    for (let nth = 0; nth < 2_000; nth++) client.socket.send('{"do":"settle"}')
    await client.until(() => problems(client).includes(tooMany))
    const [socket] = app.websocketServer.clients
    socket!.terminate()
    await once(socket!, 'close')
    const { body } = await app.inject('/metrics')
    const refused = Number(/croupier_commands_total\{outcome="refused"\} (\d+)/.exec(body)![1])
    expect(refused).toBeLessThan(BURST + 50)
  })

  test('has its pings answered while it keeps within it', async () => {
    const { address } = await opened()
    const { socket } = await Client.at(address, 'single')
    socket.ping('are you there')
    const [data] = await within(5, 'a pong', once(socket, 'pong'))
    expect(String(data)).toBe('are you there')
  })

  test('counts a large message as several', async () => {
    const { address } = await opened({ ...slowly, holdMs: 5_000_000 })
    const client = await Client.at(address, 'single')
    const large = JSON.stringify({ do: 'settle', reason: 'x'.repeat(60_000) })
    for (let nth = 0; nth < 20; nth++) client.socket.send(large)
    await client.until(() => problems(client).includes(tooMany))
    expect(client.heard.filter(({ answer }) => answer).length).toBeLessThan(20)
    client.cut()
  })
})

describe('a rate limit is of one client', () => {
  const patient = { ...slowly, holdMs: 5_000_000 }

  test('over all sockets of a token', async () => {
    const { address, seat } = await opened(patient)
    const hello = { token: await seat() }
    const sockets = await Promise.all(Array.from({ length: 5 }, () => Client.at(address, 'single', hello)))
    for (let nth = 0; nth < BURST; nth++) await sockets[nth % 5]!.ask({ do: 'settle' })
    for (const client of sockets) for (let nth = 0; nth < 20; nth++) client.socket.send('{"do":"settle"}')
    for (const client of sockets) await client.until(() => problems(client).includes(tooMany))
  })

  test('and not of the address: another token has all of its own', async () => {
    const { address, seat } = await opened(patient)
    const [busy, ann] = [
      await Client.at(address, 'single', { token: await seat() }),
      await Client.at(address, 'single', { token: await seat() }),
    ]
    for (let nth = 0; nth < 500; nth++) busy.socket.send('{"do":"settle"}')
    await busy.until(() => problems(busy).includes(tooMany))
    for (let nth = 0; nth < BURST; nth++) expect(await ann.ask({ do: 'settle' })).toHaveProperty('refused')
  })

  test('nor do those who listen without a token take from those who play', async () => {
    const { address, seat } = await opened(patient)
    const addresses = await Promise.all(Array.from({ length: 3 }, () => Client.at(address, 'single')))
    for (let nth = 0; nth < BURST; nth++) await addresses[nth % 3]!.ask({ do: 'settle' })
    for (const one of addresses) for (let nth = 0; nth < 100; nth++) one.socket.send('1')
    for (const one of addresses) await one.until(() => problems(one).includes(tooMany))
    const ann = await Client.at(address, 'single', { token: await seat() })
    expect(await ann.ask({ do: 'settle' })).toHaveProperty('refused')
    // Authentication messages are not counted, so a hall may reconnect all at once.
    const late = await Client.at(address, 'single')
    expect(late.follower.view).not.toBeNull()
  })
})

describe('sockets', () => {
  test('a token has a maximum number of sockets; when one closes, another may open', async () => {
    const { address, seat } = await opened({ socketsPerToken: 3 })
    const hello = { token: await seat() }
    const sockets = await Promise.all([1, 2, 3].map(() => Client.at(address, 'single', hello)))
    const fourth = new Client(address, 'single')
    await once(fourth.socket, 'open')
    fourth.socket.send(JSON.stringify(hello))
    expect(await within(5, 'closing', fourth.closed)).toEqual({ code: 4429, reason: 'too many sockets' })
    sockets[0]!.socket.close()
    await sockets[0]!.closed
    await expect.poll(() => Client.at(address, 'single', hello).then(() => 'in', String)).toBe('in')
  })

  test('without a token are so many for an address; those with one do not count', async () => {
    const { address, seat } = await opened({ socketsPerAddress: 3 })
    const known = await Promise.all([1, 2, 3, 4].map(async () => Client.at(address, 'single', { token: await seat() })))
    await Promise.all([1, 2, 3].map(() => Client.at(address, 'single')))
    const late = new WebSocket(`${address.replace('http', 'ws')}/ws?table=single`)
    const [error] = await once(late, 'error')
    expect(String(error)).toContain('429')
    expect(known.every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true)
  })

  test('that are half open are found; one that answers the heartbeat stays, and is not charged for it', async () => {
    const { address } = await opened({ ...slowly, heartbeatMs: 60 })
    const visitor = await Client.at(address, 'single')
    let beats = 0
    visitor.socket.on('ping', () => beats++)
    const { port } = new URL(address)
    const silent = connect(Number(port), '127.0.0.1')
    silent.write('GET /ws?table=single HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n')
    silent.write('Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
    silent.resume()
    await within(5, 'finding it', once(silent, 'close'))
    await expect.poll(() => beats).toBeGreaterThan(BURST + 20)
    expect(visitor.socket.readyState).toBe(visitor.socket.OPEN)
    expect(problems(visitor)).toEqual([])
  })
})

describe('requests', () => {
  /** The burst is twenty requests after a quiet time. */
  const PER_MINUTE = 80
  const status = async (address: string, path: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return (await fetch(`${address}${path}`, { headers })).status
  }

  test('are counted by the token; without one, by the address', async () => {
    const { address, seat } = await opened({}, PER_MINUTE)
    const [ann, ben] = [await seat(), await seat()]
    for (let nth = 0; nth < 20; nth++) expect(await status(address, '/api/tables')).toBe(200)
    expect(await status(address, '/api/tables')).toBe(429)
    for (let nth = 0; nth < 20; nth++) expect(await status(address, '/api/tables', ann)).toBe(200)
    expect(await status(address, '/api/tables', ann)).toBe(429)
    expect(await status(address, '/api/tables', ben)).toBe(200)
    expect(await status(address, '/api/tables', 'made-up')).toBe(429)
  })

  test.each([
    ['/metrics', 1, 1],
    ['/nothing/here', 20, 20],
    // A request is admitted while a whole unit is left: the last one pays for 30 assets, or for one.
    ['/assets/none.js', 570, 600],
    ['/readyz', 20, 20],
    ['/api/books', 20, 20],
  ])('count by what they cost: %s', async (path, least, most) => {
    const { app } = await opened({}, PER_MINUTE)
    let admitted = 0
    while ((await app.inject(path)).statusCode !== 429) admitted++
    expect(admitted).toBeGreaterThanOrEqual(least)
    expect(admitted).toBeLessThanOrEqual(most)
  })

  test('requests of one kind leave less for others, and an expensive one is charged in full', async () => {
    const { app, clock } = await opened({}, PER_MINUTE)
    const statusOf = async (path: string) => (await app.inject(path)).statusCode
    for (let nth = 0; nth < 19; nth++) expect(await statusOf('/api/tables')).toBe(200)
    expect(await statusOf('/metrics')).toBe(200)
    clock.now += 14_500
    const late = await app.inject('/api/tables')
    expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '1'])
    clock.now += 1_000
    expect(await statusOf('/api/tables')).toBe(200)
  })

  test('are admitted again one by one as time passes, not all of a minute at once', async () => {
    const { app, clock } = await opened({}, PER_MINUTE)
    const statusOf = async () => (await app.inject('/api/tables')).statusCode
    for (let nth = 0; nth < 20; nth++) await statusOf()
    expect(await statusOf()).toBe(429)
    clock.now += 60_000 / PER_MINUTE
    expect(await statusOf()).toBe(200)
    expect(await statusOf()).toBe(429)
  })

  test('that are too many end the connection, and what was sent ahead is not looked at', async () => {
    const { app, address } = await opened({}, 2)
    const { port } = new URL(address)
    let taken = 0
    app.server.on('request', () => taken++)
    const visitor = connect(Number(port), '127.0.0.1').setEncoding('utf8')
    let heard = ''
    visitor.on('data', (text) => {
      heard += text
    })
    visitor.write('GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(7))
    await within(5, 'hanging up', once(visitor, 'close'))
    const statuses = heard.match(/(?<=HTTP\/1.1 )\d+/g)!
    expect(statuses.pop()).toBe('429')
    expect(statuses.length).toBeLessThanOrEqual(2)
    expect(taken).toBe(7)
  })

  test('sent ahead on one connection are few: with more it is cut off, and others are served', async () => {
    const { address } = await opened()
    const { port } = new URL(address)
    const visitor = connect(Number(port), '127.0.0.1').on('error', () => {})
    visitor.resume().write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(2_000))
    await within(5, 'hanging up', new Promise<void>((done) => visitor.once('close', () => done())))
    expect(await status(address, '/healthz')).toBe(200)
  })

  test('a large body, in one packet or in many, arrives whole', async () => {
    const { address } = await opened()
    const signIn = async (blanks: number) => {
      const body = `{"badge":"x",${' '.repeat(blanks)}"pin":"1"}`
      const asked = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
      const answer = await fetch(`${address}/api/sessions`, asked)
      return [answer.status, await answer.json()]
    }
    expect(await signIn(60_000)).toEqual(await signIn(0))
  })

  test('answers are not kept by anybody', async () => {
    const { address } = await opened()
    for (const path of ['/api/tables', '/api/sessions', '/api/nothing', '/healthz', '/metrics'])
      expect((await fetch(`${address}${path}`)).headers.get('cache-control'), path).toBe('no-store')
  })
})
