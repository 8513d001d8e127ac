import { expect, test } from 'vitest'
import {
  addTerminal,
  console,
  issueTicket,
  redeemTicket,
  renewCode,
  START,
  staffAs,
  TestHouse,
} from '../../test/support/secrets.ts'
import { newPin } from '../service/secrets/pin-checks.ts'
import type { HouseCaller } from './caller.ts'
import { callerId } from './caller.ts'
import { decideHouse } from './decide-house.ts'
import type { HouseRefusal } from './house-refusals.ts'
import {
  type HouseRefusalCode,
  houseRefusalCodes,
  houseRefusals,
  isHouseRefusal,
  isLackOfAuthority,
  refuse,
} from './house-refusals.ts'
import { changeRole, countWrongTries, lockStaff, removeStaff } from './people.ts'
import { mayNot } from './permissions.ts'
import { evolveHouse, freshHouse, type HouseState, houseFrom } from './state.ts'
import { closeTerminal } from './terminals.ts'
import { CLOSED_KEPT, evolveTickets, freshTickets } from './ticket-state.ts'
import { cancelTicket } from './tickets.ts'
import { moment } from './time.ts'

const reason = 'a reason'

/** A house in which something of everything has happened. */
async function busyHouse(): Promise<TestHouse> {
  const house = new TestHouse()
  for (const badge of ['d1', 'd2', 'd3']) {
    const pin = await newPin(badge, '271828', house.keyMaterial)
    if (isHouseRefusal(pin)) throw new Error(pin.refused)
    house.add(badge, 'dealer', pin)
    await house.signIn(badge, '271828')
    const tries = { badges: [{ badge, count: 1 }], marks: [{ mark: badge, count: 1 }] }
    house.record(countWrongTries(house.state, tries, house.now).events)
  }
  const terminal = house.terminal()
  const add = (terminal: string) =>
    house.done(
      addTerminal(house.state, { terminal, table: 'one', player: terminal }, console, house.now, house.keyMaterial),
    )
  for (const id of ['T1', 'T2', 'constructor']) add(id)
  const { keyMaterial, now } = house
  house.done(renewCode(house.state, { terminal: 'T1', reason }, console, now, keyMaterial))
  house.done(closeTerminal(house.state, { terminal: 'T2', reason, finishing: true }, console, now))
  const issue = () => house.done(issueTicket(house, { amount: 500 as never }, terminal, now, keyMaterial)).ticket.number
  const [one, two] = [issue(), issue(), issue()]
  house.done(redeemTicket(house, { number: one! }, terminal, now))
  house.done(cancelTicket(house.tickets, { number: two!, reason }, staffAs('pit-manager'), now))
  house.done(changeRole(house.state, { badge: 'd1', role: 'auditor', reason }, console, now))
  house.done(lockStaff(house.state, { badge: 'd2', reason }, console, now))
  house.done(removeStaff(house.state, { badge: 'd3', reason }, console, now))
  const refused = mayNot(terminal, 'read-journal')!
  house.record(noted(house.state, 'read-journal', refused, terminal, now))
  return house
}

/** The journal's record of a refusal. */
const noted = (state: HouseState, asked: string, refusal: HouseRefusal, who: HouseCaller, at: string) =>
  decideHouse(state, { do: 'note-refusal', asked, refusal, by: callerId(who), at }).events

const said = (state: HouseState): string => JSON.stringify(state)

test('replaying the journal gives the same house', async () => {
  const { state, tickets, journal, ticketJournal } = await busyHouse()
  expect(said(journal.reduce(evolveHouse, freshHouse()))).toBe(said(state))
  expect(JSON.stringify(ticketJournal.reduce(evolveTickets, freshTickets()))).toBe(JSON.stringify(tickets))
  expect(new Set([...journal, ...ticketJournal].map(({ type }) => type)).size).toBeGreaterThan(15)
})

test('a snapshot anywhere, and the rest of the journal, give the same house', async () => {
  const { state, journal } = await busyHouse()
  for (let at = 0; at <= journal.length; at++) {
    const before = journal.slice(0, at).reduce(evolveHouse, freshHouse())
    const restored = houseFrom(JSON.parse(said(before)))
    expect(said(journal.slice(at).reduce(evolveHouse, restored))).toBe(said(state))
  }
})

test('a state held from before still says what it said', async () => {
  const { journal } = await busyHouse()
  let state = freshHouse()
  const kept = journal.map((event) => {
    state = evolveHouse(state, event)
    return { state, said: said(state) }
  })
  for (const { state, said: before } of kept) expect(said(state)).toBe(before)
})

test('every event is signed or names whose it is, and has its time', async () => {
  const { journal } = await busyHouse()
  for (const event of journal) {
    expect(moment(event.at)).toBe(moment(START))
    const isNamed = ['by', 'badge', 'badges', 'place', 'credential'].some((field) => field in event)
    expect(isNamed, event.type).toBe(true)
  }
})

