import { expect, test } from 'vitest'
import { shownStage } from './stage.ts'

test.each([
  ['closed', null, 'waiting'],
  ['closed', 'now', 'stopped'],
  ['closed', 'after-round', 'stopped'],
  ['betting-open', null, 'open'],
  ['betting-open', 'now', 'stopped'],
  ['betting-open', 'after-round', 'open'],
  ['ball-spinning', 'now', 'stopped'],
  ['ball-spinning', 'after-round', 'closing'],
  ['betting-closed', 'now', 'closed'],
  ['outcome-determined', 'now', 'result'],
  ['settled', 'now', 'settled'],
] as const)('%s, gaming stopped %s: %s', (phase, when, stage) => {
  const gamingStop = when && { when, reason: 'the inspector asks' }
  expect(shownStage({ phase, powerOut: false, gamingStop })).toBe(stage)
})

test('a power failure is told before a stop', () =>
  expect(shownStage({ phase: 'betting-open', powerOut: true, gamingStop: { when: 'now', reason: 'r' } })).toBe(
    'power-out',
  ))
