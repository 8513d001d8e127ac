import { expect, test } from 'vitest'
import type { Line } from '../engine/settlement.ts'
import {
  decidedEntry,
  isLong,
  readTableEntry,
  type TableEntry,
  writeEntryInParts,
  writeTableEntry,
} from './table-entry.ts'

function settled(lines: number, player: string): TableEntry {
  const line = {
    player,
    spot: '17',
    stake: 500,
    result: 'lost',
    pays: 35,
    paid: 0,
    collected: 500,
    returned: 0,
    clause: '4.1',
  }
  const command = { do: 'settle', id: player, by: { role: 'dealer' } } as const
  const all = Array.from({ length: lines }, () => line) as unknown as Line[]
  const events = [
    { type: 'round-settled', round: 1, pocket: '8', lines: all, warned: [player], clause: '4.3' },
  ] as const
  const when = { salt: '0'.repeat(32), at: '2026-01-01T00:00:00.000Z', actor: 'test', book: 'f'.repeat(64), house: 3 }
  return decidedEntry(when, command, { events })
}

function inParts(entry: TableEntry): string {
  const steps = writeEntryInParts(entry)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

test.each([0, 1, 999, 1_000, 1_001, 2_500])('an entry of %i lines written in parts is the same text', (lines) => {
  // A name that looks like the place where lines belong must not be taken for it.
  for (const player of ['ann', '"lines":[]', '\\"lines\\":[]']) {
    const entry = settled(lines, player)
    expect(inParts(entry)).toBe(writeTableEntry(entry))
    expect(readTableEntry(inParts(entry))).toEqual(entry)
  }
})

test('only many lines are long', () => {
  expect([1, 1_000, 1_001].map((lines) => isLong(settled(lines, 'ann')))).toEqual([false, false, true])
})
