import type { RuleBook } from '../books/rule-book.ts'
import type { Level, Outcome } from '../engine/draw.ts'
import { type Cents, isCents } from '../engine/money.ts'
import { chancesOf } from '../engine/odds.ts'
import { spotsOf } from '../engine/spots.ts'
import { netNumberOf, termsOf, unitResult } from '../engine/unit-result.ts'

/**
 * Settlement for millions of spins: what the engine pays, looked up instead of asked. A table has a row for each outcome
 * and in it, for each spot by its index, the result per unit staked: what it pays, -1, -1/2 where half goes back, or 0 in prison. No
 * limits, no lines, no odd cents: a stake that may be halved is even. Whole numbers and halves are exact as doubles,
 * which spare a conversion at every wager.
 */
export type FastTable = {
  readonly outcomes: readonly Outcome[]
  readonly spots: number
  readonly results: Float64Array
  /** The number of equal parts into which a stake on each spot must divide in whole cents. */
  readonly parts: Uint8Array
  /** The most that a wager wins or loses per unit: it bounds every sum. */
  readonly resultMax: number
  /** The beginning of the row of an outcome. */
  readonly rows: ReadonlyMap<string, number>
}

/** Wagers side by side: the spot of each by its index, and its stake in cents. Made by `lineUp`, which checks them. */
export type FastWagers = { readonly spots: Uint16Array; readonly stakes: Float64Array }

/** Every level of a draw, in the order of its index. */
export const levels: readonly Level[] = ['plain', 'bonus', 'super-bonus']
const outcomeKey = ({ pocket, level, scatter, next }: Outcome): string =>
  [pocket, level, scatter, ...(next === undefined ? [] : [next])].join(' ')

/**
 * Compiles a layout for settling millions of spins.
 *
 * @example
 * const fast: FastTable = compileTable(roulette3, 'table')
 */
export function compileTable(book: RuleBook, layout: string): FastTable {
  const { list } = spotsOf(book, layout)
  const outcomes = outcomesOf(book)
  const results = new Float64Array(outcomes.length * list.length)
  const parts = new Uint8Array(list.length).fill(1)
  for (const [row, outcome] of outcomes.entries())
    for (const spot of list) {
      results[row * list.length + spot.index] = netNumberOf(unitResult(spot, outcome))
      parts[spot.index] = Math.max(parts[spot.index]!, termsOf(spot, outcome).parts)
    }
  return {
    outcomes,
    spots: list.length,
    results,
    parts,
    resultMax: results.reduce((most, result) => Math.max(most, result), 1),
    rows: new Map(outcomes.map((outcome, row) => [outcomeKey(outcome), row * list.length])),
  }
}

/**
 * Row by row: every pocket; with a bonus draw, every pocket in each way to be lit, without and with a scatter. Where the
 * book imprisons wagers, each prison pocket also with the pocket that decides. Without it, such a wager has won nothing yet.
 */
function outcomesOf(book: RuleBook): Outcome[] {
  const plain = book.wheel.pockets.map((pocket): Outcome => ({ pocket, level: 'plain', scatter: false }))
  if (book.rules.enPrison)
    return [...plain, ...chancesOf(book).flatMap(({ outcome }) => (outcome.next ? [outcome] : []))]
  if (!book.rules.bonus) return plain
  return levels.flatMap((level) =>
    [false, true].flatMap((scatter) => plain.map(({ pocket }) => ({ pocket, level, scatter }))),
  )
}

/**
 * The beginning of the row of an outcome in the results, which the functions below call `row`.
 *
 * @example
 * const row: number = rowOf(fastTable, outcomeOf('17', null))
 */
export function rowOf(table: FastTable, outcome: Outcome): number {
  const row = table.rows.get(outcomeKey(outcome))
  if (row === undefined) throw new RangeError(`No such outcome: ${outcomeKey(outcome)}`)
  return row
}

/**
 * Checked once, so that the loops need not ask: every spot is on the table and every sum stays a safe integer.
 *
 * @example
 * const lined: FastWagers = lineUp(fastTable, [{ spot: 0, stake: cents(500) }])
 */
export function lineUp(table: FastTable, wagers: readonly { spot: number; stake: Cents }[]): FastWagers {
  let handle = 0
  for (const { spot, stake } of wagers) {
    if (!Number.isInteger(spot) || spot < 0 || spot >= table.spots) throw new RangeError(`No such spot: ${spot}`)
    if (!isCents(stake) || stake < 0) throw new RangeError(`Not a stake: ${stake}`)
    if (stake % table.parts[spot]! !== 0) throw new RangeError(`A stake that may be halved must be even: ${stake}`)
    handle += stake
  }
  if (!Number.isSafeInteger(handle * table.resultMax)) throw new RangeError('Stakes too large to add up exactly')
  return {
    spots: Uint16Array.from(wagers, ({ spot }) => spot),
    stakes: Float64Array.from(wagers, ({ stake }) => stake),
  }
}

/**
 * The net result of all wagers together on one outcome, in cents; negative for a loss.
 *
 * @example
 * const net: number = settleTogether(fastTable, rowOf(fastTable, outcomeOf('17', null)), fastWagers)
 */
export function settleTogether(table: FastTable, row: number, { spots, stakes }: FastWagers): number {
  const results = rowResults(table, row)
  const pairs = spots.length & ~1
  // Two sums, so that the processor can add both at once.
  let even = 0
  let odd = 0
  for (let i = 0; i < pairs; i += 2) {
    even += results[spots[i]!]! * stakes[i]!
    odd += results[spots[i + 1]!]! * stakes[i + 1]!
  }
  if (pairs < spots.length) even += results[spots[pairs]!]! * stakes[pairs]!
  return even + odd
}

/**
 * Writes the net result of each wager on one outcome into `nets`.
 *
 * @example
 * const nets = new Float64Array(1)
 * settleEach(fastTable, rowOf(fastTable, outcomeOf('17', null)), fastWagers, nets)
 */
export function settleEach(table: FastTable, row: number, { spots, stakes }: FastWagers, nets: Float64Array): void {
  if (nets.length < spots.length) throw new RangeError('Too little room for the results')
  const results = rowResults(table, row)
  for (let i = 0; i < spots.length; i++) nets[i] = results[spots[i]!]! * stakes[i]!
}

/**
 * Every wager in a round of its own: the sum, where `rows` gives the outcome of each.
 *
 * @example
 * const net: number = settleSpins(fastTable, Int32Array.of(0, 17, 36), fastWagers)
 */
export function settleSpins(table: FastTable, rows: Int32Array, { spots, stakes }: FastWagers): number {
  if (rows.length !== spots.length) throw new RangeError('Each wager needs its outcome')
  const { results } = table
  const pairs = spots.length & ~1
  let even = 0
  let odd = 0
  for (let i = 0; i < pairs; i += 2) {
    even += results[rows[i]! + spots[i]!]! * stakes[i]!
    odd += results[rows[i + 1]! + spots[i + 1]!]! * stakes[i + 1]!
  }
  if (pairs < spots.length) even += results[rows[pairs]! + spots[pairs]!]! * stakes[pairs]!
  return even + odd
}

const rowResults = (table: FastTable, row: number): Float64Array => table.results.subarray(row, row + table.spots)
