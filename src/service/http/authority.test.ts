import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { least } from '../../../test/support/engine.ts'
import { apiInMemory, expectSound, expectUnharmed, inService, oddNames } from '../../../test/support/http.ts'
import { ask, type Body, Client, must, seatAt } from '../../../test/support/service.ts'
import { type CommandName, commandNames } from '../../engine/language.ts'
import type { HouseEvent, TicketEvent } from '../../house/house-events.ts'
import { staffRoles } from '../../house/roles.ts'
import { MINUTE } from '../../house/time.ts'
import type { HouseEntry } from '../../record/house-entry.ts'
import { allOf } from '../../record/journal-reader.ts'
import { type ForbiddenCommand, readTableEntry } from '../../record/table-entry.ts'
import type { TicketEntry } from '../../record/ticket-entry.ts'
import { addDemoStaff, demoStaff } from '../demo.ts'

/**
 * Every command is refused to callers whose position does not allow it, whatever they claim to be, and the attempt is
 * recorded.
 */

const place = inService()
beforeAll(() => seatAt(place.service, 'etg', 'ben'))

const post = (path: string, body: unknown, token?: string) =>
  ask(place.address, 'POST', path, { body, ...(token === undefined ? {} : { token }) })
const command = (token: string, body: Body, table = 'etg') => post(`/api/tables/${table}/commands`, body, token)

