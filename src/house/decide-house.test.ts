import { expect, test } from 'vitest'
import { START, somePin, TestHouse } from '../../test/support/secrets.ts'
import type { Cents } from '../engine/money.ts'
import { auditorEntry } from './auditor-record.ts'
import { actorOf } from './caller.ts'
import { misfitAt } from './command-shapes.ts'
import { commandOnRecord, decideHouse } from './decide-house.ts'
import { decideTickets } from './decide-tickets.ts'
import { houseEventShapes } from './event-shapes.ts'
import {
  type HouseCommand,
  type HouseCommandName,
  type HouseWish,
  isTicketWish,
  type PeopleCommand,
  type Unsigned,
} from './house-commands.ts'
import type { HouseDecision, HouseEvent, TicketEvent } from './house-events.ts'
import { type HouseRefusalCode, houseRefusals } from './house-refusals.ts'
import type { StaffRole } from './roles.ts'
import { maskedNumber } from './tickets.ts'

const reason = 'a reason'
const NUMBER = '123456789012345678'
const amount = 500 as Cents
const notice = { about: 'limits', at: START, reason, clause: null, book: null } as const
const figures = { rounds: 3, handle: amount, win: amount, drop: amount }

/** A house with a person of every role, an enrolled terminal, one that waits for its code, and a ticket. */
function house(): TestHouse {
  const made = new TestHouse()
  const roles: StaffRole[] = ['dealer', 'pit-supervisor', 'auditor', 'administrator']
  for (const role of roles) made.add(role, role)
  made.terminal()
  give(made, { do: 'add-terminal', terminal: 'T1', table: 'one', player: 'T1', code: 'c' }, { console: 'root' })
  give(made, { do: 'sign-in', badge: 'dealer', session: 's1' }, { system: 'service' })
  give(made, { do: 'issue-ticket', number: NUMBER, amount }, { terminal: 'demo-1' })
  return made
}

type AnyWish = Unsigned<HouseWish>

/** Decides a command in the stream that it is of. */
const decided = ({ state, tickets }: TestHouse, command: HouseCommand): HouseDecision<HouseEvent | TicketEvent> =>
  isTicketWish(command)
    ? decideTickets({ callers: state, tickets }, command)
    : decideHouse(state, command as PeopleCommand)

const commandFrom = (wish: AnyWish, by: object, at = START): HouseCommand => ({ ...wish, by, at }) as HouseCommand

function give(made: TestHouse, wish: AnyWish, by: object) {
  const decision = decided(made, commandFrom(wish, by, made.now))
  made.record(decision.events)
  return decision
}

const admin = { badge: 'administrator' }
const service = { system: 'service' }
const pin = somePin(new TestHouse().keyMaterial)

