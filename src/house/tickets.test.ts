import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buyInFor,
  cashOutFor,
  issueTicket,
  redeemTicket,
  START,
  staffAs,
  TestHouse,
} from '../../test/support/secrets.ts'
import { CENTS_MAX, type Cents } from '../engine/money.ts'
import { type HouseRefusalCode, isHouseRefusal } from './house-refusals.ts'
import { TICKET_DAYS } from './policy.ts'
import { closeTerminal } from './terminals.ts'
import { evolveTickets, type Ticket } from './ticket-state.ts'
import {
  cancelTicket,
  issueTicket as decideIssue,
  maskedNumber,
  printedNumber,
  readTicketNumber,
  ticketStatus,
  ticketView,
} from './tickets.ts'
import { after, DAY } from './time.ts'

const cents = (amount: number) => amount as Cents
const reason = 'a reason'

const issued = (house: TestHouse, by: Parameters<typeof issueTicket>[2], amount = 12_345): Ticket =>
  house.done(issueTicket(house, { amount: cents(amount), table: 'one' }, by, house.now, house.keyMaterial)).ticket

describe('issuing', () => {
  test('a terminal gives a ticket where it is, an attendant at the table they name', () => {
    const house = new TestHouse()
    const terminal = house.terminal('two')
    const { ticket } = house.done(
      issueTicket(house, { amount: cents(500), table: 'one' }, terminal, house.now, house.keyMaterial),
    )
    expect(ticket).toEqual({
      number: ticket.number,
      sequence: 1,
      amount: 500,
      issued: { place: { table: 'two', terminal: terminal.terminal, player: terminal.player }, at: START },
      expires: after(START, TICKET_DAYS * DAY),
      redeemed: null,
      cancelled: null,
    })
    expect(house.tickets.tickets.get(ticket.number)).toEqual(ticket)
    expect(issued(house, staffAs('dealer')).issued.place).toEqual({ table: 'one', attendant: 'dealer' })
  })

  // biome-ignore format: a table is read down its columns
  test.each([
    [{ amount: 0 }, 'amount-not-positive'], [{ amount: -5 }, 'amount-not-positive'],
    [{ amount: 0.5 }, 'field-not-valid'], [{ amount: Number.NaN }, 'field-not-valid'], [{ amount: CENTS_MAX + 1 }, 'field-not-valid'],
    [{ amount: 5, days: 0 }, 'field-not-valid'], [{ amount: 5, days: 1.5 }, 'field-not-valid'], [{ amount: 5, days: 4_000 }, 'field-not-valid'],
  ])('%j: %s', (request, code) => {
    const house = new TestHouse()
    const answer = issueTicket(house, request as never, house.terminal(), house.now, house.keyMaterial)
    expect(answer).toHaveProperty('refused', code)
  })

  test('a refusal says what was wrong', () => {
    const house = new TestHouse()
    const { now, keyMaterial } = house
    const told = (request: object) =>
      issueTicket(house, { table: 'one', ...request } as never, staffAs('dealer'), now, keyMaterial)
    expect(told({ amount: 0.5 })).toMatchObject({ field: 'amount', must: 'be a whole number of cents' })
    expect(told({ amount: 5, days: 0 })).toMatchObject({ field: 'days', must: 'be 1 to 3660 days' })
    expect(told({ amount: 5, days: 3_661 })).toMatchObject({ field: 'days' })
    expect(told({ amount: -5 })).toMatchObject({ amount: -5 })
  })

  test.each([1, 3_660])('a ticket may be good for %i days', (days) => {
    const house = new TestHouse()
    const { now, keyMaterial } = house
    const { ticket } = issueTicket(
      house,
      { amount: cents(5), table: 'one', days },
      staffAs('dealer'),
      now,
      keyMaterial,
    ) as { ticket: Ticket }
    expect(Date.parse(ticket.expires) - Date.parse(now)).toBe(days * DAY)
  })

  test('an attendant names a table', () => {
    const house = new TestHouse()
    const { now, keyMaterial } = house
    const amount = cents(500)
    expect(issueTicket(house, { amount }, staffAs('dealer'), now, keyMaterial)).toMatchObject({ field: 'table' })
  })

  test('no ticket is for more than the limit, where there is one', () => {
    const { tickets, now } = new TestHouse()
    const issue = (amount: number, limit?: number) => {
      const request = { number: '1'.repeat(18), amount: cents(amount), table: 'one' }
      const bound = limit === undefined ? {} : { limit: cents(limit) }
      return decideIssue(tickets, { ...request, ...bound }, staffAs('dealer'), now)
    }
    expect(issue(501, 500)).toEqual({ refused: 'ticket-over-limit', limit: 500 })
    expect(issue(500, 500)).toMatchObject({ events: [{ type: 'ticket-issued', amount: 500 }] })
    expect(issue(1_000_000)).toMatchObject({ events: [{ type: 'ticket-issued', amount: 1_000_000 }] })
    expect(issue(0, 0)).toHaveProperty('refused', 'amount-not-positive')
  })

  test('numbers have eighteen digits, spread evenly, and do not repeat', () => {
    const house = new TestHouse()
    const terminal = house.terminal()
    const numbers = Array.from({ length: 500 }, () => issued(house, terminal).number)
    expect(new Set(numbers).size).toBe(500)
    for (const number of numbers) expect(number).toMatch(/^[0-9]{18}$/)
    const digits = [...numbers.join('')]
    for (const digit of '0123456789') {
      const share = digits.filter((one) => one === digit).length / digits.length
      expect(Math.abs(share - 0.1)).toBeLessThan(0.015)
    }
  })

  test('a number that was given before is not given again', () => {
    const house = new TestHouse()
    const terminal = house.terminal()
    const { number } = issued(house, terminal)
    const digits = Uint8Array.from([...number, ...number].map(Number))
    let tries = 0
    const stuck = {
      ...house.keyMaterial,
      chance: { bytes: (count: number) => (++tries < 4 ? digits : digits.toReversed()).slice(0, count) },
    }
    const { ticket } = house.done(issueTicket(house, { amount: cents(5) }, terminal, house.now, stuck))
    expect([tries, ticket.number]).toEqual([4, [...number].toReversed().join('')])
    const always = { ...house.keyMaterial, chance: { bytes: () => digits } }
    expect(() => issueTicket(house, { amount: cents(5) }, terminal, house.now, always)).toThrow()
  })

  test('a number is printed in groups, read with or without them, and masked in lists', () => {
    expect(printedNumber('123456789012345678')).toBe('123-456-789-012-345-678')
    expect(readTicketNumber(' 123-456 789012345-678 ')).toBe('123456789012345678')
    for (const text of ['', '12345678901234567', '1234567890123456789', '12345678901234567x', '１'.repeat(18)])
      expect(readTicketNumber(text)).toBeNull()
    expect(maskedNumber('123456789012345678')).toBe('***-***-***-***-**5-678')
  })

  test('a list tells the state of a ticket and not its number', () => {
    const house = new TestHouse()
    const ticket = issued(house, house.terminal())
    expect(JSON.stringify(ticketView(ticket, 'mark', START))).not.toContain(ticket.number)
    expect(ticketView(ticket, 'mark', START)).toMatchObject({ amount: 12_345, status: 'open' })
    expect(ticketStatus(ticket, ticket.expires)).toBe('expired')
  })
})

