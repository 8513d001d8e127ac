import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { START, testKeyMaterial } from '../../../test/support/secrets.ts'
import { HeldJournal, quietPlans } from '../../../test/support/stream.ts'
import type { PinHash } from '../../house/house-events.ts'
import { HOUSE } from '../../house/state.ts'
import { after, MINUTE } from '../../house/time.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import { allOf } from '../../record/journal-reader.ts'
import { limitConcurrency } from '../secrets/key-material.ts'
import { newPin } from '../secrets/pin-checks.ts'
import { networkOf, type TryingFrom } from '../secrets/try-marks.ts'
import { askHouse } from '../stream/house-stream.ts'
import { StreamStopped } from '../stream/stream.ts'
import type { OpenFloor } from './open-floor.ts'
import { openFloor } from './open-floor.ts'
import { ALARM_FROM, MARKS_AT_ONCE, RECORD_EVERY_MS } from './sign-in-guard.ts'
import { tryPin } from './try-pin.ts'

const PIN = '271828'
const WRONG = '314159'
const stranger = (nth = 1): TryingFrom => ({ address: `10.0.${nth >> 8}.${nth & 255}`, station: null })
const pit: TryingFrom = { address: '10.0.0.1', station: 'pit' }

/** A floor on a clock that the test sets, with a dealer d1 who signed in at the station of the pit. */
async function onFloor(journal = memoryJournal()) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let passed = 0
  const open = () =>
    openFloor({ journal, keyMaterial: testKeyMaterial(), plans: quietPlans(), now: () => after(START, passed) })
  const floor = await open()
  const by = { console: 'root' }
  for (const badge of ['d1', 'd2']) {
    const pin = (await newPin(badge, PIN, floor.keyMaterial)) as PinHash
    await askHouse(floor.house, { do: 'add-staff', badge, name: badge, role: 'dealer', pin, by })
  }
  await signIn(floor, 'd1', 's1', { station: 'pit' })
  const pass = (milliseconds: number): void => {
    passed += milliseconds
    vi.advanceTimersByTime(milliseconds)
  }
  return { floor, open, pass }
}

const signIn = (floor: OpenFloor, badge: string, session: string, more: { station?: string; mark?: string } = {}) =>
  askHouse(floor.house, { do: 'sign-in', badge, session, ...more, by: { system: 'service' } })

/** The result of an attempt: `right`, or the code with the seconds to wait. */
async function tried(floor: OpenFloor, badge: string, pin: string, from: TryingFrom): Promise<string> {
  const answer = await tryPin(floor, badge, pin, from)
  return 'mark' in answer ? 'right' : [answer.refused, answer.seconds].filter((part) => part !== undefined).join(' ')
}

const wrong = 'badge-or-pin-wrong'
const wait = (seconds: number): string => `too-many-wrong-tries ${seconds}`

async function entries(floor: OpenFloor) {
  const stored = await allOf(floor.journal.pages(HOUSE))
  return stored.map(({ body }) => readHouseEntry(body).command).filter(({ do: name }) => name === 'count-wrong-tries')
}

test('after five wrong tries one waits, longer each time, and the right PIN waits too', async () => {
  const { floor, pass } = await onFloor()
  for (let tries = 0; tries < 5; tries++) expect(await tried(floor, 'd1', WRONG, stranger())).toBe(wrong)
  expect(await tried(floor, 'd1', PIN, stranger())).toBe(wait(5))
  pass(4_999)
  expect(await tried(floor, 'd1', WRONG, stranger())).toBe(wait(1))
  pass(1)
  expect(await tried(floor, 'd1', WRONG, stranger())).toBe(wrong)
  expect(await tried(floor, 'd1', PIN, stranger())).toBe(wait(10))
  pass(10_000)
  expect(await tried(floor, 'd1', PIN, stranger())).toBe('right')
})

test('wrong tries from one address delay nobody at another', async () => {
  const { floor } = await onFloor()
  for (let tries = 0; tries < 6; tries++) await tried(floor, 'd1', WRONG, stranger(1))
  expect(await tried(floor, 'd1', PIN, stranger(1))).toBe(wait(5))
  expect(await tried(floor, 'd1', PIN, stranger(2))).toBe('right')
})

test('a station where the badge signed in is untouched by strangers, at the same address and in any number', async () => {
  const { floor } = await onFloor()
  for (let from = 1; from <= 60; from++)
    for (let tries = 0; tries < 6; tries++) await tried(floor, 'd1', WRONG, stranger(from))
  expect(await tried(floor, 'd1', PIN, stranger(1))).toBe(wait(5))
  expect(await tried(floor, 'd1', PIN, pit)).toBe('right')
})

test('at a known station one’s own wrong tries count, for the badge that is known there', async () => {
  const { floor } = await onFloor()
  for (let tries = 0; tries < 5; tries++) expect(await tried(floor, 'd1', WRONG, pit)).toBe(wrong)
  expect(await tried(floor, 'd1', PIN, pit)).toBe(wait(5))
  expect(await tried(floor, 'd1', PIN, stranger(1))).toBe('right')
  for (let tries = 0; tries < 5; tries++) expect(await tried(floor, 'd2', WRONG, pit)).toBe(wrong)
  expect(await tried(floor, 'd2', PIN, { ...pit, station: 'another' })).toBe(wait(5))
})

test('a station with a full queue of strangers before it is not kept waiting', async () => {
  const { floor } = await onFloor()
  const nobodysTurn = limitConcurrency(1, 0)
  let release = () => {}
  void nobodysTurn(() => new Promise<void>((go) => (release = go)))
  const full = { ...floor, keyMaterial: { ...floor.keyMaterial, pinTurns: nobodysTurn } }
  expect(await tried(full, 'd1', PIN, stranger())).toBe('too-many-at-once')
  expect(await tried(full, 'd1', PIN, pit)).toBe('right')
  release()
  expect(floor.guard.secondsToWait([])).toBeLessThanOrEqual(0)
})

