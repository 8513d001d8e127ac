import { writeFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { apiInMemory, inService } from '../../../test/support/http.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import {
  ask,
  type Body,
  Client,
  cents,
  freshFolder,
  must,
  quietService,
  quietTables,
  type Response,
  type Seat,
  seatAt,
  staffOf,
  turns,
} from '../../../test/support/service.ts'
import { HeldJournal } from '../../../test/support/stream.ts'
import type { TicketStreamEvent } from '../../house/house-events.ts'
import type { StaffRole } from '../../house/roles.ts'
import type { Ticket } from '../../house/ticket-state.ts'
import type { HouseEntry } from '../../record/house-entry.ts'
import { allOf } from '../../record/journal-reader.ts'
import type { TicketEntry } from '../../record/ticket-entry.ts'
import { verify } from '../../record/verify.ts'
import { addDemoStaff, demoStaff } from '../demo.ts'
import { readMeters } from '../floor/meter-desk.ts'
import { NOTES_EACH } from '../floor/refusal-notes.ts'
import { openReader } from '../journal/reader.ts'
import type { Service } from '../service.ts'

/** People, terminals and tickets through the HTTP API. */

const place = inService()
const post = (path: string, body: unknown, token: string) => ask(place.address, 'POST', path, { body, token })
const reason = 'why'

test('nobody takes a seat or credits by themselves but in the demonstration', async () => {
  expect((await post('/api/terminals/demo', { table: 'etg' }, '')).status).toBe(404)
  expect((await post('/api/terminals/demo/credits', {}, place.ann.token)).status).toBe(404)
})

test('one terminal calls and withdraws so often in a minute; then it is told to wait, and nothing more is recorded', async () => {
  const { floor } = place.service
  const ben = await seatAt(place.service, 'etg', 'ben', 0)
  const call = (method: string) => ask(place.address, method, '/api/calls', { token: ben.token })
  const before = floor.house.durable
  for (let times = 0; times < NOTES_EACH / 2; times++)
    expect([(await call('POST')).status, (await call('DELETE')).status]).toEqual([200, 200])
  expect(await call('POST')).toMatchObject({ status: 429, body: { refused: 'done-too-often' } })
  expect(floor.house.durable - before).toBe(NOTES_EACH)
  expect((await ask(place.address, 'POST', '/api/calls', { token: place.ann.token })).status).toBe(200)
})

test('the newest thousand tickets are listed, the newest first', async () => {
  const { app, floor } = await apiInMemory()
  await addDemoStaff(floor)
  const { badge, pin } = demoStaff.find(({ role }) => role === 'pit-manager')!
  const { token } = (await app.inject({ method: 'POST', url: '/api/sessions', payload: { badge, pin } })).json()
  const by = { badge: demoStaff.find(({ role }) => role === 'dealer')!.badge }
  const issue = (nth: number) => {
    const number = String(10n ** 17n + BigInt(nth))
    return floor.tickets.submit(
      { do: 'sell-ticket', number, amount: cents(nth), table: 'etg', by },
      `staff:${by.badge}`,
    )
  }
  await Promise.all(Array.from({ length: 1_004 }, (_, nth) => issue(nth + 1)))
  const before = floor.house.now()
  await expect.poll(() => floor.house.now() > before).toBe(true)
  await issue(1_005)
  const headers = { authorization: `Bearer ${token}` }
  const { tickets, totals } = (await app.inject({ url: '/api/tickets', headers })).json()
  expect(totals.issued.count).toBe(1_005)
  expect(tickets).toHaveLength(1_000)
  expect(tickets[0].amount).toBe(1_005)
  const times: string[] = tickets.map(({ issued }: Ticket) => issued.at)
  expect(times).toEqual(times.toSorted().toReversed())
})

