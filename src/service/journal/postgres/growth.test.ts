import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Growth } from './growth.ts'
import type { Line } from './line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The streams that are named in notifications, in order. */
function growthOf(isToldOtherwise: () => boolean) {
  const notified: string[] = []
  const query = async (text: string, values: string[] = []) => {
    if (typeof text === 'string' && text.includes('pg_notify')) notified.push(values[1]!)
    return { rows: [] }
  }
  const line = { use: (work: (client: { query: typeof query }) => unknown) => Promise.resolve(work({ query })) }
  const growth = new Growth(line as unknown as Line, 'house')
  growth.follow(() => {}, isToldOtherwise)
  return { growth, notified }
}

test('appends within a moment are in one notification', () => {
  const { growth, notified } = growthOf(() => false)
  growth.tell('etg', 1)
  growth.tell('etg', 2)
  growth.tell('house', 7)
  vi.advanceTimersByTime(10)
  expect(notified).toEqual(['{"etg":2,"house":7}'])
  growth.close()
})

test('notifications are rarer while the other nodes hear over their links', () => {
  let isLinked = true
  const { growth, notified } = growthOf(() => isLinked)
  growth.tell('etg', 1)
  vi.advanceTimersByTime(200)
  growth.tell('etg', 2)
  expect(notified).toEqual([])
  vi.advanceTimersByTime(50)
  expect(notified).toEqual(['{"etg":2}'])
  isLinked = false
  growth.tell('etg', 3)
  vi.advanceTimersByTime(10)
  expect(notified).toEqual(['{"etg":2}', '{"etg":3}'])
  growth.close()
})
