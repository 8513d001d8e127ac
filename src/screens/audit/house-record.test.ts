import { expect, test } from 'vitest'
import { commandNames } from '../../engine/language.ts'
import { houseActionNames, houseActions } from '../../house/house-actions.ts'
import { askedName } from '../words/audit.ts'
import { refusalText } from '../words/names.ts'
import { speak } from '../words/speech.ts'
import { type HouseLine, houseRows, type ShownEvent } from './house-record.ts'

const at = '2026-01-01T20:00:00.000Z'
const by = { badge: '9001', name: 'Admin' }
const line = (seq: number, actor: string, ...events: object[]): HouseLine => ({
  stream: 'house',
  seq,
  hash: `hash ${seq}`,
  shown: { actor, events: events.map((event) => ({ at, ...event }) as ShownEvent) },
})

const joined = line(1, 'console:console', { type: 'staff-added', badge: '1001', name: 'Dana', role: 'dealer', by })

// biome-ignore format: a table is read down its columns
const events = [
  [{ type: 'staff-role-changed', badge: '1001', from: 'dealer', to: 'pit-supervisor', reason: 'promoted', by }, 'people', 'Admin (9001)', 'Dana (1001) · dealer, now pit supervisor', 'promoted'],
  [{ type: 'session-opened', session: '...1', badge: '1001' },                                   'sessions',  'Dana (1001)', 'Dana (1001)', ''],
  [{ type: 'session-ended', session: '...1', badge: '1001', why: 'idle' },                       'sessions',  'Dana (1001)', 'Dana (1001) · idle for too long', ''],
  [{ type: 'sign-ins-failed', badges: [{ badge: '1001', count: 2 }, { badge: null, count: 1 }] }, 'sessions', 'Dana (1001)', 'Dana (1001) · 2 failed tries · unknown badge · 1 failed try', ''],
  [{ type: 'terminal-added', terminal: 'T7', name: 'Left', table: 'etg', player: 'p7', by },     'terminals', 'Admin (9001)', 'T7 · Left · etg · p7', ''],
  [{ type: 'ticket-redeemed', number: '***645', amount: 900, place: { table: 'etg', terminal: 'T7' } }, 'tickets', 'Dana (1001)', '***645 · 9.00 · etg · T7', ''],
  [{ type: 'clock-corrected', from: '2026-01-01T00:00:01.000Z', to: '2026-01-01T00:00:00.000Z', by }, 'people', 'Admin (9001)', '2026-01-01T00:00:01.000Z, now 2026-01-01T00:00:00.000Z', ''],
  [{ type: 'refusals-counted', actor: 'staff:1001', count: 7, since: at, by: { system: 'service' } }, 'refusals', 'the service', 'Dana (1001) · refused 7 times more', ''],
  [{ type: 'refusal-recorded', asked: 'add-staff', refusal: { refused: 'badge-taken' }, by },    'refusals',  'Admin (9001)', `add somebody · ${refusalText({ refused: 'badge-taken' })}`, ''],
] as const

test.each(events)('%o in words', (event, kind, who, about, reason) => {
  const [row, first] = houseRows([joined, line(2, 'staff:1001', event)])
  expect(row).toMatchObject({ seq: '2', hash: 'hash 2', kind, who, about, reason })
  expect(first).toMatchObject({ who: 'Admin (9001)', about: 'Dana (1001) · dealer' })
})

/** The actions whose refusal is recorded: every change that takes a position. A refused read is counted. */
const asked = houseActionNames.filter(
  (name) => !name.startsWith('read-') && ('staff' in houseActions[name] || 'terminal' in houseActions[name]),
)

test('everything that can be refused is named in both languages', async () => {
  expect(asked.length).toBeGreaterThan(15)
  await speak('zh')
  const names = [...commandNames, ...asked].map(askedName)
  await speak('en')
  expect(names.filter((name) => !/^\p{Script=Han}+$/u.test(name))).toEqual([])
})
