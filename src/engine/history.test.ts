import { expect, test } from 'vitest'
import { noFacts } from './facts.ts'
import { type Concluded, type History, latest, noHistory, ROUNDS_KEPT_MIN, recall, remember } from './history.ts'
import type { Line } from './settlement.ts'

const concluded = (round: number, lines: number): Concluded => ({
  round,
  book: 'b',
  limits: {},
  pocket: '7',
  draw: null,
  code: null,
  adjustments: [],
  balances: {},
  at: null,
  facts: noFacts,
  wasPlayed: true,
  lines: Array.from({ length: lines }, () => ({}) as Line),
})

const after = (rounds: number, lines: number): History =>
  Array.from({ length: rounds }, (_, nth) => concluded(nth + 1, lines)).reduce(remember, noHistory())

const numbers = (history: History): number[] => latest(history, 1_000_000).map(({ round }) => round)

test('the last twenty rounds are kept, however large they were', () => {
  expect(ROUNDS_KEPT_MIN).toBe(20)
  expect(numbers(after(25, 60_000))).toEqual(Array.from({ length: 20 }, (_, nth) => 25 - nth))
})

test('small rounds are kept by the thousand, and no more than fit', () => {
  expect(after(4_000, 0).rounds.size).toBe(4_000)
  expect(after(6_000, 0).rounds.size).toBe(5_000)
  expect(after(600, 90).rounds.size).toBe(500)
})

test('one large round among small ones pushes out no more than its own weight', () => {
  const history = remember(after(100, 0), concluded(101, 49_500))
  expect(numbers(history)).toEqual(Array.from({ length: 50 }, (_, nth) => 101 - nth))
})

test('a round that is corrected takes the place of what it was', () => {
  const before = after(30, 10)
  const history = remember(before, { ...concluded(12, 20), pocket: '8' })
  expect(recall(history, 12)).toMatchObject({ pocket: '8' })
  expect([history.rounds.size, history.newest, history.weight - before.weight]).toEqual([30, 30, 10])
})
