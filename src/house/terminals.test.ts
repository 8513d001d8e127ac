import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDemoTerminal,
  addTerminal,
  console,
  enrol,
  renewCode,
  START,
  staffAs,
  TestHouse,
} from '../../test/support/secrets.ts'
import { commandNames, commands } from '../engine/language.ts'
import { holds } from '../engine/positions.ts'
import { tokenHash } from '../service/secrets/key-material.ts'
import { CODE_SYMBOLS } from '../service/secrets/secrets.ts'
import { type HouseCaller, tableBy } from './caller.ts'
import { callerOf, stillHere } from './find-caller.ts'
import { type HouseAction, houseActionNames } from './house-actions.ts'
import type { Left } from './house-commands.ts'
import { isHouseRefusal } from './house-refusals.ts'
import { mayNot, mayNotCommand, mayNotRelieve } from './permissions.ts'
import { holdsRole, staffRoles, tableRoleOf } from './roles.ts'
import {
  CODE_VALID_FOR,
  closeAfterRound,
  closeTerminal,
  closingAt,
  nothing,
  openTerminal,
  removeTerminal,
  terminalsAt,
  terminalView,
} from './terminals.ts'

const reason = 'a reason'
const wanted = { terminal: 'T1', table: 'one', player: 'seat 1' }

const added = (house: TestHouse, request = wanted) =>
  house.done(addTerminal(house.state, request, console, house.now, house.keyMaterial)).code
const enrolled = (house: TestHouse, code: string) => house.done(enrol(house.state, code, house.now, house.keyMaterial))
const answer = (house: TestHouse, code: string) => enrol(house.state, code, house.now, house.keyMaterial)

describe('enrolment', () => {
  test('a code becomes a token that acts for its own player', () => {
    const house = new TestHouse()
    const { token, caller } = enrolled(house, added(house))
    expect(house.who(token)).toEqual(caller)
    expect(caller).toMatchObject({ kind: 'terminal', terminal: 'T1', table: 'one', player: 'seat 1' })
    expect(tableBy(caller)).toEqual({ role: 'player', name: 'seat 1' })
  })

  test('a code is ten clear symbols, however it is typed', () => {
    const house = new TestHouse()
    const code = added(house)
    expect(code).toMatch(new RegExp(`^[${CODE_SYMBOLS}]{5}-[${CODE_SYMBOLS}]{5}$`))
    expect(CODE_SYMBOLS).not.toMatch(/[0O1I2Z5S8B]/)
    expect(new Set(CODE_SYMBOLS).size).toBe(CODE_SYMBOLS.length)
    enrolled(house, ` ${code.toLowerCase().replace('-', ' ')} `)
  })

  test('a code is good once', () => {
    const house = new TestHouse()
    const code = added(house)
    enrolled(house, code)
    expect(answer(house, code)).toEqual({ refused: 'code-unknown' })
  })

  test('a code is good for a day, to the moment', () => {
    const house = new TestHouse()
    const code = added(house)
    house.wait(CODE_VALID_FOR)
    expect(answer(house, code)).toEqual({ refused: 'code-expired', expired: house.now })
    house.wait(-1)
    enrolled(house, code)
  })

  test.each(['', 'AAAAA-AAAAA', '__proto__', 'constructor'])('no terminal waits for %j', (code) => {
    const house = new TestHouse()
    added(house)
    expect(answer(house, code)).toEqual({ refused: 'code-unknown' })
  })

  test('neither code nor token is in the journal, in the state or in a view', () => {
    const house = new TestHouse()
    const code = added(house)
    const { token } = enrolled(house, code)
    const views = terminalsAt(house.state, 'one').map(terminalView)
    const told = JSON.stringify([house.journal, house.state, views])
    for (const secret of [code, code.replace('-', ''), token]) expect(told).not.toContain(secret)
    expect(JSON.stringify(views)).not.toContain(house.state.terminals.get('T1')!.credential)
    expect(views).toMatchObject([{ terminal: 'T1', enrolled: true, codeExpires: null, status: 'open' }])
  })

  test('with another house key the code is not known', () => {
    const house = new TestHouse()
    const code = added(house)
    const thief = { ...house.keyMaterial, key: Buffer.alloc(32, 9) }
    expect(enrol(house.state, code, house.now, thief)).toEqual({ refused: 'code-unknown' })
  })

  test('a new code cuts off what was enrolled, and the code before', () => {
    const house = new TestHouse()
    const first = added(house)
    const renew = () =>
      house.done(renewCode(house.state, { terminal: 'T1', reason }, console, house.now, house.keyMaterial)).code
    const second = renew()
    expect(answer(house, first)).toEqual({ refused: 'code-unknown' })
    const { token, caller } = enrolled(house, second)
    const third = renew()
    expect([house.who(token), stillHere(house.state, caller, house.watch)]).toEqual([null, null])
    expect(house.who(enrolled(house, third).token)).not.toBeNull()
    expect(house.state.credentials.size).toBe(1)
    expect(house.state.codes.size).toBe(0)
  })
})

