import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/any-text.ts'
import { pack, unpack } from './batch.ts'
import { indexRows } from './sqlite-index.ts'

const entry = fc.record({
  stream: fc.constantFrom('a', 'b', 'house'),
  seq: fc.integer({ min: 1, max: 9 }),
  body: fc.oneof(fc.json(), fc.string({ unit: anyCharacter })),
})

test('packed entries are unpacked unchanged, in order', () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      expect(unpack(pack(entries)).entries).toEqual(entries.map((entry) => ({ ...entry, leaf: `\0${entry.body}` })))
    }),
  )
})

test('entries that follow one another are one run', () => {
  const batchOf = (...streams: string[]) =>
    pack(streams.map((stream, nth) => ({ stream, seq: nth + 1, body: '{}', keys: [], marks: [] })))
  expect(batchOf('a', 'a', 'b')).toEqual(['\0{}\0{}\0{}', 3, 2, 2, 2, 8, 'a', 1, 2, '', 'b', 3, 1, '', 0])
})

test('the rows of the index come out as they were', () => {
  const marks = [{ round: 7, mark: 'opened' as const }]
  const own = { body: '{}', marks: [] }
  const entries = [
    { ...own, stream: 'a', seq: 1, keys: [2 ** 47, 5] },
    { ...own, stream: 'a', seq: 2, keys: [], marks },
    { ...own, stream: 'b', seq: 9, keys: [6], marks: [...marks, { round: 8, mark: 'mentioned' as const }] },
  ]
  expect(unpack(pack(entries)).index).toEqual(indexRows(entries))
})
