import type { TablePlan } from './house.ts'

/** One table for every book and layout, driven by its dealer: without a wheel betting stays open until somebody closes it. */
const limits = { default: { min: 100, max: 100_000 } }
// biome-ignore format: a table is read down its columns
export const everyTable = [
  { id: 'roulette', book: 'mbs/roulette@3',                   layout: 'table', limits },
  { id: 'sands-1',  book: 'mbs/sands-roulette@1',             layout: 'table', limits },
  { id: 'sands-2',  book: 'mbs/sands-roulette@2',             layout: 'table', limits },
  { id: 'fast',     book: 'mbs/sands-fast-action-roulette@2', layout: 'table', limits },
  { id: 'etg-a',    book: 'rws/roulette-double-zero-etg@4',   layout: 'A', terminal: 'rapid',      limits },
  { id: 'etg-b',    book: 'rws/roulette-double-zero-etg@4',   layout: 'B', terminal: 'alfastreet', limits },
] as const satisfies readonly TablePlan[]
