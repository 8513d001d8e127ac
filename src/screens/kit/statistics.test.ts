import { expect, test } from 'vitest'
import { bookById } from '../../books/index.ts'
import { absentIn, followsIn, frequencyOf, sleepersIn, wheelParts } from './statistics.ts'

const book = bookById('mbs/roulette@3')!
const results = (pockets: readonly string[]) =>
  pockets.map((pocket, index) => ({ round: index + 1, pocket, void: null }))

test('how often, of how many, and what chance alone gives', () => {
  const came = frequencyOf(book, results(['17', '4', '17', '0']), ['17', '20'])
  expect(came).toMatchObject({ count: 2, of: 4, share: 0.5, chance: 2 / 37 })
  // 370 rounds, each number once in 37: fewer than 4 times in 1 of 100 cases, more than 16 in 2.53, more than 17 in 1.3.
  const many = frequencyOf(book, results(Array.from({ length: 370 }, (_, at) => String(at % 37))), ['5'])
  expect(many).toMatchObject({ count: 10, least: 4, most: 17 })
})

test('a round that was void is not counted, and without rounds nothing is divided', () => {
  expect(frequencyOf(book, [{ round: 1, pocket: '17', void: 'ball-broke' }], ['17'])).toMatchObject({
    count: 0,
    of: 0,
    share: 0,
  })
})

test.each([1, 4, 5])('the wheel in %i parts has every number once', (count) => {
  const parts = wheelParts(book.wheel.order, count)
  expect(parts.flat()).toEqual(book.wheel.order)
  const sizes = parts.map(({ length }) => length)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
})

test('the usual range holds in at least 95 of 100 cases, also for few rounds', () => {
  // 20 rounds, once in 37: not at all in 58 of 100 cases, at most once in 90, at most twice in 98.
  const few = frequencyOf(book, results(Array.from({ length: 20 }, () => '1')), ['5'])
  expect(few).toMatchObject({ count: 0, least: 0, most: 2 })
})

test('numbers that did not come, beside how many do not by chance', () => {
  const { count, byChance } = absentIn(book, results(Array.from({ length: 20 }, () => '1')))
  expect(count).toBe(36)
  expect(byChance).toBeCloseTo(37 * (36 / 37) ** 20, 9)
  expect(absentIn(book, [])).toEqual({ count: 37, byChance: 37 })
})

test('sleepers are the numbers that came and were away longest', () => {
  expect(sleepersIn(book, results(['5', '7', '5', '9', '7']), 2)).toEqual([
    { pocket: '9', rounds: 3 },
    { pocket: '7', rounds: 1 },
  ])
})

test('repeats and neighbours are counted between rounds that follow each other, around the end of the order', () => {
  const { order } = book.wheel
  const came = [order[0]!, order[0]!, order.at(-1)!, order[2]!, order[20]!]
  const { repeats, neighbours } = followsIn(order, results(came))
  expect([repeats.count, neighbours.count, repeats.of]).toEqual([1, 1, 4])
  expect(neighbours.chance).toBeCloseTo(4 / order.length, 10)
})
