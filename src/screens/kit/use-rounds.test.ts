import { expect, test } from 'vitest'
import { joinedRounds } from './use-rounds.ts'

const round = (number: number, pocket = '1') => ({ round: number, pocket, void: null })

test('statistics rest on the rounds of the view, at once, and on older ones that were asked for', () => {
  const view = [round(9, '9'), round(8, '8')]
  expect(joinedRounds(view, [], 100)).toEqual(view)
  // Asked for before the last round, or corrected since: what the view says counts.
  expect(joinedRounds(view, [round(8, '7'), round(7), round(6)], 100)).toEqual([...view, round(7), round(6)])
  // A round that this screen has not shown yet.
  expect(joinedRounds(view, [round(10), round(9), round(8), round(7)], 3)).toEqual([...view, round(7)])
  expect(joinedRounds([], [round(1)], 100)).toEqual([])
})