test('a badge that nobody has is answered the same, try by try', async () => {
  const { floor, pass } = await onFloor()
  for (let tries = 0; tries < 12; tries++) {
    const [known, unknown] = [
      await tried(floor, 'd1', WRONG, stranger(1)),
      await tried(floor, 'no-one', WRONG, stranger(2)),
    ]
    expect(unknown).toBe(known)
    pass(2_500)
  }
})

test('many at once are not cheaper than one after the other', async () => {
  const { floor } = await onFloor()
  const answers = await Promise.all(Array.from({ length: 30 }, () => tried(floor, 'd1', WRONG, stranger())))
  expect(answers.filter((answer) => answer === wrong)).toHaveLength(5)
})

test('one address is slowed down over all badges together', async () => {
  const { floor, pass } = await onFloor()
  const answers = []
  for (let nth = 0; nth < 25; nth++) answers.push(await tried(floor, `b${nth}`, WRONG, stranger()))
  expect(answers.filter((answer) => answer === wrong)).toHaveLength(20)
  expect(answers.at(-1)).toBe(wait(5))
  pass(5_000)
  expect(await tried(floor, 'b1', WRONG, stranger())).toBe(wrong)
})

test('counts are recorded and survive a restart, after which every wait starts again', async () => {
  const { floor, open, pass } = await onFloor()
  for (let tries = 0; tries < 7; tries++) {
    await tried(floor, 'd1', WRONG, stranger())
    pass(MINUTE)
  }
  await floor.guard.close()
  const again = await open()
  expect(await tried(again, 'd1', PIN, stranger())).toBe(wait(20))
  pass(20_000)
  expect(await tried(again, 'd1', PIN, stranger())).toBe('right')
})

test('a first wrong try is on record when it is answered; of a flood there is an entry in ten seconds, and a bounded one', async () => {
  const { floor, pass } = await onFloor()
  await tried(floor, 'd1', WRONG, stranger(1))
  expect(await entries(floor)).toMatchObject([{ badges: [{ badge: 'd1', count: 1 }] }])
  for (let from = 2; from < 500; from++) await tried(floor, from % 2 ? 'd2' : 'no-one', WRONG, stranger(from))
  expect(await entries(floor)).toHaveLength(1)
  pass(RECORD_EVERY_MS)
  await floor.guard.record()
  const [, second] = (await entries(floor)) as unknown as { badges: object[]; marks: object[] }[]
  expect(second!.marks).toHaveLength(MARKS_AT_ONCE)
  expect(second!.badges).toEqual([
    { badge: null, count: 249 },
    { badge: 'd2', count: 249 },
  ])
})

test('no PIN in the wrong field, no address and no badge that nobody has is on record', async () => {
  const { floor } = await onFloor()
  await tried(floor, '555123', WRONG, stranger(77))
  const text = JSON.stringify((await allOf(floor.journal.pages(HOUSE))).map(({ body }) => body))
  for (const secret of ['555123', WRONG, stranger(77).address]) expect(text).not.toContain(secret)
})

test('many wrong tries are an alarm with the address that most came from, and ten times as many another', async () => {
  const { floor, pass } = await onFloor()
  for (let from = 1; from < ALARM_FROM; from++) await tried(floor, 'd1', WRONG, stranger(Math.max(1, from - 15)))
  expect(floor.alarms.list).toEqual([])
  for (let from = 100; from < 100 + ALARM_FROM * 10; from++) await tried(floor, 'd1', WRONG, stranger(from))
  expect(floor.alarms.list).toMatchObject([
    { alarm: 'wrong-pins', count: ALARM_FROM * 10, from: '10.0.0.1' },
    { alarm: 'wrong-pins', count: ALARM_FROM, from: '10.0.0.1' },
  ])
  pass(60 * MINUTE)
  for (let from = 1; from <= ALARM_FROM; from++) await tried(floor, 'd2', WRONG, stranger(from))
  expect(floor.alarms.list).toHaveLength(3)
})

test('a stopped house does not reveal which PIN is right', async () => {
  const held = new HeldJournal(memoryJournal())
  const { floor } = await onFloor(held.journal)
  held.failNext(new Error('the disk is full'))
  await signIn(floor, 'd1', 's2').catch(() => {})
  for (const pin of [PIN, WRONG]) await expect(tryPin(floor, 'd1', pin, pit)).rejects.toThrow(StreamStopped)
})

test('wrong tries that the house could not take are kept until it can', async () => {
  const held = new HeldJournal(memoryJournal())
  const { floor } = await onFloor(held.journal)
  held.failNext(new Error('the disk is full'))
  const restored = new Promise<void>((back) => floor.house.watch({ restored: back }))
  expect(await tried(floor, 'd1', WRONG, stranger())).toBe(wrong)
  vi.advanceTimersByTime(1_000)
  await restored
  await floor.guard.record()
  expect(await entries(floor)).toMatchObject([{ badges: [{ badge: 'd1', count: 1 }] }])
})

// biome-ignore format: a table is read down its columns
test.each([
  ['10.0.0.7',                '10.0.0.7'],
  ['::ffff:10.0.0.7',         '10.0.0.7'],
  ['2001:DB8:0:7::1',         '2001:db8:0:7::/64'],
  ['2001:db8:0:7:1:2:3:4',    '2001:db8:0:7::/64'],
  ['2001:0db8::1',            '2001:db8:0:0::/64'],
  ['fe80::1%eth0',            'fe80:0:0:0::/64'],
  ['::1',                     '0:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
