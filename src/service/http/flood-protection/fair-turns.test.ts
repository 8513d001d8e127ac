import { expect, test } from 'vitest'
import { turns as severalTurns } from '../../../../test/support/service.ts'
import { FairTurns } from './fair-turns.ts'

test('a single request waits for one request of each other client, not for all of theirs', async () => {
  const turns = new FairTurns()
  const order: string[] = []
  for (let nth = 0; nth < 9; nth++) turns.enter('busy', () => order.push('busy'))
  turns.enter('ann', () => order.push('ann'))
  turns.enter('ben', () => order.push('ben'))
  expect(order).toEqual([])
  await severalTurns()
  expect(order).toEqual(['busy', 'ann', 'ben', ...Array(8).fill('busy')])
})

test('only a few begin in one turn of the event loop', async () => {
  const turns = new FairTurns()
  let begun = 0
  for (let nth = 0; nth < 40; nth++) turns.enter('busy', () => begun++)
  const counts: number[] = []
  for (let nth = 0; nth < 12; nth++) {
    await new Promise(setImmediate)
    counts.push(begun)
  }
  expect(counts.map((count, nth) => count - (counts[nth - 1] ?? 0)).every((more) => more <= 4)).toBe(true)
  expect(begun).toBe(40)
})

test('one visitor who has a thousand waiting is turned away, another is not', async () => {
  const turns = new FairTurns()
  for (let nth = 0; nth < 1_000; nth++) expect(turns.enter('busy', () => {})).toBe(true)
  expect(turns.enter('busy', () => {})).toBe(false)
  expect(turns.enter('ann', () => {})).toBe(true)
})
