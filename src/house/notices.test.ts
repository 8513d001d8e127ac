import { describe, expect, test } from 'vitest'
import { addTerminal, console, staffAs, TestHouse } from '../../test/support/secrets.ts'
import type { TableEvent } from '../engine/events.ts'
import type { HouseCaller } from './caller.ts'
import type { Notice } from './floor-records.ts'
import { giveNotices, noticesOf, readNotices } from './notices.ts'
import { closeTerminal, nothing, removeTerminal } from './terminals.ts'

const told = { at: '2026-11-01T20:00:00.000Z', book: 'mbs/roulette@3' }

/** The fields of a line that a notice needs. */
const line = (player: string, stake: number, paid: number, collected: number) => ({ player, stake, paid, collected })
const lines = [line('ann', 500, 0, 500), line('bob', 200, 0, 200), line('ann', 100, 3_500, 0)]
const adjustments = [
  { player: 'ann', amount: 4_000, owed: 0 },
  { player: 'bob', amount: -400, owed: 150 },
]
const noticed = (...events: object[]) => noticesOf(events as TableEvent[], told)
const change = {
  ann: { before: -1_000, after: 3_000, amount: 4_000 },
  bob: { before: 200, after: -200, amount: -400, owed: 150 },
}

test('each player of a corrected round is notified once of the old result, the new one and the debt', () => {
  const about = { round: 7, reason: 'misread', clause: '9.1' }
  const event = { type: 'outcome-corrected', ...about, from: '17', to: '18', lines, adjustments }
  const notice = { about: 'corrected', ...told, ...about, from: '17', to: '18' }
  expect(noticed(event)).toEqual([
    { player: 'ann', notice: { ...notice, ...change.ann } },
    { player: 'bob', notice: { ...notice, ...change.bob } },
  ])
})

test('a correction before settlement notifies everybody in the round, without amounts', () => {
  const about = { round: 7, reason: 'misread', clause: '9.1' }
  const event = { type: 'outcome-corrected', ...about, from: '17', to: '23', lines: [], adjustments: [] }
  expect(noticed(event)).toEqual([
    { everybody: 'in-round', except: [], notice: { about: 'corrected', ...told, ...about, from: '17', to: '23' } },
  ])
})

test('voiding a concluded round notifies its players of the change; voiding one under way, that their stakes go back', () => {
  const about = { round: 7, code: 'ball-out', clause: '8.2' }
  const later = { type: 'round-voided', ...about, reason: 'seen on film', lines, adjustments }
  expect(noticed(later)).toEqual([
    { player: 'ann', notice: { about: 'voided', ...told, ...about, reason: 'seen on film', ...change.ann } },
    { player: 'bob', notice: { about: 'voided', ...told, ...about, reason: 'seen on film', ...change.bob } },
  ])
  expect(noticed({ type: 'round-voided', ...about, lines })).toEqual([
    { player: 'ann', notice: { about: 'voided', ...told, ...about, reason: null, after: 0, amount: 600 } },
    { player: 'bob', notice: { about: 'voided', ...told, ...about, reason: null, after: 0, amount: 200 } },
  ])
})

test('settling a round again by the same outcome notifies its players of the change', () => {
  const about = { round: 7, reason: 'the camera shows it', clause: '4.3' }
  const again = { type: 'round-settled', ...about, pocket: '17', lines, adjustments }
  const notice = { about: 'settled-again', ...told, ...about, to: '17' }
  expect(noticed(again)).toEqual([
    { player: 'ann', notice: { ...notice, ...change.ann } },
    { player: 'bob', notice: { ...notice, ...change.bob } },
  ])
  expect(noticed({ type: 'round-settled', ...about, pocket: '17', lines })).toEqual([])
})

