import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { campaign } from '../../../test/campaign.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { START, somePin, TestHouse, testKeyMaterial } from '../../../test/support/secrets.ts'
import { cleanUp, freshFolder, within } from '../../../test/support/service.ts'
import { HeldJournal, quietPlans } from '../../../test/support/stream.ts'
import { callerOf, stillHere, type Watch } from '../../house/find-caller.ts'
import { endSessions } from '../../house/people.ts'
import { DEALER_IDLE, SESSION_IDLE, SESSION_MAX } from '../../house/policy.ts'
import { HOUSE } from '../../house/state.ts'
import { after, HOUR, moment } from '../../house/time.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import { entryAt } from '../../record/journal-reader.ts'
import { verify } from '../../record/verify.ts'
import type { TimeSource } from '../clock.ts'
import { statusOf } from '../http/http-replies.ts'
import { nodeSha256 } from '../journal/journal.ts'
import { openReader } from '../journal/reader.ts'
import { sqliteJournal } from '../journal/sqlite.ts'
import { askHouse } from '../stream/house-stream.ts'
import { giveCommand } from './give-command.ts'
import { openFloor } from './open-floor.ts'
import { Presence } from './presence.ts'

afterAll(cleanUp)

/** A house with a dealer who has a session, known by its hash. */
function houseWith(...sessions: string[]): TestHouse {
  const house = new TestHouse()
  house.add('d1', 'dealer')
  for (const session of sessions) open(house, session)
  return house
}

function open(house: TestHouse, session: string): void {
  const expires = after(house.now, SESSION_MAX)
  house.record([{ type: 'session-opened', session, badge: 'd1', at: house.now, expires }])
}

test('a session is idle after half an hour of silence; what a page asks by itself is silence too', () => {
  const house = houseWith('s')
  const presence = house.presence()
  const isKnown = (watch: Watch) => callerOf(house.state, 's', watch) !== null
  expect(isKnown(presence)).toBe(true)
  for (let times = 0; times < 4; times++) {
    house.wait(SESSION_IDLE - 1)
    expect([isKnown(presence.unattended), isKnown(presence)]).toEqual([true, true])
  }
  house.wait(SESSION_IDLE - 1)
  expect(isKnown(presence.unattended)).toBe(true)
  house.wait(1)
  expect([isKnown(presence.unattended), isKnown(presence)]).toEqual([false, false])
  expect(presence.overdueSessions(house.state)).toEqual([{ session: 's', why: 'idle', idle: SESSION_IDLE }])
})

test('the silence that ends a session is that of the position, and the entry says which it was', () => {
  const house = houseWith('s')
  const idleMs = (badge: string) => (badge === 'd1' ? DEALER_IDLE : SESSION_IDLE)
  const presence = new Presence(
    () => moment(house.now),
    () => house.now,
    { sessionMs: SESSION_MAX, idleMs },
  )
  presence.follow(house.state.sessions.get('s')!)
  house.wait(DEALER_IDLE - 1)
  expect(presence.overdueSessions(house.state)).toEqual([])
  house.wait(1)
  const overdue = presence.overdueSessions(house.state)
  expect(overdue).toEqual([{ session: 's', why: 'idle', idle: DEALER_IDLE }])
  expect(endSessions(house.state, overdue, house.now).events).toMatchObject([{ why: 'idle', badge: 'd1' }])
  const sooner = [{ session: 's', why: 'idle', idle: DEALER_IDLE + 1 } as const]
  expect(endSessions(house.state, sooner, house.now).events).toEqual([])
})

test('one who is idle cannot come back by asking about an earlier answer', () => {
  const house = houseWith('s')
  const presence = house.presence()
  const who = callerOf(house.state, 's', presence)!
  house.wait(SESSION_IDLE - 1)
  expect(stillHere(house.state, who, presence)).toEqual(who)
  house.wait(SESSION_IDLE)
  expect(stillHere(house.state, who, presence)).toBeNull()
  expect(callerOf(house.state, 's', presence)).toBeNull()
})

test('a restart counts as a word, and the end stays what the record says', () => {
  const house = houseWith('s')
  house.wait(SESSION_MAX - 60_000)
  const presence = house.presence()
  expect(callerOf(house.state, 's', presence)).not.toBeNull()
  house.wait(60_000)
  expect(presence.overdueSessions(house.state)).toEqual([{ session: 's', why: 'expired' }])
})

test('a clock that was set back by years while the service was off gives no session more than its length', () => {
  const house = houseWith('s')
  let steady = 0
  const presence = new Presence(
    () => steady,
    () => '2020-01-01T00:00:00.000Z',
  )
  const session = house.state.sessions.get('s')!
  presence.follow(session)
  for (; steady < SESSION_MAX; steady += SESSION_IDLE / 2) {
    expect(presence.isOver(session)).toBe(false)
    presence.touch(session)
  }
  expect(presence.overdueSessions(house.state)).toEqual([{ session: 's', why: 'expired' }])
})

test('those that are overdue are found and journalled, the others stay', () => {
  const house = houseWith('one')
  const presence = house.presence()
  presence.overdueSessions(house.state)
  house.wait(SESSION_MAX - SESSION_IDLE)
  open(house, 'two')
  presence.overdueSessions(house.state)
  house.wait(SESSION_IDLE)
  open(house, 'three')
  const { events } = endSessions(house.state, presence.overdueSessions(house.state), house.now)
  expect(events).toMatchObject([
    { type: 'session-ended', session: 'one', why: 'expired' },
    { type: 'session-ended', session: 'two', why: 'idle' },
  ])
  house.record(events)
  expect(presence.overdueSessions(house.state)).toEqual([])
  expect(callerOf(house.state, 'three', presence)).not.toBeNull()
})

