import { expect, test } from 'vitest'
import { fingerprint } from '../record/canonical.ts'
import { books } from './index.ts'
import { bookByFingerprint, fingerprintOf, registry, rulesOf } from './registry.ts'
import type { Book } from './rule-book.ts'

const rows = registry.map(({ book, fingerprint }) => [book.id, book, fingerprint] as const)

test.each(rows)('the fingerprint of %s is that of its rules', (_, book, pinned) => {
  expect(fingerprint(rulesOf(book))).toBe(pinned)
  expect(bookByFingerprint(pinned)).toBe(book)
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
    expect(fingerprint(rulesOf(changedAt(book, path))) === pinned, path.join('.')).toBe(
      ['format', 'texts'].includes(path[0]!),
    )
  expect(paths.filter(([part]) => part === 'texts').length).toBeGreaterThan(150)
})

test('the registry holds every book that is played by, each once', () => {
  expect(registry.map(({ book }) => book)).toEqual(expect.arrayContaining([...books]))
  expect(new Set(registry.map((row) => row.fingerprint)).size).toBe(registry.length)
})

test('a book that is not in the registry decides nothing', () => {
  expect(() => fingerprintOf({ ...books[0]! })).toThrow('not in the registry')
  expect(bookByFingerprint('0'.repeat(64))).toBeUndefined()
})
