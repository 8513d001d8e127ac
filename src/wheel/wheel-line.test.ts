import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../test/any-text.ts'
import { foreignBookById, foreignBooks } from '../../test/books/foreign-books.ts'
import { bookById, books } from '../books/index.ts'
import {
  numberWidth,
  readLine,
  readSplit,
  type StatusLine,
  type WheelState,
  writeNumber,
  writeStatus,
} from './wheel-line.ts'

const fastAction = bookById('mbs/sands-fast-action-roulette@2')!
const singleZero = bookById('mbs/roulette@3')!
const tripleZero = foreignBookById('abroad/triple-zero-roulette@1')!
const good = '*X;2;001;  ;0;174;0'
const read: StatusLine = { kind: 'status', state: 2, game: 1, number: null, flags: 0, speed: 174, rotor: 'clockwise' }

test.each([
  ['as it is', good],
  ['with CR', `${good}\r`],
  ['with CR LF', `${good}\r\n`],
  ["in a logger's line", `[2025-09-10 06:19:38.174] Receive >>> ${good}`],
  ['after an answer that lost its line end', `*P OK${good}`],
  ['before an answer', `${good}*P OK`],
  ['around an answer', '*X;2;00*P OK1;  ;0;174;0'],
  ['after a cut line', `*X;2;001;  ;0;1${good}`],
  ['after noise', `\x00\xff${good}`],
  ['after a number', `17${good}`],
])('a status is read %s', (_, text) => {
  expect(readLine(text)).toEqual(read)
})

test.each([
  ['*X;5;012; 6;0;154;1', { state: 5, game: 12, number: '6', rotor: 'anticlockwise' }],
  ['*X;5;999;00;0;154;1', { game: 999, number: '00' }],
  ['*X;3;000; 0;F;000;0', { game: 0, number: '0', flags: 15, speed: 0 }],
  ['*X;3;000;36;a;000;0', { number: '36', flags: 10 }],
  ['*X;6;017;99;8;000;0', { state: 6, number: '99', flags: 8 }],
])('%s', (text, facts) => {
  expect(readLine(text)).toMatchObject({ kind: 'status', ...facts })
})

test.each([
  '',
  ' ',
  '1',
  '6',
  ' 6 ',
  '6 ',
  '06',
  '017',
  '1a',
  'a1',
  '-1',
  '+1',
  '1.',
  '\x006',
  '１７',
  '  ',
  '*X',
  '*X;',
  '*X;2;001;  ;0;174',
  '*X;2;001;  ;0;174;',
  'X;2;001;  ;0;174;0',
  '*X;2;001;  ;0;174;00',
  '*X;0;001;  ;0;174;0',
  '*X;7;001;  ;0;174;0',
  '*X;2;01;  ;0;174;0',
  '*X;2;0001;  ;0;174;0',
  '*X;2;001; ;0;174;0',
  '*X;2;001;6;0;174;0',
  '*X;2;001;6 ;0;174;0',
  '*X;2;001;06;0;174;0',
  '*X;2;001;017;0;174;0',
  '*X;2;001;  ;G;174;0',
  '*X;2;001;  ;00;174;0',
  '*X;2;001;  ;0;74;0',
  '*X;2;001;  ;0; 74;0',
  '*X;2;001;  ;0;174;2',
  '*X;2;001;  ;0;174;0 ',
  `${good}7`,
  `${good};`,
  '*x;2;001;  ;0;174;0',
  '*X,2,001,  ,0,174,0',
  '*X;2;00*P O1;  ;0;174;0',
  '27*P OK',
  '*P OK27',
  '2*P OK7',
  '*P 2',
  '*P',
  '*P OKK',
  '*Y;7;012',
  '*Y;0;012',
  '*Y;1;12',
  '*o',
  '*o x',
  '*o 12345',
  `[06:19] >>> ${good}`,
  `<06:19> ${good}`,
  `>>> ${good}`,
  `[06:19] Receive >> ${good}`,
  '*T\x07',
  '*Tx',
  '*Q 1',
])('%j cannot be read', (text) => {
  for (const book of [undefined, ...books]) expect(readLine(text, book).kind).toBe('unreadable')
})

test.each([
  ['17', { kind: 'number', number: '17' }],
  [' 6\r\n', { kind: 'number', number: '6' }],
  [' 0', { kind: 'number', number: '0' }],
  ['00', { kind: 'number', number: '00' }],
  ['[06:19] Receive >>>  6', { kind: 'number', number: '6' }],
  ['*Y;3; 12', { kind: 'bonus', bonus: 3, number: '12' }],
  ['*P 1', { kind: 'power', word: 'on' }],
  ['*P 0', { kind: 'power', word: 'off' }],
  ['*P OK', { kind: 'power', word: 'ok' }],
  ['*o 135', { kind: 'mode', mode: '135' }],
  ['*T s 16.0 18.0', { kind: 'settings', text: 's 16.0 18.0' }],
  ['*F 12', { kind: 'error', text: '12' }],
  ['*F', { kind: 'error', text: '' }],
  ['[06:19] Send >>> *P 1', { kind: 'not-the-wheel' }],
  [`[06:19] Send >>> ${good}`, { kind: 'not-the-wheel' }],
])('%j', (text, message) => {
  expect(readLine(text)).toMatchObject(message)
})