describe('a terminal is one player at one table', () => {
  test('its name and its player are taken, even when it is gone', () => {
    const house = new TestHouse()
    const { token } = enrolled(house, added(house))
    const add = (request: typeof wanted) => addTerminal(house.state, request, console, house.now, house.keyMaterial)
    const check = () => {
      expect(add({ ...wanted, player: 'seat 2' })).toEqual({ refused: 'terminal-taken', terminal: 'T1' })
      expect(add({ ...wanted, terminal: 'T2' })).toEqual({ refused: 'player-taken', table: 'one', player: 'seat 1' })
      expect(add({ ...wanted, terminal: 'T2', player: ' seat 1 ' })).toMatchObject({ refused: 'player-taken' })
      expect(add({ ...wanted, terminal: 'T2', table: 'two' })).toHaveProperty('events')
    }
    check()
    house.done(closeTerminal(house.state, { terminal: 'T1', reason, finishing: false }, console, house.now))
    house.done(removeTerminal(house.state, { terminal: 'T1', reason, left: nothing }, console, house.now))
    check()
    expect(house.who(token)).toBeNull()
    expect(terminalsAt(house.state, 'one')).toEqual([])
    expect(renewCode(house.state, { terminal: 'T1', reason }, console, house.now, house.keyMaterial)).toEqual({
      refused: 'terminal-unknown',
      terminal: 'T1',
    })
  })

  test("its player's name is as the table's language compares it", () => {
    const house = new TestHouse()
    const request = { ...wanted, player: ' Rene\u0301e ' }
    const { token } = enrolled(house, added(house, request))
    expect(house.who(token)).toMatchObject({ player: 'Ren\u00e9e' })
    expect(addTerminal(house.state, { ...wanted, player: '  ' }, console, house.now, house.keyMaterial)).toMatchObject({
      refused: 'field-not-valid',
      field: 'player',
    })
  })

  // biome-ignore format: a table is read down its columns
  test.each([
    ['terminal', { terminal: 'a b' }], ['terminal', { terminal: '' }], ['terminal', { terminal: 'x'.repeat(33) }],
    ['table', { table: '' }], ['player', { player: 'a\nb' }], ['player', { player: 'x'.repeat(65) }], ['name', { name: '' }],
  ])('%s is looked at: %j', (field, change) => {
    const house = new TestHouse()
    const request = { ...wanted, ...change }
    expect(addTerminal(house.state, request, console, START, house.keyMaterial)).toMatchObject({
      refused: 'field-not-valid',
      field,
    })
  })

  test('for the demonstration, terminal and token come in one step', () => {
    const house = new TestHouse()
    const add = () => house.done(addDemoTerminal(house.state, { table: 'one' }, house.now, house.keyMaterial))
    const all = Array.from({ length: 20 }, add)
    expect(new Set(all.map(({ caller }) => caller.player)).size).toBe(20)
    for (const { token, caller } of all) expect(house.who(token)).toEqual(caller)
    expect(house.state.terminals.get('demo-1')).toMatchObject({ demo: true, status: 'open' })
    added(house, { ...wanted, terminal: 'demo-22', table: 'two' })
    expect(add().caller.terminal).toBe('demo-23')
  })
})

