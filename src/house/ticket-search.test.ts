import { expect, test } from 'vitest'
import { issueTicket, START, staffAs, TestHouse } from '../../test/support/secrets.ts'
import type { Cents } from '../engine/money.ts'
import { isRemembered, lastTicketOf, readRemembered } from './ticket-search.ts'
import type { Ticket } from './ticket-state.ts'
import { cancelTicket } from './tickets.ts'
import { after } from './time.ts'

const LATER = after(START, 1_000)

/** A ticket of a terminal at table one, and a second later one of a dealer's at table two. */
function twoTickets() {
  const house = new TestHouse()
  const terminal = house.terminal()
  const issue = (amount: number, by: Parameters<typeof issueTicket>[2]): Ticket =>
    house.done(issueTicket(house, { amount: amount as Cents, table: 'two' }, by, house.now, house.keyMaterial)).ticket
  const first = issue(500, terminal)
  house.wait(1_000)
  return { house, terminal, issue, tickets: [first, issue(700, staffAs('dealer', 'Dee'))] as const }
}

test.each([
  [{}, [500, 700]],
  [{ amount: '500' }, [500]],
  [{ amount: '501' }, []],
  [{ from: START }, [500, 700]],
  [{ from: LATER }, [700]],
  [{ to: START }, [500]],
  [{ to: LATER }, [500, 700]],
  [{ from: after(START, 1), to: after(START, 999) }, []],
  [{ place: 'DEMO' }, [500]],
  [{ place: 'dee' }, [700]],
  [{ place: 'TWO' }, [700]],
  [{ place: 'three' }, []],
  [{ status: '' }, [500, 700]],
  [{ status: 'open' }, [500, 700]],
  [{ status: 'redeemed' }, []],
  [{ amount: '500', place: 'dee' }, []],
])('who remembers %j finds %j', (asked, amounts) => {
  const { house, tickets } = twoTickets()
  const remembered = readRemembered(asked)
  if ('problem' in remembered) throw new Error(remembered.problem)
  const found = tickets.filter((ticket) => isRemembered(ticket, remembered, house.now))
  expect(found.map(({ amount }) => amount)).toEqual(amounts)
})

test.each([
  [{ amount: '0' }, 'amount'],
  [{ amount: '-5' }, 'amount'],
  [{ amount: '0.5' }, 'amount'],
  [{ amount: 'much' }, 'amount'],
  [{ from: 'yesterday' }, 'from'],
  [{ to: 'never' }, 'to'],
])('nothing is looked for by %j', (asked, field) => {
  expect(readRemembered(asked)).toMatchObject({ field, problem: expect.stringContaining(`${field} must be`) })
})

test('a terminal sees the last ticket that it printed, while that is open, and no other’s', () => {
  const { house, terminal, issue, tickets } = twoTickets()
  const other = house.terminal()
  const last = (of = terminal, among: readonly Ticket[] = house.tickets.tickets.values()) =>
    lastTicketOf(among, of.terminal, house.now)
  expect([last(), last(other)]).toEqual([tickets[0], null])
  const second = issue(900, terminal)
  expect(last()).toEqual(second)
  expect(last(terminal, [second, tickets[0]])).toEqual(second)
  const cancelled = { number: second.number, reason: 'paid by hand' }
  house.done(cancelTicket(house.tickets, cancelled, staffAs('pit-supervisor'), house.now))
  expect(last()).toBeNull()
})
