import { expect, test } from 'vitest'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { beforeResult } from './use-table.ts'

const line = (spot: string, stake: number, paid: number) =>
  paid > 0
    ? { spot, stake, paid, collected: 0, returned: stake, result: 'won' }
    : { spot, stake, paid, collected: stake, returned: 0, result: 'lost' }

/** 200 staked of 1,000: 17 won 3,500, red lost. */
const concluded = {
  round: 7,
  pocket: '17',
  lines: [line('17', 100, 3_500), line('red', 100, 0)],
  balance: { before: 1_000, after: 4_400 },
} as unknown as PlayerRound
const before = { round: 6, pocket: '4', lines: [] } as unknown as PlayerRound
const results = [
  { round: 7, pocket: '17' },
  { round: 6, pocket: '4' },
]
const settled = {
  phase: 'settled',
  round: 7,
  pocket: '17',
  results,
  last: concluded,
  wagers: {},
  setAside: {},
  imprisoned: [],
  funds: { balance: 4_400, staked: 0 },
} as unknown as PlayerView

test('while the ball runs on the screen nothing tells what came of it', () => {
  expect(beforeResult(settled, 7, before)).toMatchObject({
    phase: 'betting-closed',
    pocket: null,
    results: [{ round: 6 }],
    last: { round: 6 },
    wagers: { 17: { stake: 100 }, red: { stake: 100 } },
    funds: { balance: 800, staked: 200 },
  })
})

test('before it is settled the chips lie there, and the money is what it was', () => {
  const determined = {
    ...settled,
    phase: 'outcome-determined',
    results: results.slice(1),
    last: before,
    wagers: { 17: { stake: 100 } },
    funds: { balance: 900, staked: 100 },
  } as unknown as PlayerView
  expect(beforeResult(determined, 7, before)).toMatchObject({
    phase: 'betting-closed',
    pocket: null,
    wagers: { 17: { stake: 100 } },
    funds: { balance: 900, staked: 100 },
  })
})

test('when the next round is open already, its own wagers stand and only the win is held back', () => {
  const next = {
    ...settled,
    phase: 'betting-open',
    round: 8,
    pocket: null,
    wagers: { 20: { stake: 300 } },
    funds: { balance: 4_100, staked: 300 },
  } as unknown as PlayerView
  expect(beforeResult(next, 7, before)).toMatchObject({
    phase: 'betting-open',
    results: [{ round: 6 }],
    wagers: { 20: { stake: 300 } },
    funds: { balance: 500, staked: 300 },
  })
})

test("when the ball is down, the view is the service's", () => {
  expect(beforeResult(settled, null, before)).toBe(settled)
})
