import { expect, test } from 'vitest'
import { bookById } from '../../books/index.ts'
import { cameOf, partsOf } from './statistics.ts'

const book = bookById('mbs/roulette@3')!
const results = (pockets: readonly string[]) =>
  pockets.map((pocket, index) => ({ round: index + 1, pocket, void: null }))

test('how often, of how many, and what chance alone gives', () => {
  const came = cameOf(book, results(['17', '4', '17', '0']), ['17', '20'])
  expect(came).toMatchObject({ count: 2, of: 4, share: 0.5, chance: 2 / 37 })
  // 370 rounds: ten times on average, two standard deviations of 3.1 about it.
  const many = cameOf(book, results(Array.from({ length: 370 }, (_, at) => String(at % 37))), ['5'])
  expect(many).toMatchObject({ count: 10, least: 4, most: 16 })
})

test('a round that was void is not counted, and without rounds nothing is divided', () => {
  expect(cameOf(book, [{ round: 1, pocket: '17', void: 'ball-broke' }], ['17'])).toMatchObject({
    count: 0,
    of: 0,
    share: 0,
  })
})

test.each([1, 4, 5])('the wheel in %i parts has every number once', (count) => {
  const parts = partsOf(book.wheel.order, count)
  expect(parts.flat()).toEqual(book.wheel.order)
  const sizes = parts.map(({ length }) => length)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
})
