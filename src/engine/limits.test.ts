import { describe, expect, test } from 'vitest'
import { limitsFor, limitsProblem, outsideOf, tableMinimum } from './limits.ts'
import { CENTS_MAX, type Cents } from './money.ts'

const cents = (amount: number) => amount as Cents
const limits = {
  default: { min: cents(500), max: cents(100_000) },
  'straight-up': { max: cents(20_000) },
  split: { min: cents(1_000) },
}

test('a kind has its own limits, else those of all, else none', () => {
  expect(limitsFor(limits, 'straight-up')).toEqual({ min: 500, max: 20_000 })
  expect(limitsFor(limits, 'split')).toEqual({ min: 1_000, max: 100_000 })
  expect(limitsFor(limits, 'dozen')).toEqual({ min: 500, max: 100_000 })
  expect(limitsFor({}, 'dozen')).toEqual({ min: 0, max: CENTS_MAX })
})

// biome-ignore format: a table is read down its columns
test.each([
  [{},                                                              null],
  [{ default: { max: cents(5_000) } },                              null],
  [{ default: { min: cents(1_000) }, split: { min: cents(500) } },  500],
  [{ default: { min: cents(1_000) }, split: { min: cents(2_000) } }, 1_000],
  [{ split: { min: cents(2_000) } },                                2_000],
  [{ default: { min: cents(100) }, split: { min: cents(500) }, 'straight-up': { min: cents(400) } }, 400],
])('the table minimum of %j is the lowest of any spot that is there: %s', (some, least) => {
  expect(tableMinimum(some, ['straight-up', 'split'])).toBe(least)
})

// biome-ignore format: a table is read down its columns
test.each([
  [499,    'under-minimum'],
  [500,    null],
  [20_000, null],
  [20_001, 'over-maximum'],
])('%i straight up is %s: a limit itself may be staked', (stake, outside) => {
  expect(outsideOf(limits, 'straight-up', cents(stake))).toBe(outside)
})

describe('what is wrong with limits', () => {
  const kinds = ['straight-up', 'split'] as const

  test.each([
    {},
    limits,
    { default: {} },
    { split: { min: 0, max: 0 } },
    { default: { min: 500 }, split: { max: 500 } },
  ])('nothing: %j', (value) => expect(limitsProblem(value, kinds)).toBeNull())

  // biome-ignore format: a table is read down its columns
  test.each([
    [null,                                              'must be an object'],
    [[],                                                'must be an object'],
    [{ dozen: {} },                                     'has no kind of wager called dozen'],
    [{ split: 5 },                                      '.split must be an object with min and max'],
    [{ default: { least: 5 } },                         '.default has min and max, not least'],
    [{ split: { min: -1 } },                            '.split.min must be a whole number of cents'],
    [{ split: { max: 0.5 } },                           '.split.max must be a whole number of cents'],
    [{ split: { max: '5' } },                           '.split.max must be a whole number of cents'],
    [{ default: { max: CENTS_MAX + 1 } },               '.default.max must be a whole number of cents'],
    [{ split: { min: 501, max: 500 } },                 'puts the minimum of split above its maximum'],
    [{ default: { min: 501 }, 'straight-up': { max: 500 } }, 'puts the minimum of straight-up above its maximum'],
  ])('%j %s', (value, problem) => expect(limitsProblem(value, kinds)).toBe(problem))
})