/** Events of the house and of its tickets, in the order of their times. */
async function houseEvents(): Promise<(HouseEvent | TicketEvent)[]> {
  const { floor } = place.service
  await floor.guard.record()
  const streams = await Promise.all(['house', 'tickets'].map((stream) => allOf(floor.journal.pages(stream))))
  const entries = streams.flat().map(({ body }) => JSON.parse(body) as HouseEntry | TicketEntry)
  return entries
    .flatMap(({ events }): readonly (HouseEvent | TicketEvent)[] => events)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

async function refusalsAt(table: string) {
  const entries = await allOf(place.service.floor.journal.pages(table))
  return entries.map(({ body }) => readTableEntry(body)).flatMap((entry) => ('refused' in entry ? [entry] : []))
}

const forbiddenIn = (entry: object) => ('forbidden' in entry ? (entry.forbidden as ForbiddenCommand) : undefined)

describe('who they are', () => {
  const shut = [
    '/api/staff',
    '/api/sessions',
    '/api/journal/etg',
    '/api/journal/house',
    '/api/terminals/me',
    '/api/tickets',
    '/api/alarms',
  ]

  test('a token that is not known opens nothing', () =>
    expectUnharmed(place, async () => {
      const { dealer } = place.staff
      // biome-ignore format: a list
      const told = [
        'Bearer nonsense', 'Bearer ', 'Bearer', 'Bearer undefined', 'Bearer __proto__', `Bearer ${'x'.repeat(8_000)}`,
        `Basic ${dealer}`, dealer, `bearer ${dealer}`, `Bearer  ${dealer}`,
      ]
      for (const authorization of told) {
        const headers = { authorization }
        const asked = shut.map((path) => ask(place.address, 'GET', path, { headers }))
        const body = { do: 'place-your-bets' }
        const all = await Promise.all([
          ...asked,
          ask(place.address, 'POST', '/api/tables/etg/commands', { headers, body }),
        ])
        expect(
          all.map(({ status }) => status),
          authorization.slice(0, 30),
        ).toEqual(Array(shut.length + 1).fill(401))
      }
      const cookie = await ask(place.address, 'GET', '/api/staff', { headers: { cookie: 'croupier=nonsense' } })
      expect(cookie.status).toBe(401)
    }))

  test('nor does it at a socket', async () => {
    for (const token of ['nonsense', '', '__proto__', 'x'.repeat(60_000)])
      await expect(Client.at(place.address, 'etg', { token })).rejects.toThrow('closed: 4401')
    for (const table of ['nowhere', '', ...oddNames])
      await expect(Client.at(place.address, table)).rejects.toThrow('closed: 4404')
  })

  test('without one, one sees the room and may do nothing', () =>
    expectUnharmed(place, async () => {
      const visitor = await Client.at(place.address, 'etg')
      for (const name of commandNames)
        expect(await visitor.ask({ do: name, player: 'ann' })).toMatchObject({ problem: 'invalid or expired token' })
      const { body } = await ask(place.address, 'GET', '/api/tables/etg')
      for (const told of [visitor.follower.view, body]) expect(JSON.stringify(told)).not.toContain('"ann"')
    }))

  test('a session that has ended is over at once, at routes and sockets', async () => {
    const { body } = await post('/api/sessions', { badge: '2001', pin: '518423' })
    const token = body.token as string
    const socket = await Client.at(place.address, 'etg', { token })
    expect((await ask(place.address, 'GET', '/api/sessions', { token })).status).toBe(200)
    expect((await ask(place.address, 'DELETE', '/api/sessions', { token })).status).toBe(204)
    await expectUnharmed(place, async () => {
      expect((await ask(place.address, 'GET', '/api/sessions', { token })).status).toBe(401)
      expect(await socket.ask({ do: 'close-table', reason: 'x' })).toMatchObject({
        problem: 'invalid or expired token',
      })
      await expect(Client.at(place.address, 'etg', { token })).rejects.toThrow('closed: 4401')
    })
  })

  test('a terminal that is cut off is out at once', async () => {
    const seat = await seatAt(place.service, 'etg', 'cut-off')
    const socket = await Client.at(place.address, 'etg', { token: seat.token })
    await post(`/api/terminals/${seat.terminal}/code`, { reason: 'replaced' }, place.staff.administrator)
    const withdraw = { do: 'withdraw', player: 'cut-off', spot: '1' }
    await expectUnharmed(place, async () => {
      expect(await socket.ask(withdraw)).toMatchObject({ problem: 'invalid or expired token' })
      expect((await command(seat.token, withdraw)).status).toBe(401)
    })
  })

  test('wrong tries make the next one wait, and not where the badge signed in before', async () => {
    const { badge, pin } = demoStaff.find(({ badge }) => badge === '3001')!
    const tried = (badge: string, pin: string, cookie = '') =>
      ask(place.address, 'POST', '/api/sessions', { body: { badge, pin }, headers: { cookie } })
    const stations = (await tried(badge, pin)).headers.getSetCookie().filter((one) => one.includes('station'))
    expect(stations).toEqual([
      expect.stringMatching(
        /^croupier-station=[\w-]{43}; Max-Age=34560000; Path=\/api\/sessions; HttpOnly; SameSite=Strict$/,
      ),
    ])
    const station = stations[0]!.split(';')[0]!
    const wrong = { status: 401, body: { refused: 'badge-or-pin-wrong' } }
    for (let nth = 0; nth < 5; nth++) expect(await tried(badge, '000000')).toMatchObject(wrong)
    const waiting = await tried(badge, pin)
    expect(waiting).toMatchObject({ status: 429, body: { refused: 'too-many-wrong-tries' } })
    // Five, or fewer on a slow machine.
    const { seconds } = waiting.body as { seconds: number }
    expect([1, 2, 3, 4, 5]).toContain(seconds)
    expect(waiting.headers.get('retry-after')).toBe(String(seconds))
    expect((await tried(badge, pin, 'croupier-station=made-up')).status).toBe(429)
    const again = await tried(badge, pin, station)
    expect(again.status).toBe(200)
    expect(again.headers.getSetCookie().join()).toContain(station)
  })

  test('a station is told its own by no limit that others at its address use up', async () => {
    const { app, floor } = await apiInMemory()
    await addDemoStaff(floor)
    const { badge, pin } = demoStaff[0]!
    const tried = (cookies: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: '/api/sessions', payload: { badge, pin }, cookies })
    const station = (await tried()).cookies.find(({ name }) => name === 'croupier-station')!.value
    expect((await tried({ 'croupier-station': station })).statusCode).toBe(200)
    for (let nth = 1; nth < 20; nth++) expect((await tried()).statusCode).toBe(200)
    expect((await tried()).statusCode).toBe(429)
    expect((await tried({ 'croupier-station': 'made up' })).statusCode).toBe(429)
    expect((await tried({ 'croupier-station': station })).statusCode).toBe(200)
  })

  test('a person changes their PIN with the previous one, and signs in again', async () => {
    const [badge, first, second] = ['6006', '846201', '735190']
    const signIn = (pin: string) => post('/api/sessions', { badge, pin })
    await post('/api/staff', { badge, name: 'Six', role: 'dealer', pin: first }, place.staff.administrator)
    const token = (await signIn(first)).body.token as string
    const change = (current: string, pin: string) => post('/api/sessions/pin', { current, pin }, token)
    expect(await change('111222', second)).toMatchObject({ status: 401, body: { refused: 'badge-or-pin-wrong' } })
    expect(await change(first, '123456')).toMatchObject({ status: 400, body: { refused: 'pin-too-simple' } })
    const { guard, house } = place.service.floor
    await guard.record()
    expect(house.settled.state.staff.get(badge)).toMatchObject({ failures: 1 })
    expect((await change(first, second)).status).toBe(200)
    expect((await change(second, first)).status).toBe(401)
    expect([(await signIn(first)).status, (await signIn(second)).status]).toEqual([401, 200])
    expect((await post('/api/sessions/pin', { current: first, pin: second }, place.ann.token)).status).toBe(401)
  })

  test('a badge that an administrator locks is out at once, until it is unlocked', async () => {
    const [badge, pin] = ['7007', '735190']
    const alter = (what: string) => post(`/api/staff/${badge}/${what}`, { reason: 'lost' }, place.staff.administrator)
    await post('/api/staff', { badge, name: 'Seven', role: 'dealer', pin }, place.staff.administrator)
    const token = (await post('/api/sessions', { badge, pin })).body.token as string
    expect((await alter('lock')).status).toBe(200)
    expect(await ask(place.address, 'GET', '/api/sessions', { token })).toMatchObject({
      status: 401,
      body: { refused: 'session-is-over', why: 'locked' },
    })
    const locked = await post('/api/sessions', { badge, pin })
    expect(locked).toMatchObject({ status: 401, body: { refused: 'badge-is-locked', until: null } })
    expect((await alter('unlock')).status).toBe(200)
  })

  test('pages are fenced in', async () => {
    const { headers } = await ask(place.address, 'GET', '/api/tables')
    const rules = headers.get('content-security-policy')!.split(';')
    for (const rule of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "frame-ancestors 'none'"])
      expect(rules).toContain(rule)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-powered-by')).toBeNull()
  })

  test('no secret is in the journal', () => {
    const secrets = [...Object.values(place.staff), place.ann.token, ...demoStaff.map(({ pin }) => `"${pin}"`)]
    for (const name of readdirSync(place.folder).filter((name) => name.startsWith('croupier.db'))) {
      const text = readFileSync(join(place.folder, name), 'latin1')
      for (const secret of secrets) expect(text.includes(secret), `${name}: ${secret}`).toBe(false)
    }
  })
})

