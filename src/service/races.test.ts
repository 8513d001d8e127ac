import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stores } from '../../test/postgres/stores.ts'
import {
  type Answer,
  ask,
  type Body,
  Client,
  cleanUp,
  must,
  quietService,
  type Response,
  type Seat,
  seatAt,
  staffOf,
} from '../../test/support/service.ts'
import type { TableEvent } from '../engine/events.ts'
import { cashOf, isBalanced } from '../engine/ledger.ts'
import type { HouseEventOf, TicketStreamEvent } from '../house/house-events.ts'
import type { Reading } from '../house/meters.ts'
import type { StaffRole } from '../house/roles.ts'
import { TICKETS } from '../house/ticket-state.ts'
import { allOf } from '../record/journal-reader.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import { readTicketEntry } from '../record/ticket-entry.ts'
import { verify } from '../record/verify.ts'
import { openReader } from './journal/reader.ts'
import type { Service } from './service.ts'

/** Races over real sockets: of simultaneous requests one wins, and no cent is created or lost. */

const TABLE = 'etg'
let service: Service
let staff: Record<StaffRole, string>
let address: string

afterAll(cleanUp)

const host = () => service.floor.rooms.get(TABLE)!.table
const commands = (token: string, body: Body) => ask(address, 'POST', `/api/tables/${TABLE}/commands`, { token, body })
const done = (role: StaffRole, command: Body) => must(address, staff[role], TABLE, command)
const meters = async ({ token }: Seat): Promise<Reading> =>
  (await ask(address, 'GET', '/api/terminals/me', { token })).body.meters as Reading

const cash = ({ player }: Seat): number => cashOf(host().settled.state.ledger, player)

async function openRound(): Promise<void> {
  await done('dealer', { do: 'place-your-bets' })
}

