import { describe, expect, test } from 'vitest'
import {
  changeOwnPin,
  console,
  START,
  signIn,
  somePin,
  staffAs,
  TestHouse,
  testKeyMaterial,
} from '../../test/support/secrets.ts'
import { houseKeyMaterial, PIN_COST } from '../service/secrets/key-material.ts'
import { checkPin, newPin, type PinCheck, pinRefusal } from '../service/secrets/pin-checks.ts'
import type { StaffCaller } from './caller.ts'
import { stillHere } from './find-caller.ts'
import type { HouseEvent, PinHash } from './house-events.ts'
import { isHouseRefusal } from './house-refusals.ts'
import {
  addStaff,
  changeRole,
  signIn as decideSignIn,
  lockStaff,
  removeStaff,
  resetPin,
  signOut,
  staffView,
  unlockStaff,
} from './people.ts'
import { SESSION_MAX } from './policy.ts'
import { after, DAY } from './time.ts'

const PIN = '271828'

async function houseWith(...badges: string[]): Promise<TestHouse> {
  const house = new TestHouse()
  for (const badge of badges) house.add(badge, 'dealer', await pinFor(house, badge))
  return house
}

async function pinFor(house: TestHouse, badge: string, pin = PIN): Promise<PinHash> {
  const made = await newPin(badge, pin, house.keyMaterial)
  if (isHouseRefusal(made)) throw new Error(made.refused)
  return made
}

async function opened(house: TestHouse, badge: string, pin = PIN): Promise<string> {
  const tried = await house.signIn(badge, pin)
  if (!tried.opened) throw new Error(JSON.stringify(tried))
  return tried.opened.token
}

const refusedWith = (answer: { refused?: { refused: string } | undefined }) => answer.refused?.refused
const types = (events: readonly HouseEvent[]) => events.map(({ type }) => type)

