import { expect, test } from 'vitest'
import { bookById } from '../books/index.ts'
import { isInForce } from './in-force.ts'

// biome-ignore format: a table is read down its columns
test.each([
  ['mbs/sands-roulette@1',             '2017-09-27T23:59:59+08:00', false],
  ['mbs/sands-roulette@1',             '2017-09-28T00:00:00+08:00', true],
  ['mbs/sands-roulette@1',             '2019-08-13T15:59:59Z',      true],
  ['mbs/sands-roulette@1',             '2019-08-13T16:00:00Z',      false],
  ['mbs/sands-roulette@2',             '2019-08-13T15:59:59Z',      false],
  ['mbs/sands-roulette@2',             '2019-08-13T16:00:00.000Z',  true],
  ['mbs/sands-roulette@2',             '2019-08-14T00:00',          true],
  ['mbs/roulette@3',                   '1999-01-01T00:00:00Z',      true],
  ['rws/roulette-double-zero-etg@4',   '2020-08-05T07:59:59+08:00', false],
  ['rws/roulette-double-zero-etg@4',   '2020-08-05T08:00:00+08:00', true],
  ['mbs/sands-fast-action-roulette@2', '2020-09-16T16:00:00Z',      true],
] as const)('%s at %s: %s, by the time of Singapore', (id, at, isTrue) => {
  expect(isInForce(bookById(id)!, at)).toBe(isTrue)
})
