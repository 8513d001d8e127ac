import { once } from 'node:events'
import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { commandNames, commands } from '../../engine/language.ts'
import { isBalanced } from '../../engine/ledger.ts'
import { Floor } from '../floor.ts'
import { principalOf } from '../house/principals.ts'
import type { StaffRole } from '../house/roles.ts'
import { testMeans } from '../house/testing.ts'
import { memoryJournal } from '../journal/memory.ts'
import { openReader } from '../journal/reader.ts'
import type { Service } from '../service.ts'
import {
  ask,
  type Body,
  Client,
  changesNothing,
  cleanUp,
  deep,
  freshFolder,
  isClear,
  oddNames,
  quietPlans,
  quietService,
  quietTables,
  type Seat,
  seatAt,
  staffOf,
  within,
} from '../testing.ts'
import { verify } from '../verify.ts'
import { defaultDoors, openDoors } from './http.ts'

/** Whatever comes to the doors over HTTP: a clear answer, no crash, and nothing changed. */

const folder = freshFolder()
let service: Service
let address: string
let staff: Record<StaffRole, string>
let ann: Seat
/** Somebody who never says who they are; what becomes of them is looked at in the end. */
let silent: Client

beforeAll(async () => {
  service = await quietService(folder)
  address = service.address
  staff = await staffOf(service)
  ann = await seatAt(service, 'etg', 'ann')
  silent = new Client(address, 'etg')
})

afterAll(async () => {
  await service.stop()
  cleanUp()
})

const unharmed = (work: () => Promise<void>) => changesNothing(service, work)
const post = (path: string, body: unknown, token: string) => ask(address, 'POST', path, { body, token })

// biome-ignore format: a table is read down its columns
const doors: readonly (readonly [string, string, () => string])[] = [
  ['POST',   '/api/tables/etg/commands',               () => ann.token],
  ['POST',   '/api/tables/etg/commands',               () => staff.dealer],
  ['POST',   '/api/tickets',                           () => ann.token],
  ['POST',   '/api/tickets/redeem',                    () => ann.token],
  ['POST',   '/api/tickets',                           () => staff.dealer],
  ['POST',   '/api/tickets/123456789012345678/cancel', () => staff['shift-manager']],
  ['POST',   '/api/staff',                             () => staff.administrator],
  ['POST',   '/api/staff/1001/pin',                    () => staff.administrator],
  ['POST',   '/api/staff/1001/role',                   () => staff.administrator],
  ['POST',   '/api/staff/1001/unlock',                 () => staff.administrator],
  ['DELETE', '/api/staff/1001',                        () => staff.administrator],
  ['POST',   '/api/terminals',                         () => staff.administrator],
  ['POST',   '/api/terminals/etg-ann/close',           () => staff.administrator],
  ['POST',   '/api/terminals/etg-ann/open',            () => staff.administrator],
  ['POST',   '/api/terminals/etg-ann/code',            () => staff.administrator],
  ['DELETE', '/api/terminals/etg-ann',                 () => staff.administrator],
]

/** As it stands: nothing is put right on the way. */
async function raw(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
  const { hostname, port } = new URL(address)
  const length = body ? { 'content-length': String(body.length) } : {}
  const asked = request({ host: hostname, port, method, path, headers: { ...headers, ...length }, agent: false })
  asked.end(body)
  const [response] = await within(10, `${method} ${path.slice(0, 80)}`, once(asked, 'response'))
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode as number, text, headers: response.headers as Record<string, string> }
}