describe('redeeming', () => {
  test('gives the amount once, at any terminal', () => {
    const house = new TestHouse()
    const [one, two] = [house.terminal('one'), house.terminal('two')]
    const { number } = issued(house, one)
    const redeem = () => redeemTicket(house, { number: printedNumber(number) }, two, house.now)
    const { ticket } = house.done(redeem())
    expect(ticket).toMatchObject({ amount: 12_345, redeemed: { at: START, place: { terminal: two.terminal } } })
    expect(redeem()).toEqual({ refused: 'ticket-redeemed', redeemed: START })
  })

  test('an attendant pays it in cash', () => {
    const house = new TestHouse()
    const { number } = issued(house, house.terminal())
    const pay = (by: Parameters<typeof redeemTicket>[2]) =>
      house.decided(redeemTicket(house, { number, table: 'one' }, by, house.now))
    expect(pay(staffAs('dealer'))).toMatchObject({ ticket: { redeemed: { place: { attendant: 'dealer' } } } })
  })

  test('a closed terminal takes no ticket but still gives one', () => {
    const house = new TestHouse()
    const terminal = house.terminal()
    const request = { terminal: terminal.terminal, reason, finishing: false }
    house.done(closeTerminal(house.state, request, staffAs('pit-manager'), house.now))
    const { number } = issued(house, terminal)
    expect(redeemTicket(house, { number }, terminal, house.now)).toMatchObject({ refused: 'terminal-is-closed' })
  })

  test('the first refusal of the list is the answer', () => {
    const house = new TestHouse()
    const terminal = house.terminal()
    const [spent, cancelled] = [issued(house, terminal).number, issued(house, terminal).number]
    house.done(redeemTicket(house, { number: spent }, terminal, house.now))
    house.done(cancelTicket(house.tickets, { number: cancelled, reason }, staffAs('pit-supervisor'), house.now))
    house.wait(TICKET_DAYS * DAY)
    const answer = (number: string) => redeemTicket(house, { number }, terminal, house.now)
    expect(answer(spent)).toMatchObject({ refused: 'ticket-redeemed' })
    expect(answer(cancelled)).toMatchObject({ refused: 'ticket-cancelled' })
    expect(answer('000-000-000-000-000-000')).toEqual({ refused: 'ticket-unknown' })
    expect(answer('__proto__')).toEqual({ refused: 'ticket-unknown' })
    expect(cancelTicket(house.tickets, { number: spent, reason: '' }, staffAs('pit-manager'), house.now)).toMatchObject(
      { refused: 'field-not-valid' },
    )
  })

  test('a ticket is good until its day, to the moment', () => {
    const house = new TestHouse()
    const terminal = house.terminal()
    const { number, expires } = issued(house, terminal)
    house.wait(TICKET_DAYS * DAY)
    expect(redeemTicket(house, { number }, terminal, house.now)).toEqual({
      refused: 'ticket-expired',
      expired: expires,
    })
    house.wait(-1)
    house.done(redeemTicket(house, { number }, terminal, house.now))
  })

  test('the journal itself cannot make a house pay twice', () => {
    const house = new TestHouse()
    const terminal = house.terminal()
    const { number } = issued(house, terminal)
    house.done(redeemTicket(house, { number }, terminal, house.now))
    const [paid, gave] = [house.ticketJournal.at(-1)!, house.ticketJournal.at(-2)!]
    expect(() => evolveTickets(house.tickets, paid)).toThrow()
    expect(() => evolveTickets(house.tickets, gave)).toThrow()
    expect(() => evolveTickets(house.tickets, { ...gave, type: 'ticket-cancelled' } as never)).toThrow()
  })

  test('the table gets one id per ticket, which does not reveal its number', () => {
    const house = new TestHouse()
    const terminal = house.terminal()
    const [one, two] = [issued(house, terminal), issued(house, terminal)]
    const ids = [one, one, two].flatMap((ticket) => [
      cashOutFor(ticket, 'p', house.keyMaterial).id,
      buyInFor(ticket, 'p', house.keyMaterial).id,
    ])
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) {
      expect(id!.length).toBeLessThanOrEqual(100)
      expect(id).not.toContain(one.number)
    }
    // The mark cannot be found by trying numbers either, because that takes the house key.
    const other = { ...house.keyMaterial, key: Buffer.alloc(32, 8) }
    expect(ids).not.toContain(cashOutFor(one, 'p', other).id)
    expect(buyInFor(one, 'p', house.keyMaterial)).toMatchObject({
      do: 'buy-in',
      player: 'p',
      amount: 12_345,
      by: { role: 'player' },
    })
  })
})

