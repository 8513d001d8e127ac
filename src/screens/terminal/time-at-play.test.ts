import { expect, test } from 'vitest'
import { clockText } from './time-at-play.ts'

test.each([
  [-5, '0:00:00'],
  [999, '0:00:00'],
  [61_000, '0:01:01'],
  [3_723_999, '1:02:03'],
  [100 * 3_600_000, '100:00:00'],
])('%i ms at play are %s', (ms, text) => {
  expect(clockText(ms)).toBe(text)
})
