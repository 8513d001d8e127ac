import fc from 'fast-check'
import { expect, test } from 'vitest'
import { below, between, cryptoBytes, pickOne, seededBytes } from './chance.ts'

/** The meaning of a single byte: a value, or nothing if another byte must be drawn. */
function meaning(count: number, byte: number): number | null {
  let draws = 0
  const value = below(count, () => (draws++ === 0 ? byte : 0))
  return draws === 1 ? value : null
}

test('every value stands for exactly as many byte values, for every count there is', () => {
  for (let count = 1; count <= 256; count++) {
    const kept = new Map<number, number>()
    for (let byte = 0; byte < 256; byte++) {
      const value = meaning(count, byte)
      if (value !== null) kept.set(value, (kept.get(value) ?? 0) + 1)
    }
    expect([...kept.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, value) => value))
    expect(new Set(kept.values()).size, `of ${count}`).toBe(1)
    // Kept more often than not: the draws end.
    expect(count * [...kept.values()][0]!).toBeGreaterThan(128)
  }
})

test('a byte that is not kept leaves no trace in the next draw', () => {
  const bytes = [37, 63, 255, 101, 5]
  expect(below(37, () => bytes.shift()!)).toBe(5)
  expect(bytes).toEqual([])
})

test('an impossible draw throws, and so does a generator that is stuck', () => {
  for (const count of [0, -1, 257, 1.5, Number.NaN]) expect(() => below(count, () => 0)).toThrow(RangeError)
  expect(() => below(37, () => 255)).toThrow('random')
})

test('a seed gives the same bytes again, another seed others', () => {
  const bytes = (seed: string) => Array.from({ length: 300 }, seededBytes(seed))
  expect(bytes('one')).toEqual(bytes('one'))
  expect(bytes('one')).not.toEqual(bytes('two'))
  expect(bytes('one').slice(0, 64)).not.toEqual(bytes('one').slice(64, 128))
})

test('the cryptographic generator gives every byte value and every pocket', () => {
  const next = cryptoBytes()
  expect(new Set(Array.from({ length: 10_000 }, next)).size).toBe(256)
  expect(new Set(Array.from({ length: 10_000 }, () => below(37, next))).size).toBe(37)
})

test('between and oneOf stay inside', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), fc.nat(100), fc.string(), (least, more, seed) => {
      const value = between(least, least + more, seededBytes(seed))
      expect(value).toBeGreaterThanOrEqual(least)
      expect(value).toBeLessThanOrEqual(least + more)
    }),
  )
  expect(['a', 'b']).toContain(pickOne(['a', 'b'], cryptoBytes()))
})
