import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { stores } from '../../../test/postgres/stores.ts'
import {
  apiInMemory,
  deep,
  expectClear,
  expectSound,
  expectUnharmed,
  inService,
  oddNames,
  type Place,
} from '../../../test/support/http.ts'
import { ask, type Body, Client, quietTables, within } from '../../../test/support/service.ts'
import { commandNames, commands } from '../../engine/language.ts'
import { isBalanced } from '../../engine/ledger.ts'
import { callerOf } from '../../house/find-caller.ts'
import { giveCommand } from '../floor/give-command.ts'
import { bodyOf } from '../floor/reply.ts'
import { tokenHash } from '../secrets/key-material.ts'
import { statusOf } from './http-replies.ts'

/**
 * Invalid and random requests over HTTP: each gets a clear answer, no request crashes the service, and the record stays
 * the same.
 */

let place: Place
/** A client that never authenticates. The test checks at the end that its socket is still served. */
let silent: Client

const post = (path: string, body: unknown, token: string) => ask(place.address, 'POST', path, { body, token })

// biome-ignore format: a table is read down its columns
const routes: readonly (readonly [string, string, () => string])[] = [
  ['POST',   '/api/tables/etg/commands',               () => place.ann.token],
  ['POST',   '/api/tables/etg/commands',               () => place.staff.dealer],
  ['POST',   '/api/tables/etg/foresee',                () => place.staff['pit-supervisor']],
  ['POST',   '/api/tickets',                           () => place.ann.token],
  ['POST',   '/api/tickets/redeem',                    () => place.ann.token],
  ['POST',   '/api/tickets',                           () => place.staff.dealer],
  ['POST',   '/api/tickets/123456789012345678/cancel', () => place.staff['shift-manager']],
  ['POST',   '/api/staff',                             () => place.staff.administrator],
  ['POST',   '/api/staff/1001/pin',                    () => place.staff.administrator],
  ['POST',   '/api/staff/1001/role',                   () => place.staff.administrator],
  ['POST',   '/api/staff/1001/lock',                   () => place.staff.administrator],
  ['POST',   '/api/staff/1001/unlock',                 () => place.staff.administrator],
  ['DELETE', '/api/staff/1001',                        () => place.staff.administrator],
  ['POST',   '/api/terminals',                         () => place.staff.administrator],
  ['POST',   '/api/terminals/etg-ann/close',           () => place.staff.administrator],
  ['POST',   '/api/terminals/etg-ann/open',            () => place.staff.administrator],
  ['POST',   '/api/terminals/etg-ann/code',            () => place.staff.administrator],
  ['DELETE', '/api/terminals/etg-ann',                 () => place.staff.administrator],
]

/** Sends a request exactly as given, without normalising its path. */
async function raw(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
  const { hostname, port } = new URL(place.address)
  const length = body ? { 'content-length': String(body.length) } : {}
  const asked = request({ host: hostname, port, method, path, headers: { ...headers, ...length }, agent: false })
  asked.end(body)
  const [response] = await within(10, `${method} ${path.slice(0, 80)}`, once(asked, 'response'))
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode as number, text, headers: response.headers as Record<string, string> }
}

