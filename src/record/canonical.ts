import { type Sha256, sha256 } from './sha256.ts'

/**
 * A value as text with its keys in order: two ways of building the same value are written the same.
 *
 * @example
 * const text: string = canonical({ b: 1, a: 2 })
 */
export const canonical = (value: unknown): string => JSON.stringify(inOrder(JSON.parse(JSON.stringify(value))))

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, inOrder(item)]),
  )
}

/**
 * The identity of a rule book, independent of its name: the SHA-256 of the whole value.
 *
 * @example
 * const id: string = fingerprint({ b: 1, a: 2 })
 */
export const fingerprint = (value: unknown, hash: Sha256 = sha256): string => hash(canonical(value))

/**
 * Whether two values are the same when written to a journal: the order of fields, and fields without a value, aside.
 *
 * @example
 * const isEqual: boolean = isSame({ b: 1, a: 2 }, { a: 2, b: 1 })
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [fieldsOf(a), fieldsOf(b)]
  if (left.length !== right.length) return false
  return left.every(([key, item]) => Object.hasOwn(b, key) && isSame(item, (b as Record<string, unknown>)[key]))
}

const fieldsOf = (value: object): [string, unknown][] => Object.entries(value).filter(([, item]) => item !== undefined)
