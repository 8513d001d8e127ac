import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after, DAY, hasCome, LAST_MOMENT, moment } from './time.ts'

const START = '1970-01-01T00:00:00.000Z'

test('time is computed as the clock of the machine would write it', () => {
  const from = Date.UTC(1900, 0, 1)
  const to = Date.UTC(2400, 11, 31, 23, 59, 59, 999)
  fc.assert(
    fc.property(fc.integer({ min: from, max: to }), (value) => {
      expect(after(START, value)).toBe(new Date(value).toISOString())
    }),
  )
})

test('every day of five centuries is the day it is', () => {
  for (let value = Date.UTC(1900, 0, 1); value < Date.UTC(2400, 0, 1); value += DAY)
    if (after(START, value) !== new Date(value).toISOString())
      expect(after(START, value)).toBe(new Date(value).toISOString())
})

test('a time is a moment, however it is written', () => {
  expect(hasCome('2026-03-01T12:00:00+08:00', '2026-03-01T04:00:00Z')).toBe(true)
  expect(hasCome('2026-03-01T12:00:00.001+08:00', '2026-03-01T04:00:00Z')).toBe(false)
  expect(() => moment('yesterday')).toThrow(RangeError)
})

test('a time after the year 9999 is the last moment of it, which can be read again', () => {
  expect(after('9999-12-31T00:00:00.000Z', 2 * DAY)).toBe('9999-12-31T23:59:59.999Z')
  expect(moment(after('9999-12-31T00:00:00.000Z', 2 * DAY))).toBe(LAST_MOMENT)
})