describe('notices of a decision about a referred round', () => {
  const decided = { type: 'referral-decided', round: 7, reason: 'fair', clause: '6.2' }
  const about = { ...told, round: 7, reason: 'fair', clause: '6.2' }

  test('everybody in the round hears that it stands, is settled or goes on', () => {
    for (const decision of ['stands', 'settle', 'continue'])
      expect(noticed({ ...decided, decision })).toEqual([
        { everybody: 'in-round', except: [], notice: { about: 'decided', ...about, decision } },
      ])
  })

  test('nobody hears twice that it is void or settled again', () => {
    const abouts = (...events: object[]) => noticed(...events).map(({ notice }) => notice.about)
    const voided = { type: 'round-voided', round: 7, code: 'decision', clause: '6.2', lines }
    expect(abouts({ ...decided, decision: 'void' }, voided)).toEqual(['voided', 'voided'])
    expect(abouts({ ...decided, decision: 'continue' }, voided)).toEqual(['voided', 'voided'])
    const settled = { type: 'round-settled', round: 7, pocket: '17', clause: '4.3', lines }
    const again = { ...settled, adjustments }
    expect(abouts({ ...decided, decision: 'settle' }, again)).toEqual(['settled-again', 'settled-again'])
    expect(abouts({ ...decided, decision: 'settle' }, settled)).toEqual(['decided'])
  })

  test('an awarded player is notified of the award, and of an earlier one', () => {
    const awards = [
      { player: 'ann', amount: 250, owed: 0 },
      { player: 'bob', amount: 0, before: 400, owed: 150 },
      { player: 'eve', amount: 300, before: 300, owed: 0 },
    ]
    const event = { ...decided, decision: 'stands', awards }
    const decision = { ...about, decision: 'stands' }
    expect(noticed(event)).toEqual([
      { player: 'ann', notice: { about: 'awarded', ...decision, after: 250, amount: 250 } },
      {
        player: 'bob',
        notice: { about: 'award-changed', ...decision, before: 400, after: 0, amount: -400, owed: 150 },
      },
      { everybody: 'in-round', except: ['ann', 'bob'], notice: { about: 'decided', ...decision } },
    ])
  })
})

test('limits notify everybody at the table; most events notify nobody', () => {
  const [from, to] = [{ default: { min: 500 } }, { default: { min: 1_000 } }]
  const notice = { about: 'limits', ...told, reason: null, clause: null, limits: { from, to } }
  expect(noticed({ type: 'limits-set', from, to })).toEqual([{ everybody: 'at-table', except: [], notice }])
  expect(noticed({ type: 'betting-opened', round: 8 })).toEqual([])
})

test('a ruling notifies its player of the wager, its new spot and the part of it', () => {
  const about = { player: 'ann', round: 7, spot: 'red', reason: 'late', clause: '3.9' }
  const { player, ...rest } = about
  expect(noticed({ type: 'wager-ruled', ...about, treatment: 'returned' })).toEqual([
    { player, notice: { about: 'ruled', ...told, ...rest, treatment: 'returned' } },
  ])
  expect(noticed({ type: 'wager-ruled', ...about, treatment: 'moved', to: 'black', stake: 500 })).toEqual([
    { player, notice: { about: 'ruled', ...told, ...rest, treatment: 'moved', toSpot: 'black', amount: 500 } },
  ])
})