/** Every command, given by a caller with permission, and its events. */
// biome-ignore format: a table is read down its columns
const all: { readonly [Name in HouseCommandName]: [wish: AnyWish, by: object, types: string[]] } = {
  'add-staff':         [{ do: 'add-staff', badge: 'd2', name: 'D', role: 'dealer', pin }, admin, ['staff-added', 'staff-pin-set']],
  'set-pin':           [{ do: 'set-pin', badge: 'dealer', pin, reason }, admin, ['staff-pin-set', 'session-ended']],
  'change-own-pin':    [{ do: 'change-own-pin', pin }, { badge: 'dealer' }, ['staff-pin-set', 'session-ended']],
  'change-role':       [{ do: 'change-role', badge: 'dealer', role: 'auditor', reason }, admin, ['staff-role-changed', 'session-ended']],
  'remove-staff':      [{ do: 'remove-staff', badge: 'dealer', reason }, admin, ['staff-removed', 'session-ended']],
  'lock-staff':        [{ do: 'lock-staff', badge: 'dealer', reason }, admin, ['staff-locked', 'session-ended']],
  'unlock-staff':      [{ do: 'unlock-staff', badge: 'auditor', reason }, admin, ['staff-unlocked']],
  'sign-in':           [{ do: 'sign-in', badge: 'dealer', session: 's2' }, service, ['session-opened']],
  'count-wrong-tries': [{ do: 'count-wrong-tries', badges: [{ badge: null, count: 1 }], marks: [] }, service, ['sign-ins-failed']],
  'sign-out':          [{ do: 'sign-out', session: 's1' }, { badge: 'dealer' }, ['session-ended']],
  'end-sessions':      [{ do: 'end-sessions', sessions: [{ session: 's1', why: 'idle' }] }, service, ['session-ended']],
  'end-all-sessions':  [{ do: 'end-all-sessions' }, { console: 'root' }, ['session-ended']],
  'add-terminal':      [{ do: 'add-terminal', terminal: 'T2', table: 'one', player: 'T2', code: 'h' }, admin, ['terminal-added']],
  'renew-code':        [{ do: 'renew-code', terminal: 'T1', reason, code: 'h' }, admin, ['enrolment-code-made']],
  'enrol':             [{ do: 'enrol', terminal: 'T1', credential: 'x' }, service, ['terminal-enrolled']],
  'add-demo-terminal': [{ do: 'add-demo-terminal', table: 'one', credential: 'x' }, { system: 'demo' }, ['terminal-added', 'terminal-enrolled']],
  'close-terminal':    [{ do: 'close-terminal', terminal: 'T1', reason, finishing: false }, { badge: 'pit-supervisor' }, ['terminal-closed']],
  'open-terminal':     [{ do: 'open-terminal', terminal: 'closed', reason }, admin, ['terminal-opened']],
  'remove-terminal':   [{ do: 'remove-terminal', terminal: 'closed', reason, left: { balance: 0 as Cents, staked: 0 as Cents } }, admin, ['terminal-removed']],
  'close-after-round': [{ do: 'close-after-round', terminals: ['closing', 'T1'] }, { system: 'table' }, ['terminal-closed']],
  'issue-ticket':      [{ do: 'issue-ticket', number: '1'.repeat(18), amount }, { terminal: 'demo-1' }, ['ticket-issued']],
  'sell-ticket':       [{ do: 'sell-ticket', number: '1'.repeat(18), amount, table: 'one' }, { badge: 'dealer' }, ['ticket-issued']],
  'redeem-ticket':     [{ do: 'redeem-ticket', number: NUMBER }, { terminal: 'demo-1' }, ['ticket-redeemed']],
  'cancel-ticket':     [{ do: 'cancel-ticket', number: NUMBER, reason }, { badge: 'pit-supervisor' }, ['ticket-cancelled']],
  'copy-ticket':       [{ do: 'copy-ticket', number: NUMBER, reason }, { badge: 'pit-supervisor' }, ['ticket-copied']],
  'give-notices':      [{ do: 'give-notices', table: 'one', entry: 7, notices: [{ player: 'demo-1', notice }] }, { system: 'table' }, ['notices-given']],
  'read-notices':      [{ do: 'read-notices', upTo: 1 }, { terminal: 'demo-1' }, ['notices-read']],
  'call-attendant':    [{ do: 'call-attendant' }, { terminal: 'T1' }, ['attendant-called']],
  'withdraw-call':     [{ do: 'withdraw-call' }, { terminal: 'demo-1' }, ['call-withdrawn']],
  'answer-call':       [{ do: 'answer-call', terminal: 'demo-1' }, { badge: 'dealer' }, ['call-answered']],
  'plan-limits':       [{ do: 'plan-limits', table: 'one', limits: { default: { min: amount } }, reason }, { badge: 'pit-supervisor' }, ['limits-planned']],
  'end-plan':          [{ do: 'end-plan', table: 'two' }, { system: 'table' }, ['plan-ended']],
  'take-table':        [{ do: 'take-table', table: 'one', figures }, { badge: 'dealer' }, ['table-taken']],
  'leave-table':       [{ do: 'leave-table', table: 'two', figures }, { badge: 'pit-supervisor' }, ['table-left']],
  'note-refusal':      [{ do: 'note-refusal', asked: 'read-staff', refusal: { refused: 'position-too-low', needs: 'auditor', by: 'dealer' } }, { badge: 'dealer' }, ['refusal-recorded']],
  'count-refusals':    [{ do: 'count-refusals', counts: [{ actor: 'terminal:T1', count: 5, since: START }] }, service, ['refusals-counted']],
  'note-events':       [{ do: 'note-events', events: [{ facts: { alarm: 'house-restored', table: null }, at: START, count: 1 }] }, service, ['significant-noted']],
  'acknowledge-events': [{ do: 'acknowledge-events', numbers: [1], note: reason }, { badge: 'pit-supervisor' }, ['significant-acknowledged']],
  'note-configuration': [{ do: 'note-configuration', node: 'n', digest: 'd', settings: { port: '1' } }, service, ['significant-noted']],
  'stop-gaming':       [{ do: 'stop-gaming', scope: 'table', of: 'one', when: 'now', reason }, { badge: 'pit-supervisor' }, ['gaming-stopped']],
  'resume-gaming':     [{ do: 'resume-gaming', scope: 'table', of: 'two', reason }, { badge: 'pit-supervisor' }, ['gaming-resumed']],
  'note-wheel':        [{ do: 'note-wheel', wheel: 'W-7', work: 'installed', table: 'one', technician: 'Kim', reason }, { badge: 'pit-supervisor' }, ['wheel-noted']],
  'use-signing-key':   [{ do: 'use-signing-key', key: 'h+12345678+AQ==' }, service, ['signing-key-changed']],
  'correct-clock':     [{ do: 'correct-clock', from: START, to: START }, service, ['clock-corrected']],
}