describe('bodies', () => {
  test('any JSON at any door', () =>
    unharmed(async () => {
      const any = fc.asyncProperty(fc.constantFrom(...doors), fc.jsonValue({ maxDepth: 4 }), async (door, body) => {
        const [method, path, token] = door
        isClear(await ask(address, method, path, { token: token(), body: JSON.stringify(body) }), [path, body])
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
    unharmed(async () => {
      const { floor } = service
      const who = principalOf(floor.house.state, ann.token, floor.now())!
      for (const name of commandNames) {
        const fields = Object.keys(commands[name].fields)
        for (const field of [...fields, 'id', 'at', 'by', 'extra'])
          for (const value of wrong) {
            const rest = Object.fromEntries(fields.filter((one) => one !== field).map((one) => [one, right[one]]))
            const { status, body } = await floor.command(who, 'etg', { do: name, ...rest, [field]: value })
            isClear({ status, body: body as Body }, [name, field, value])
          }
      }
    }))

  test('not JSON, not text, not what it says it is', () =>
    unharmed(async () => {
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
      for (const [method, path, token] of doors)
        for (const [headers, body] of bodies) {
          const told = await raw(method, path, { ...headers, authorization: `Bearer ${token()}` }, body)
          isClear({ status: told.status, body: JSON.parse(told.text) as Body }, [path, headers, String(body)])
        }
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    }))

  test('too large', () =>
    unharmed(async () => {
      for (const [method, path, token] of doors) {
        const answer = await ask(address, method, path, { token: token(), body: { reason: 'x'.repeat(70_000) } })
        expect([path, answer.status]).toEqual([path, 413])
        isClear(answer, path)
      }
    }))

  test('nested without end', () =>
    unharmed(async () => {
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
      for (const [method, path, token] of doors)
        for (const body of bodies)
          isClear(await ask(address, method, path, { token: token(), body }), [path, body.slice(0, 40)])
    }))
})

describe('places', () => {
  test('unknown tables, people, terminals, tickets and books, and names that objects have', () =>
    unharmed(async () => {
      const token = staff.administrator
      const reason = 'why'
      for (const name of ['nowhere', 'house', 'ETG', '%00', '%20', '..%2fetg', '🎡', 'x'.repeat(90), ...oddNames]) {
        const told = await Promise.all([
          ask(address, 'GET', `/api/tables/${name}`),
          ask(address, 'GET', `/api/tables/${name}/rounds`),
          ask(address, 'GET', `/api/tables/${name}/rounds/1`),
          ask(address, 'GET', `/api/tickets/${name}/print`, { token }),
          ask(address, 'GET', `/api/books/${name}/${name}`),
          ask(address, 'GET', `/api/books/${name}/${name}/spots`),
          post(`/api/tables/${name}/commands`, { do: 'place-your-bets' }, staff.dealer),
          post(`/api/staff/${name}/unlock`, { reason }, token),
          post(`/api/terminals/${name}/close`, { reason }, token),
          post('/api/terminals', { terminal: 't', table: name, player: 'p' }, token),
          post('/api/tickets/redeem', { number: name.slice(0, 40) }, ann.token),
        ])
        for (const [nth, answer] of told.entries()) isClear(answer, [name, nth])
      }
    }))

  test('numbers that are none', () =>
    unharmed(async () => {
      for (const round of ['0', '-1', '1.5', 'x', '1e999', ...oddNames])
        isClear(await ask(address, 'GET', `/api/tables/etg/rounds/${round}`), round)
      for (const from of ['0', '-1', 'x', '1.5', '1e999'])
        isClear(await ask(address, 'GET', `/api/journal/etg?from=${from}`, { token: staff.auditor }), from)
    }))

  test('wrong methods', () =>
    unharmed(async () => {
      const headers = { authorization: `Bearer ${staff.administrator}` }
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

  test('ways round the doors', () =>
    unharmed(async () => {
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
})

describe('other origins', () => {
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
    const { socket } = new Client(address, 'etg', { headers: { origin } })
    const status = new Promise<number>((done) => {
      socket.on('open', () => done(101))
      socket.on('unexpected-response', (_, response) => done(response.statusCode!))
    })
    return within(5, 'joining', status).finally(() => socket.terminate())
  }

  test('do not come in, neither to ask nor to listen', () =>
    unharmed(async () => {
      const json = { 'content-type': 'application/json', authorization: `Bearer ${staff.dealer}` }
      for (const origin of others) {
        const body = Buffer.from('{"do":"place-your-bets"}')
        const asked = await raw('POST', '/api/tables/etg/commands', { ...json, origin }, body)
        expect(asked.headers['access-control-allow-origin']).toBeUndefined()
        const { status } = await raw('GET', '/api/tables', { origin })
        expect([origin, asked.status, status, await joined(origin)]).toEqual([origin, 403, 403, 403])
      }
    }))

  test('its own, and those that the house allows, do', async () => {
    expect((await raw('GET', '/api/tables', { origin: address })).status).toBe(200)
    expect(await joined(address)).toBe(101)
    const floor = await Floor.open({ journal: memoryJournal(), means: testMeans(), plans: quietPlans() })
    const app = await openDoors(floor, { ...defaultDoors, origins: ['https://pit.example'] })
    onTestFinished(() => app.close())
    const status = async (origin: string) => (await app.inject({ url: '/api/tables', headers: { origin } })).statusCode
    expect([await status('https://pit.example'), await status('http://pit.example')]).toEqual([200, 403])
  })
})

describe('too much', () => {
  async function strict(options: Partial<typeof defaultDoors>) {
    const floor = await Floor.open({ journal: memoryJournal(), means: testMeans(), plans: quietPlans() })
    const app = await openDoors(floor, { ...defaultDoors, ...options })
    onTestFinished(() => app.close())
    return app
  }

  const slowly = { ws: { ...defaultDoors.ws, commandsPerSecond: 10 } }

  test('a socket that sends too much is told so, and goes on when it slows down', async () => {
    const app = await strict(slowly)
    const visitor = await Client.at(await app.listen({ port: 0, host: '127.0.0.1' }), 'etg')
    const answers = await Promise.all(Array.from({ length: 200 }, () => visitor.ask({ do: 'settle' })))
    const taken = answers.filter(({ problem }) => problem === 'who are you').length
    expect(taken).toBeGreaterThanOrEqual(35)
    expect(taken).toBeLessThan(60)
    expect(answers.at(-1)).toMatchObject({ problem: 'too many commands; slow down' })
    await new Promise((done) => setTimeout(done, 250))
    expect(await visitor.ask({ do: 'settle' })).toMatchObject({ problem: 'who are you' })
  })

  test('rubbish counts like commands', async () => {
    const app = await strict(slowly)
    const visitor = await Client.at(await app.listen({ port: 0, host: '127.0.0.1' }), 'etg')
    for (let nth = 0; nth < 200; nth++) visitor.socket.send('rubbish')
    await Promise.race([visitor.ask({ do: 'settle' }), visitor.closed])
    const clear = visitor.heard.filter(({ problem }) => problem === 'a message must be a JSON object')
    expect(clear.length).toBeLessThan(60)
  })

  test('so many requests a minute, and no more', async () => {
    const app = await strict({ requestsPerMinute: 30 })
    for (let nth = 0; nth < 30; nth++) expect((await app.inject('/api/tables')).statusCode).toBe(200)
    const late = await app.inject('/api/tables')
    expect(late.statusCode).toBe(429)
    expect(late.json()).toEqual({ problem: 'too many requests; slow down' })
  })

  test.each([
    ['/api/sessions', { badge: 'x', pin: '1' }],
    ['/api/terminals/enrol', { code: 'AAAAA-AAAAA' }],
  ])('%s is for people, not for machines that guess', async (url, payload) => {
    const app = await strict({})
    const tried = async () => (await app.inject({ method: 'POST', url, payload })).statusCode
    for (let nth = 0; nth < 20; nth++) expect(await tried()).not.toBe(429)
    expect(await tried()).toBe(429)
  })
})

describe('after all of that', () => {
  test('one who never said who they are was shown out', async () => {
    expect(await within(12, 'waiting', silent.closed)).toEqual({ code: 4408, reason: 'say who you are' })
  })

  test('the service is alive, money is conserved, and the journal is sound', async () => {
    expect((await ask(address, 'GET', '/healthz')).status).toBe(200)
    expect((await ask(address, 'GET', '/readyz')).status).toBe(200)
    expect(service.floor.alarms).toEqual([])
    for (const { id } of quietTables) expect(isBalanced(service.floor.rooms.get(id)!.host.state.ledger)).toBe(true)
    const reader = openReader(folder)
    expect(verify(reader).flatMap(({ finding }) => finding ?? [])).toEqual([])
    reader.close()
  })
})
