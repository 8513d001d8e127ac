import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { campaign } from '../../../test/campaign.ts'
import { staffSignedIn } from '../../../test/support/floor.ts'
import { apiInMemory } from '../../../test/support/http.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import {
  buyIn,
  give,
  nextCommand,
  now,
  numbers,
  placeYourBets,
  quietPlans,
  wager,
} from '../../../test/support/stream.ts'
import { allOf } from '../../record/journal-reader.ts'
import type { Journal } from '../journal/journal.ts'
import { freshToken, tokenHash } from '../secrets/key-material.ts'
import { askHouse } from '../stream/house-stream.ts'

type HttpApi = Awaited<ReturnType<typeof apiInMemory>>
type Request = { as: string; method: 'POST' | 'DELETE'; url: string; payload: Readonly<Record<string, unknown>> }
type Response = { status: number; body: unknown }

const reason = 'a reason'
const roles = ['dealer', 'pit-supervisor', 'shift-manager', 'administrator'] as const

/** Two terminals and four people at the HTTP API of a house in memory, each with a token. */
async function openApi(journal = memoryJournal()) {
  const api = await apiInMemory({ requestsPerMinute: 1_000_000 }, { journal, now })
  const { floor } = api
  const tokens: Record<string, string> = {}
  for (const role of roles) {
    const token = freshToken(floor.keyMaterial.chance)
    await staffSignedIn(floor, role, { token })
    tokens[role] = token
  }
  for (const seat of ['one', 'two']) {
    const token = freshToken(floor.keyMaterial.chance)
    const credential = tokenHash(token)
    await askHouse(floor.house, { do: 'add-demo-terminal', table: 'etg', credential, by: { system: 'demo' } })
    tokens[seat] = token
  }
  for (const { player } of floor.house.settled.state.terminals.values())
    await give(floor.rooms.get('etg')!.table, buyIn(player, 100_000))
  return { ...api, tokens, journal }
}

/** A change of role ends the sessions of its badge. */
async function signInAgain({ floor }: HttpApi): Promise<string> {
  const token = freshToken(floor.keyMaterial.chance)
  const session = tokenHash(token)
  const wish = { do: 'sign-in', badge: 'dealer', session, station: session, mark: 'none' } as const
  await askHouse(floor.house, { ...wish, by: { system: 'service' } })
  return token
}

async function send({ app }: HttpApi, tokens: Record<string, string>, { as, method, url, payload }: Request) {
  const headers = { authorization: `Bearer ${tokens[as]}` }
  const { statusCode, body } = await app.inject({ method, url, headers, payload } as InjectOptions)
  return { status: statusCode, body } as Response
}

/** One of the requests that change state. A request has an id if its route takes one. */
function requestFor({ floor }: HttpApi, tickets: readonly string[], nth: number, chosen: readonly number[]): Request {
  const [which = 0, who = 0, where = 0, howMuch = 0] = chosen
  const id = `id-${nth}`
  const table = floor.rooms.get('etg')!.table
  const terminals = floor.house.settled.state.terminals.values()
  const { terminal, player } = terminals[who % 2]!
  const seat = ['one', 'two'][who % 2]!
  const amount = 500 * (1 + (howMuch % 4))
  const number = tickets[where % Math.max(1, tickets.length)] ?? '000000000000000000'
  const { do: name, ...fields } = nextCommand(table, [Math.floor(which / 8), who, where, howMuch])
  const own = 'player' in fields ? { ...fields, player } : fields
  const post = (as: string, url: string, payload: object): Request => ({
    as,
    method: 'POST',
    url,
    payload: payload as Request['payload'],
  })
  const command = (as: string, payload: object) => post(as, '/api/tables/etg/commands', { ...payload, id })
  const requests = [
    command('shift-manager', { ...own, do: name }),
    command('shift-manager', { ...own, do: name }),
    command(seat, { do: 'wager', player, spot: String(1 + (where % 36)), stake: amount }),
    command(seat, { do: 'cash-out', player, amount }),
    post(seat, '/api/tickets', { amount, id }),
    post(seat, '/api/tickets/redeem', { number, id }),
    post('dealer', '/api/tickets', { amount, table: 'etg', id }),
    [
      post('dealer', '/api/tickets/redeem', { number, table: 'etg', id }),
      post('administrator', `/api/terminals/${terminal}/close`, { reason }),
      post('administrator', `/api/terminals/${terminal}/open`, { reason }),
      post('pit-supervisor', `/api/tickets/${number}/cancel`, { reason }),
      post('pit-supervisor', `/api/tickets/${number}/copy`, { reason }),
      post('administrator', '/api/staff/dealer/role', { role: where % 2 ? 'auditor' : 'dealer', reason }),
      post('pit-supervisor', '/api/stops', { scope: 'house', of: '', when: 'now', reason }),
      post('pit-supervisor', '/api/stops/resume', { scope: 'house', of: '', reason }),
    ][where % 8]!,
  ]
  return requests[which % requests.length]!
}

