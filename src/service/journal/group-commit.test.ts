import { describe, expect, test } from 'vitest'
import type { Append } from '../../record/stored-entry.ts'
import { groupCommit } from './group-commit.ts'
import { JournalConflict, StoreFault } from './journal.ts'

const entry = (stream: string, seq: number): Append => ({ stream, seq, body: `${seq}` })

/** A store that fails a number of times. */
function failing(times: number, error: Error) {
  const tried: string[] = []
  const write = async (entries: readonly Append[]): Promise<void> => {
    tried.push(entries.map(({ stream, seq }) => `${stream}${seq}`).join(' '))
    if (tried.length <= times) throw error
  }
  return { tried, write }
}

describe('a store that fails for the moment', () => {
  test('is tried again with the same entries until it takes them', async () => {
    const { tried, write } = failing(3, new StoreFault('database or disk is full', true))
    const append = groupCommit(write, 60_000)
    await Promise.all([append([entry('a', 1)]), append([entry('a', 2)]), append([entry('b', 1)])])
    expect(tried).toEqual(['a1', 'a1', 'a1', 'a1', 'a2 b1'])
  })

  test('is given up when it has been tried for long enough: everybody who waited is told', async () => {
    const { tried, write } = failing(Number.POSITIVE_INFINITY, new StoreFault('disk I/O error', true))
    const append = groupCommit(write, 120)
    const waiting = await Promise.allSettled([
      append([entry('a', 1)]),
      append([entry('b', 1)]),
      append([entry('c', 1)]),
    ])
    expect(waiting.map((one) => (one as PromiseRejectedResult).reason.message)).toEqual(Array(3).fill('disk I/O error'))
    expect(new Set(tried)).toEqual(new Set(['a1', 'b1 c1']))
    expect(tried.length).toBeGreaterThan(3)
  })
})

test.each([new StoreFault('string or blob too big', false), new JournalConflict('taken')])(
  'what does not pass is not tried again: %s',
  async (error) => {
    const { tried, write } = failing(1, error)
    await expect(groupCommit(write, 60_000)([entry('a', 1)])).rejects.toBe(error)
    expect(tried).toEqual(['a1'])
  },
)
