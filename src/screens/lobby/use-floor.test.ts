import { expect, test } from 'vitest'
import type { Glance } from '../../wire/floor-shapes.ts'
import { beforeItsBallIsDown } from './use-floor.ts'

test('a number is told in the lobby when the ball of that round is down on every screen', () => {
  const settled = '2026-11-17T12:00:00.000Z'
  const results = [
    { round: 9, pocket: '17', void: null, at: settled },
    { round: 8, pocket: '4', void: null, at: '2026-11-17T11:59:00.000Z' },
    { round: 7, pocket: '0', void: null, at: null },
  ]
  const roundsAt = (now: string) =>
    beforeItsBallIsDown({ id: 'r1', results, now } as unknown as Glance).results.map(({ round }) => round)
  expect(roundsAt(settled)).toEqual([8, 7])
  expect(roundsAt('2026-11-17T12:00:03.999Z')).toEqual([8, 7])
  expect(roundsAt('2026-11-17T12:00:04.000Z')).toEqual([9, 8, 7])
})