describe('random dealings', () => {
  type Plain = { amount: number; expires: number; fate: 'open' | 'redeemed' | 'cancelled' }
  const step = fc.record({
    do: fc.constantFrom('issue', 'redeem', 'redeem', 'cancel', 'wait'),
    which: fc.nat({ max: 20 }),
    terminal: fc.nat({ max: 2 }),
    amount: fc.integer({ min: 1, max: 100_000 }),
  })

  const expected = (ticket: Plain | undefined, now: number, isCancelling: boolean): HouseRefusalCode | null => {
    if (!ticket) return 'ticket-unknown'
    if (ticket.fate !== 'open') return ticket.fate === 'redeemed' ? 'ticket-redeemed' : 'ticket-cancelled'
    return !isCancelling && now >= ticket.expires ? 'ticket-expired' : null
  }

  test('each ticket is redeemed at most once, and nothing is lost', () => {
    const seen = new Set<string | null>()
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const house = new TestHouse()
        const terminals = [house.terminal('one'), house.terminal('one'), house.terminal('two')]
        const plain = new Map<string, Plain>()
        for (const { do: what, which, terminal, amount } of steps) {
          const by = terminals[terminal]!
          const now = Date.parse(house.now)
          const number = [...plain.keys()][which % (plain.size + 1)] ?? '123456789012345678'
          if (what === 'wait') house.wait(which * 2 * DAY)
          if (what === 'issue')
            plain.set(issued(house, by, amount).number, { amount, expires: now + TICKET_DAYS * DAY, fate: 'open' })
          if (what !== 'redeem' && what !== 'cancel') continue
          const code = expected(plain.get(number), now, what === 'cancel')
          seen.add(code)
          const decision =
            what === 'redeem'
              ? redeemTicket(house, { number }, by, house.now)
              : cancelTicket(house.tickets, { number, reason }, staffAs('pit-supervisor'), house.now)
          expect(isHouseRefusal(decision) ? decision.refused : null).toBe(code)
          house.decided(decision)
          if (!code) plain.get(number)!.fate = what === 'redeem' ? 'redeemed' : 'cancelled'
        }
        const sum = (fates: string[]) => {
          const some = [...plain.values()].filter(({ fate }) => fates.includes(fate))
          return { count: some.length, amount: some.reduce((total, { amount }) => total + amount, 0) }
        }
        expect(house.tickets.totals).toEqual({
          issued: sum(['open', 'redeemed', 'cancelled']),
          redeemed: sum(['redeemed']),
          cancelled: sum(['cancelled']),
        })
      }),
      { numRuns: 300 },
    )
    expect([...seen].sort()).toEqual(
      ['ticket-cancelled', 'ticket-expired', 'ticket-redeemed', 'ticket-unknown', null].sort(),
    )
  })
})

