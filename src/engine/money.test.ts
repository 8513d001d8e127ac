import { describe, expect, test } from 'vitest'
import {
  add,
  CENTS_MAX,
  type Cents,
  chipsToCover,
  isCents,
  negative,
  shareOf,
  smaller,
  subtract,
  sum,
  times,
  wholeChips,
} from './money.ts'

const cents = (amount: number) => amount as Cents

test.each([0, 1, -1, CENTS_MAX, -CENTS_MAX])('%d is money', (value) => expect(isCents(value)).toBe(true))

test.each([0.5, CENTS_MAX + 1, -CENTS_MAX - 1, Number.NaN, Number.POSITIVE_INFINITY, '5', null, undefined])(
  '%j is none',
  (value) => expect(isCents(value)).toBe(false),
)

test('money that leaves the safe integers is a bug, and is told', () => {
  const most = cents(Number.MAX_SAFE_INTEGER)
  expect(() => add(most, cents(1))).toThrow('Money left the safe integers: 9007199254740992')
  expect(() => subtract(cents(-Number.MAX_SAFE_INTEGER), cents(1))).toThrow(RangeError)
  expect(() => times(most, 2)).toThrow(RangeError)
  expect(() => times(cents(1), 0.5)).toThrow(RangeError)
})

test('added, subtracted, the smaller, all together', () => {
  expect([add(cents(7), cents(5)), subtract(cents(7), cents(5)), times(cents(7), 35)]).toEqual([12, 2, 245])
  expect([smaller(cents(5), cents(7)), smaller(cents(7), cents(5))]).toEqual([5, 5])
  expect([sum([]), sum([cents(1), cents(-3), cents(10)])]).toEqual([0, 8])
  expect([negative(cents(5)), Object.is(negative(cents(0)), 0)]).toEqual([-5, true])
})

describe("the house's share of a stake", () => {
  // biome-ignore format: a table is read down its columns
  test.each([
    [1_000, 0, 1, 'house',  0],
    [1_000, 1, 1, 'house',  1_000],
    [1_000, 1, 1, 'player', 1_000],
    [1_000, 1, 2, 'house',  500],
    [1_001, 1, 2, 'house',  501],
    [1_001, 1, 2, 'player', 500],
    [1_000, 2, 3, 'house',  667],
    [1_000, 2, 3, 'player', 666],
    [0,     1, 2, 'house',  0],
  ] as const)('of %i, %i of %i parts, the odd cent to the %s: %i', (stake, shares, parts, oddCent, share) => {
    expect(shareOf(cents(stake), shares, parts, oddCent)).toBe(share)
  })
})

test('chips: whole ones within an amount, and enough to cover it', () => {
  expect([999, 1_000, 1_001].map((amount) => wholeChips(cents(amount), cents(500)))).toEqual([1, 2, 2])
  expect([999, 1_000, 1_001].map((amount) => chipsToCover(cents(amount), cents(500)))).toEqual([2, 2, 3])
})