/** The ids of all commands on record, in the journals of the table, of the house and of the tickets. */
async function idsOnRecord(journal: Journal): Promise<string[]> {
  const streams = await Promise.all(['etg', 'house', 'tickets'].map((stream) => allOf(journal.pages(stream))))
  return streams.flat().flatMap(({ body }) => JSON.parse(body).command?.id ?? [])
}

test('a request that was accepted has the same answer after every later state, and after a restart', async () => {
  const evenings = fc.array(numbers, { minLength: 20, maxLength: 30 })
  const play = async (evening: readonly (readonly number[])[]): Promise<void> => {
    const api = await openApi()
    const { tokens, journal } = api
    const accepted: { request: Request; first: Response }[] = []
    const tickets: string[] = []
    const repeatAll = async (at: HttpApi): Promise<void> => {
      for (const { request, first } of accepted)
        expect([request, await send(at, tokens, request)]).toEqual([request, first])
    }
    for (const [nth, chosen] of evening.entries()) {
      const request = requestFor(api, tickets, nth, chosen)
      const first = await send(api, tokens, request)
      if (first.status !== 200) continue
      const { ticket } = request.url.endsWith('/copy') ? { ticket: undefined } : JSON.parse(String(first.body))
      if (request.url === '/api/tickets') tickets.push(ticket.number)
      if (request.url.endsWith('/role')) tokens.dealer = await signInAgain(api)
      if ('id' in request.payload) accepted.push({ request, first })
      await repeatAll(api)
    }
    await repeatAll(await apiInMemory({ requestsPerMinute: 1_000_000 }, { journal, now }))
    const ids = await idsOnRecord(journal)
    expect(new Set(ids).size).toBe(ids.length)
  }
  await fc.assert(fc.asyncProperty(evenings, play), { numRuns: Math.ceil(20 * campaign) })
})

test('a ticket that was issued is the answer again while stakes are in play, and when its table is gone', async () => {
  const api = await openApi()
  const { tokens, floor, journal } = api
  const { player } = floor.house.settled.state.terminals.values()[0]!
  const out: Request = { as: 'one', method: 'POST', url: '/api/tickets', payload: { amount: 5_000, id: 'out' } }
  const sold: Request = { ...out, as: 'dealer', payload: { amount: 5_000, table: 'etg', id: 'sold' } }
  const first = [await send(api, tokens, out), await send(api, tokens, sold)]
  expect(first).toMatchObject([{ status: 200 }, { status: 200 }])
  await give(floor.rooms.get('etg')!.table, placeYourBets, wager(player, 500))
  expect(await send(api, tokens, { ...out, payload: { amount: 5_000, id: 'other' } })).toMatchObject({ status: 409 })
  expect([await send(api, tokens, out), await send(api, tokens, sold)]).toEqual(first)
  const plans = quietPlans().filter(({ id }) => id !== 'etg')
  const later = await apiInMemory({}, { journal, now, plans })
  expect([await send(later, tokens, out), await send(later, tokens, sold)]).toEqual(first)
  expect(await send(later, tokens, { ...sold, payload: { ...sold.payload, id: 'new' } })).toMatchObject({ status: 404 })
})