test('a ticket’s place in time: open, expired on its last moment, redeemed or cancelled whatever the time', () => {
  const house = new TestHouse()
  const [plain, paid, dropped] = [1, 2, 3].map(() => issued(house, staffAs('dealer')))
  const { number } = dropped!
  house.done(redeemTicket(house, { number: paid!.number, table: 'one' }, staffAs('dealer'), house.now))
  house.done(cancelTicket(house.tickets, { number, reason }, staffAs('pit-supervisor'), house.now))
  const late = after(START, TICKET_DAYS * DAY)
  const statuses = (now: string) =>
    [plain, paid, dropped].map((ticket) => ticketStatus(house.tickets.tickets.get(ticket!.number)!, now))
  expect(statuses(START)).toEqual(['open', 'redeemed', 'cancelled'])
  expect(statuses(late)).toEqual(['expired', 'redeemed', 'cancelled'])
  const again = redeemTicket(house, { number, table: 'one' }, staffAs('dealer'), house.now)
  expect(again).toEqual({ refused: 'ticket-cancelled', cancelled: START })
})

test('a ticket is a cash-out or a buy-in at the table, in the player’s name', () => {
  const house = new TestHouse()
  const ticket = issued(house, house.terminal())
  const said = { player: 'ann', amount: 12_345, by: { role: 'player', name: 'ann' } }
  expect(cashOutFor(ticket, 'ann', house.keyMaterial)).toMatchObject({ do: 'cash-out', ...said })
  expect(buyInFor(ticket, 'ann', house.keyMaterial)).toMatchObject({ do: 'buy-in', ...said })
})
