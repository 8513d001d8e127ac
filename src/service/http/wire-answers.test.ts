import { readFileSync } from 'node:fs'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { apiInMemory, inService } from '../../../test/support/http.ts'
import { freshSigner } from '../../../test/support/proof.ts'
import { ask, Client, must } from '../../../test/support/service.ts'
import { alarm } from '../../wire/alarm.ts'
import { auditorView, dealerView, displayView, pitView, playerView } from '../../wire/audiences.ts'
import { problem, refusedAnswer } from '../../wire/failures.ts'
import { type Audience, toClient } from '../../wire/messages.ts'
import { type BodyOf, type ParamsOf, type Route, type RouteName, routeNames, routes } from '../../wire/routes.ts'
import { addDemoStaff } from '../demo.ts'

/** The answers of the running service match the wire's schemas, which allow no unnamed field. */

const place = inService()
const gone = new Set<RouteName>()

function expectPasses(schema: TSchema, value: unknown, what: string): void {
  const errors = Compile(schema).Errors(value)
  expect({ what, errors }).toEqual({ what, errors: [] })
}

type Through<Name extends RouteName> = { token?: string; query?: string; params?: ParamsOf<Name>; body?: BodyOf<Name> }

/** Calls a route, which must succeed, and checks its answer against its schema. */
async function go<Name extends RouteName>(name: Name, through: Through<Name> = {}): Promise<Record<string, unknown>> {
  const { params = {}, query = '', ...asked } = through
  const [method, path] = name.split(' ') as [string, string]
  const url = path.replace(/:(\w+)/g, (_, key) => encodeURIComponent((params as Record<string, string>)[key]!))
  const { status, body } = await ask(place.address, method, url + query, asked)
  expect([name, status, body]).toEqual([name, routes[name].answer === null ? 204 : 200, body])
  gone.add(name)
  expectAnswer(name, body)
  return body
}

function expectAnswer(name: RouteName, body: Record<string, unknown>): void {
  const route = routes[name]
  if (route.answer === null) return
  const text = String(body.text)
  if (!('as' in route)) return expectPasses(route.answer, body, name)
  if (route.as === 'page') return expect(text).toContain('<html')
  if (name === 'GET /api/events/export') return expect(text).toMatch(/^number,kind,/m)
  if (route.as === 'note') return expect(text).toMatch(/^\S+\n\d+\n\S+\n\n— /)
  const lines = 'text' in body ? text.trim().split('\n') : [JSON.stringify(body)]
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expectPasses(route.answer, JSON.parse(line), name)
}

const id = (name: string) => ({ params: { id: name } })