async function concludeRound(): Promise<void> {
  if (host().settled.state.round.phase === 'betting-open')
    await done('dealer', { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  if (host().settled.state.round.phase === 'ball-spinning') await done('dealer', { do: 'no-more-bets' })
  await done('dealer', { do: 'ball-at-rest', pocket: '20' })
  await done('dealer', { do: 'settle' })
}

async function entries(): Promise<TableEntry[]> {
  return (await allOf(service.floor.journal.pages(TABLE))).map(({ body }) => readTableEntry(body))
}

const eventsOf = async (): Promise<TableEvent[]> =>
  (await entries()).flatMap((entry) => ('events' in entry ? entry.events : []))

const ticketEvents = async (): Promise<TicketStreamEvent[]> =>
  (await allOf(service.floor.journal.pages(TICKETS))).flatMap(({ body }) => readTicketEntry(body).events)

/** Checks that the meter of a terminal adds up after any race. */
async function metersAddUp(seat: Seat): Promise<void> {
  const m = await meters(seat)
  expect(m.balance).toBe(cash(seat))
  expect(m.cashIn + m.ticketsIn + m.won).toBe(m.cashOut + m.ticketsOut + m.lost + m.staked + m.balance)
}

const inTurn = (statuses: readonly { status: number }[]) => statuses.map(({ status }) => status).sort()

let named = 0
const newSeat = (amount?: number) => seatAt(service, TABLE, `racer-${++named}`, amount)
const connections = (seat: Seat, count: number): Promise<Client[]> =>
  Promise.all(Array.from({ length: count }, () => Client.at(address, TABLE, { token: seat.token })))

async function soldTicket(amount: number): Promise<string> {
  const { body } = await ask(address, 'POST', '/api/tickets', { token: staff.dealer, body: { amount, table: TABLE } })
  return (body.ticket as { number: string }).number
}

const redeem = (token: string, number: string, more: Body = {}): Promise<Response> =>
  ask(address, 'POST', '/api/tickets/redeem', { token, body: { number, ...more } })

function ticketRaces(): void {
  test('is redeemed once, whoever tries and however often', async () => {
    const seats = await Promise.all([newSeat(0), newSeat(0), newSeat(0), newSeat(0)])
    const number = await soldTicket(12_300)
    const printed = number.replace(/(...)(?=.)/g, '$1-')
    const tries = [
      ...[...seats, ...seats, ...seats].map(({ token }, nth) => redeem(token, nth % 2 ? number : printed)),
      ...[staff.dealer, staff['pit-manager']].map((token) => redeem(token, number, { table: TABLE })),
    ]
    const answers = await Promise.all(tries)
    const [won, ...lost] = answers.sort((a, b) => a.status - b.status)
    expect(won!.status).toBe(200)
    for (const { status, body } of lost) expect([status, body.refused]).toEqual([409, 'ticket-redeemed'])
    const paid = (await ticketEvents()).filter((event) => event.type === 'ticket-redeemed' && event.number === number)
    expect(paid).toHaveLength(1)
    const credited = seats.map(cash)
    const isAtTerminal = 'terminal' in (paid[0] as HouseEventOf<'ticket-redeemed'>).place
    expect(credited.reduce((a, b) => a + b)).toBe(isAtTerminal ? 12_300 : 0)
    for (const seat of seats) await metersAddUp(seat)
  })

  test('redeemed twice with one id is one answer', async () => {
    const seat = await newSeat(0)
    const number = await soldTicket(700)
    const answers = await Promise.all([1, 2, 3].map(() => redeem(seat.token, number, { id: 'once' })))
    expect(inTurn(answers)).toEqual([200, 200, 200])
    expect(await meters(seat)).toMatchObject({ ticketsIn: 700, ticketsInCount: 1, balance: 700 })
    expect(await redeem(seat.token, number, { id: 'again' })).toMatchObject({ status: 409 })
  })

  test('is redeemed or cancelled, not both', async () => {
    for (let nth = 0; nth < 6; nth++) {
      const seat = await newSeat(0)
      const number = await soldTicket(900)
      const cancel = () =>
        ask(address, 'POST', `/api/tickets/${number}/cancel`, {
          token: staff['pit-supervisor'],
          body: { reason: 'lost' },
        })
      const redeemed = () => redeem(seat.token, number)
      const answers = await Promise.all(nth % 2 ? [cancel(), redeemed()] : [redeemed(), cancel()])
      expect(inTurn(answers)).toEqual([200, 409])
    }
  })

  test('is sold once for one id, and cashed by an attendant once for one id', async () => {
    const sell = () =>
      ask(address, 'POST', '/api/tickets', { token: staff.dealer, body: { amount: 4_400, table: TABLE, id: 'sale' } })
    const before = service.floor.tickets.settled.state.totals.issued.count
    const sales = [...(await Promise.all([sell(), sell()])), await sell()]
    expect(inTurn(sales)).toEqual([200, 200, 200])
    const numbers = new Set(sales.map(({ body }) => (body.ticket as { number: string }).number))
    expect(numbers.size).toBe(1)
    expect(service.floor.tickets.settled.state.totals.issued.count).toBe(before + 1)
    const [number] = [...numbers]
    const pay = () => redeem(staff.dealer, number!, { table: TABLE, id: 'payment' })
    expect(inTurn([...(await Promise.all([pay(), pay()])), await pay()])).toEqual([200, 200, 200])
  })
}

function closingRaces(): void {
  test('it is in play and settled, or refused and recorded, and never after the call', async () => {
    const seats = await Promise.all([newSeat(), newSeat(), newSeat()])
    const sockets = (await Promise.all(seats.map((seat) => connections(seat, 2)))).flat()
    const dealer = await Client.at(address, TABLE, { token: staff.dealer })
    const told: (Answer & { round: number })[] = []
    for (let nth = 0; nth < 25; nth++) {
      await openRound()
      const round = host().settled.state.roundsOpened
      await done('dealer', { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
      const at = randomInt(sockets.length + 1)
      const asked: Promise<Answer>[] = []
      for (const [place, socket] of sockets.entries()) {
        if (place === at) asked.push(dealer.ask({ do: 'no-more-bets' }))
        const player = seats[Math.floor(place / 2)]!.player
        asked.push(socket.ask({ do: 'wager', player, spot: '20', stake: 100, id: `${round}-${place}` }))
      }
      if (at === sockets.length) asked.push(dealer.ask({ do: 'no-more-bets' }))
      told.push(...(await Promise.all(asked)).map((answer) => ({ ...answer, round })))
      await concludeRound()
    }
    const events = await eventsOf()
    for (const { round, id, refused, events: placed } of told.filter(({ id }) => String(id).includes('-'))) {
      if (refused) expect(refused, `${id}`).toBe('betting-is-closed')
      const closed = events.findIndex((event) => event.type === 'betting-closed' && event.round === round)
      for (const event of placed ?? []) {
        const found = events.findIndex((one) => JSON.stringify(one) === JSON.stringify(event))
        expect(found).toBeGreaterThan(0)
        expect(found).toBeLessThan(closed)
      }
    }
    const [accepted, late] = [
      told.filter((one) => one.events?.[0]?.type === 'wager-placed'),
      told.filter((one) => one.refused),
    ]
    expect(accepted.length + late.length).toBe(25 * 6)
    const recorded = (await entries()).filter(
      (entry) => 'refused' in entry && entry.refused.refused === 'betting-is-closed',
    )
    expect(recorded).toHaveLength(late.length)
    const staked = (await Promise.all(seats.map(meters))).reduce((sum, { wagered }) => sum + wagered, 0)
    expect(staked).toBe(100 * accepted.length)
    for (const seat of seats) await metersAddUp(seat)
  })
}

function idRaces(): void {
  test('from many connections is one wager and one answer', async () => {
    const seat = await newSeat(10_000)
    const sockets = await connections(seat, 5)
    await openRound()
    const wager = { do: 'wager', player: seat.player, spot: '17', stake: 1_000, id: 'the-one' }
    const asked: Promise<Body>[] = sockets.map((socket) => socket.ask(wager))
    for (let nth = 0; nth < 5; nth++)
      asked.push(commands(seat.token, wager).then(({ body }) => ({ id: 'the-one', ...body })))
    const answers = new Set((await Promise.all(asked)).map((answer) => JSON.stringify(answer)))
    expect(answers.size).toBe(1)
    expect([...answers][0]).toContain('wager-placed')
    expect(await meters(seat)).toMatchObject({ wagered: 1_000, balance: 9_000 })
    await concludeRound()
    expect(await commands(seat.token, wager)).toMatchObject({ status: 200 })
    const written = (await entries()).filter((entry) => 'command' in entry && entry.command.id === 'the-one')
    expect(written).toHaveLength(1)
  })

  test('from a dealer at two desks opens one round', async () => {
    const desks = await Promise.all([1, 2, 3].map(() => Client.at(address, TABLE, { token: staff.dealer })))
    const before = host().settled.state.roundsOpened
    const answers = await Promise.all(desks.map((desk) => desk.ask({ do: 'place-your-bets', id: 'open' })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(host().settled.state.roundsOpened).toBe(before + 1)
    await concludeRound()
  })
}

function balanceRaces(): void {
  test('is not spent twice from several places', async () => {
    await openRound()
    for (const [count, stake, winners] of [
      [2, 700, 1],
      [10, 300, 3],
      [10, 1_000, 1],
      [4, 1_100, 0],
    ] as const) {
      const seat = await newSeat(1_000)
      const sockets = await connections(seat, count)
      const answers = await Promise.all(
        sockets.map((socket, nth) => socket.ask({ do: 'wager', player: seat.player, spot: `${1 + nth}`, stake })),
      )
      expect(answers.filter(({ events }) => events)).toHaveLength(winners)
      for (const { refused } of answers) if (refused) expect(refused).toBe('balance-too-low')
      expect(cash(seat)).toBe(1_000 - winners * stake)
      await metersAddUp(seat)
      for (const socket of sockets) socket.cut()
    }
    await concludeRound()
  })

  test('leaves as a ticket or lies on the layout, not both', async () => {
    const tallies = { ticket: 0, wager: 0 }
    for (let nth = 0; nth < 16; nth++) {
      await openRound()
      const seat = await newSeat(1_000)
      const [one, other] = (await connections(seat, 2)) as [Client, Client]
      const wager = () => one.ask({ do: 'wager', player: seat.player, spot: '17', stake: 1_000 })
      const overSocket = () => other.ask({ do: 'cash-out', player: seat.player, amount: 1_000 })
      const overHttp = async () =>
        (await ask(address, 'POST', '/api/tickets', { token: seat.token, body: { amount: 1_000 } })).body as Answer
      const cashOut = nth % 2 ? overSocket : overHttp
      const answers = await Promise.all(nth % 4 < 2 ? [wager(), cashOut()] : [cashOut(), wager()])
      const [won] = answers.filter(({ events }) => events)
      const [lost] = answers.filter(({ refused }) => refused)
      expect([won, lost]).toEqual([expect.anything(), expect.anything()])
      const isTicket = 'ticket' in won!
      expect(lost!.refused).toBe(isTicket ? 'balance-too-low' : 'stakes-in-play')
      tallies[isTicket ? 'ticket' : 'wager']++
      const { staked, ticketsOut, balance } = await meters(seat)
      expect([staked, ticketsOut, balance]).toEqual(isTicket ? [0, 1_000, 0] : [1_000, 0, 0])
      await metersAddUp(seat)
      await concludeRound()
    }
    expect(tallies.ticket).toBeGreaterThan(0)
    expect(tallies.wager).toBeGreaterThan(0)
  })

  test('asked for twice with one id is one ticket', async () => {
    const seat = await newSeat(1_000)
    const cashOut = () => ask(address, 'POST', '/api/tickets', { token: seat.token, body: { amount: 400, id: 'out' } })
    const answers = await Promise.all([cashOut(), cashOut(), cashOut()])
    expect(inTurn(answers)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => (body.ticket as { number: string }).number)).size).toBe(1)
    expect(await meters(seat)).toMatchObject({ ticketsOut: 400, ticketsOutCount: 1, balance: 600 })
  })
}

async function isConserved(store: string): Promise<void> {
  for (const { table: host } of service.floor.rooms.values()) {
    expect(isBalanced(host.settled.state.ledger)).toBe(true)
    expect(host.stopped).toBeNull()
  }
  const events = await ticketEvents()
  const at = (type: TicketStreamEvent['type']) =>
    events.flatMap((event) =>
      event.type === type && 'amount' in event && 'place' in event && 'terminal' in event.place ? [event.amount] : [],
    )
  const table = await entries()
  const byTicket = (way: string) =>
    table
      .flatMap((entry) => ('events' in entry && entry.command.id?.startsWith(way) ? entry.events : []))
      .map((event) => (event as { amount: number }).amount)
  expect(byTicket('ticket-in-').sort()).toEqual(at('ticket-redeemed').sort())
  expect(byTicket('ticket-out-').sort()).toEqual(at('ticket-issued').sort())
  const reader = await openReader(store)
  expect((await verify(reader)).flatMap(({ finding }) => finding ?? [])).toEqual([])
  await reader.close()
}

describe.each(stores)('on %s', (_, fresh) => {
  let store: string
  beforeAll(async () => {
    const place = await fresh()
    store = place.store
    service = await quietService(place.folder, place.flags)
    address = service.address
    staff = await staffOf(service)
  })
  afterAll(() => service.stop())

  describe('a ticket', ticketRaces)
  describe('a wager and no more bets in the same instant', closingRaces)
  describe('the same command id', idRaces)
  describe('a balance', balanceRaces)
  test('after all of it money is conserved, and the journal is sound', () => isConserved(store))
})
