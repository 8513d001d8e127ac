import { expect, test } from 'vitest'
import { bookById, books } from '../../books/index.ts'
import { readPocket } from './steps.ts'

test('pockets are read as people type them', () => {
  const sands = bookById('mbs/sands-roulette@2')!
  const typed = ['7', '07', ' 36 ', '0', '00', 's', 'S', '37', '', '000', '-1', 'mbs']
  expect(typed.map((text) => readPocket(sands, text))).toEqual([
    '7',
    '7',
    '36',
    '0',
    '00',
    'S',
    'S',
    null,
    null,
    null,
    null,
    null,
  ])
  expect(readPocket(bookById('mbs/sands-fast-action-roulette@2')!, 'mbs')).toBe('MBS')
  for (const book of books) for (const pocket of book.wheel.pockets) expect(readPocket(book, pocket)).toBe(pocket)
})