describe('PINs', () => {
  // biome-ignore format: a table is read down its columns
  test.each([
    ['27182', 'pin-not-valid'], ['2718281828459', 'pin-not-valid'], ['', 'pin-not-valid'], ['27182a', 'pin-not-valid'],
    ['２７１８２８', 'pin-not-valid'], ['271828\n', 'pin-not-valid'], [271828, 'pin-not-valid'], [null, 'pin-not-valid'],
    ['111111', 'pin-too-simple'], ['123456', 'pin-too-simple'], ['012345', 'pin-too-simple'], ['890123', 'pin-too-simple'],
    ['987654', 'pin-too-simple'], ['135791', 'pin-too-simple'], ['121212', 'pin-too-simple'], ['123123', 'pin-too-simple'],
    ['47114711', 'pin-too-simple'], ['900471', 'pin-too-simple'], ['694711', 'pin-too-simple'],
    ['112233', 'pin-too-simple'], ['998877', 'pin-too-simple'], ['111112', 'pin-too-simple'], ['070711', 'pin-too-simple'],
    ['240585', 'pin-too-simple'], ['052485', 'pin-too-simple'], ['850524', 'pin-too-simple'], ['290200', 'pin-too-simple'],
    ['24051985', 'pin-too-simple'], ['05242013', 'pin-too-simple'], ['19850524', 'pin-too-simple'],
    ['199901', 'pin-too-simple'], ['121985', 'pin-too-simple'], ['200012', 'pin-too-simple'],
    ['271828', undefined], ['271828182845', undefined], ['471190', undefined], ['320585', undefined], ['300285', undefined],
    ['24053985', undefined], ['240519851', undefined], ['131985', undefined], ['199900', undefined],
  ])('%j: %s', (pin, code) => {
    const badge = pin === '694711' ? '4711' : '900471'
    expect(pinRefusal(badge, pin)?.refused).toBe(code)
  })

  test('a short badge does not forbid every PIN that holds it', () => {
    expect(pinRefusal('2', '271828')).toBeNull()
  })

  test('the stored hash is salted, names its cost, and holds no PIN', async () => {
    const house = new TestHouse()
    const [one, two] = [await pinFor(house, 'a'), await pinFor(house, 'a')]
    expect(one.hash).not.toBe(two.hash)
    expect(one).toMatchObject({ scheme: 'scrypt', N: 2, r: 1, p: 1 })
    expect(JSON.stringify(one)).not.toContain(PIN)
  })

  test('the cost of the house itself works', async () => {
    const keyMaterial = houseKeyMaterial(Buffer.alloc(32, 1))
    const house = new TestHouse(keyMaterial)
    house.add('d1', 'dealer', await pinFor(house, 'd1'))
    expect(house.state.staff.get('d1')!.pin).toMatchObject(PIN_COST)
    expect(await checkPin(house.state, 'd1', PIN, keyMaterial)).toMatchObject({ matches: true })
    expect(await checkPin(house.state, 'd1', '271829', keyMaterial)).toMatchObject({ matches: false })
  })

  test('a PIN made at another cost is still known', async () => {
    const house = await houseWith('d1')
    const raised = { ...house.keyMaterial, pinCost: { N: 4, r: 2, p: 2 } }
    expect(await checkPin(house.state, 'd1', PIN, raised)).toMatchObject({ matches: true })
  })

  test('without the house key a hash cannot even be tried out', async () => {
    const house = await houseWith('d1')
    const thief = { ...house.keyMaterial, key: Buffer.alloc(32, 9) }
    expect(await checkPin(house.state, 'd1', PIN, thief)).toMatchObject({ matches: false })
  })

  test('a badge that nobody has costs as much work as any', async () => {
    const house = await houseWith('d1')
    let work = 0
    const pinTurns = <T>(one: () => Promise<T>) => {
      work++
      return house.keyMaterial.pinTurns(one)
    }
    const counting = { ...house.keyMaterial, pinTurns }
    for (const badge of ['d1', 'nobody']) await checkPin(house.state, badge, '314159', counting)
    expect(work).toBe(2)
    expect(await checkPin(house.state, 'nobody', PIN, counting)).toEqual({
      badge: 'nobody',
      against: null,
      matches: false,
    })
  })

  test('when too many wait, nobody is kept waiting longer', async () => {
    const house = await houseWith('d1')
    const busy = { ...house.keyMaterial, pinTurns: async () => null, stationTurns: async () => null }
    expect(await checkPin(house.state, 'd1', PIN, busy)).toEqual({ refused: 'too-many-at-once' })
    expect(await newPin('d1', PIN, busy)).toEqual({ refused: 'too-many-at-once' })
  })
})

describe('signing in', () => {
  test('gives a token that tells who it is', async () => {
    const house = await houseWith('d1')
    const token = await opened(house, 'd1')
    expect(house.who(token)).toMatchObject({ kind: 'staff', badge: 'd1', name: 'Name of d1', role: 'dealer' })
    expect(house.who(`${token}x`)).toBeNull()
    expect(house.who('')).toBeNull()
  })

  test('two sessions have two tokens', async () => {
    const house = await houseWith('d1')
    expect(await opened(house, 'd1')).not.toBe(await opened(house, 'd1'))
    expect(house.state.sessions.size).toBe(2)
  })

  test('neither PIN nor token is in the journal or in the state', async () => {
    const house = await houseWith('d1')
    const token = await opened(house, 'd1')
    await house.signIn('d1', '314159')
    await house.signIn('161803', '314159')
    const told = JSON.stringify([
      house.journal,
      house.state,
      staffView(house.state, house.state.staff.get('d1')!, START),
    ])
    for (const secret of [PIN, '314159', '161803', token]) expect(told).not.toContain(secret)
  })

  test('a wrong PIN and an unknown badge are one answer', async () => {
    const house = await houseWith('d1')
    const answers = [await house.signIn('d1', '314159'), await house.signIn('nobody', PIN)]
    const refused = { refused: 'badge-or-pin-wrong' }
    expect(answers.map((answer) => answer.refused)).toEqual([refused, refused])
  })

  test('a PIN that was changed while it was checked is no longer good', async () => {
    const house = await houseWith('d1')
    const check = (await checkPin(house.state, 'd1', PIN, house.keyMaterial)) as PinCheck
    const pin = await pinFor(house, 'd1', '314159')
    house.done(resetPin(house.state, { badge: 'd1', pin, reason: 'forgotten' }, console, house.now))
    expect(refusedWith(signIn(house.state, check, house.now, house.keyMaterial))).toBe('badge-or-pin-wrong')
  })

  test('one who was removed meanwhile does not come in', async () => {
    const house = await houseWith('d1')
    const check = (await checkPin(house.state, 'd1', PIN, house.keyMaterial)) as PinCheck
    house.done(removeStaff(house.state, { badge: 'd1', reason: 'left' }, console, house.now))
    expect(refusedWith(signIn(house.state, check, house.now, house.keyMaterial))).toBe('badge-or-pin-wrong')
  })
})

