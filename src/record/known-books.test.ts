import { expect, test } from 'vitest'
import { readRules } from '../book-files/read-book.ts'
import { books } from '../books/index.ts'
import { type Book, rulesOf } from '../books/rule-book.ts'
import { builtInBooks, describeRules, fingerprintOf, knownBooks } from './known-books.ts'

/** A changed fingerprint means changed rules: tables that played by the book continue by the rules in their journal. */
// biome-ignore format: a table is read down its columns
const pinnedBooks = [
  ['mbs/sands-roulette@1',             'da8658ce136036e9e39011205d6efbacb3a13dee212c85f52621aedae5151ca3'],
  ['mbs/sands-roulette@2',             'c96b868968f29efd633e2d6bf50aeeea3ddfff31b75e5734f33bc77503ca97c5'],
  ['mbs/roulette@3',                   'eedb67feec0cfda2f8d1d282f21f84c32556027fe139b3148948db2822f4fec9'],
  ['mbs/sands-fast-action-roulette@2', '9482951512610e9473b4fd1a64b0958c9f18277e64b76d3d341f7734d513514c'],
  ['rws/roulette-double-zero-etg@4',   '44ef97a368fa748707e0a088d779e304c395e65f76403aef8a0402a0c3c373fe'],
] as const

const rows = pinnedBooks.map(([id, pinned]) => [id, builtInBooks.byId(id)!, pinned] as const)

test.each(rows)('the fingerprint of %s is that of its rules', (_, book, pinned) => {
  expect(fingerprintOf(book)).toBe(pinned)
  expect(fingerprintOf(structuredClone(rulesOf(book)))).toBe(pinned)
  expect(builtInBooks.byFingerprint(pinned)).toBe(book)
})

/** Every value within a value that is not itself made of values, by its path. */
function* leaves(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) yield path
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, [...path, key])
}

function changedAt(book: Book, path: readonly string[]): Book {
  const copy = structuredClone(book)
  let inner = copy as unknown as Record<string, unknown>
  for (const key of path.slice(0, -1)) inner = inner[key] as Record<string, unknown>
  inner[path.at(-1)!] = 'changed'
  return copy
}

test.each(rows)('%s: another text leaves the fingerprint, another value of the rules does not', (_, book, pinned) => {
  const paths = [...leaves(book)]
  for (const path of paths)
    expect(fingerprintOf(changedAt(book, path)) === pinned, path.join('.')).toBe(['format', 'texts'].includes(path[0]!))
  expect(paths.filter(([part]) => part === 'texts').length).toBeGreaterThan(150)
})

test('every book of the program is pinned, each once', () => {
  expect(pinnedBooks.map(([id]) => id)).toEqual(books.map(({ id }) => id))
  expect(new Set(pinnedBooks.map(([, pinned]) => pinned)).size).toBe(books.length)
})

test('rules are told with the texts that are known of them, and else by their own names', () => {
  for (const book of books) {
    const rules = structuredClone(rulesOf(book))
    expect(readRules(rules)).toEqual({ rules })
    expect(describeRules(builtInBooks, rules)).toBe(book)
    const bare = describeRules(knownBooks([]), rules)
    expect(fingerprintOf(bare)).toBe(fingerprintOf(book))
    expect(bare.texts.en).toMatchObject({ title: book.id, clauses: [] })
    expect(Object.keys(bare.texts.en.irregularities)).toEqual(book.irregularities.map(({ code }) => code))
  }
})

test('an unknown id or fingerprint is no book', () => {
  expect(builtInBooks.byId('mbs/roulette@4')).toBeUndefined()
  expect(builtInBooks.byFingerprint('0'.repeat(64))).toBeUndefined()
})
