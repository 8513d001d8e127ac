import { expect, test } from 'vitest'
import { fingerprint } from '../record/canonical.ts'
import { books } from './index.ts'
import { bookByFingerprint, fingerprintOf, shelf } from './shelf.ts'

test.each(shelf.map(({ book, fingerprint }) => [book.id, book, fingerprint] as const))(
  'the fingerprint of %s is that of its whole value: a changed book is a new row of the shelf',
  (_, book, pinned) => {
    expect(fingerprint(book)).toBe(pinned)
    expect(bookByFingerprint(pinned)).toBe(book)
  },
)

/** As they were when journals began to be kept for ever. These rows are never changed. */
const ofVersion1 = {
  'mbs/sands-roulette@1': '0e5ae8bea3b6f4288f5a9ca00df2b6cb9d5a17345ecbbe5ddbfa782b22e0004c',
  'mbs/sands-roulette@2': 'e59187ff2fbee5efaeba5bbce0f955eaa23494324f011a200eaa0e9b69a51d20',
  'mbs/roulette@3': '5d4c18f74bfe6a0ff1127b354454b6e90f99dbb4a9289753ab45ee27fbff9cef',
  'mbs/sands-fast-action-roulette@2': '4d8e4ef023e5a87ae52d06549a6228c9911f8aca5270ded3eea051535b1c99a4',
  'rws/roulette-double-zero-etg@4': '172c500cef5c09e6e97c02dd602b7c19c723363d5b79eea1a264d434c940ccae',
}

test('the five books of the first journals are on the shelf, as they were', () => {
  for (const [id, pinned] of Object.entries(ofVersion1)) expect(bookByFingerprint(pinned)?.id).toBe(id)
})

test('every book that is played by stands on the shelf, the newest of its id', () => {
  for (const book of books) {
    const place = shelf.findIndex((row) => row.fingerprint === fingerprintOf(book))
    expect(shelf.slice(place + 1).filter((row) => row.book.id === book.id)).toEqual([])
  }
  expect(new Set(shelf.map((row) => row.fingerprint)).size).toBe(shelf.length)
})

test('a book that is not on the shelf decides nothing', () => {
  expect(() => fingerprintOf({ ...books[0]! })).toThrow('not on the shelf')
  expect(bookByFingerprint('0'.repeat(64))).toBeUndefined()
})