test.each([
  { type: 'roof-painted' },
  { type: 'staff-role-changed', badge: 'nobody', from: 'dealer', to: 'auditor' },
  { type: 'session-opened', session: 's', badge: 'nobody', expires: START },
  { type: 'terminal-closed', terminal: 'nothing', to: 'closed' },
  { type: 'terminal-enrolled', terminal: 'nothing', credential: 'c' },
  { type: 'ticket-redeemed', number: '1', amount: 1 },
  { type: 'staff-added', badge: 'd1', name: 'D', role: 'dealer' },
  { type: 'terminal-added', terminal: 'T1', table: 'two', player: 'x', code: null },
  { type: 'terminal-added', terminal: 'T9', table: 'one', player: 'T1', code: null },
])('an event that is not known or does not fit stops the house: %j', async (event) => {
  const { state } = await busyHouse()
  const before = said(state)
  expect(() => evolveHouse(state, { at: START, ...event } as never)).toThrow()
  expect(said(state)).toBe(before)
})

test('lack of authority is recorded, everyday refusals are not', () => {
  const house = new TestHouse()
  house.add('dealer', 'dealer')
  const who = staffAs('dealer')
  const isNoted = (code: HouseRefusalCode) => noted(house.state, 'x', refuse(code), who, START).length > 0
  const others = houseRefusalCodes.filter((code) => !isLackOfAuthority({ refused: code }))
  expect(others.filter(isNoted)).toEqual(others.filter((code) => houseRefusals[code].recorded))
  const refusal = refuse('position-too-low', { needs: 'pit-supervisor', by: 'dealer' })
  expect(noted(house.state, 'sell-ticket', refusal, who, START), 'it is not due').toEqual([])
  expect(noted(house.state, 'cancel-ticket', refusal, who, START)).toEqual([
    {
      type: 'refusal-recorded',
      asked: 'cancel-ticket',
      refusal,
      at: START,
      by: { badge: 'dealer', name: 'Name of dealer', role: 'dealer' },
    },
  ])
})

/** The shortest of several tries: other work of the machine only makes a try longer. */
function quickest(tries: number, work: () => void): number {
  const times = Array.from({ length: tries }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.min(...times)
}

test('tickets and terminals by the ten thousand do not slow each other down', () => {
  const house = new TestHouse()
  const terminal = house.terminal()
  const issue = (count: number) => {
    for (let made = 0; made < count; made++) {
      const decision = issueTicket(house, { amount: 5 as never }, terminal, house.now, house.keyMaterial)
      if (!isHouseRefusal(decision)) house.tickets = decision.events.reduce(evolveTickets, house.tickets)
    }
  }
  issue(2_000)
  const early = quickest(20, () => issue(250))
  issue(30_000)
  expect(quickest(20, () => issue(250))).toBeLessThan(10 * early)
  expect(house.tickets.tickets.size).toBe(42_000)
})

test('the last closed tickets are known, however many there were, and all open ones', () => {
  const house = new TestHouse()
  const terminal = house.terminal()
  const numbers: string[] = []
  for (let made = 0; made < 3 * CLOSED_KEPT; made++) {
    const { ticket } = house.done(issueTicket(house, { amount: 5 as never }, terminal, house.now, house.keyMaterial))
    numbers.push(ticket.number)
    if (made % 3 !== 0) house.done(redeemTicket(house, { number: ticket.number }, terminal, house.now))
  }
  const known = numbers.filter((number) => house.tickets.tickets.get(number))
  const open = numbers.filter((_, nth) => nth % 3 === 0)
  const closed = numbers.filter((_, nth) => nth % 3 !== 0)
  expect(new Set(known)).toEqual(new Set([...open, ...closed.slice(-CLOSED_KEPT)]))
  expect(house.tickets.closings.size).toBe(CLOSED_KEPT)
  const [first, last] = [closed[0]!, closed.at(-1)!]
  const again = (number: string, closed?: { redeemed: string }) =>
    redeemTicket(house, { number, ...(closed ? { closed } : {}) }, terminal, house.now)
  expect(again(last)).toEqual({ refused: 'ticket-redeemed', redeemed: START })
  expect(again(first)).toEqual({ refused: 'ticket-unknown' })
  expect(again(first, { redeemed: START })).toEqual({ refused: 'ticket-redeemed', redeemed: START })
  const paid = house.ticketJournal.find((event) => event.type === 'ticket-redeemed')!
  expect(() => evolveTickets(house.tickets, paid)).toThrow()
})

test('the keys that a house has signed by are known in their order, each with its time, also from a snapshot', () => {
  const house = new TestHouse()
  const change = (key: string) => {
    house.wait(60_000)
    const command = { do: 'use-signing-key', key, by: { console: 'root' }, at: house.now } as const
    return house.done(decideHouse(house.state, command)).events
  }
  expect(house.state.signingKeys).toEqual([])
  expect(change('one')).toMatchObject([{ from: null, to: 'one' }])
  const since = house.now
  expect(change('two')).toMatchObject([{ from: 'one', to: 'two' }])
  const keys = [
    { key: 'one', since },
    { key: 'two', since: house.now },
  ]
  expect(house.state.signingKeys).toEqual(keys)
  const snapshot = JSON.parse(JSON.stringify(house.state))
  expect(houseFrom(snapshot).signingKeys).toEqual(keys)
  // A snapshot from before houses signed anything.
  const { signingKeys: _, ...older } = snapshot
  expect(houseFrom(older).signingKeys).toEqual([])
})
