import { expect, test, vi } from 'vitest'
import { memoByIdentity } from './memo.ts'

test('a value is computed once for each object, also where it is null', () => {
  const compute = vi.fn((key: { n: number }, more: number) => (key.n === 0 ? null : key.n + more))
  const memo = memoByIdentity(compute)
  const [one, none] = [{ n: 1 }, { n: 0 }]
  expect([memo(one, 1), memo(one, 1), memo(none, 1), memo(none, 1), memo({ n: 1 }, 1)]).toEqual([2, 2, null, null, 2])
  expect(compute).toHaveBeenCalledTimes(3)
})

test('a value that was computed elsewhere is kept', () => {
  const memo = memoByIdentity((key: readonly number[]) => key.length)
  const key = [1, 2]
  memo.keep(key, 7)
  expect([memo(key), memo([1, 2])]).toEqual([7, 2])
})