function busyHouse(): TestHouse {
  const made = house()
  give(made, { do: 'lock-staff', badge: 'auditor', reason }, admin)
  for (const terminal of ['closed', 'closing']) {
    give(made, { do: 'add-terminal', terminal, table: 'one', player: terminal, code: terminal }, admin)
    give(made, { do: 'close-terminal', terminal, reason, finishing: terminal === 'closing' }, admin)
  }
  give(
    made,
    { do: 'give-notices', table: 'one', entry: 3, notices: [{ player: 'demo-1', notice }] },
    { system: 'table' },
  )
  give(made, { do: 'call-attendant' }, { terminal: 'demo-1' })
  give(made, { do: 'take-table', table: 'two', figures }, { badge: 'dealer' })
  give(made, { do: 'plan-limits', table: 'two', limits: {}, reason }, { badge: 'pit-supervisor' })
  give(
    made,
    {
      do: 'note-events',
      events: [{ facts: { alarm: 'terminal-lost', table: 'one', terminal: 'T1' }, at: START, count: 1 }],
    },
    service,
  )
  give(made, { do: 'stop-gaming', scope: 'table', of: 'two', when: 'now', reason }, { badge: 'pit-supervisor' })
  made.wait(30 * 60_000)
  return made
}

test.each(Object.entries(all))('%s is decided, and the same again', (_, [wish, by, types]) => {
  const made = busyHouse()
  const command = commandFrom(wish, by, made.now)
  const before = JSON.stringify([made.state, made.tickets])
  const { events } = decided(made, command)
  expect(events.map(({ type }) => type)).toEqual(types)
  for (const { type, ...fields } of events) expect(misfitAt(fields, houseEventShapes[type], type)).toBeNull()
  expect(events.every(({ at }) => at === made.now)).toBe(true)
  expect(JSON.stringify([made.state, made.tickets])).toBe(before)
  expect(decided(made, JSON.parse(JSON.stringify(command)))).toEqual(decided(made, command))
  expect(() => made.record(events)).not.toThrow()
})

/** Hashes of what is secret; of a session and a ticket's number the end is shown, of a code until when it is good. */
const hidden = ['pin', 'credential', 'marks']

test.each(Object.entries(all))('an auditor reads everything about %s except secrets', (_, [wish, by]) => {
  const made = busyHouse()
  const command = { ...commandFrom(wish, by, made.now), id: 'i' }
  const { events } = decided(made, command)
  const entry = { at: made.now, command, events }
  const { events: read, ...rest } = auditorEntry(entry, (number) => `mark of ${number}`)
  expect(rest).toEqual({ at: made.now, actor: actorOf(command.by), id: 'i', beside: undefined })
  for (const [nth, event] of (events as readonly Record<string, unknown>[]).entries()) {
    const open = Object.entries(event).filter(([field, value]) => !hidden.includes(field) && value !== undefined)
    const { number, session, code } = event as { number?: string; session?: string; code?: { expires: string } }
    expect(read[nth]).toEqual({
      ...Object.fromEntries(open),
      ...(number === undefined ? {} : { number: maskedNumber(number), mark: `mark of ${number}` }),
      ...(session === undefined ? {} : { session: `...${session.slice(-8)}` }),
      ...(code === undefined ? {} : { code: code && { expires: code.expires } }),
    })
    expect(Object.values(read[nth]!)).not.toContain(undefined)
  }
})

test('limits that were planned are planned no more when they are set', () => {
  const made = busyHouse()
  expect(made.state.plans.get('two')).toBeDefined()
  give(made, ...(all['end-plan'].slice(0, 2) as [AnyWish, object]))
  expect(made.state.plans.get('two')).toBeUndefined()
})

