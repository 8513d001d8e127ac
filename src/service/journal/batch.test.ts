import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/any-text.ts'
import { pack, unpack } from './batch.ts'

const entry = fc.record({
  stream: fc.constantFrom('a', 'b', 'house'),
  seq: fc.integer({ min: 1, max: 9 }),
  body: fc.oneof(fc.json(), fc.string({ unit: anyCharacter })),
})

test('whatever is packed comes out as it was, in order', () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      expect(unpack(pack(entries))).toEqual(entries.map((entry) => ({ ...entry, leaf: `\0${entry.body}` })))
    }),
  )
})

test('entries that follow one another are one run', () => {
  const entries = [1, 2, 3].map((seq) => ({ stream: 'a', seq, body: '{}' }))
  expect(pack([...entries, { stream: 'b', seq: 4, body: '{}' }]).runs).toEqual([
    { stream: 'a', seq: 1, count: 3 },
    { stream: 'b', seq: 4, count: 1 },
  ])
})