describe('a session', () => {
  /** A service with a clock that the test sets. */
  async function signedIn(secureCookies: boolean, position = 'pit-supervisor') {
    let time = Date.parse('2026-03-01T04:00:00.000Z')
    const now = () => new Date(time).toISOString()
    const { floor, app } = await apiInMemory({ secureCookies }, { now })
    await addDemoStaff(floor)
    const { badge, pin } = demoStaff.find(({ role }) => role === position)!
    const opened = await app.inject({ method: 'POST', url: '/api/sessions', payload: { badge, pin } })
    const cookie = [opened.headers['set-cookie']].flat()[0]!
    return {
      opened,
      cookie,
      wait: (milliseconds: number) => {
        time += milliseconds
      },
      status: async (url = '/api/sessions') =>
        (await app.inject({ url, headers: { cookie: cookie.split(';')[0]! } })).statusCode,
    }
  }

  test('is a cookie that no page reads and no other site sends', async () => {
    const { cookie, status, opened } = await signedIn(false)
    expect(await status()).toBe(200)
    expect(cookie).toMatch(/^croupier=[^;]{43};/)
    for (const flag of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=43200']) expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Secure')
    expect(opened.headers['strict-transport-security']).toBeUndefined()
    const secure = await signedIn(true)
    expect(secure.cookie).toContain('Secure')
    expect(secure.opened.headers['strict-transport-security']).toBeDefined()
  })

  test.each([
    ['pit-supervisor', 30],
    ['dealer', 5],
  ])('of a %s ends after %i minutes of silence', async (position, minutes) => {
    const { wait, status } = await signedIn(false, position)
    wait((minutes - 1) * MINUTE)
    expect(await status()).toBe(200)
    wait(minutes * MINUTE)
    expect(await status()).toBe(401)
  })

  test('is not kept alive by a page that asks for alarms', async () => {
    const { wait, status } = await signedIn(false)
    for (let minutes = 0; minutes < 30; minutes += 10) {
      expect([minutes, await status('/api/alarms')]).toEqual([minutes, 200])
      wait(10 * MINUTE)
    }
    expect([await status('/api/alarms'), await status()]).toEqual([401, 401])
  })

  test('ends after twelve hours', async () => {
    const { wait, status } = await signedIn(false)
    for (let hours = 1 / 3; hours < 11.9; hours += 1 / 3) {
      wait(20 * MINUTE)
      expect([hours, await status()]).toEqual([hours, 200])
    }
    wait(20 * MINUTE)
    expect(await status()).toBe(401)
  })
})