describe('closing', () => {
  test('with a round under way it closes when the round is concluded', () => {
    const house = new TestHouse()
    const [one, two] = [house.terminal('one'), house.terminal('two')]
    for (const { terminal } of [one, two])
      house.done(
        closeTerminal(house.state, { terminal, reason, finishing: true }, staffAs('pit-supervisor'), house.now),
      )
    const wager = { do: 'wager', player: one.player } as const
    expect(mayNotCommand(house.state, one, 'one', wager)).toBeNull()
    house.record(closeAfterRound(house.state, closingAt(house.state, 'one'), house.now).events)
    expect(house.state.terminals.get(one.terminal)!.status).toBe('closed')
    expect(house.state.terminals.get(two.terminal)!.status).toBe('closing')
    expect(mayNotCommand(house.state, one, 'one', wager)).toEqual({
      refused: 'terminal-is-closed',
      terminal: one.terminal,
    })
    expect(closeAfterRound(house.state, closingAt(house.state, 'one'), house.now).events).toEqual([])
  })

  test.each([
    { balance: 1, staked: 0 },
    { balance: 0, staked: 500 },
  ])('it is not removed while something is left on it: %j', (left) => {
    const house = new TestHouse()
    const { terminal } = house.terminal()
    const remove = (left: object) =>
      removeTerminal(house.state, { terminal, reason, left: left as Left }, console, house.now)
    house.done(closeTerminal(house.state, { terminal, reason, finishing: false }, console, house.now))
    expect(remove(left)).toEqual({ refused: 'terminal-not-empty', terminal, ...left })
    expect(remove(nothing)).toMatchObject({ events: [{ type: 'terminal-removed', terminal }] })
  })

  test('it opens again, and each step tells what was before', () => {
    const house = new TestHouse()
    const { terminal } = house.terminal()
    const close = () => closeTerminal(house.state, { terminal, reason, finishing: false }, console, house.now)
    const open = () => openTerminal(house.state, { terminal, reason }, console, house.now)
    expect(open()).toEqual({ refused: 'terminal-already-open', terminal })
    expect(removeTerminal(house.state, { terminal, reason, left: nothing }, console, house.now)).toMatchObject({
      refused: 'terminal-not-closed',
      status: 'open',
    })
    house.done(close())
    expect(close()).toEqual({ refused: 'terminal-already-closed', terminal, status: 'closed' })
    expect(open()).toMatchObject({ events: [{ type: 'terminal-opened', from: 'closed', reason }] })
    house.done(open())
    expect(house.state.terminals.get(terminal)!.status).toBe('open')
  })
})

