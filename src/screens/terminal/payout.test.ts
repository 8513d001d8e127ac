import { expect, test } from 'vitest'
import type { PlayerRound, PlayerView } from '../../engine/views.ts'
import { fundsDuring, linesBack, stepsOf } from './payout.ts'

const line = (spot: string, stake: number, paid: number, returned = paid > 0 ? stake : 0) => ({
  spot,
  stake,
  paid,
  returned,
  result: paid > 0 ? 'won' : returned > 0 ? 'returned' : 'lost',
})
const round = {
  lines: [line('17', 100, 3_500), line('red', 500, 0), line('17/20', 100, 1_700), line('low', 400, 0, 200)],
} as unknown as PlayerRound
const lines = linesBack(round)
const after = { balance: 10_000, staked: 0, owed: 0 } as unknown as PlayerView['funds']
const at = (arrived: number) => fundsDuring(after, { lines, paid: 0, sent: 0, arrived })

test('payments come first, the largest last, then returns; lost stakes do not move', () => {
  expect(lines.map(({ spot }) => spot)).toEqual(['17/20', '17', 'low'])
})

test('from one true amount to the next: what has not arrived is neither in the balance nor twice on the layout', () => {
  // 5,200 was paid and 400 of the stakes goes back: 4,400 was in hand when the ball was down.
  expect([0, 1, 2, 3].map((arrived) => at(arrived).balance)).toEqual([4_400, 6_200, 9_800, 10_000])
  expect([0, 1, 2, 3].map((arrived) => at(arrived).staked)).toEqual([400, 300, 200, 0])
})

test('a player who has cashed out meanwhile sees the rest', () => {
  const less = { ...after, balance: 100 } as PlayerView['funds']
  expect(fundsDuring(less, { lines, paid: 0, sent: 0, arrived: 0 })).toBe(less)
})

test.each([1, 2, 7, 60])('%i stacks: each is paid, sent and there, in this order, and all of it soon', (count) => {
  const steps = stepsOf(count)
  for (const does of ['paid', 'sent', 'arrived'] as const)
    expect(steps.filter((step) => step.does === does)).toHaveLength(count)
  expect(steps.at(-1)!.at).toBeLessThan(3_500)
  const nth = (does: string, index: number) => steps.filter((step) => step.does === does)[index]!.at
  for (let index = 0; index < count; index++) {
    expect(nth('paid', index)).toBeLessThan(nth('sent', index))
    expect(nth('sent', index)).toBeLessThan(nth('arrived', index))
  }
})
