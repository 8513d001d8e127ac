import { expect, test } from 'vitest'
import type { TableEvent } from '../engine/events.ts'
import { noticesOf } from './notices.ts'

const told = { at: '2026-11-01T20:00:00.000Z', book: 'mbs/roulette@3' }

/** Of a line only what a notice is made of. */
const line = (player: string, stake: number, paid: number, collected: number) => ({ player, stake, paid, collected })
const lines = [line('ann', 500, 0, 500), line('bob', 200, 0, 200), line('ann', 100, 3_500, 0)]
const adjustments = [
  { player: 'ann', amount: 4_000, owed: 0 },
  { player: 'bob', amount: -400, owed: 150 },
]
const noticed = (event: object) => noticesOf(event as TableEvent, told)
const change = {
  ann: { before: -1_000, after: 3_000, amount: 4_000 },
  bob: { before: 200, after: -200, amount: -400, owed: 150 },
}

test('of a correction each player of the round hears once what it comes to, what it came to, and what is owed', () => {
  const about = { round: 7, reason: 'misread', clause: '9.1' }
  const event = { type: 'outcome-corrected', ...about, from: '17', to: '18', lines, adjustments }
  const notice = { about: 'corrected', ...told, ...about, from: '17', to: '18' }
  expect(noticed(event)).toEqual([
    { player: 'ann', notice: { ...notice, ...change.ann } },
    { player: 'bob', notice: { ...notice, ...change.bob } },
  ])
})

test('of a void round that was concluded they hear what changed, of one under way that all they staked goes back', () => {
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

test('of a decision those hear who are given something; of limits everybody does; of most events nobody', () => {
  const decided = { type: 'referral-decided', round: 7, decision: 'void', reason: 'fair', clause: '3.9' }
  const notice = { about: 'awarded', ...told, reason: 'fair', clause: '3.9', round: 7, amount: 250 }
  expect(noticed({ ...decided, awards: [{ player: 'ann', amount: 250 }] })).toEqual([{ player: 'ann', notice }])
  expect(noticed(decided)).toEqual([])
  const [from, to] = [{ default: { min: 500 } }, { default: { min: 1_000 } }]
  const limits = { about: 'limits', ...told, reason: null, clause: null, limits: { from, to } }
  expect(noticed({ type: 'limits-set', from, to })).toEqual([{ player: null, notice: limits }])
  expect(noticed({ type: 'betting-opened', round: 8 })).toEqual([])
})

test('of a ruling its player hears: the wager, where it was moved, and how much of it', () => {
  const about = { player: 'ann', round: 7, spot: 'red', reason: 'late', clause: '3.9' }
  const { player, ...rest } = about
  expect(noticed({ type: 'wager-ruled', ...about, treatment: 'returned' })).toEqual([
    { player, notice: { about: 'ruled', ...told, ...rest, treatment: 'returned' } },
  ])
  expect(noticed({ type: 'wager-ruled', ...about, treatment: 'moved', to: 'black', stake: 500 })).toEqual([
    { player, notice: { about: 'ruled', ...told, ...rest, treatment: 'moved', toSpot: 'black', amount: 500 } },
  ])
})
