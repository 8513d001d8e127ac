import { expect, test } from 'vitest'
import { bookById } from '../books/index.ts'
import type { Book } from '../books/rule-book.ts'
import { builtInBooks, fingerprintOf, knownBooks } from '../record/known-books.ts'
import { readConfig } from './config.ts'
import { effectiveConfiguration } from './service-record.ts'

const plain = readConfig({}, {})
const withText = (ticketText: string) => effectiveConfiguration({ ...plain, ticketText }, builtInBooks)

test('a change far behind in a long value changes the digest, and the value on record', () => {
  const [before, after] = [withText('x'.repeat(2_000)), withText(`${'x'.repeat(1_999)}y`)]
  expect(after.digest).not.toBe(before.digest)
  expect(after.settings.ticketText).not.toBe(before.settings.ticketText)
  expect(after.settings.ticketText!.length).toBeLessThan(600)
  expect(withText('x'.repeat(2_000))).toEqual(before)
})

test('a book of the house itself is in it by its rules, and the books of the program are not', () => {
  const roulette = bookById('mbs/roulette@3')!
  const own = (revolutionsMin: number): Book => ({
    ...roulette,
    id: 'harbour/roulette@1',
    rules: { ...roulette.rules, spin: { ...roulette.rules.spin, revolutionsMin } },
  })
  const known = (book: Book) => effectiveConfiguration(plain, knownBooks([...builtInBooks.list, book]))
  const [first, second] = [own(4), own(5)]
  expect(known(first).settings).toMatchObject({ 'books.harbour/roulette@1': fingerprintOf(first) })
  expect(known(second).digest).not.toBe(known(first).digest)
  expect(
    Object.keys(effectiveConfiguration(plain, builtInBooks).settings).filter((name) => name.startsWith('books.')),
  ).toEqual([])
})

test('a password in the address of the store is in neither', () => {
  const store = (password: string) =>
    effectiveConfiguration({ ...plain, store: `postgres://u:${password}@db/house` }, builtInBooks)
  expect(store('secret')).toEqual(store('other'))
  expect(JSON.stringify(store('secret'))).not.toContain('secret')
})