function badBodies(): void {
  test('any JSON at any route', () =>
    expectUnharmed(place, async () => {
      const any = fc.asyncProperty(fc.constantFrom(...routes), fc.jsonValue({ maxDepth: 4 }), async (route, body) => {
        const [method, path, token] = route
        expectClear(await ask(place.address, method, path, { token: token(), body: JSON.stringify(body) }), [
          path,
          body,
        ])
      })
      await fc.assert(any, { numRuns: 300 })
    }))

  // biome-ignore format: a list
  const wrong: readonly unknown[] = [
    null, true, {}, [], '', ' \n', 'x'.repeat(65), 'x'.repeat(501), -1, 0, 1.5, 1e300, 9e15, [[]], [null], { a: 1 },
    '\u0000', '\u202e', '\ud800', ...oddNames,
  ]
  // biome-ignore format: a table
  const right: Body = {
    player: 'ann', amount: 1_000_000_000, colour: 'blue', chipValue: 100, spot: '17', stake: 500, chips: 1, bet: 'tiers',
    unit: 500, ball: 'clockwise', wheel: 'anticlockwise', numbers: ['1'], pocket: '1', revolutions: 4, source: 'dealer',
    treatment: 'moved', to: '1', reason: 'why', code: 'x', terminals: ['a'], decision: 'void', round: 1, rounds: [1], limits: {},
  }

  test('commands right but for one field', () =>
    expectUnharmed(place, async () => {
      const { floor } = place.service
      const who = callerOf(floor.house.settled.state, tokenHash(place.ann.token), floor.presence)!
      for (const name of commandNames) {
        const fields = Object.keys(commands[name].fields)
        for (const field of [...fields, 'id', 'at', 'by', 'extra'])
          for (const value of wrong) {
            const rest = Object.fromEntries(fields.filter((one) => one !== field).map((one) => [one, right[one]]))
            const reply = await giveCommand(floor, who, 'etg', { do: name, ...rest, [field]: value })
            expectClear({ status: statusOf(reply), body: bodyOf(reply) as Body }, [name, field, value])
          }
      }
    }))

  test('not JSON, not text, not what it says it is', () =>
    expectUnharmed(place, async () => {
      const json = { 'content-type': 'application/json' }
      const text = (body: string, headers: Record<string, string> = json) => [headers, Buffer.from(body)] as const
      const bodies = [
        text(''),
        text('{"do":'),
        text("{'do':'settle'}"),
        text('{"do":"settle"}{"do":"settle"}'),
        text('{"__proto__":{"isAdmin":true}}'),
        text('{"constructor":{"prototype":{"isAdmin":true}}}'),
        text('{"do":"settle"}', { 'content-type': 'text/plain' }),
        text('<settle/>', { 'content-type': 'application/xml' }),
        text('--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
        text('+AHs-', { 'content-type': 'application/json; charset=utf-7' }),
        text('{"do":"settle"}', {}),
        [json, undefined] as const,
        [json, Buffer.alloc(1_000)] as const,
        [json, Buffer.from([0xff, 0xfe, 0x00, 0x7b])] as const,
        [json, Buffer.from('{"do":"\xc3\x28\xed\xa0\x80"}', 'latin1')] as const,
      ]
      for (const [method, path, token] of routes)
        for (const [headers, body] of bodies) {
          const told = await raw(method, path, { ...headers, authorization: `Bearer ${token()}` }, body)
          expectClear({ status: told.status, body: JSON.parse(told.text) as Body }, [path, headers, String(body)])
        }
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    }))

  test('too large', () =>
    expectUnharmed(place, async () => {
      for (const [method, path, token] of routes) {
        const answer = await ask(place.address, method, path, { token: token(), body: { reason: 'x'.repeat(70_000) } })
        expect([path, answer.status]).toEqual([path, 413])
        expectClear(answer, path)
      }
    }))

  test('nested without end', () =>
    expectUnharmed(place, async () => {
      const inside = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`
      const bodies = [
        deep,
        inside,
        `{"do":${deep}}`,
        `{"do":"settle","id":${deep}}`,
        `{"do":"set-limits","limits":{"default":${deep}}}`,
        `{"do":"set-limits","limits":${inside}}`,
        `{"do":"interruption","terminals":${deep}}`,
        `{"amount":${deep}}`,
        `{"reason":${deep},"badge":"x"}`,
      ]
      for (const [method, path, token] of routes)
        for (const body of bodies)
          expectClear(await ask(place.address, method, path, { token: token(), body }), [path, body.slice(0, 40)])
    }))
}

function badPlaces(): void {
  test('unknown tables, people, terminals, tickets and books, and names that objects have', () =>
    expectUnharmed(place, async () => {
      const token = place.staff.administrator
      const reason = 'why'
      for (const name of ['nowhere', 'house', 'ETG', '%00', '%20', '..%2fetg', '🎡', 'x'.repeat(90), ...oddNames]) {
        const told = await Promise.all([
          ask(place.address, 'GET', `/api/tables/${name}`),
          ask(place.address, 'GET', `/api/tables/${name}/rounds`),
          ask(place.address, 'GET', `/api/tables/${name}/rounds/1`),
          ask(place.address, 'GET', `/api/tickets/${name}/print`, { token }),
          ask(place.address, 'GET', `/api/books/${name}/${name}`),
          ask(place.address, 'GET', `/api/books/${name}/${name}/spots`),
          post(`/api/tables/${name}/commands`, { do: 'place-your-bets' }, place.staff.dealer),
          post(`/api/staff/${name}/unlock`, { reason }, token),
          post(`/api/terminals/${name}/close`, { reason }, token),
          post('/api/terminals', { terminal: 't', table: name, player: 'p' }, token),
          post('/api/tickets/redeem', { number: name.slice(0, 40) }, place.ann.token),
        ])
        for (const [nth, answer] of told.entries()) expectClear(answer, [name, nth])
      }
    }))

  test('numbers that are none', () =>
    expectUnharmed(place, async () => {
      for (const round of ['0', '-1', '1.5', 'x', '1e999', ...oddNames])
        expectClear(await ask(place.address, 'GET', `/api/tables/etg/rounds/${round}`), round)
      for (const from of ['0', '-1', 'x', '1.5', '1e999'])
        expectClear(
          await ask(place.address, 'GET', `/api/journal/etg?from=${from}`, { token: place.staff.auditor }),
          from,
        )
    }))

  test('an address that cannot be read', async () => {
    const reply = await ask(place.address, 'GET', '/api/tables/%E0%A4%A')
    expect(reply).toMatchObject({ status: 400, body: { problem: 'this is not the address of a route' } })
  })

  test('wrong methods', () =>
    expectUnharmed(place, async () => {
      const headers = { authorization: `Bearer ${place.staff.administrator}` }
      for (const path of [
        '/api/tables',
        '/api/tables/etg',
        '/api/tables/etg/commands',
        '/api/tickets',
        '/healthz',
        '/ws',
      ])
        for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
          const { status } = await raw(method, path, headers)
          expect([400, 404, 405], `${method} ${path}: ${status}`).toContain(status)
        }
    }))

  test('ways round the routes', () =>
    expectUnharmed(place, async () => {
      const ways = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '/', '..\\', '%c0%ae%c0%ae/', '%'].map((way) =>
        way.repeat(3),
      )
      const bases = ['/', '/api/', '/api/docs/static/', '/api/tables/', '/assets/', '/assets/x/', '/api/journal/']
      for (const base of bases)
        for (const way of ways) {
          const { status, text } = await raw('GET', `${base}${way}package.json`)
          expect([301, 302, 400, 401, 403, 404], `${base}${way}: ${status}`).toContain(status)
          expect(text).not.toContain('dependencies')
        }
      expect([404, 414, 431]).toContain((await raw('GET', `/${'a'.repeat(12_000)}`)).status)
    }))
}

function otherOrigins(): void {
  const others = [
    'http://evil.example',
    'https://127.0.0.1',
    'http://127.0.0.1.evil.example',
    'http://localhost:1',
    'http://127.0.0.1:1@evil.example',
    'evil',
    'null',
    '',
  ]

  const joined = (origin: string): Promise<number> => {
    const { socket } = new Client(place.address, 'etg', { headers: { origin } })
    const status = new Promise<number>((done) => {
      socket.on('open', () => done(101))
      socket.on('unexpected-response', (_, response) => done(response.statusCode!))
    })
    return within(5, 'joining', status).finally(() => socket.terminate())
  }

  test('do not come in, neither to ask nor to listen', () =>
    expectUnharmed(place, async () => {
      const json = { 'content-type': 'application/json', authorization: `Bearer ${place.staff.dealer}` }
      for (const origin of others) {
        const body = Buffer.from('{"do":"place-your-bets"}')
        const asked = await raw('POST', '/api/tables/etg/commands', { ...json, origin }, body)
        expect(asked.headers['access-control-allow-origin']).toBeUndefined()
        const { status } = await raw('GET', '/api/tables', { origin })
        expect([origin, asked.status, status, await joined(origin)]).toEqual([origin, 403, 403, 403])
      }
    }))

  test('its own, and those that the house allows, do', async () => {
    expect((await raw('GET', '/api/tables', { origin: place.address })).status).toBe(200)
    expect(await joined(place.address)).toBe(101)
    const { app } = await apiInMemory({ origins: ['https://pit.example'] })
    const status = async (origin: string) => (await app.inject({ url: '/api/tables', headers: { origin } })).statusCode
    expect([await status('https://pit.example'), await status('http://pit.example')]).toEqual([200, 403])
    const preflight = { origin: 'https://pit.example', 'access-control-request-method': 'POST' }
    const allowed = await app.inject({ method: 'OPTIONS', url: '/api/tickets', headers: preflight })
    expect(allowed.statusCode).toBe(204)
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'https://pit.example',
      'access-control-allow-headers': 'authorization, content-type',
      vary: 'origin',
    })
    // A cookie is never accepted from a foreign origin.
    expect(allowed.headers).not.toHaveProperty('access-control-allow-credentials')
  })
}

function otherNames(): void {
  const names = [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.example',
    'croupier',
    '10.9.8.7',
    '[::2]',
    'localhost.',
  ]
  const odd = [' ', '/', 'localhost/', 'x@localhost', 'localhost:80:80', 'localhost:port', '[::1', '%6c%6f']
  const own = ['localhost', '127.0.0.1', '[::1]']

  /**
   * A name that was made to point at this machine also names the page's own origin, so the origin check alone would
   * pass.
   */
  const asPage = (host: string) => ({ host, origin: `http://${host}` })
  const joined = async (host: string): Promise<number> =>
    (await raw('GET', '/ws?table=etg', { ...asPage(host), ...upgrade })).status
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }

  test('are not answered to, neither over HTTP nor at a socket', () =>
    expectUnharmed(place, async () => {
      const json = { 'content-type': 'application/json', authorization: `Bearer ${place.staff.dealer}` }
      const body = Buffer.from('{"do":"place-your-bets"}')
      for (const name of names)
        for (const host of [name, `${name}:8080`]) {
          const asked = await raw('POST', '/api/tables/etg/commands', { ...json, ...asPage(host) }, body)
          const docs = await raw('GET', '/api/docs', { host })
          expect([host, asked.status, docs.status, await joined(host)]).toEqual([host, 421, 421, 421])
          expect(JSON.parse(asked.text).problem).toContain('publicHosts')
        }
      for (const host of odd) expect([400, 421], host).toContain((await raw('GET', '/healthz', { host })).status)
    }))

  test('its own are, at any port that leads here', async () => {
    for (const name of own)
      for (const host of [name, `${name}:9000`])
        expect([host, (await raw('GET', '/api/tables', asPage(host))).status]).toEqual([host, 200])
  })

  test('so are those that the house gave it, also behind a proxy that speaks https', async () => {
    const { app } = await apiInMemory({ hosts: ['pit.example'] })
    const status = async (host: string, origin: string) =>
      (await app.inject({ url: '/api/tables', headers: { host, origin } })).statusCode
    const asked = [
      status('pit.example', 'https://pit.example'),
      status('pit.example:8443', 'https://pit.example:8443'),
      status('pit.example', 'https://other.example'),
      status('a.pit.example', 'https://a.pit.example'),
    ]
    expect(await Promise.all(asked)).toEqual([200, 200, 403, 421])
  })
}

describe('too much', () => {
  test('half a request does not delay the stop', async () => {
    const { app } = await apiInMemory()
    const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const visitor = connect(Number(port), hostname).on('error', () => {})
    visitor.write('POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{')
    await once(app.server, 'request')
    await within(10, 'stopping', app.close())
    visitor.destroy()
  })

  test('so many requests at once, and no more', async () => {
    const { app } = await apiInMemory({ requestsPerMinute: 120, clock: () => 0 })
    for (let nth = 0; nth < 30; nth++) expect((await app.inject('/api/tables')).statusCode).toBe(200)
    const late = await app.inject('/api/tables')
    expect(late.statusCode).toBe(429)
    expect(late.json()).toEqual({ problem: 'too many requests; slow down' })
  })

  test('behind a proxy each visitor is counted, and nobody else is believed about who they are', async () => {
    const { app } = await apiInMemory({ requestsPerMinute: 8, proxies: ['10.0.0.1'], clock: () => 0 })
    const status = async (remoteAddress: string, visitor: string) =>
      (await app.inject({ url: '/api/tables', remoteAddress, headers: { 'x-forwarded-for': visitor } })).statusCode
    const asked = async (from: string) => {
      const told: number[] = []
      for (const visitor of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) told.push(await status(from, visitor))
      return told
    }
    expect(await asked('10.0.0.1')).toEqual([200, 200, 200])
    expect(await asked('10.0.0.2')).toEqual([200, 200, 429])
  })

  test.each([
    ['/api/sessions', { badge: 'x', pin: '1' }],
    ['/api/sessions/pin', { current: 'x', pin: '1' }],
    ['/api/terminals/enrol', { code: 'AAAAA-AAAAA' }],
  ])('%s is for people, not for machines that guess', async (url, payload) => {
    const { app } = await apiInMemory({ clock: () => 0 })
    const tried = async () => (await app.inject({ method: 'POST', url, payload })).json().problem
    for (let nth = 0; nth < 20; nth++) expect(await tried()).not.toBe('too many requests; slow down')
    expect(await tried()).toBe('too many requests; slow down')
  })
})

function afterAllOfThat(): void {
  test('one who never said who they are was shown out', async () => {
    expect(await within(12, 'waiting', silent.closed)).toEqual({ code: 4408, reason: 'say who you are' })
  })

  test('the service is alive, money is conserved, and the journal is sound', async () => {
    expect((await ask(place.address, 'GET', '/healthz')).status).toBe(200)
    expect((await ask(place.address, 'GET', '/readyz')).status).toBe(200)
    expect(place.service.floor.alarms.list).toEqual([])
    for (const { id } of quietTables)
      expect(isBalanced(place.service.floor.rooms.get(id)!.table.settled.state.ledger)).toBe(true)
    await expectSound(place.store)
  })
}

describe.each(stores)('on %s', (_, fresh) => {
  const own = inService(fresh)
  beforeAll(() => {
    place = own
    silent = new Client(place.address, 'etg')
  })

  describe('bodies', badBodies)
  describe('places', badPlaces)
  describe('other origins', otherOrigins)
  describe('other names', otherNames)
  describe('after all of that', afterAllOfThat)
})
