import { expect, test } from 'vitest'
import { bookById, books } from '../books/index.ts'
import { openTable } from '../engine/conduct.ts'
import type { Command } from '../engine/language.ts'
import { readSetup, type TableSetup, type TableState } from '../engine/table.ts'
import { bookOfThen, noteBook, type OpenedBy } from './book-of-then.ts'
import { canonical, fingerprint, isSame } from './canonical.ts'
import { fingerprintOf } from './known-books.ts'
import { decidedEntry, readTableEntry } from './table-entry.ts'
import { RecordUnreadable, VERSION } from './versions.ts'

const salt = '0123456789abcdef'.repeat(2)
const at = '2026-01-01T00:00:00.000Z'
const setup = readSetup({ book: 'mbs/roulette@3', limits: {} }, bookById) as TableSetup
const book = fingerprintOf(bookById('mbs/roulette@3')!)
const settle = { do: 'settle', by: { role: 'dealer' }, at } as const

test.each([[2], ['1'], [0.5], [null], [0], [-1], [undefined]])('the version %j is not guessed at', (v) => {
  expect(() => readTableEntry(JSON.stringify({ v, at, actor: 'service', opened: setup }))).toThrow(RecordUnreadable)
})

test('an entry says its version first', () => {
  const entry = decidedEntry({ salt, at, actor: 'wheel', book, house: 4 }, settle, { events: [] })
  expect(Object.keys(entry)).toEqual(['v', 'salt', 'at', 'actor', 'book', 'house', 'command', 'events'])
  expect(entry.v).toBe(VERSION)
})

test.each([
  [{ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { a: 1, b: null }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [{ toString: 1 }, {}, false],
  [{ a: {} }, JSON.parse('{"__proto__":{}}'), false],
  [null, {}, false],
])('values are compared, not their text: %j and %j', (a, b, same) => {
  expect(isSame(a, b)).toBe(same)
  expect(isSame(b, a)).toBe(same)
})

test('a fingerprint is of the value, however it was built', () => {
  expect(canonical({ b: [{ d: 1, c: undefined }], a: 'x' })).toBe('{"a":"x","b":[{"d":1}]}')
  const again = Object.fromEntries(Object.entries(books[0]!).reverse())
  expect(fingerprint(again)).toBe(fingerprint(books[0]))
  expect(fingerprint({ ...books[0]!, title: 'Another' })).not.toBe(fingerprint(books[0]))
})

const opening = (round: number, by: string) =>
  decidedEntry({ salt, at, actor: 'wheel', book: by, house: 0 }, settle, {
    events: [{ type: 'betting-opened', round, book: setup.book, clause: '1', at }],
  })

test('a round is decided by the book that it was opened by, from its first wager to its last correction', () => {
  const state = openTable(bookById(setup.book)!, setup).state
  const opened = [opening(1, 'old'), opening(2, 'old'), opening(3, 'new')].reduce(noteBook, [])
  expect(opened).toEqual([
    { from: 1, book: 'old' },
    { from: 3, book: 'new' },
  ])
  const under = (round: number) =>
    ({ ...state, round: { phase: 'betting-open', round, wagers: {} } }) as never as TableState
  const today = bookById(setup.book)!
  const books = ['old', 'new', 'today'].map((name, at) => ({
    seq: at + 1,
    fingerprint: name,
    book: name === 'today' ? today : { ...today, id: name },
  }))
  const decidedBy = (command: object, where = state, openedBy: OpenedBy = opened) =>
    bookOfThen({ books, openedBy, state: where }, command as Command).fingerprint
  expect(decidedBy({ do: 'place-your-bets' })).toBe('today')
  expect(decidedBy({ do: 'wager' }, under(2))).toBe('old')
  expect(decidedBy({ do: 'wager' }, under(3))).toBe('new')
  expect(decidedBy({ do: 'correct-outcome', round: 2 }, under(3))).toBe('old')
  expect(decidedBy({ do: 'correct-outcome', round: 3 })).toBe('new')
  expect(decidedBy({ do: 'void-rounds', rounds: [3, 1] })).toBe('old')
  expect(decidedBy({ do: 'correct-outcome', round: 9 }, state, [])).toBe('today')
})
