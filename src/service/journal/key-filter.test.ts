import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { KeyFilter } from './key-filter.ts'

const keyOf = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 12), 16)

test('every key that was added may be there, and hardly any other, however it grew', () => {
  const KEYS = 200_000
  const filter = new KeyFilter()
  expect(filter.mayHold(keyOf('anything'))).toBe(true)
  filter.isComplete = true
  filter.addAll(Array.from({ length: KEYS }, (_, nth) => keyOf(`added ${nth}`)))
  let wrong = 0
  for (let nth = 0; nth < KEYS; nth++) {
    if (!filter.mayHold(keyOf(`added ${nth}`))) throw new Error(`added ${nth} is forgotten`)
    if (filter.mayHold(keyOf(`other ${nth}`))) wrong++
  }
  expect(wrong / KEYS).toBeLessThan(0.005)
})