describe('the notices that are given', () => {
  const [table, pit] = ['one', staffAs('pit-supervisor')]
  const about = (round: number): Notice => ({
    about: 'ruled',
    ...told,
    reason: 'late',
    clause: '3.9',
    round,
    spot: 'red',
    treatment: 'returned',
  })
  const terminalOf = (player: string): HouseCaller => ({
    kind: 'terminal',
    terminal: `T-${player}`,
    table,
    player,
    credential: 'none',
  })

  /** A house in which each of these has a terminal at the table. */
  function houseWith(...players: string[]): TestHouse {
    const house = new TestHouse()
    for (const player of players) {
      const wanted = { terminal: `T-${player}`, table, player }
      house.done(addTerminal(house.state, wanted, console, house.now, house.keyMaterial))
    }
    return house
  }
  const give = (house: TestHouse, entry: number, ...players: string[]) =>
    house.done(
      giveNotices(
        house.state,
        { table, entry, notices: players.map((player) => ({ player, notice: about(entry) })) },
        pit,
        house.now,
      ),
    ).events
  const read = (house: TestHouse, upTo: number, by: HouseCaller) =>
    house.done(readNotices(house.state, { upTo }, by, house.now)).events
  const unread = ({ state }: TestHouse, player: string) =>
    (state.notices.get(`T-${player}`)?.unread ?? []).map(({ number, round }) => [number, round])

  test('waits at a player’s terminal, numbered; whoever has none is told by the dealer', () => {
    const house = houseWith('ann', 'bob')
    expect(give(house, 5, 'ann', 'eve')).toEqual([
      {
        type: 'notices-given',
        table,
        entry: 5,
        notices: [{ terminal: 'T-ann', notice: about(5) }],
        at: house.now,
        by: { badge: pit.badge, name: pit.name, role: pit.role },
      },
    ])
    give(house, 8, 'ann', 'bob')
    expect(unread(house, 'ann')).toEqual([
      [1, 5],
      [2, 8],
    ])
    expect(unread(house, 'bob')).toEqual([[1, 8]])
    expect(give(house, 9, 'eve')).toEqual([])
  })

  test('is given once for an entry of its table; what is of no entry, each time', () => {
    const house = houseWith('ann')
    give(house, 5, 'ann')
    for (const entry of [5, 4]) expect(give(house, entry, 'ann'), `${entry}`).toEqual([])
    give(house, 0, 'ann')
    give(house, 0, 'ann')
    // A notice without an entry does not let the one before come again.
    expect(give(house, 5, 'ann')).toEqual([])
    give(house, 6, 'ann')
    expect(unread(house, 'ann').map(([, round]) => round)).toEqual([5, 0, 0, 6])
  })

  test('does not go to a terminal that was removed', () => {
    const house = houseWith('ann')
    const wanted = { terminal: 'T-ann', reason: 'sold' }
    house.done(closeTerminal(house.state, { ...wanted, finishing: false }, console, house.now))
    give(house, 4, 'ann')
    expect(unread(house, 'ann')).toHaveLength(1)
    house.done(removeTerminal(house.state, { ...wanted, left: nothing }, console, house.now))
    expect(give(house, 5, 'ann')).toEqual([])
  })

  test('is gone when it was read, up to there; numbers go on, and reading again changes nothing', () => {
    const house = houseWith('ann', 'bob')
    for (const entry of [5, 6, 7]) give(house, entry, 'ann', 'bob')
    const [event] = read(house, 2, terminalOf('ann'))
    expect(event).toEqual({ type: 'notices-read', terminal: 'T-ann', upTo: 2, at: house.now })
    expect(unread(house, 'ann')).toEqual([[3, 7]])
    expect(unread(house, 'bob')).toHaveLength(3)
    expect(read(house, 2, terminalOf('ann'))).toEqual([])
    give(house, 8, 'ann')
    expect(unread(house, 'ann')).toEqual([
      [3, 7],
      [4, 8],
    ])
  })

  test('is read by its terminal alone, and nobody else reads anything', () => {
    const house = houseWith('ann', 'bob')
    give(house, 5, 'ann')
    for (const by of [pit, terminalOf('bob')]) expect(read(house, 9, by)).toEqual([])
    expect(unread(house, 'ann')).toHaveLength(1)
    const nameless = { ...terminalOf('ann'), terminal: '' } as HouseCaller
    expect(readNotices(house.state, { upTo: 9 }, nameless, house.now)).toMatchObject({ field: 'terminal' })
  })

  test('beyond fifty notices the oldest are dropped, and no number is given twice', () => {
    const house = houseWith('ann')
    for (let entry = 1; entry <= 53; entry++) give(house, entry, 'ann')
    const numbers = unread(house, 'ann').map(([number]) => number)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, at) => at + 4))
  })
})
