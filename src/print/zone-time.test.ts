import { expect, test } from 'vitest'
import { dateAfter, dayStart, gamingDate, hourStart, zonedMoment, zonedText } from './zone-time.ts'

const iso = (at: number): string => new Date(at).toISOString()
const LONDON = 'Europe/London'

test.each([
  ['Asia/Singapore', '2026-11-16T06:00', '2026-11-15T22:00:00.000Z'],
  [LONDON, '2026-07-01T06:00', '2026-07-01T05:00:00.000Z'],
  [LONDON, '2026-12-01T06:00', '2026-12-01T06:00:00.000Z'],
  // Shown twice: the first of both.
  [LONDON, '2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
  [LONDON, '2026-10-25T02:00', '2026-10-25T02:00:00.000Z'],
  // Skipped: the moment of the change.
  [LONDON, '2026-03-29T01:30', '2026-03-29T01:00:00.000Z'],
  ['America/New_York', '2026-03-08T02:15', '2026-03-08T07:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-03T15:30:00.000Z'],
  // Samoa left out this whole day.
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-16T00:00', '2026-11-15T18:15:00.000Z'],
])('%s shows %s at %s', (zone, local, moment) => {
  expect(iso(zonedMoment(zone, local))).toBe(moment)
})

test('the clocks of a zone show what was asked for at the moment that is returned', () => {
  for (const zone of [LONDON, 'Asia/Singapore', 'America/St_Johns', 'Pacific/Chatham'])
    for (let hour = 0; hour < 24 * 365; hour += 7) {
      const local = new Date(Date.UTC(2026, 0, 1, hour)).toISOString().slice(0, 19)
      const shown = zonedText(zone, iso(zonedMoment(zone, local)))
      expect(shown.slice(0, 19) >= local).toBe(true)
    }
})

test('no day and no time is no moment', () => {
  for (const text of ['2026-13-01T00:00', '2026-11-16T25:00', 'noon']) expect(zonedMoment(LONDON, text)).toBeNaN()
})

test('a gaming day begins at its hour and has 23, 24 or 25 of them', () => {
  const house = { timeZone: LONDON, dayStart: '06:00' }
  const hours = (date: string) => (dayStart(house, dateAfter(date, 1)) - dayStart(house, date)) / 3_600_000
  expect(['2026-03-27', '2026-03-28', '2026-10-24', '2026-10-25'].map(hours)).toEqual([24, 23, 25, 24])
  const at = (time: string) => gamingDate(house, Date.parse(time))
  expect(at('2026-10-25T00:30:00Z')).toBe('2026-10-24')
  expect(at('2026-10-25T05:59:59.999Z')).toBe('2026-10-24')
  expect(at('2026-10-25T06:00:00Z')).toBe('2026-10-25')
  expect(at('2026-07-01T04:59:59.999Z')).toBe('2026-06-30')
})

test('a day that begins in a skipped hour begins at the change', () => {
  const house = { timeZone: LONDON, dayStart: '01:30' }
  expect(iso(dayStart(house, '2026-03-29'))).toBe('2026-03-29T01:00:00.000Z')
  expect(gamingDate(house, Date.parse('2026-03-29T00:59:59Z'))).toBe('2026-03-28')
  expect(gamingDate(house, Date.parse('2026-03-29T01:00:00Z'))).toBe('2026-03-29')
})

test('hours begin by the clocks of the zone, and a time has its offset', () => {
  expect(iso(hourStart('Asia/Kolkata', Date.parse('2026-11-16T10:15:00Z')))).toBe('2026-11-16T09:30:00.000Z')
  expect(zonedText(LONDON, '2026-10-25T00:30:00.000Z')).toBe('2026-10-25T01:30:00.000+01:00')
  expect(zonedText(LONDON, '2026-10-25T01:30:00.000Z')).toBe('2026-10-25T01:30:00.000+00:00')
  expect(zonedText('America/St_Johns', '2026-12-01T00:00:00.000Z')).toBe('2026-11-30T20:30:00.000-03:30')
})
