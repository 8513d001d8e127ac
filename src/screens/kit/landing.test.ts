import { expect, test } from 'vitest'
import type { DisplayView, Result } from '../../engine/views.ts'
import { isOnShow, restingIn } from './landing.ts'

const last: Result = { round: 30, pocket: '24', void: null }

// biome-ignore format: a table is read down its columns
const moments = [
  { moment: 'it is settled',                        round: 30,   phase: 'settled',            pocket: '24', isShown: true,  rests: '24' },
  { moment: 'the next round takes bets',            round: 31,   phase: 'betting-open',       pocket: null, isShown: true,  rests: '24' },
  { moment: 'the next ball spins and bets go on',   round: 31,   phase: 'ball-spinning',      pocket: null, isShown: true,  rests: null },
  { moment: 'no more bets is called',               round: 31,   phase: 'betting-closed',     pocket: null, isShown: false, rests: null },
  { moment: 'the next number is there',             round: 31,   phase: 'outcome-determined', pocket: '15', isShown: false, rests: '15' },
  { moment: 'the next round waits for a decision',  round: 31,   phase: 'referred',           pocket: null, isShown: false, rests: null },
  { moment: 'the round after the next takes bets',  round: 32,   phase: 'betting-open',       pocket: null, isShown: false, rests: null },
  { moment: 'the table has opened no round yet',    round: null, phase: 'closed',             pocket: null, isShown: true,  rests: '24' },
] as const

test.each(moments)('round 30, when $moment: shown $isShown, and the ball rests in $rests', (moment) => {
  const { isShown, rests, round, phase, pocket } = moment
  expect(isOnShow(last, { round, phase })).toBe(isShown)
  expect(restingIn({ round, phase, pocket, results: [last] } as unknown as DisplayView)).toBe(rests)
})

test('a void round leaves the ball nowhere, also when the next one takes bets; without any round there is no ball', () => {
  const voided = { round: 31, pocket: null, void: 'ball-broke' }
  const view = { phase: 'void', round: 31, pocket: null, results: [voided, last] } as unknown as DisplayView
  expect(restingIn(view)).toBeNull()
  expect(restingIn({ ...view, phase: 'betting-open', round: 32 })).toBeNull()
  expect(restingIn({ ...view, results: [] })).toBeNull()
})