async function playARound(table: string): Promise<void> {
  const manager = place.staff['shift-manager']
  const tell = (command: object) => must(place.address, manager, table, { ...command })
  await tell({ do: 'place-your-bets' })
  await must(place.address, place.ann.token, table, { do: 'wager', player: 'ann', spot: '17', stake: 500 })
  await tell({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  await tell({ do: 'no-more-bets' })
  await tell({ do: 'ball-at-rest', pocket: '17' })
  await tell({ do: 'settle' })
}

test('tables, rounds and figures, for everybody who may see them', async () => {
  await playARound('etg')
  const tokens = [undefined, place.ann.token, ...Object.values(place.staff)]
  await go('GET /api/tables')
  for (const token of tokens) {
    const asked = token === undefined ? {} : { token }
    await go('GET /api/tables/:id', { ...id('etg'), ...asked })
    await go('GET /api/tables/:id/stakes', { ...id('etg'), ...asked })
    await go('GET /api/tables/:id/rounds', { ...id('etg'), ...asked })
    await go('GET /api/tables/:id/rounds/:round', { params: { id: 'etg', round: '1' }, ...asked })
  }
  await go('GET /api/tables/:id/rounds/:round/receipts', { params: { id: 'etg', round: '1' }, token: place.ann.token })
  const token = place.staff['pit-supervisor']
  for (const by of ['hour', 'round'])
    await go('GET /api/tables/:id/figures', { ...id('etg'), query: `?by=${by}`, token })
  await go('GET /api/figures', { token })
  await go('GET /api/report', { query: '?from=2020-01-01&language=zh', token })
  await go('GET /api/report/figures', { query: '?from=2020&to=2020-06', token })
  await go('GET /api/alarms', { token })
  await go('GET /api/nodes', { token })
  const { auditor, 'pit-supervisor': pit } = place.staff
  await go('POST /api/self-check', { token: auditor })
  await go('GET /api/events', { token: auditor })
  await go('GET /api/events/export', { token: auditor })
  place.service.floor.alarms.raise({ table: 'etg', alarm: 'table-restored' })
  place.service.floor.alarms.raise({ table: 'etg', alarm: 'terminal-lost', terminal: 'gone' })
  await place.service.floor.events.record()
  const number = place.service.floor.house.settled.state.significant.size
  await go('POST /api/events/acknowledge', { token: auditor, body: { numbers: [number], note: 'seen' } })
  const where = { scope: 'table', of: 'fast', reason: 'tried' } as const
  await go('POST /api/stops', { token: pit, body: { ...where, when: 'now' } })
  await go('GET /api/stops', { token: auditor })
  const work = { wheel: 'W-7', technician: 'Kim', reason: 'tried' }
  await go('POST /api/wheels/work', { token: pit, body: { ...work, work: 'installed', table: 'single' } })
  await go('POST /api/wheels/work', { token: pit, body: { ...work, work: 'levelled' } })
  await go('GET /api/wheels', { token: auditor })
  await go('POST /api/stops/resume', { token: pit, body: where })
  await go('POST /api/tables/:id/commands', {
    ...id('single'),
    token,
    body: { do: 'buy-in', player: 'x', amount: 500 },
  })
  for (const body of [
    { do: 'set-limits', limits: { default: { min: 100_000 } } },
    { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'seen late' },
    { do: 'correct-outcome', round: 1, pocket: '5', reason: 'misread' },
  ])
    await go('POST /api/tables/:id/foresee', {
      ...id('etg'),
      token,
      body: body as BodyOf<'POST /api/tables/:id/foresee'>,
    })
})

test('books', async () => {
  await go('GET /api/books')
  const params = { house: 'mbs', name: 'roulette@3' }
  await go('GET /api/books/:house/:name', { params })
  for (const list of ['spots', 'odds', 'clauses'] as const) await go(`GET /api/books/:house/:name/${list}`, { params })
})

test('people', async () => {
  const token = place.staff.administrator
  for (const each of [token, place.ann.token]) await go('GET /api/sessions', { token: each })
  await go('POST /api/staff', { token, body: { badge: '77', name: 'Mo', role: 'dealer', pin: '846201' } })
  const own = (await go('POST /api/sessions', { body: { badge: '77', pin: '846201' } })).token as string
  await go('POST /api/sessions/pin', { token: own, body: { current: '846201', pin: '958312' } })
  const reason = 'why'
  await go('POST /api/staff/:id/role', { ...id('77'), token, body: { role: 'pit-supervisor', reason } })
  await go('POST /api/staff/:id/pin', { ...id('77'), token, body: { pin: '739461', reason } })
  const again = (await go('POST /api/sessions', { body: { badge: '77', pin: '739461' } })).token as string
  await go('DELETE /api/sessions', { token: again })
  await go('POST /api/staff/:id/lock', { ...id('77'), token, body: { reason } })
  await go('GET /api/staff', { token })
  await go('POST /api/staff/:id/unlock', { ...id('77'), token, body: { reason } })
  await go('DELETE /api/staff/:id', { ...id('77'), token, body: { reason } })
})

test('terminals', async () => {
  const token = place.staff.administrator
  const reason = 'why'
  const added = { terminal: 'T', table: 'etg', player: 'tom', name: 'By the door' }
  await go('POST /api/terminals', { token, body: added })
  await go('GET /api/terminals', { token })
  const { code } = await go('POST /api/terminals/:id/code', { ...id('T'), token, body: { reason } })
  const enrolled = await go('POST /api/terminals/enrol', { body: { code: String(code) } })
  await go('GET /api/terminals/me', { token: String(enrolled.token) })
  await go('POST /api/terminals/:id/close', { ...id('T'), token, body: { reason } })
  await go('POST /api/terminals/:id/open', { ...id('T'), token, body: { reason } })
  await go('POST /api/terminals/:id/close', { ...id('T'), token, body: { reason } })
  await go('DELETE /api/terminals/:id', { ...id('T'), token, body: { reason } })
})

test('in the demonstration anybody may sit down', async () => {
  const { app, floor } = await apiInMemory({ demo: true })
  await addDemoStaff(floor)
  const answer = await app.inject({ method: 'POST', url: '/api/terminals/demo', payload: { table: 'etg' } })
  expectPasses(routes['POST /api/terminals/demo'].answer, answer.json(), 'demo')
  gone.add('POST /api/terminals/demo')
  const { token } = answer.json() as { token: string }
  const more = {
    method: 'POST',
    url: '/api/terminals/demo/credits',
    headers: { authorization: `Bearer ${token}` },
  } as const
  expect((await app.inject(more)).statusCode).toBe(409)
  gone.add('POST /api/terminals/demo/credits')
})

test('notices, calls and shifts', async () => {
  const { dealer, administrator } = place.staff
  const { token } = place.ann
  await go('GET /api/house')
  await go('POST /api/calls', { token })
  await go('GET /api/calls', { token: dealer })
  await go('POST /api/calls/:id/answer', { ...id(place.ann.terminal), token: dealer })
  await go('POST /api/calls', { token })
  await go('DELETE /api/calls', { token })
  const planned = { limits: { default: { min: 500 } }, reason: 'a busy evening' }
  await go('POST /api/tables/:id/limits', {
    ...id('etg'),
    token: place.staff['pit-supervisor'],
    body: planned as unknown as BodyOf<'POST /api/tables/:id/limits'>,
  })
  await go('POST /api/tables/:id/take', { ...id('etg'), token: dealer })
  await go('GET /api/tables/:id/seats', { ...id('etg'), token: dealer })
  await go('GET /api/shifts', { token: administrator })
  await go('POST /api/tables/:id/leave', { ...id('etg'), token: dealer })
  await go('POST /api/notices/read', { token, body: { upTo: 1 } })
})

test('tickets, and what the journal says of it all', async () => {
  const { dealer, auditor } = place.staff
  const amount = 1_000 as BodyOf<'POST /api/tickets'>['amount']
  await go('POST /api/tickets', { token: place.ann.token, body: { amount, id: 'a' } })
  const sold = await go('POST /api/tickets', { token: dealer, body: { amount, table: 'etg' } })
  const { number } = sold.ticket as { number: string }
  await go('GET /api/tickets/:id/print', { ...id(number), token: dealer })
  await go('POST /api/tickets/redeem', { token: place.ann.token, body: { number } })
  const another = (await go('POST /api/tickets', { token: dealer, body: { amount, table: 'etg' } })).ticket
  const cancelled = id((another as { number: string }).number)
  const token = place.staff['pit-supervisor']
  await go('GET /api/tickets/last', { token: place.ann.token })
  await go('POST /api/tickets/:id/copy', { ...cancelled, token, body: { reason: 'why' } })
  await go('POST /api/tickets/:id/cancel', { ...cancelled, token, body: { reason: 'why' } })
  await go('GET /api/tickets', { token: auditor })
  await go('GET /api/journal/house', { token: auditor })
  await go('GET /api/journal/tickets', { token: auditor })
  await go('GET /api/journal/:id', { ...id('etg'), token: auditor })
})

test('what the house signs', async () => {
  await place.service.floor.proof!.checkpointer.make('etg')
  await go('GET /api/proof')
  await go('GET /api/proof/:id/checkpoint', id('etg'))
  await go('GET /api/proof/:id/checkpoints', { ...id('etg'), token: place.staff.auditor })
})

test('every route was called', () => {
  expect(routeNames.filter((name) => !gone.has(name))).toEqual([])
})

test.each<[string, string, string, object | undefined, TSchema]>([
  ['nobody is known', 'GET', '/api/staff', undefined, problem],
  ['there is no such route', 'GET', '/api/nothing', undefined, problem],
  ['a body is not what it must be', 'POST', '/api/sessions', { badge: 7 }, problem],
  ['a PIN is wrong', 'POST', '/api/sessions', { badge: '1001', pin: '000000' }, refusedAnswer],
])('where it fails because %s, that is told in the wire’s words', async (_, method, path, body, schema) => {
  const answer = await ask(place.address, method, path, body ? { body } : {})
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expectPasses(schema, answer.body, path)
})

test('each audience hears over its socket what the wire says', async () => {
  const { staff, ann, address } = place
  const tokens = { display: undefined, player: ann.token, dealer: staff.dealer, pit: staff['pit-supervisor'] }
  const clients = await Promise.all(
    Object.entries(tokens).map(async ([audience, token]) => {
      const client = await Client.at(address, 'etg', token === undefined ? {} : { token })
      return [audience as Audience, client] as const
    }),
  )
  const [, player] = clients[1]!
  await playARound('etg')
  await player.ask({ do: 'wager', player: 'ann', spot: '17', stake: 500 })
  await player.ask({ do: 'wager', player: 'ann' })
  await player.ask({ do: 'settle' })
  for (const [, client] of clients) await client.until(() => client.follower.view?.phase === 'settled')
  for (const [audience, client] of clients) {
    client.cut()
    expect(client.heard.length).toBeGreaterThan(1)
    for (const message of client.heard) expectPasses(toClient[audience], message, audience)
  }
})

const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')

test('docs/api.md names every route', () => {
  expect(routeNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('docs/api.md names no route that does not exist', () => {
  const named = [...page.matchAll(/`((?:GET|POST|DELETE) \/api\/[^`\s?]*)/g)].map(([, name]) => name!)
  expect(named.filter((name) => !routeNames.includes(name as RouteName))).toEqual([])
})

test('docs/api.md has the cost of every route that does not cost one', () => {
  const section = page.split('\n## Limits of requests\n')[1]!.split('\n## ')[0]!
  const rows = section.matchAll(/^\| (\d+) \| (.*) \|$/gm).map(([, cost, names]) => [Number(cost), names!] as const)
  const stated = [...rows].flatMap(([cost, names]) =>
    [...names.matchAll(/`((?:GET|POST|DELETE) [^`]*)`/g)].map(([, name]) => [name, cost]),
  )
  const costs = routeNames.map((name): [RouteName, number] => [name, (routes[name] as Route).cost ?? 1])
  expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(costs.filter(([, cost]) => cost !== 1)))
})

test('docs/api.md has every alarm', () => {
  const codes = alarm.anyOf.map(({ properties }) => properties.alarm.const)
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([])
})

test('docs/api.md has every field of every view', () => {
  const section = page.split('\n## Views\n')[1]!.split('\n## ')[0]!
  const fields = [displayView, playerView, dealerView, pitView, auditorView].flatMap(({ properties }) =>
    Object.keys(properties),
  )
  expect(fields.length).toBeGreaterThan(80)
  expect([...new Set(fields)].filter((field) => !section.includes(`\`${field}\``))).toEqual([])
})

test('the documentation states an answer for every route', async () => {
  const { app } = await apiInMemory({ demo: true }, { signer: () => freshSigner('house.example', 1) })
  await app.ready()
  const { paths } = app.swagger() as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>
  }
  const stated = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(stated).toHaveLength(routeNames.length)
  for (const { responses } of stated)
    expect(Object.keys(responses).some((status) => status.startsWith('20'))).toBe(true)
})