test('a line that was cut for its length is not read', () => {
  expect(readSplit({ line: 1, text: good, tooLong: true }).kind).toBe('too-long')
  expect(readSplit({ line: 1, text: good, tooLong: false }).kind).toBe('status')
})

describe('numbers as wide as the book needs', () => {
  test.each([...books, ...foreignBooks].map((book) => [book.id, numberWidth(book), book] as const))(
    'every pocket of %s has its own %i characters and is read back',
    (_, width, book) => {
      const fields = book.wheel.pockets.map((pocket) => writeNumber(pocket, book))
      expect(new Set(fields).size).toBe(book.wheel.pockets.length)
      expect(fields.every((text) => text.length === width)).toBe(true)
      for (const pocket of book.wheel.pockets) {
        const field = writeNumber(pocket, book)
        expect(readLine(field, book)).toEqual({ kind: 'number', number: pocket })
        expect(readLine(`*X;5;001;${field};0;174;0`, book)).toMatchObject({ state: 5, number: pocket })
      }
      expect(readLine(`*X;2;001;${writeNumber(null, book)};0;174;0`, book)).toMatchObject({ number: null })
    },
  )

  test('only a book with three characters has a field of three', () => {
    const widths = [...books, ...foreignBooks].map((book) => [book.id, numberWidth(book)])
    expect(widths.filter(([, width]) => width !== 2)).toEqual([
      ['mbs/sands-fast-action-roulette@2', 3],
      ['abroad/triple-zero-roulette@1', 3],
    ])
    for (const text of [' 17', '  6', 'MBS', '000', '*X;5;001; 17;0;174;0', '*X;2;001;   ;0;174;0'])
      for (const book of [undefined, singleZero]) expect(readLine(text, book).kind, text).toBe('unreadable')
  })

  test('a wheel that writes two characters is read all the same', () => {
    for (const book of [fastAction, tripleZero]) {
      expect(readLine('17', book)).toEqual({ kind: 'number', number: '17' })
      expect(readLine(' 6', book)).toEqual({ kind: 'number', number: '6' })
      expect(readLine('*X;5;001;00;0;174;0', book)).toMatchObject({ number: '00' })
      expect(readLine(good, book)).toEqual(read)
    }
  })

  test('a possible part of a longer number is ignored, and a status has the whole number', () => {
    expect(readLine('00', tripleZero).kind).toBe('unreadable')
    expect(readLine('00', fastAction)).toEqual({ kind: 'number', number: '00' })
    expect(readLine(' 00', tripleZero)).toEqual({ kind: 'number', number: '00' })
    expect(readLine('000', tripleZero)).toEqual({ kind: 'number', number: '000' })
    expect(readLine('*X;5;001;000;0;174;0', tripleZero)).toMatchObject({ number: '000' })
    expect(readLine('*X;5;001;00*P OK0;0;174;0', tripleZero)).toMatchObject({ number: '000' })
  })

  test('letters are read only for a book that has them', () => {
    expect([writeNumber('S', fastAction), writeNumber('MBS', fastAction)]).toEqual(['  S', 'MBS'])
    expect(writeNumber('S', bookById('mbs/sands-roulette@2'))).toBe(' S')
    expect(readLine('MBS', fastAction)).toEqual({ kind: 'number', number: 'MBS' })
    for (const text of [' S', 'MBS', '*X;5;001; S;0;174;0', '*X;5;001;MBS;0;174;0']) {
      expect(readLine(text, singleZero).kind).toBe('unreadable')
      expect(readLine(text).kind).toBe('unreadable')
    }
    for (const text of ['S ', 'BS', 'MB', 'M ', ' M', 'OK', 'XY', ' MB', 'S  ', ' S ', '017', '0 0', 'MBS ', ' MBS'])
      expect(readLine(text, fastAction).kind, text).toBe('unreadable')
  })
})

test('written lines are read back', () => {
  const status = fc.record({
    kind: fc.constant('status' as const),
    state: fc.integer({ min: 1, max: 6 }) as fc.Arbitrary<WheelState>,
    game: fc.integer({ min: 0, max: 999 }),
    number: fc.constantFrom(null, ...fastAction.wheel.pockets),
    flags: fc.integer({ min: 0, max: 15 }),
    speed: fc.integer({ min: 0, max: 999 }),
    rotor: fc.constantFrom('clockwise' as const, 'anticlockwise' as const),
  })
  fc.assert(
    fc.property(status, (value) => {
      expect(readLine(writeStatus(value, fastAction), fastAction)).toEqual(value)
    }),
  )
})

test('any text is read without a throw, and a status only where one stands whole at the end', () => {
  const bits = fc.constantFrom('*X;', '5;', '013;', ' 6;', '0;', '177;', '1', '*P OK', '27', '\r', '>', '[', '\0', 'S')
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(bits).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (line) => {
      const message = readLine(line, fastAction)
      if (message.kind !== 'status') return
      const whole = line.replace(/[\r\n]+$/, '')
      expect(whole.endsWith(writeStatus(message)) || whole.replace('*P OK', '').endsWith(writeStatus(message))).toBe(
        true,
      )
    }),
    { numRuns: 5_000 },
  )
})
