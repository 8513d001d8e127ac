import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { KeyFilter } from './key-filter.ts'

const keyOf = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 12), 16)

test('every key that was noted may be there, and hardly any other, however it grew', () => {
  const KEYS = 200_000
  const filter = new KeyFilter()
  for (let nth = 0; nth < KEYS; nth++) filter.add(keyOf(`noted ${nth}`))
  let wrong = 0
  for (let nth = 0; nth < KEYS; nth++) {
    if (!filter.mayHold(keyOf(`noted ${nth}`))) throw new Error(`noted ${nth} is forgotten`)
    if (filter.mayHold(keyOf(`other ${nth}`))) wrong++
  }
  expect(filter.filters.length).toBeGreaterThan(1)
  expect(wrong / KEYS).toBeLessThan(0.005)
})

test('it is the same in another thread', () => {
  const filter = KeyFilter.for(10)
  filter.add(keyOf('one'))
  const copy = new KeyFilter(structuredClone(filter.filters))
  expect([copy.mayHold(keyOf('one')), copy.mayHold(keyOf('another'))]).toEqual([true, false])
})
