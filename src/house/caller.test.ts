import { expect, test } from 'vitest'
import { console, staffAs, TestHouse } from '../../test/support/secrets.ts'
import { commandNames, isForWheel } from '../engine/language.ts'
import { tokenHash } from '../service/secrets/key-material.ts'
import { newPin } from '../service/secrets/pin-checks.ts'
import {
  actorOf,
  type Caller,
  callerId,
  demoCaller,
  type HouseCaller,
  serviceCaller,
  signatureOf,
  tableActor,
  wheelCaller,
} from './caller.ts'
import { commandOnRecord } from './decide-house.ts'
import { callerNamed, callerOf, stillHere } from './find-caller.ts'
import type { PinHash } from './house-events.ts'
import { refuse } from './house-refusals.ts'
import { closedRefusal, mayNot, mayNotCommand, staffMayNot } from './permissions.ts'
import { closeTerminal } from './terminals.ts'

const system: HouseCaller = { kind: 'system', name: 'service' }

/** A house with a dealer who has signed in, and a terminal. */
async function signedIn() {
  const house = new TestHouse()
  const pin = (await newPin('d1', '271828', house.keyMaterial)) as PinHash
  house.add('d1', 'dealer', pin)
  const { opened } = await house.signIn('d1', '271828')
  const credential = tokenHash(opened!.token)
  return { house, credential, terminal: house.terminal(), dealer: callerOf(house.state, credential, house.watch)! }
}

test('who asks is written in a command, known again by the state, and named in the journal', async () => {
  const { house, dealer, terminal } = await signedIn()
  // biome-ignore format: a table is read down its columns
  const all: [HouseCaller, object, string, object][] = [
    [console,  { console: 'root' },               'console:root',                 { console: 'root' }],
    [system,   { system: 'service' },             'service',                      { system: 'service' }],
    [terminal, { terminal: terminal.terminal },   `terminal:${terminal.terminal}`, { terminal: terminal.terminal }],
    [dealer,   { badge: 'd1' },                   'staff:d1',                     { badge: 'd1', name: 'Name of d1', role: 'dealer' }],
  ]
  for (const [who, by, actor, signature] of all) {
    expect([callerId(who), actorOf(callerId(who)), signatureOf(who)]).toEqual([by, actor, signature])
    const known = callerNamed(house.state, callerId(who))
    expect(known).toEqual(who.kind === 'staff' ? { ...who, credential: '' } : who)
  }
  expect(callerNamed(house.state, { badge: 'nobody' })).toBeNull()
  expect(callerNamed(house.state, { terminal: 'none' })).toBeNull()
})

test('one who was known before is there until their session ends; console and service always are', async () => {
  const { house, dealer, terminal } = await signedIn()
  for (const who of [console, system, dealer, terminal]) expect(stillHere(house.state, who, house.watch)).toEqual(who)
  house.wait(24 * 3_600_000)
  expect(stillHere(house.state, dealer, house.watch)).toBeNull()
  for (const who of [console, system, terminal]) expect(stillHere(house.state, who, house.watch)).toEqual(who)
})

test('the service itself holds no position, and the console an administrator’s', () => {
  expect(mayNot(system, 'sell-ticket')).toEqual(refuse('position-too-low', { needs: 'dealer', by: 'player' }))
  expect(mayNot(console, 'add-staff')).toBeNull()
  expect(mayNot(console, 'sell-ticket')).toEqual(refuse('position-too-low', { needs: 'dealer', by: 'administrator' }))
  expect(staffMayNot(null, 'dealer')).toEqual(refuse('position-too-low', { needs: 'dealer', by: 'player' }))
  expect(staffMayNot('auditor', 'dealer')).toEqual(refuse('position-too-low', { needs: 'dealer', by: 'auditor' }))
  expect(staffMayNot('dealer', 'dealer')).toBeNull()
})

test('a wheel and the parts of the service give the table commands that are declared for them, and no others', () => {
  const { state } = new TestHouse()
  const givenBy = (caller: Caller) => commandNames.filter((name) => !mayNotCommand(state, caller, 'one', { do: name }))
  expect(givenBy(serviceCaller).sort()).toEqual(['bonus-numbers', 'buy-in', 'set-limits'])
  expect(givenBy(demoCaller)).toContain('settle')
  expect(givenBy(demoCaller)).not.toContain('buy-in')
  expect(givenBy(wheelCaller)).toEqual(commandNames.filter(isForWheel))
  expect(mayNotCommand(state, serviceCaller, 'one', { do: 'settle' })).toEqual(
    refuse('position-too-low', { needs: 'dealer', by: 'service' }),
  )
  expect([serviceCaller, demoCaller, wheelCaller].map(tableActor)).toEqual(['service', 'demo', 'wheel'])
})

test('a terminal acts where it stands, for its own player, while it is open', async () => {
  const { house, terminal } = await signedIn()
  const { player } = terminal
  const asked = (table: string, whose: string) =>
    mayNotCommand(house.state, terminal, table, { do: 'wager', player: whose })
  expect(asked('one', player)).toBeNull()
  expect(asked('two', player)).toEqual(refuse('not-at-this-table', { table: 'two', by: terminal.terminal }))
  expect(asked('one', 'ben')).toEqual(refuse('not-for-this-player', { player: 'ben', by: player }))
  const request = { terminal: terminal.terminal, finishing: false, reason: 'dust' }
  house.done(closeTerminal(house.state, request, staffAs('pit-supervisor'), house.now))
  expect(asked('one', player)).toEqual(refuse('terminal-is-closed', { terminal: terminal.terminal }))
  expect(closedRefusal(new TestHouse().state, terminal)).toBeNull()
})

test('a forbidden request is recorded with its kind, not with its typed text', async () => {
  const { house, terminal } = await signedIn()
  const at = house.now
  const tooLow = refuse('position-too-low', { needs: 'dealer', by: 'player' })
  const ticket = { do: 'issue-ticket', number: '1', amount: 5 as never, at, id: 'x' } as const
  const asked = (by: object) => commandOnRecord({ ...ticket, by } as never, tooLow)
  const note = { do: 'note-refusal', refusal: tooLow, at }
  expect(asked(callerId(terminal))).toEqual({ ...note, by: callerId(terminal), asked: 'issue-ticket' })
  expect(asked({ badge: 'd1' })).toEqual({ ...note, by: { badge: 'd1' }, asked: 'issue-ticket' })
  const done = { ...ticket, by: { badge: 'd1' } } as never
  expect(commandOnRecord(done, undefined)).toBe(done)
  const { id: _, ...rest } = ticket
  expect(commandOnRecord(done, refuse('ticket-unknown'))).toEqual({ ...rest, by: { badge: 'd1' } })
})