test('the position of a person is taken from the state, not from the command', () => {
  const made = house()
  expect(give(made, all['add-staff'][0], { badge: 'auditor' }).refused).toMatchObject({ by: 'auditor' })
  give(made, { do: 'change-role', badge: 'auditor', role: 'administrator', reason }, admin)
  expect(give(made, all['add-staff'][0], { badge: 'auditor' }).refused).toBeUndefined()
  const unknown = { events: [], refused: { refused: 'position-too-low', by: 'player' } }
  expect(give(made, all['add-staff'][0], { badge: 'nobody' })).toEqual(unknown)
  expect(give(made, all['redeem-ticket'][0], { terminal: 'none' })).toEqual(unknown)
})

test('a caller without permission is told so, whatever else is wrong', () => {
  const wish: AnyWish = { do: 'cancel-ticket', number: 'x', reason: '' }
  expect(give(house(), wish, { badge: 'dealer' }).refused).toMatchObject({ needs: 'pit-supervisor', by: 'dealer' })
  expect(give(house(), wish, { badge: 'pit-supervisor' }).refused).toMatchObject({ refused: 'field-not-valid' })
})

test('the service takes the first signing key alone', () => {
  const made = house()
  expect(give(made, all['use-signing-key'][0], service).refused).toBeUndefined()
  expect(give(made, all['use-signing-key'][0], service).refused).toMatchObject({ needs: 'console' })
  expect(give(made, all['use-signing-key'][0], { console: 'root' }).refused).toBeUndefined()
})

test('a part of the service is nobody: it runs no house', () => {
  for (const name of ['add-staff', 'add-terminal', 'cancel-ticket', 'issue-ticket'] as const)
    expect(decided(busyHouse(), commandFrom(all[name][0], service)).refused, name).toMatchObject({
      refused: 'position-too-low',
    })
})

test('nobody signs in with a badge that there is not', () => {
  const stranger = { do: 'sign-in', badge: 'nobody', session: 's' } as const
  expect(give(house(), stranger, service)).toEqual({ events: [], refused: { refused: 'badge-or-pin-wrong' } })
})

test('the journal keeps the kind of a forbidden request, not its typed text', () => {
  const made = house()
  const typed = commandFrom({ do: 'cancel-ticket', number: 'my PIN is 271828', reason }, { badge: 'dealer' })
  const { events, refused } = decided(made, typed)
  expect(events).toMatchObject([{ type: 'refusal-recorded', asked: 'cancel-ticket', by: { badge: 'dealer' } }])
  const kept = commandOnRecord({ ...typed, id: 'x' }, refused)
  expect(JSON.stringify(kept)).not.toContain('271828')
  expect(decided(made, kept)).toEqual({ events, refused })
})

test('another refusal on record is decided again from the command itself', () => {
  const made = house()
  give(made, all['cancel-ticket'][0], { badge: 'pit-supervisor' })
  const again = { ...commandFrom(all['redeem-ticket'][0], { terminal: 'demo-1' }), id: 'x' }
  const { events, refused } = decided(made, again)
  expect(refused).toMatchObject({ refused: 'ticket-cancelled' })
  const { id: _, ...kept } = again
  expect(commandOnRecord(again, refused)).toEqual(kept)
  expect(decided(made, kept as HouseCommand)).toEqual({ events, refused })
})

test('a refusal that is not recorded leaves no event', () => {
  const made = house()
  const unknown = decided(made, commandFrom({ do: 'redeem-ticket', number: '9'.repeat(18) }, { terminal: 'demo-1' }))
  expect(unknown).toEqual({ events: [], refused: { refused: 'ticket-unknown' } })
  expect(houseRefusals[unknown.refused!.refused as HouseRefusalCode].recorded).toBe(false)
})

test('a session is ended only when it is overdue', () => {
  const made = house()
  const end = (why: 'idle' | 'expired') =>
    decided(made, commandFrom({ do: 'end-sessions', sessions: [{ session: 's1', why }] }, service, made.now))
  expect(end('idle').events).toEqual([])
  made.wait(30 * 60_000)
  expect(end('idle').events).toHaveLength(1)
  expect(end('expired').events).toEqual([])
})

test('a number that a ticket has, or that is none, is a bug of the service', () => {
  const made = house()
  for (const number of [NUMBER, '12', `${NUMBER} `])
    expect(() => give(made, { do: 'issue-ticket', number, amount }, { terminal: 'demo-1' })).toThrow('not new')
})