describe('a request that comes again with its id', () => {
  type Asked = (service: Service, seat: Seat) => Promise<Response>
  const body = { amount: 3_000, table: 'etg', id: 'once' }
  const asDealer = async (service: Service) => (await staffOf(service)).dealer
  const send = (service: Service, path: string, token: string, body: Body) =>
    ask(service.address, 'POST', path, { token, body })

  async function soldAt(service: Service): Promise<string> {
    const sold = await send(service, '/api/tickets', await asDealer(service), { amount: 700, table: 'etg' })
    return (sold.body.ticket as Ticket).number
  }

  let number = ''
  // biome-ignore format: a table is read down its columns
  const ways: Record<string, Asked> = {
    'a ticket from a terminal': (service, { token }) => send(service, '/api/tickets', token, { amount: 3_000, id: 'once' }),
    'a ticket over the table':  (service, { token, player }) => send(service, '/api/tables/etg/commands', token, { do: 'cash-out', player, amount: 3_000, id: 'once' }),
    'a ticket from staff':      async (service) => send(service, '/api/tickets', await asDealer(service), body),
    'credits for a ticket':     (service, { token }) => send(service, '/api/tickets/redeem', token, { number, id: 'once' }),
    'cash for a ticket':        async (service) => send(service, '/api/tickets/redeem', await asDealer(service), { number, table: 'etg', id: 'once' }),
  }

  test.each(Object.keys(ways))(
    '%s: the same answer, whatever became of it since, also after a restart',
    async (way) => {
      const folder = freshFolder()
      const first = await quietService(folder)
      const seat = await seatAt(first, 'etg', 'ann', 10_000)
      number = await soldAt(first)
      const given = await ways[way]!(first, seat)
      expect(given.status).toBe(200)
      expect(await ways[way]!(first, seat)).toMatchObject({ status: 200, body: given.body })
      const { ticket } = given.body as { ticket: Ticket }
      if (!ticket.redeemed) await send(first, '/api/tickets/redeem', seat.token, { number: ticket.number })
      const repeated = await ways[way]!(first, seat)
      await first.stop()
      const second = await quietService(folder)
      onTestFinished(() => second.stop())
      for (const again of [repeated, await ways[way]!(second, seat)])
        expect([again.status, again.body]).toEqual([200, given.body])
      const [meters] = await readMeters(second.floor, 'etg', ['ann'])
      expect(meters!.ticketsOutCount).toBe(way.includes('from a') || way.includes('over') ? 1 : 0)
    },
  )
})