describe('who may do what', () => {
  // biome-ignore format: a table is read down its columns
  const sample: Record<CommandName, Body> = {
    'buy-in': { player: 'joe', amount: 500 },
    'cash-out': { player: 'joe', amount: 500 },
    repay: { player: 'joe', amount: 5 },
    'place-your-bets': {},
    wager: { player: 'joe', spot: '17', stake: 500 },
    withdraw: { player: 'joe', spot: '17' },
    spin: { ball: 'clockwise', wheel: 'anticlockwise' },
    'no-more-bets': {},
    'allow-early-close': {},
    'bonus-numbers': { numbers: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] },
    'ball-at-rest': { pocket: '1' },
    'rule-on-wager': { player: 'joe', spot: '17', treatment: 'stands', reason: 'x' },
    settle: {},
    irregularity: { code: 'ball-broke' },
    'no-spin': {},
    'power-failure': {},
    resume: {},
    interruption: {},
    refer: { reason: 'x' },
    decide: { decision: 'void' },
    'correct-outcome': { round: 1, pocket: '2', reason: 'x' },
    'void-rounds': { rounds: [1], code: 'ball-broke', reason: 'x' },
    'close-table': { reason: 'x' },
    'open-table': { reason: 'x' },
    'set-book': { book: 'mbs/roulette@4', reason: 'x' },
    'set-limits': { limits: {} },
  }
  const ladder = ['player', 'dealer', 'pit-supervisor', 'pit-manager', 'shift-manager']
  /** The table is of an MBS book (reading 17). */
  const leastHere = (name: CommandName) => (name === 'void-rounds' ? 'shift-manager' : least[name])
  const may = (role: string, name: CommandName): boolean =>
    ladder.includes(leastHere(name)) && ladder.indexOf(role) >= ladder.indexOf(leastHere(name))

  test('each position and each command: 403 for whoever may not, and it is on record', async () => {
    const before = (await refusalsAt('single')).length
    const expected: string[] = []
    for (const role of staffRoles)
      for (const name of commandNames) {
        const { status, body } = await command(place.staff[role], { do: name, ...sample[name] }, 'single')
        expect([role, name, status === 403]).toEqual([role, name, !may(role, name)])
        if (may(role, name)) continue
        expect(body).toMatchObject({ refused: 'position-too-low', by: role })
        expected.push(`${role} ${name}`)
      }
    const roles = new Map(demoStaff.map(({ badge, role }) => [`staff:${badge}`, role]))
    const barred = (await refusalsAt('single'))
      .slice(before)
      .filter(({ refused }) => refused.refused === 'position-too-low')
    expect(barred.map((entry) => `${roles.get(entry.actor)} ${forbiddenIn(entry)?.do}`)).toEqual(expected)
  })

  test('a caller named in a message is ignored', async () => {
    const before = (await refusalsAt('etg')).length
    for (const by of ['dealer', 'shift-manager', 'system', { role: 'shift-manager', name: 'Helen (4001)' }]) {
      const answer = await command(place.ann.token, { do: 'place-your-bets', by })
      expect(answer).toMatchObject({ status: 403, body: { by: 'player' } })
    }
    const signed = (await refusalsAt('etg')).slice(before).map((entry) => [entry.actor, forbiddenIn(entry)?.by])
    expect(signed).toEqual(Array(4).fill(['terminal:etg-ann', { role: 'player', name: 'ann' }]))
  })

  test("nobody speaks in the wheel's name", async () => {
    const dealt = (name: CommandName) => must(place.address, place.staff.dealer, 'fast', { do: name, ...sample[name] })
    await dealt('place-your-bets')
    await dealt('spin')
    await dealt('no-more-bets')
    await command(place.staff.dealer, { do: 'ball-at-rest', pocket: '1', source: 'wheel' }, 'fast')
    const { round } = place.service.floor.rooms.get('fast')!.table.settled.state
    expect('said' in round && round.said?.source === 'wheel').toBe(false)
  })

  const forBen = [
    { do: 'wager', player: 'ben', spot: '17', stake: 500 },
    { do: 'withdraw', player: 'ben', spot: '17' },
    { do: 'repay', player: 'ben', amount: 5 },
    { do: 'cash-out', player: 'ben', amount: 500 },
  ]

  test.each(forBen)(
    'a terminal does not $do for another player, nor at another table; it is on record',
    async (asked) => {
      const [own, other] = await Promise.all(
        ['etg', 'single'].map((table) => Client.at(place.address, table, { token: place.ann.token })),
      )
      const before = (await houseEvents()).length
      await expectUnharmed(place, async () => {
        expect(await command(place.ann.token, asked)).toMatchObject({
          status: 403,
          body: { refused: 'not-for-this-player' },
        })
        expect(await own!.ask(asked)).toMatchObject({ refused: 'not-for-this-player' })
        expect(await other!.ask({ ...asked, player: 'ann' })).toMatchObject({ refused: 'not-at-this-table' })
      })
      expect((await houseEvents()).slice(before)).toMatchObject([
        { type: 'refusal-recorded', refusal: { refused: 'not-for-this-player' } },
        { type: 'refusal-recorded', refusal: { refused: 'not-for-this-player' } },
        { type: 'refusal-recorded', refusal: { refused: 'not-at-this-table' } },
      ])
    },
  )

  test('nor does it do what is for others to do', () =>
    expectUnharmed(place, async () => {
      const own = forBen.map((one) => one.do)
      for (const name of commandNames.filter((one) => !own.includes(one))) {
        const { status, body } = await command(place.ann.token, { do: name, ...sample[name] })
        expect([name, status, body.refused]).toEqual([name, 403, 'position-too-low'])
      }
    }))

  const supervisors = ['pit-supervisor', 'pit-manager', 'shift-manager']
  const reason = 'why'
  // biome-ignore format: a table is read down its columns
  const houseRoutes: readonly [string, string, Body | undefined, readonly string[]][] = [
    ['GET',    '/api/staff',                      undefined,                                                           ['auditor', 'administrator']],
    ['POST',   '/api/staff',                      { badge: '1001', name: 'x', role: 'dealer', pin: '846201' },         ['administrator']],
    ['POST',   '/api/staff/nobody/pin',           { pin: '846201', reason },                                           ['administrator']],
    ['POST',   '/api/staff/nobody/role',          { role: 'dealer', reason },                                          ['administrator']],
    ['POST',   '/api/staff/nobody/lock',          { reason },                                                          ['administrator']],
    ['POST',   '/api/staff/nobody/unlock',        { reason },                                                          ['administrator']],
    ['DELETE', '/api/staff/nobody',               { reason },                                                          ['administrator']],
    ['POST',   '/api/terminals',                  { terminal: 'etg-ann', table: 'etg', player: 'ann' },                ['administrator']],
    ['POST',   '/api/terminals/nothing/code',     { reason },                                                          ['administrator']],
    ['DELETE', '/api/terminals/nothing',          { reason },                                                          ['administrator']],
    ['POST',   '/api/terminals/nothing/close',    { reason },                                                          [...supervisors, 'administrator']],
    ['POST',   '/api/terminals/nothing/open',     { reason },                                                          [...supervisors, 'administrator']],
    ['GET',    '/api/terminals',                  undefined,                                                           ['dealer', ...supervisors, 'auditor', 'administrator']],
    ['GET',    '/api/alarms',                     undefined,                                                           ['dealer', ...supervisors, 'auditor', 'administrator']],
    ['GET',    '/api/tickets',                    undefined,                                                           [...supervisors, 'auditor', 'administrator']],
    ['POST',   '/api/tickets/123456789012345678/cancel', { reason },                                                   supervisors],
    ['GET',    '/api/journal/etg',                undefined,                                                           ['shift-manager', 'auditor', 'administrator']],
    ['GET',    '/api/journal/house',              undefined,                                                           ['auditor', 'administrator']],
  ]

  test.each(houseRoutes)(
    '%s %s: 403 for whoever may not; a refused change is on record, a refused read is counted',
    (method, path, body, allowed) =>
      expectUnharmed(place, async () => {
        for (const [role, token] of [...Object.entries(place.staff), ['terminal', place.ann.token]] as [
          string,
          string,
        ][]) {
          const before = (await houseEvents()).length
          const { status } = await ask(place.address, method, path, { token, ...(body ? { body } : {}) })
          const recorded = (await houseEvents()).slice(before).filter(({ type }) => type === 'refusal-recorded').length
          const isBarred = !allowed.includes(role)
          expect([role, status === 403, recorded]).toEqual([role, isBarred, isBarred && method !== 'GET' ? 1 : 0])
        }
      }),
  )

  test('a ticket is sold and paid by staff of a table alone', async () => {
    for (const role of ['auditor', 'administrator'] as const) {
      const sale = await post('/api/tickets', { amount: 500, table: 'etg' }, place.staff[role])
      const payment = await post(
        '/api/tickets/redeem',
        { number: '123456789012345678', table: 'etg' },
        place.staff[role],
      )
      expect([sale.status, payment.status]).toEqual([403, 403])
    }
  })
})

test('refused reads are counted on record when the service stops', async () => {
  const { floor } = place.service
  await ask(place.address, 'GET', '/api/journal/house', { token: place.ann.token })
  const counted = floor.refusals.takeCounted(true)
  floor.refusals.giveBack(counted)
  expect(counted.find(({ actor }) => actor === `terminal:${place.ann.terminal}`)!.count).toBeGreaterThan(0)
})

test('after all of that the journal is sound', () => expectSound(place.store))