describe('who may', () => {
  const house = new TestHouse()
  const terminal = house.terminal('one')
  const other = house.terminal('one')
  const service: HouseCaller = { kind: 'system', name: 'service' }
  const everybody: readonly HouseCaller[] = [terminal, console, ...staffRoles.map((role) => staffAs(role))]

  test('a terminal sends wagers for its own player at its own table, and nothing else', () => {
    for (const name of commandNames) {
      const own = mayNotCommand(house.state, terminal, 'one', { do: name, player: terminal.player })
      if (['wager', 'withdraw', 'repay'].includes(name)) expect(own).toBeNull()
      else expect(own).toMatchObject({ refused: 'position-too-low', by: 'player' })
    }
    const wager = (table: string, player?: string) =>
      mayNotCommand(house.state, terminal, table, { do: 'wager', ...(player === undefined ? {} : { player }) })?.refused
    expect(wager('two', terminal.player)).toBe('not-at-this-table')
    expect(wager('one', other.player)).toBe('not-for-this-player')
    expect(wager('one')).toBe('not-for-this-player')
  })

  test('staff do at a table what their position allows; those beside the ladder do nothing', () => {
    for (const role of staffRoles)
      for (const name of commandNames) {
        const position = tableRoleOf(role)
        const may = position !== null && holds(position, commands[name].by)
        expect(mayNotCommand(house.state, staffAs(role), 'one', { do: name }) === null, `${role} ${name}`).toBe(may)
      }
    expect(mayNotCommand(house.state, console, 'one', { do: 'settle' })).toMatchObject({ refused: 'position-too-low' })
    for (const who of everybody)
      expect(mayNotCommand(house.state, who, 'one', { do: 'bonus-numbers' })).toMatchObject({ needs: 'system' })
  })

  const floor = ['dealer', 'pit-supervisor', 'pit-manager', 'shift-manager']
  const pit = floor.slice(1)
  // biome-ignore format: a table is read down its columns
  const allowed: Partial<Record<HouseAction, readonly string[]>> = {
    'add-staff':        ['administrator'],
    'set-pin':          ['administrator'],
    'change-role':      ['administrator'],
    'remove-staff':     ['administrator'],
    'lock-staff':       ['administrator'],
    'unlock-staff':     ['administrator'],
    'end-all-sessions': ['administrator'],
    'add-terminal':     ['administrator'],
    'renew-code':       ['administrator'],
    'remove-terminal':  ['administrator'],
    'close-terminal':   [...pit, 'administrator'],
    'open-terminal':    [...pit, 'administrator'],
    'sell-ticket':      floor,
    'cancel-ticket':    pit,
    'copy-ticket':      pit,
    'plan-limits':      pit,
    'resume-gaming':    [...pit, 'administrator'],
    'acknowledge-events': [...pit, 'auditor', 'administrator'],
    'read-events':      [...pit, 'auditor', 'administrator'],
    'check-program':    [...pit, 'auditor', 'administrator'],
    'answer-call':      floor,
    'take-table':       floor,
    'leave-table':      floor,
    'note-wheel':       [...pit, 'administrator'],
    'read-wheels':      [...pit, 'auditor', 'administrator'],
    'read-staff':       ['auditor', 'administrator'],
    'read-tickets':     [...pit, 'auditor', 'administrator'],
    'read-meters':      [...floor, 'auditor', 'administrator'],
    'read-alarms':      [...floor, 'auditor', 'administrator'],
    'read-calls':       floor,
    'read-shifts':      [...floor, 'auditor', 'administrator'],
    'read-figures':     [...pit, 'auditor', 'administrator'],
    'read-journal':     ['shift-manager', 'auditor', 'administrator'],
    'read-house':       ['auditor', 'administrator'],
  }
  // biome-ignore format: a table is read down its columns
  const others: Partial<Record<HouseAction, readonly HouseCaller['kind'][]>> = {
    'redeem-ticket':  ['staff', 'terminal'],
    'issue-ticket':   ['terminal'],
    'use-signing-key': ['console', 'system'],
    'stop-gaming':    ['console', 'system'],
    ...Object.fromEntries(['change-own-pin', 'sign-out', 'read-notices', 'call-attendant', 'withdraw-call', 'note-refusal'].map((name) => [name, ['staff', 'terminal', 'console']])),
    ...Object.fromEntries(['sign-in', 'count-wrong-tries', 'end-sessions', 'enrol', 'count-refusals', 'correct-clock', 'note-events', 'note-configuration'].map((name) => [name, ['system']])),
  }

  test.each(Object.entries(allowed) as [HouseAction, string[]][])('%s', (action, roles) => {
    expect(staffRoles.filter((role) => mayNot(staffAs(role), action) === null)).toEqual(roles)
    expect(mayNot(console, action) === null).toBe(roles.includes('administrator'))
    const refused = { refused: 'position-too-low', by: 'player' }
    expect([mayNot(terminal, action), mayNot(service, action)]).toMatchObject([refused, refused])
  })

  test.each(Object.entries(others) as [HouseAction, string[]][])('%s is for %j', (action, kinds) => {
    const callers = [staffAs('dealer'), terminal, console, service]
    const granted = callers.filter((caller) => mayNot(caller, action) === null)
    expect(granted.map(({ kind }) => kind)).toEqual(kinds)
  })

  test('gaming is stopped by the pit, and by the service itself', () => {
    expect(staffRoles.filter((role) => mayNot(staffAs(role), 'stop-gaming') === null)).toEqual([
      ...pit,
      'administrator',
    ])
  })

  test('every action is here, or is done by the demonstration or by a table', () => {
    const here = Object.keys({ ...allowed, ...others })
    for (const action of houseActionNames.filter((name) => !here.includes(name))) {
      const parts = (['service', 'table', 'demo'] as const).filter((name) => !mayNot({ kind: 'system', name }, action))
      expect([action, everybody.filter((caller) => !mayNot(caller, action)), parts.length]).toEqual([action, [], 1])
      expect(parts).not.toContain('service')
    }
  })

  test('a colleague at a table is relieved by the pit', () => {
    const may = staffRoles.filter((role) => mayNotRelieve(staffAs(role), 'leave-table') === null)
    expect(may).toEqual(pit)
  })

  test('who signs at a table is named with their badge, and fits', () => {
    expect(tableBy(staffAs('dealer', 'd1' as never))).toEqual({ role: 'dealer', name: 'Name of d1 (d1)' })
    expect(tableBy(staffAs('auditor'))).toEqual({ role: 'player', name: 'staff:auditor' })
    expect(`${'n'.repeat(45)} (${'b'.repeat(16)})`).toHaveLength(64)
  })

  test('no role passes for another but upwards on the ladder', () => {
    for (const role of staffRoles)
      for (const needed of staffRoles) {
        const beside = [role, needed].some((one) => one === 'auditor' || one === 'administrator')
        const isHigher = staffRoles.indexOf(role) >= staffRoles.indexOf(needed)
        expect(holdsRole(role, needed)).toBe(beside ? role === needed : isHigher)
      }
  })
})