describe('nobody hears of what is not on disk', () => {
  type Ask = (role: StaffRole, method: 'GET' | 'POST', url: string, payload?: object) => Promise<{ body: string }>

  /** An HTTP API on a house whose disk can be held up. */
  async function slowHouse() {
    const held = new HeldJournal(memoryJournal())
    const { floor, app } = await apiInMemory({}, { journal: held.journal })
    await addDemoStaff(floor)
    const tokens = new Map<StaffRole, string>()
    for (const { badge, pin, role } of demoStaff) {
      const { token } = (await app.inject({ method: 'POST', url: '/api/sessions', payload: { badge, pin } })).json()
      tokens.set(role, token)
    }
    const asked: Ask = (role, method, url, payload) =>
      app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${tokens.get(role)}` },
        ...(payload ? { payload } : {}),
      })
    return { held, floor, asked }
  }

  const terminal = { terminal: 'T7', table: 'etg', player: 'seat 7' }
  const somebody = { badge: '7007', name: 'Seven', role: 'dealer', pin: '846201' }
  // biome-ignore format: a table is read down its columns
  const cases: readonly [string, (ask: Ask) => Promise<unknown>, (ask: Ask) => Promise<{ body: string }>, RegExp][] = [
    ['a ticket sold',          (ask) => ask('dealer', 'POST', '/api/tickets', { amount: 77_700, table: 'etg' }), (ask) => ask('auditor', 'GET', '/api/tickets'), /77700/],
    ['a terminal added',       (ask) => ask('administrator', 'POST', '/api/terminals', terminal), (ask) => ask('auditor', 'GET', '/api/terminals'), /"T7"/],
    ['somebody added',         (ask) => ask('administrator', 'POST', '/api/staff', somebody), (ask) => ask('auditor', 'GET', '/api/staff'), /"7007"/],
    ['a refusal that rests on it', (ask) => ask('administrator', 'POST', '/api/terminals', terminal), (ask) => ask('administrator', 'POST', '/api/terminals', terminal), /terminal-taken/],
    ['a round counted',        (ask) => ask('dealer', 'POST', '/api/tables/etg/commands', { do: 'place-your-bets' }), (ask) => ask('dealer', 'GET', '/metrics'), /croupier_rounds\{table="etg"\} 1/],
    ['what a command would come to', (ask) => ask('dealer', 'POST', '/api/tables/etg/commands', { do: 'place-your-bets' }), (ask) => ask('dealer', 'POST', '/api/tables/etg/foresee', { do: 'interruption' }), /round-void/],
  ]

  test.each(cases)('%s', async (_, doing, reading, told) => {
    const { held, floor, asked } = await slowHouse()
    const decidedLast = ({ state }: { state: object }) => state
    const { house, tickets, rooms } = floor
    const memory = () => [
      house.consider(decidedLast),
      tickets.consider(decidedLast),
      rooms.get('etg')!.table.consider(decidedLast),
    ]
    const before = memory()
    held.hold()
    const done = doing(asked)
    while (memory().every((state, nth) => state === before[nth])) await turns()
    let heard = ''
    const read = reading(asked).then(({ body }) => {
      heard = body
    })
    for (let nth = 0; nth < 5; nth++) await turns()
    expect(heard).not.toMatch(told)
    await held.release()
    await Promise.all([done, read])
    await reading(asked).then(({ body }) => expect(body).toMatch(told))
  })

  test('the meters of a table that stopped are those of its journal', async () => {
    const { held, floor, asked } = await slowHouse()
    const host = () => floor.rooms.get('etg')!.table
    await asked('administrator', 'POST', '/api/terminals', terminal)
    const buyIn = { do: 'buy-in', player: 'seat 7', amount: 1_000 }
    await asked('dealer', 'POST', '/api/tables/etg/commands', buyIn)
    held.failing = () => new Error('the disk is full')
    await asked('dealer', 'POST', '/api/tables/etg/commands', { ...buyIn, amount: 50 })
    held.failing = null
    expect(host().stopped).not.toBeNull()
    expect(JSON.parse((await asked('auditor', 'GET', '/api/terminals')).body)).toMatchObject([
      { terminal: 'T7', meters: { balance: 1_000 } },
    ])
  })

  test('a house that stopped says so: over HTTP, to operators, and with an alarm', async () => {
    const { held, floor, asked } = await slowHouse()
    held.failing = () => new Error('the disk is full')
    await asked('administrator', 'POST', '/api/terminals', terminal)
    const status = async (url: string) => {
      const { statusCode, body } = (await asked('auditor', 'GET', url)) as { statusCode: number; body: string }
      return [statusCode, JSON.parse(body)]
    }
    const again = (await asked('administrator', 'POST', '/api/terminals', terminal)) as unknown as {
      statusCode: number
    }
    expect(again.statusCode).toBe(503)
    // Durable state is still served.
    expect(await status('/api/tickets')).toMatchObject([200, { tickets: [] }])
    expect(await status('/readyz')).toEqual([503, { ready: false, stopped: ['house'], store: 'the disk is full' }])
    expect((await asked('auditor', 'GET', '/metrics')).body).toContain('croupier_house_stopped 1')
    expect(floor.alarms.list).toMatchObject([{ table: null, alarm: 'house-stopped', why: 'the disk is full' }])
  })
})

describe('the record of the house', () => {
  const lines = async (from?: number, stream = 'house'): Promise<(Body & { seq: number; shown: HouseEntry })[]> => {
    const path = `/api/journal/${stream}${from === undefined ? '' : `?from=${from}`}`
    const { headers, body } = await ask(place.address, 'GET', path, { token: place.staff.auditor })
    expect(headers.get('content-type')).toContain('application/jsonl')
    const text = (body.text as string | undefined) ?? JSON.stringify(body)
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }

  test('has every entry from a number on, with its hash, and tells who did what', async () => {
    const sold = await post('/api/tickets', { amount: 900, table: 'etg' }, place.staff.dealer)
    const { number } = sold.body.ticket as Ticket
    await post(`/api/tickets/${number}/cancel`, { reason: 'torn' }, place.staff['pit-supervisor'])
    await post('/api/tickets/redeem', { number, table: 'etg' }, place.staff.dealer)
    for (const stream of ['house', 'tickets']) {
      const all = await lines(1, stream)
      const stored = await allOf(place.service.floor.journal.pages(stream))
      expect(all.map(({ seq, hash }) => [seq, hash])).toEqual(stored.map(({ seq, hash }) => [seq, hash]))
      const types = all.flatMap(({ shown }) => shown.events.map(({ type }) => type))
      const events = stored.flatMap(
        ({ body }): readonly { type: string }[] => (JSON.parse(body) as HouseEntry | TicketEntry).events,
      )
      expect(types).toEqual(events.map(({ type }) => type))
    }
    const all = await lines(1, 'tickets')
    const [issued, cancelled, refused] = all.slice(-3).map(({ shown }) => shown.events[0] as Body & TicketStreamEvent)
    expect(issued).toMatchObject({ amount: 900, place: { table: 'etg', attendant: '1001' } })
    expect(cancelled).toMatchObject({ mark: issued!.mark, reason: 'torn', by: { badge: '2001' } })
    expect(refused).toMatchObject({ asked: 'redeem-ticket', refusal: { refused: 'ticket-cancelled' } })
    expect((await lines(all.length - 1, 'tickets')).map(({ seq }) => seq)).toEqual([all.length - 1, all.length])
    expect(await lines(all.length + 1, 'tickets')).toEqual([])
  })

  test.each(['0', '-1', '1.5', 'x', ''])('from %j is no sequence number', async (from) => {
    const told = await ask(place.address, 'GET', `/api/journal/house?from=${from}`, { token: place.staff.auditor })
    expect([told.status, told.body.field]).toEqual([400, 'from'])
  })

  test('no secret leaves with it', async () => {
    await post('/api/staff/3001/pin', { pin: '605192', reason }, place.staff.administrator)
    const seat = await seatAt(place.service, 'etg', 'secretive', 5_000)
    await post(`/api/terminals/${seat.terminal}/code`, { reason }, place.staff.administrator)
    const text = JSON.stringify([await lines(), await lines(1, 'tickets')])
    const { house, tickets } = place.service.floor
    const { staff, sessions, terminals, codes, credentials } = house.settled.state
    const secrets = [
      ...staff.values().flatMap(({ pin }) => [pin!.hash, pin!.salt]),
      ...sessions.keys(),
      ...credentials.keys(),
      ...codes.keys(),
      ...tickets.settled.state.tickets.keys(),
      ...terminals.values().flatMap(({ credential }) => credential ?? []),
    ]
    expect(secrets.length).toBeGreaterThan(15)
    for (const secret of secrets) expect(text).not.toContain(secret)
  })

  test('cannot be verified by itself, and says so', async () => {
    const file = `${place.folder}/house.jsonl`
    writeFileSync(file, (await lines()).map((line) => JSON.stringify(line)).join('\n'))
    await expect(verify(await openReader(file))).rejects.toThrow('shown without its secrets: verify a backup')
  })
})

describe('a terminal that closes', () => {
  const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
  const dealtAt = (table: string, ...commands: Body[]) =>
    commands.reduce<Promise<unknown>>(
      (before, command) => before.then(() => must(place.address, place.staff.dealer, table, command)),
      Promise.resolve(),
    )
  const dealt = (...commands: Body[]) => dealtAt('etg', ...commands)
  const me = async ({ token }: Seat) => (await ask(place.address, 'GET', '/api/terminals/me', { token })).body
  const alter = (method: string, path: string) =>
    ask(place.address, method, path, { token: place.staff.administrator, body: { reason } })

  test('cashes out when its stakes are settled, whatever the book', async () => {
    const seat = await seatAt(place.service, 'single', 'staker', 5_000)
    const cashOut = () => post('/api/tickets', { amount: 1_000 }, seat.token)
    await dealtAt('single', { do: 'place-your-bets' })
    const wager = { do: 'wager', player: seat.player, spot: 'red', stake: 1_000 }
    expect((await post('/api/tables/single/commands', wager, seat.token)).status).toBe(200)
    expect(await cashOut()).toMatchObject({ status: 409, body: { refused: 'stakes-in-play' } })
    await dealtAt('single', spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '2' }, { do: 'settle' })
    expect((await cashOut()).status).toBe(200)
  })

  test('finishes its round, keeps its credits, and is removed when they are gone', async () => {
    const seat = await seatAt(place.service, 'etg', 'leaver', 5_000)
    const own = (command: Body) => post('/api/tables/etg/commands', { player: seat.player, ...command }, seat.token)
    const route = `/api/terminals/${seat.terminal}`
    const screen = await Client.at(place.address, 'etg', { token: seat.token })
    const told = () => screen.heard.flatMap(({ changes }) => changes?.flatMap((one) => one.terminalStatus ?? []) ?? [])
    expect(screen.follower.view).toHaveProperty('terminalStatus', 'open')
    await dealt({ do: 'place-your-bets' })
    await own({ do: 'wager', spot: '17', stake: 1_000 })
    expect((await alter('POST', `${route}/close`)).status).toBe(200)
    await screen.until(() => told().at(-1) === 'closing')
    expect(await me(seat)).toMatchObject({ status: 'closing', meters: { staked: 1_000 } })
    expect((await own({ do: 'wager', spot: '18', stake: 500 })).status).toBe(200)
    await dealt(spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }, { do: 'settle' })
    await screen.until(() => told().at(-1) === 'closed')
    expect(await me(seat)).toMatchObject({ status: 'closed', meters: { staked: 0, balance: 39_500 } })
    const back = await Client.at(place.address, 'etg', { token: seat.token })
    expect(back.follower.view).toHaveProperty('terminalStatus', 'closed')
    await dealt({ do: 'place-your-bets' })
    expect(await own({ do: 'wager', spot: '18', stake: 500 })).toMatchObject({
      body: { refused: 'terminal-is-closed' },
    })
    await dealt({ do: 'interruption' })
    const left = { refused: 'terminal-not-empty', balance: 39_500, staked: 0 }
    expect(await alter('DELETE', route)).toMatchObject({ status: 409, body: left })
    expect((await post('/api/tickets', { amount: 39_500 }, seat.token)).status).toBe(200)
    expect((await alter('DELETE', route)).status).toBe(200)
    expect((await ask(place.address, 'GET', '/api/terminals/me', { token: seat.token })).status).toBe(401)
  })

  test('without a stake it closes at once', async () => {
    const seat = await seatAt(place.service, 'etg', 'idler', 5_000)
    await dealt({ do: 'place-your-bets' })
    await alter('POST', `/api/terminals/${seat.terminal}/close`)
    expect(await me(seat)).toMatchObject({ status: 'closed' })
    await dealt({ do: 'interruption' })
  })

  test('one whose table is not open any more still has its credits', async () => {
    const folder = freshFolder()
    const before = await quietService(folder)
    const { terminal, token } = await seatAt(before, 'etg', 'ann', 5_000)
    await before.stop()
    const service = await quietService(folder, {}, quietTables.slice(1))
    onTestFinished(() => service.stop())
    const { administrator } = await staffOf(service)
    const asked = (method: string, path: string, token: string, body: Body) =>
      ask(service.address, method, path, { token, body })
    expect(await asked('POST', '/api/tickets', token, { amount: 5_000 })).toMatchObject({ status: 404 })
    expect(await ask(service.address, 'GET', '/api/terminals/me', { token })).toMatchObject({
      status: 200,
      body: { meters: { balance: 5_000 } },
    })
    await asked('POST', `/api/terminals/${terminal}/close`, administrator, { reason })
    const removed = await asked('DELETE', `/api/terminals/${terminal}`, administrator, { reason })
    expect(removed).toMatchObject({ status: 409, body: { refused: 'terminal-not-empty', balance: 5_000 } })
  })
})
