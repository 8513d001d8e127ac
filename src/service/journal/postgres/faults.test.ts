import { expect, test } from 'vitest'
import { JournalConflict, StoreFault } from '../journal.ts'
import { faultOf, mustReconnect } from './faults.ts'

const saidWith = (code: string): Error => Object.assign(new Error('said by the driver'), { code })

test.each([
  ['EPIPE', 'the connection was lost'],
  ['ECONNRESET', 'the connection was lost'],
  ['ETIMEDOUT', 'it does not answer'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'said by the driver'],
  ['57P01', 'it is being shut down'],
])('%s ends the session, and may pass', (code, words) => {
  expect(faultOf(saidWith(code))).toMatchObject({ isPassing: true, message: words })
  expect(mustReconnect(saidWith(code))).toBe(true)
})

test.each([
  ['53100', true],
  ['40P01', true],
  ['42501', false],
  ['23514', false],
])('%s leaves the session as it is; whether it may pass: %s', (code, isPassing) => {
  const fault = faultOf(saidWith(code))
  expect(fault).toBeInstanceOf(StoreFault)
  expect(fault).toMatchObject({ isPassing })
  expect(mustReconnect(saidWith(code))).toBe(false)
})

test('damaged pages do not pass, and a place that is taken is a conflict', () => {
  expect(faultOf(saidWith('XX001'))).toMatchObject({ isPassing: false })
  expect(faultOf(saidWith('23505'))).toBeInstanceOf(JournalConflict)
})