test('each token opens only its own terminal until it is revoked, whatever happens to terminals', () => {
  const ids = ['T1', 'T2', 'T3']
  const step = fc.record({
    do: fc.constantFrom('add', 'renew', 'enrol', 'close', 'open', 'remove', 'wait'),
    terminal: fc.constantFrom(...ids),
    which: fc.nat({ max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const house = new TestHouse()
      const codes: { code: string; terminal: string; expires: string }[] = []
      const good = new Map<string, string>()
      const tokens = new Map<string, string>()
      const cutOff = (terminal: string) => {
        for (const [token, id] of tokens) if (id === terminal) tokens.delete(token)
      }
      for (const { do: what, terminal, which } of steps) {
        const { state, now, keyMaterial } = house
        const request = { terminal, reason, finishing: which % 2 === 0, left: nothing }
        if (what === 'wait') house.wait(which * (CODE_VALID_FOR / 4))
        if (what === 'close') house.decided(closeTerminal(state, request, console, now))
        if (what === 'open') house.decided(openTerminal(state, request, console, now))
        if (
          what === 'remove' &&
          !isHouseRefusal(house.decided(removeTerminal(state, request, console, now)) as object)
        ) {
          good.delete(terminal)
          cutOff(terminal)
        }
        if (what === 'add' || what === 'renew') {
          const given =
            what === 'add'
              ? house.decided(
                  addTerminal(state, { terminal, table: 'one', player: terminal }, console, now, keyMaterial),
                )
              : house.decided(renewCode(state, request, console, now, keyMaterial))
          if (!isHouseRefusal(given)) {
            codes.push({ code: given.code, terminal, expires: given.expires })
            good.set(terminal, given.code)
            cutOff(terminal)
          }
        }
        const tried = what === 'enrol' ? codes[which % Math.max(1, codes.length)] : undefined
        if (tried) {
          const result = house.decided(enrol(state, tried.code, now, keyMaterial))
          const isGood = good.get(tried.terminal) === tried.code
          expect('token' in result).toBe(isGood && now < tried.expires)
          if (!isHouseRefusal(result)) {
            good.delete(tried.terminal)
            tokens.set(result.token, tried.terminal)
          }
        }
        expect(house.state.credentials.size).toBe(tokens.size)
        for (const [token, id] of tokens)
          expect(callerOf(house.state, tokenHash(token), house.watch)).toMatchObject({ terminal: id, player: id })
      }
    }),
    { numRuns: 300 },
  )
})
