import { expect, test } from 'vitest'
import { fingerprint } from '../record/canonical.ts'
import { books } from './index.ts'
import { bookByFingerprint, fingerprintOf, registry } from './registry.ts'

test.each(registry.map(({ book, fingerprint }) => [book.id, book, fingerprint] as const))(
  'the fingerprint of %s is that of its whole value',
  (_, book, pinned) => {
    expect(fingerprint(book)).toBe(pinned)
    expect(bookByFingerprint(pinned)).toBe(book)
  },
)

test('the registry holds every book that is played by, each once', () => {
  expect(registry.map(({ book }) => book)).toEqual(expect.arrayContaining([...books]))
  expect(new Set(registry.map((row) => row.fingerprint)).size).toBe(registry.length)
})

test('a book that is not in the registry decides nothing', () => {
  expect(() => fingerprintOf({ ...books[0]! })).toThrow('not in the registry')
  expect(bookByFingerprint('0'.repeat(64))).toBeUndefined()
})
