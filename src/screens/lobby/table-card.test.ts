import { expect, test } from 'vitest'
import { nextTable } from './table-card.tsx'
import type { TableGlance } from './use-floor.ts'

type Floor = Partial<Pick<TableGlance, 'phase' | 'closesAt' | 'stopped' | 'terminals'>>

const table = (id: string, more: Floor = {}) =>
  ({ id, phase: 'settled', closesAt: null, stopped: false, terminals: { total: 2, free: 2 }, ...more }) as TableGlance
const open = (id: string, second: number) =>
  table(id, { phase: 'betting-open', closesAt: `2026-11-17T12:00:${second}.000Z` })
const full = { terminals: { total: 2, free: 0 } }

// biome-ignore format: a table is read down its columns
const floors = [
  ['where the most time is left to bet',             [table('a'), open('b', 20), open('c', 40)], null, 'c'],
  ['the one before, as long as it takes bets',       [open('b', 20), open('c', 40)],             'b',  'b'],
  ['another one when it takes none any more',        [table('b'), open('c', 40)],                'b',  'c'],
  ['the one before while no table takes bets',       [table('a'), table('b')],                   'b',  'b'],
  ['not where all seats are taken or play stopped',  [table('a', full), table('b', { stopped: true }), table('c')], null, 'c'],
  ['none without tables',                            [],                                         'b',  null],
] as const

test.each(floors)('the one table to go to: %s', (_, tables, before, next) => {
  expect(nextTable(tables, before)).toBe(next)
})