test('nothing is remembered of sessions that ended', () => {
  const house = houseWith('s')
  const presence = house.presence()
  const session = house.state.sessions.get('s')!
  presence.follow(session)
  house.wait(SESSION_IDLE)
  expect(presence.isOver(session)).toBe(true)
  presence.overdueSessions(new TestHouse().state)
  expect(presence.isOver(session)).toBe(false)
})

/** A house on a clock that the test sets, with a shift manager who signed in. */
async function onClock() {
  const folder = freshFolder()
  const hands = { wall: moment(START), steady: 5_000 }
  const time: TimeSource = { wall: () => hands.wall, steady: () => hands.steady }
  const floor = await openFloor({
    journal: await sqliteJournal(folder),
    keyMaterial: testKeyMaterial(),
    plans: quietPlans(),
    time,
  })
  const pin = somePin(floor.keyMaterial)
  const by = { system: 'service' } as const
  const console = { console: 'root' }
  await askHouse(floor.house, { do: 'add-staff', badge: 'm1', name: 'Mo', role: 'shift-manager', pin, by: console })
  await askHouse(floor.house, { do: 'sign-in', badge: 'm1', session: 's', by })
  const pass = (steady: number, wall = steady) => {
    hands.steady += steady
    hands.wall += wall
  }
  const give = async (): Promise<number> => {
    const who = callerOf(floor.house.settled.state, 's', floor.presence)
    if (!who) return 401
    return statusOf(await giveCommand(floor, who, 'single', { do: 'buy-in', player: 'ann', amount: 1_000 }))
  }
  const findings = async () => {
    await floor.close()
    const reader = await openReader(folder)
    const found = (await verify(reader, nodeSha256)).flatMap(({ finding }) => finding?.problem ?? [])
    await reader.close()
    return found
  }
  return { floor, pass, give, findings }
}

test.each([
  ['on by a day', 24 * HOUR],
  ['back by a year', -365 * 24 * HOUR],
])('a clock that is set %s is an alarm, and signs nobody out', async (_, step) => {
  const { floor, pass, give, findings } = await onClock()
  expect(await give()).toBe(200)
  pass(10, step)
  expect(await give()).toBe(200)
  expect(floor.alarms.list).toMatchObject([{ alarm: 'clock-set' }])
  // Another half hour begins when the alarm is on record.
  await expect.poll(() => floor.house.settled.state.significant.size).toBeGreaterThan(0)
  for (let times = 0; times < 23; times++) {
    pass(SESSION_IDLE - 10)
    expect(await give()).toBe(200)
  }
  const [session] = floor.house.settled.state.sessions.values()
  expect(moment(session!.expires) - moment(session!.opened)).toBe(SESSION_MAX)
  pass(SESSION_IDLE)
  expect(await give()).toBe(401)
  expect(await findings()).toEqual([])
})

test('a clock that is set back and on again and again prolongs nothing', async () => {
  const { pass, give, findings } = await onClock()
  for (let times = 0; times < 24; times++) {
    pass(SESSION_IDLE - 1, times % 2 ? 48 * HOUR : -48 * HOUR)
    expect(await give()).toBe(200)
  }
  pass(SESSION_IDLE - 1)
  expect(await give()).toBe(401)
  expect(await findings()).toEqual([])
})

/** The time between two commands, and how the wall clock is set meanwhile. */
const spell = fc.record({
  passed: fc.integer({ min: 0, max: Math.ceil(SESSION_IDLE * 1.02) }),
  set: fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    fc.integer({ min: -900, max: 900 }),
    fc.integer({ min: -800 * 24 * HOUR, max: 800 * 24 * HOUR }),
  ),
})

test('a clock that is set at random: each is there as long as by a clock that nobody sets, and the record is sound', async () => {
  const nights = fc.array(spell, { minLength: 1, maxLength: 40 })
  const numRuns = Math.ceil(2 * campaign)
  await fc.assert(
    fc.asyncProperty(nights, async (spells) => {
      const { floor, pass, give, findings } = await onClock()
      let [sinceOpened, isThere] = [0, true]
      for (const { passed, set } of spells) {
        pass(passed, passed + set)
        sinceOpened += passed
        isThere &&= passed < SESSION_IDLE && sinceOpened < SESSION_MAX
        expect(await give()).toBe(isThere ? 200 : 401)
        // Time stands still until the alarm of a clock that was set is on record.
        await floor.events.record()
      }
      expect(await findings()).toEqual([])
    }),
    { numRuns },
  )
})

test('a clock that is set while the house cannot write is on record first when it can, all steps as one', async () => {
  const hands = { wall: moment(START), steady: 0 }
  const held = new HeldJournal(memoryJournal())
  const time: TimeSource = { wall: () => hands.wall, steady: () => hands.steady }
  const floor = await openFloor({ journal: held.journal, keyMaterial: testKeyMaterial(), plans: quietPlans(), time })
  const restored = new Promise<void>((back) => floor.house.watch({ restored: back }))
  const isStopped = new Promise<void>((stop) => floor.house.watch({ stopped: () => stop() }))
  held.failNext(new Error('the disk is full'))
  hands.wall -= 2 * HOUR
  floor.now()
  await isStopped
  hands.wall += HOUR
  floor.now()
  await within(60, 'coming back', restored)
  await floor.house.flushed()
  const first = await entryAt(floor.journal, HOUSE, 1)
  const { command } = readHouseEntry(first!.body)
  expect(command).toMatchObject({ do: 'correct-clock', from: START, to: after(START, -HOUR) })
  await floor.close()
})
