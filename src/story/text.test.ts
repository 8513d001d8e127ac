import { expect, test } from 'vitest'
import * as en from '../words/en/index.ts'
import { vocabularyIn } from '../words/index.ts'
import { dollars, plainMoney } from '../words/plain-text.ts'
import { tellReason } from './passages.ts'
import { pad, widthOf, wrap } from './text.ts'

const zh = await vocabularyIn('zh')

// biome-ignore format: a table is read down its columns
test.each([
  [0,         '0.00',         '$0.00'],
  [5,         '0.05',         '$0.05'],
  [123456789, '1,234,567.89', '$1,234,567.89'],
  [-2050,     '-20.50',       '-$20.50'],
])('%i cents are %s', (cents, plain, inDollars) => {
  expect([plainMoney(cents), dollars(cents)]).toEqual([plain, inDollars])
})

test('lists and counts as they are spoken', () => {
  const lists = [[], ['a'], ['a', 'b'], ['a', 'b', 'c']]
  expect(lists.map(en.story.listed)).toEqual(['', 'a', 'a and b', 'a, b and c'])
  expect(lists.map(zh.story.listed)).toEqual(['', 'a', 'a 和 b', 'a、b 和 c'])
  expect([0, 1, 2].map((count) => en.nouns.chipsCount(count, 'red'))).toEqual([
    '0 red chips',
    '1 red chip',
    '2 red chips',
  ])
})

test('a reason ends once', () => {
  expect([undefined, 'late', 'late.'].map((reason) => tellReason(en, reason))).toEqual([
    null,
    'The reason given: "late".',
    'The reason given: "late".',
  ])
  expect(['late.', '太迟。'].map((reason) => tellReason(zh, reason))).toEqual(['理由：“late”。', '理由：“太迟”。'])
})

test('a Chinese sentence stands apart from Latin letters and numbers, and leaves what was given as it is', () => {
  expect(zh.story.funds.sold('荷官', 'Ann', '$5.00 的点数')).toBe('荷官向 Ann 售出 $5.00 的点数。')
  expect(zh.story.funds.sold('荷官', '陈先生', '点数')).toBe('荷官向陈先生售出点数。')
  expect(zh.story.people.staff(zh.nouns.roles.dealer, '陈A')).toBe('荷官陈A')
  expect(zh.story.round.resumed('荷官 Dana (1001)')).toBe('荷官 Dana (1001) 恢复游戏。')
})

test('lines are as wide as they may be and no wider, but for a word that is wider itself', () => {
  expect(wrap('one two three', 7)).toBe('one two\nthree')
  expect(wrap('one two three', 6, '  ')).toBe('one\n  two\n  three')
  expect(wrap('unbreakable yes', 4)).toBe('unbreakable\nyes')
})

test('Chinese characters are two columns wide, and lines break between them but not beside their marks', () => {
  expect(['a', '注', '$5，', '“a”'].map(widthOf)).toEqual([1, 2, 4, 5])
  expect([pad('注', 4, 'left'), pad('注', 4, 'right'), pad('long', 2, 'left')]).toEqual(['注  ', '  注', 'long'])
  expect(wrap('停止下注。', 8)).toBe('停止下\n注。')
  expect(wrap('他说“好”', 6, ' ')).toBe('他说\n “好”')
  expect(wrap('按 [第\u00a03.1\u00a0条] 办', 12)).toBe('按\n[第\u00a03.1\u00a0条]\n办')
})
