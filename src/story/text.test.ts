import { expect, test } from 'vitest'
import { counted, dollars, listed, money, quoted, wrapped } from './text.ts'

// biome-ignore format: a table is read down its columns
test.each([
  [0,         '0.00',         '$0.00'],
  [5,         '0.05',         '$0.05'],
  [123456789, '1,234,567.89', '$1,234,567.89'],
  [-2050,     '-20.50',       '-$20.50'],
])('%i cents are %s', (cents, plain, inDollars) => {
  expect([money(cents), dollars(cents)]).toEqual([plain, inDollars])
})

test('lists and counts as they are spoken', () => {
  expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ])
  expect([counted(0, 'chip'), counted(1, 'chip'), counted(2, 'chip')]).toEqual(['0 chips', '1 chip', '2 chips'])
})

test('a reason ends once', () => {
  expect([quoted(undefined), quoted('late'), quoted('late.')]).toEqual([
    ...['', ' The reason given: "late".', ' The reason given: "late".'],
  ])
})

test('lines are as wide as they may be and no wider, but for a word that is wider itself', () => {
  expect(wrapped('one two three', 7)).toBe('one two\nthree')
  expect(wrapped('one two three', 6, '  ')).toBe('one\n  two\n  three')
  expect(wrapped('unbreakable yes', 4)).toBe('unbreakable\nyes')
})
