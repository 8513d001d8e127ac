import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LINE_MAX, lastLine, type SplitLine, split, unsplit } from './splitter.ts'

function all(chunks: readonly (string | Uint8Array)[]): SplitLine[] {
  let state = unsplit
  const lines: SplitLine[] = []
  for (const chunk of chunks) {
    const step = split(state, chunk)
    state = step.state
    lines.push(...step.lines)
    expect(state.rest.length).toBeLessThanOrEqual(LINE_MAX)
  }
  return [...lines, ...lastLine(state)]
}

test.each([
  [['a\r\nb\nc\rd'], ['1:a', '2:b', '3:c', '4:d']],
  [
    ['a\r', '\nb'],
    ['1:a', '2:b'],
  ],
  [
    ['a\r', '', '\nb'],
    ['1:a', '2:b'],
  ],
  [
    ['a\r', '\r\n', 'b\r\n'],
    ['1:a', '3:b'],
  ],
  [['\r\n\r\na'], ['3:a']],
  [['*X', ';2', '\r\n'], ['1:*X;2']],
  [['', ''], []],
])('%j', (chunks, expected) => {
  expect(all(chunks).map(({ line, text }) => `${line}:${text}`)).toEqual(expected)
})

test('bytes are characters', () => {
  expect(all([Uint8Array.of(0xff, 0x00, 0x36, 0x0d, 0x0a)])).toEqual([{ line: 1, text: '\xff\x006', tooLong: false }])
})

test('a line that does not end is cut off, reported once, and the next one is whole', () => {
  const endless = 'x'.repeat(100)
  const lines = all([...Array.from({ length: 1_000 }, () => endless), '\nok\n'])
  expect(lines).toEqual([
    { line: 1, text: 'x'.repeat(LINE_MAX), tooLong: true },
    { line: 2, text: 'ok', tooLong: false },
  ])
  expect(all(['x'.repeat(LINE_MAX), '\n'])).toMatchObject([{ tooLong: false }])
  expect(all([`${'x'.repeat(LINE_MAX + 1)}`])).toMatchObject([{ tooLong: true }])
})

test('chunks do not matter', () => {
  const text = fc
    .array(fc.constantFrom('\r', '\n', '\r\n', 'a', '*X;2', '\0', 'y'.repeat(200)))
    .map((bits) => bits.join(''))
  fc.assert(
    fc.property(text, fc.array(fc.nat(400)), (whole, cuts) => {
      const places = [0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length].sort((a, b) => a - b)
      const chunks = places.slice(1).map((place, index) => whole.slice(places[index], place))
      expect(all(chunks)).toEqual(all([whole]))
    }),
    { numRuns: 2_000 },
  )
})
