import { expect, test } from 'vitest'
import { journalOf, spin, twoRounds } from '../../../test/support/audit.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import { addEntry, noFields, noRounds, roundIn, search, wantedOf } from './round-search.ts'

const indexOf = (entries: readonly Stored[]) => {
  const index = noRounds()
  for (const { seq, body } of entries) addEntry(index, seq, readTableEntry(body))
  return index
}

test('rounds are found with what became of them, also later', () => {
  const lines = journalOf(twoRounds)
  const index = indexOf(lines)
  expect(index.rounds).toHaveLength(2)
  expect(roundIn(index, 1)).toMatchObject({ pocket: '20', void: null, wagers: 1, from: 3, to: 9, later: [13] })
  expect([...roundIn(index, 1)!.marks]).toEqual(['refused', 'corrected'])
  expect([...roundIn(index, 1)!.players]).toEqual(['Ann', 'Bea'])
  expect(roundIn(index, 2)).toMatchObject({ pocket: null, void: 'no-spin', from: 10, to: 12, later: [] })
})

test('rounds are found by number, time, player and mark', () => {
  const index = indexOf(journalOf(twoRounds))
  const found = (wanted: Parameters<typeof search>[1]) => search(index, wanted).map(({ round }) => round)
  expect(found({})).toEqual([2, 1])
  expect(found({ round: 1 })).toEqual([1])
  expect(found({ player: 'bea' })).toEqual([1])
  expect(found({ player: 'ann' })).toEqual([2, 1])
  expect(found({ marks: ['corrected'] })).toEqual([1])
  expect(found({ marks: ['ruled', 'referred'] })).toEqual([])
  const minute = (at: number) => Date.UTC(2026, 0, 1, 20, at)
  expect(found({ from: minute(9) })).toEqual([2])
  expect(found({ until: minute(8) })).toEqual([1])
  expect(found({ from: minute(8), until: minute(9) })).toEqual([2, 1])
})

test('a round that was made void after its bonus draw is found, with the numbers', () => {
  const numbers = ['1', '2', '3', '5', '6', '7', '9', '10', '11', '13']
  const toDraw = [{ do: 'place-your-bets' }, spin, { do: 'no-more-bets' }, { do: 'bonus-numbers', numbers }]
  const commands = [
    { do: 'place-your-bets' },
    { do: 'no-spin' },
    ...toDraw,
    { do: 'no-spin', reason: 'it left the wheel' },
  ]
  const index = indexOf(journalOf(commands, 'mbs/sands-fast-action-roulette@2'))
  expect(search(index, { marks: ['void-after-draw'] })).toMatchObject([{ round: 2, void: 'no-spin', drawn: numbers }])
})

test('the search finds the typed text', () => {
  expect(wantedOf(noFields)).toEqual({ marks: [] })
  const typed = { round: ' 12 ', player: ' Ann ', from: '2026-01-01T20:00', until: 'soon', marks: ['ruled'] as const }
  expect(wantedOf(typed)).toEqual({
    round: 12,
    player: 'Ann',
    from: Date.parse('2026-01-01T20:00+08:00'),
    marks: ['ruled'],
  })
  expect(wantedOf({ ...noFields, round: 'x' })).toEqual({ marks: [] })
  // By the time zone of the house, Singapore by default, independent of this machine.
  const from = Date.parse('2026-01-01T20:05+08:00')
  const minute = { from, until: from + 59_999 }
  expect(wantedOf({ ...noFields, from: '2026-01-01T20:05', until: '2026-01-01T20:05' })).toMatchObject(minute)
})