describe('an old PIN', () => {
  const opening = (pin?: PinHash) => ({ badge: 'd1', session: 'new', pinAge: 90 * DAY, ...(pin ? { pin } : {}) })

  test('signs nobody in without a new one beside it, from the very moment', async () => {
    const house = await houseWith('d1')
    house.wait(90 * DAY - 1)
    expect(decideSignIn(house.state, opening(), house.now).refused).toBeUndefined()
    house.wait(1)
    const late = decideSignIn(house.state, opening(), house.now)
    expect(late).toEqual({ events: [], refused: { refused: 'pin-too-old', days: 90 } })
  })

  test('is replaced with the sign-in: the new one is set, sessions from before end, and the new session opens', async () => {
    const house = await houseWith('d1')
    await opened(house, 'd1')
    house.wait(91 * DAY)
    const { events } = house.done(decideSignIn(house.state, opening(await pinFor(house, 'd1', '314159')), house.now))
    expect(types(events)).toEqual(['staff-pin-set', 'session-ended', 'session-opened'])
    expect(events[0]).toMatchObject({ by: { badge: 'd1', role: 'dealer' } })
    house.wait(DAY)
    expect(decideSignIn(house.state, opening(), house.now).refused).toBeUndefined()
  })
})

test('a session lasts as long as the command says', async () => {
  const house = await houseWith('d1')
  const { events } = decideSignIn(house.state, { badge: 'd1', session: 's', lasts: DAY }, house.now)
  expect(events).toMatchObject([{ type: 'session-opened', expires: after(house.now, DAY) }])
})

describe('sessions end', () => {
  test('after twelve hours, to the moment', async () => {
    const house = await houseWith('d1')
    const token = await opened(house, 'd1')
    house.wait(SESSION_MAX - 1)
    expect(house.who(token)).not.toBeNull()
    house.wait(1)
    expect(house.who(token)).toBeNull()
  })

  test('on signing out, and only that one', async () => {
    const house = await houseWith('d1')
    const [one, two] = [await opened(house, 'd1'), await opened(house, 'd1')]
    const who = house.who(one) as StaffCaller
    house.record(signOut(house.state, who.credential, house.now).events)
    expect([house.who(one), stillHere(house.state, who, house.watch)]).toEqual([null, null])
    expect(house.who(two)).not.toBeNull()
    expect(signOut(house.state, who.credential, house.now).events).toEqual([])
  })

  const reason = 'because'
  // biome-ignore format: a table is read down its columns
  test.each([
    ['pin-set',      (house: TestHouse) => resetPin(house.state, { badge: 'd1', pin: somePin(house.keyMaterial), reason }, console, house.now)],
    ['role-changed', (house: TestHouse) => changeRole(house.state, { badge: 'd1', role: 'pit-manager', reason }, console, house.now)],
    ['removed',      (house: TestHouse) => removeStaff(house.state, { badge: 'd1', reason }, console, house.now)],
    ['locked',       (house: TestHouse) => lockStaff(house.state, { badge: 'd1', reason }, console, house.now)],
  ])('when it is %s, all of that badge and nobody else', async (why, alter) => {
    const house = await houseWith('d1', 'd2')
    const tokens = [await opened(house, 'd1'), await opened(house, 'd1')]
    const other = await opened(house, 'd2')
    house.done(alter(house))
    expect(tokens.map((token) => house.who(token))).toEqual([null, null])
    expect(house.who(other)).not.toBeNull()
    expect(house.journal.slice(-2)).toMatchObject([{ why }, { why }])
  })
})

