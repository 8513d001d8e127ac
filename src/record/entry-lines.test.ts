import { expect, test } from 'vitest'
import { lineCutter, readEntryLine, writeEntryLine } from './entry-lines.ts'

test('a line is read and written back byte for byte', () => {
  const body = '{"at":"x","note":"\\u2028 \\\\n 輪盤 🎡 }\\"}"}'
  const entry = { stream: 'one', seq: 17, hash: '0a'.repeat(32), body }
  const text = writeEntryLine(entry)
  expect(readEntryLine('one', text.trimEnd())).toEqual(entry)
})

test.each(['', '{}', '{"seq":1}', '{"seq":1,"hash":"abc","entry":{}}', '{"problem":"no"}'])(
  '%j is not an entry',
  (text) => {
    expect(readEntryLine('one', text)).toBeNull()
  },
)

test('lines come out whole, however the pieces were cut', () => {
  const text = 'one\ntwo two\n\nthree\n'
  for (let at = 0; at <= text.length; at++)
    for (let to = at; to <= text.length; to++) {
      const cut = lineCutter()
      const lines = [text.slice(0, at), text.slice(at, to), text.slice(to)].flatMap(cut)
      expect(lines).toEqual(['one', 'two two', '', 'three'])
    }
})
