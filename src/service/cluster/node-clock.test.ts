import { expect, test } from 'vitest'
import { DAY, HOUR, LAST_MOMENT, MINUTE } from '../../house/time.ts'
import { NodeClock } from './node-clock.ts'

const START = Date.parse('2026-03-01T04:00:00.000Z')
const at = (ms: number): string => new Date(START + ms).toISOString()

/** A node's clock with three hands that the test sets. Times are milliseconds after `START`. */
function clockByHand({ wall = 0, limitMs = 5_000 } = {}) {
  const hands = { steady: 1_000, wall: START + wall, store: START }
  const source = { wall: () => hands.wall, steady: () => hands.steady }
  const clock = new NodeClock(source, { now: START, asked: 1_000, answered: 1_000 }, limitMs)
  const pass = (ms: number): string => {
    hands.steady += ms
    hands.wall += ms
    hands.store += ms
    return clock.now()
  }
  /** The store answers at once. */
  const read = () => clock.set({ now: hands.store, asked: hands.steady, answered: hands.steady })
  return { clock, hands, pass, read }
}

test.each([
  ['ahead', 100 * DAY],
  ['behind', -100 * DAY],
])("a node begins at the store's time, however far %s its wall clock is", (_, wall) => {
  const { clock, pass } = clockByHand({ wall, limitMs: Number.POSITIVE_INFINITY })
  expect(clock.now()).toBe(at(0))
  expect(pass(2_000)).toBe(at(2_000))
})

test('the first reading counts from the middle of the question', () => {
  const clock = new NodeClock(
    { wall: () => START, steady: () => 1_010 },
    { now: START, asked: 1_000, answered: 1_010 },
    5_000,
  )
  expect(clock.now()).toBe(at(5))
})

test('time is never behind what another node wrote, and never runs backwards', () => {
  const { clock, pass } = clockByHand()
  expect(clock.heard(at(1_000))).toBeNull()
  expect(clock.now()).toBe(at(1_000))
  expect(clock.heard(at(-9_000))).toBeNull()
  expect(pass(100)).toBe(at(1_050))
})

test('an entry more than a minute ahead of the store is not followed, and the answer says why', () => {
  const { clock, pass } = clockByHand()
  expect(clock.heard(at(MINUTE))).toBeNull()
  expect(clock.now()).toBe(at(MINUTE))
  expect(clock.heard(at(100 * DAY))).toBe(`it is of ${at(100 * DAY)}, 100 days ahead of the clock of the database`)
  expect(pass(2_000)).toBe(at(MINUTE + 1_000))
})

test('ahead of the store time runs at half speed until the store has caught up', () => {
  const { clock, pass } = clockByHand()
  clock.heard(at(1_000))
  expect(pass(1_000)).toBe(at(1_500))
  expect(pass(1_000)).toBe(at(2_000))
  expect(pass(500)).toBe(at(2_500))
})

test.each([
  ['a second behind', -1_000, 0, 1_000],
  ['two seconds ahead', 2_000, 2_000, 4_000],
])('a standby that takes over with a clock %s is followed without an alarm', (_, differs, now, later) => {
  const { clock, hands, pass, read } = clockByHand()
  hands.store += differs
  expect(read()).toEqual({ step: null, apart: null })
  expect(clock.now()).toBe(at(now))
  pass(1_000)
  expect(pass(1_000)).toBe(at(later))
})

test.each([
  ['on', 100 * DAY],
  ['back', -100 * DAY],
])('a wall clock that is set %s changes nothing, and the alarm is raised once', (_, set) => {
  const { hands, pass, read } = clockByHand()
  pass(1_000)
  hands.wall += set
  expect(read()).toEqual({ step: null, apart: { wall: at(1_000 + set), store: at(1_000), house: at(1_000) } })
  expect(pass(1_000)).toBe(at(2_000))
  expect(read().apart).toBeNull()
  // Right again, and wrong again.
  hands.wall -= set
  expect(read().apart).toBeNull()
  hands.wall += set
  expect(read().apart).not.toBeNull()
})

test.each([
  ['on', HOUR],
  ['back', -HOUR],
])("a store's clock that is set %s is not followed while the wall clock denies it", (_, set) => {
  const { hands, pass, read } = clockByHand()
  hands.store += set
  expect(read()).toEqual({ step: null, apart: { wall: at(0), store: at(set), house: at(0) } })
  expect(pass(1_000)).toBe(at(1_000))
  hands.store -= set
  hands.store += 300
  expect(read().apart).toBeNull()
  expect(pass(1_000)).toBe(at(2_300))
})

test('after sleep the node follows the store ahead, for its wall clock confirms it', () => {
  const { clock, hands, read } = clockByHand()
  hands.store += 8 * HOUR
  hands.wall += 8 * HOUR
  expect(read()).toEqual({ step: { from: at(0), to: at(8 * HOUR) }, apart: null })
  expect(clock.now()).toBe(at(8 * HOUR))
  expect(read()).toEqual({ step: null, apart: null })
})

test('store and wall clock that are both set back are not followed: only a correction on record turns time back', () => {
  const { hands, pass, read } = clockByHand()
  hands.store -= HOUR
  hands.wall -= HOUR
  expect(read()).toMatchObject({ step: null, apart: { house: at(0) } })
  expect(pass(1_000)).toBe(at(1_000))
})

test('an answer that took a minute says nothing about the clocks', () => {
  const { clock, hands, pass } = clockByHand()
  const asked = hands.steady
  const now = hands.store
  pass(MINUTE)
  expect(clock.set({ now, asked, answered: hands.steady })).toEqual({ step: null, apart: null })
  expect(clock.now()).toBe(at(MINUTE))
})

test('a reading that no entry can hold is not followed, whatever the wall clock says', () => {
  const { clock, hands, read } = clockByHand()
  hands.store = LAST_MOMENT + 1
  hands.wall = LAST_MOMENT + 1
  expect(read()).toMatchObject({ step: null })
  expect(clock.now()).toBe(at(0))
})