describe("one's own PIN", () => {
  test('takes the one before', async () => {
    const house = await houseWith('d1')
    const who = house.who(await opened(house, 'd1')) as StaffCaller
    const current = (await checkPin(house.state, 'd1', PIN, house.keyMaterial)) as PinCheck
    const pin = await pinFor(house, 'd1', '314159')
    const changed = house.done(changeOwnPin(house.state, { current, pin }, who, house.now) as { events: HouseEvent[] })
    expect(types(changed.events)).toEqual(['staff-pin-set', 'session-ended'])
    expect(refusedWith(await house.signIn('d1', PIN))).toBe('badge-or-pin-wrong')
    await opened(house, 'd1', '314159')
  })

  test('a wrong one before changes nothing', async () => {
    const house = await houseWith('d1')
    const who = house.who(await opened(house, 'd1')) as StaffCaller
    const pin = await pinFor(house, 'd1', '314159')
    const current = (await checkPin(house.state, 'd1', '161803', house.keyMaterial)) as PinCheck
    expect(changeOwnPin(house.state, { current, pin }, who, house.now)).toEqual({ refused: 'badge-or-pin-wrong' })
  })

  test('nobody passes with the PIN of another', async () => {
    const house = await houseWith('d1', 'd2')
    const who = house.who(await opened(house, 'd1')) as StaffCaller
    const current = (await checkPin(house.state, 'd2', PIN, house.keyMaterial)) as PinCheck
    expect(() => changeOwnPin(house.state, { current, pin: somePin(house.keyMaterial) }, who, house.now)).toThrow()
  })
})

