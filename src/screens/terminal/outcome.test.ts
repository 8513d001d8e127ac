import { expect, test } from 'vitest'
import { bookById } from '../../books/index.ts'
import type { PlayerRound } from '../../engine/views.ts'
import { outcomeText, playerOutcome, winTier } from './outcome.ts'

const book = bookById('mbs/roulette@3')!
const line = (stake: number, paid: number, returned: number) => ({ stake, paid, returned, collected: stake - returned })
const round = (lines: readonly ReturnType<typeof line>[], code: string | null = null): PlayerRound => {
  const net = lines.reduce((sum, { paid, collected }) => sum + paid - collected, 0)
  return { round: 1, pocket: '17', void: code, lines, net } as unknown as PlayerRound
}

// biome-ignore format: a table is read down its columns
const cases = [
  ['a win, less what was lost beside it', [line(100, 3_500, 100), line(500, 0, 0)], { is: 'won', amount: 3_000 }, 'You won 30.00'],
  ['less came back than was staked',      [line(100, 200, 100), line(1_000, 0, 0)], { is: 'returned', amount: 300 }, 'Returned 3.00'],
  ['as much came back as was staked',     [line(500, 500, 500), line(500, 0, 0)],   { is: 'returned', amount: 1_000 }, 'Returned 10.00'],
  ['half of it goes back',                [line(1_000, 0, 500)],                    { is: 'returned', amount: 500 }, 'Returned 5.00'],
  ['nothing came back',                   [line(1_000, 0, 0)],                      { is: 'lost', amount: 0 }, 'No win this time'],
  ['no part in it',                       [],                                       { is: 'watched', amount: 0 }, 'You had no wagers'],
] as const

test.each(cases)('%s', (_, lines, outcome, text) => {
  expect(playerOutcome(round(lines))).toEqual(outcome)
  expect(outcomeText(book, round(lines))).toBe(text)
})

test('a round that is void gives everything back, and is no win', () => {
  expect(playerOutcome(round([line(1_000, 0, 1_000)], 'ball-broke'))).toEqual({ is: 'void', amount: 1_000 })
})

test.each([
  { net: 1_000, staked: 500, tier: 1 },
  { net: 1_100, staked: 500, tier: 2 },
  { net: 5_000, staked: 500, tier: 2 },
  { net: 17_500, staked: 500, tier: 3 },
  { net: 0, staked: 500, tier: null },
])('a net win of $net on $staked is of tier $tier', ({ net, staked, tier }) => {
  expect(winTier(round([line(staked, net, staked)]))).toBe(tier)
})