describe('running the house', () => {
  const keyMaterial = testKeyMaterial()
  const reason = 'a reason'
  const pin = somePin(keyMaterial)
  const house = () => {
    const made = new TestHouse()
    made.add('boss', 'administrator')
    made.add('d1', 'dealer')
    return made
  }

  // biome-ignore format: a table is read down its columns
  const alterations = [
    ['add',    ({ state, now }: TestHouse, by) => addStaff(state, { badge: 'new', name: 'New', role: 'dealer', pin }, by, now)],
    ['pin',    ({ state, now }: TestHouse, by) => resetPin(state, { badge: 'd1', pin, reason }, by, now)],
    ['role',   ({ state, now }: TestHouse, by) => changeRole(state, { badge: 'd1', role: 'auditor', reason }, by, now)],
    ['remove', ({ state, now }: TestHouse, by) => removeStaff(state, { badge: 'd1', reason }, by, now)],
    ['lock',   ({ state, now }: TestHouse, by) => lockStaff(state, { badge: 'd1', reason }, by, now)],
  ] as [string, (house: TestHouse, by: Parameters<typeof addStaff>[2]) => ReturnType<typeof addStaff>][]

  test.each(alterations)('%s: signed by the administrator or the console', (_, alter) => {
    expect(alter(house(), staffAs('administrator'))).toHaveProperty('events.0.by.badge', 'administrator')
    expect(alter(house(), console)).toHaveProperty('events.0.by', { console: 'root' })
  })

  test('alterations tell what was before, what is after, and why', () => {
    const { state, now } = house()
    expect(changeRole(state, { badge: 'd1', role: 'auditor', reason }, console, now)).toMatchObject({
      events: [{ type: 'staff-role-changed', badge: 'd1', from: 'dealer', to: 'auditor', reason, at: now }],
    })
    expect(removeStaff(state, { badge: 'd1', reason }, console, now)).toMatchObject({
      events: [{ type: 'staff-removed', badge: 'd1', name: 'Name of d1', role: 'dealer', reason }],
    })
  })

  // biome-ignore format: a table is read down its columns
  test.each([
    ['badge', { badge: 'a b' }], ['badge', { badge: '' }], ['badge', { badge: 'x'.repeat(17) }], ['badge', { badge: '__proto__' }],
    ['name', { name: '' }], ['name', { name: 'a\u0007' }], ['name', { name: 'x'.repeat(46) }],
    ['role', { role: 'player' }], ['role', { role: 'system' }], ['role', { role: undefined }],
  ])('%s is looked at: %j', (field, change) => {
    const request = { badge: 'n1', name: 'New', role: 'dealer', pin, ...change } as never
    expect(addStaff(house().state, request, console, START)).toMatchObject({ refused: 'field-not-valid', field })
  })

  test('a reason is needed', () => {
    const { state, now } = house()
    expect(removeStaff(state, { badge: 'd1', reason: '' }, console, now)).toMatchObject({ field: 'reason' })
    expect(changeRole(state, { badge: 'd1', role: 'nobody' as never, reason }, console, now)).toMatchObject({
      field: 'role',
    })
  })

  test("a badge is one person's, and free again when they have left", () => {
    const made = house()
    const again = () => addStaff(made.state, { badge: 'd1', name: 'Other', role: 'dealer', pin }, console, made.now)
    expect(again()).toEqual({ refused: 'badge-taken', badge: 'd1' })
    made.done(removeStaff(made.state, { badge: 'd1', reason }, console, made.now))
    made.done(again())
    expect(made.state.staff.get('d1')!.name).toBe('Other')
  })

  test('unknown people cannot be altered, and an unchanged value is refused', () => {
    const { state, now } = house()
    expect(resetPin(state, { badge: 'no', pin, reason }, console, now)).toEqual({
      refused: 'badge-unknown',
      badge: 'no',
    })
    expect(changeRole(state, { badge: 'd1', role: 'dealer', reason }, console, now)).toMatchObject({
      refused: 'role-unchanged',
    })
    expect(unlockStaff(state, { badge: 'd1', reason }, console, now)).toMatchObject({ refused: 'badge-not-locked' })
  })

  test('the house keeps one administrator who can get in', () => {
    const made = house()
    const refused = { refused: 'last-administrator', badge: 'boss' }
    const tries = () => [
      removeStaff(made.state, { badge: 'boss', reason }, console, made.now),
      changeRole(made.state, { badge: 'boss', role: 'dealer', reason }, console, made.now),
      lockStaff(made.state, { badge: 'boss', reason }, console, made.now),
    ]
    expect(tries()).toEqual([refused, refused, refused])
    made.add('second', 'administrator')
    made.done(lockStaff(made.state, { badge: 'second', reason }, console, made.now))
    expect(tries()).toEqual([refused, refused, refused])
    made.done(unlockStaff(made.state, { badge: 'second', reason }, console, made.now))
    made.done(removeStaff(made.state, { badge: 'boss', reason }, console, made.now))
  })

  test('a lock by an administrator lasts until one unlocks it', async () => {
    const made = await houseWith('d1')
    made.done(lockStaff(made.state, { badge: 'd1', reason }, console, made.now))
    expect(lockStaff(made.state, { badge: 'd1', reason }, console, made.now)).toMatchObject({
      refused: 'badge-already-locked',
    })
    made.wait(365 * DAY)
    expect(refusedWith(await made.signIn('d1', PIN))).toBe('badge-is-locked')
    made.done(unlockStaff(made.state, { badge: 'd1', reason }, console, made.now))
    await opened(made, 'd1')
  })

  test('the view of a person lists no hash', async () => {
    const made = await houseWith('d1')
    await opened(made, 'd1')
    const view = staffView(made.state, made.state.staff.get('d1')!, made.now)
    expect(view).toEqual({
      badge: 'd1',
      name: 'Name of d1',
      role: 'dealer',
      failures: 0,
      locked: null,
      sessions: [{ opened: START, expires: after(START, SESSION_MAX) }],
    })
  })
})
