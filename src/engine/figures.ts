import type { RuleBook } from '../books/rule-book.ts'
import { type Fraction, toNumber } from './fraction.ts'
import { add, type Cents, negative, sum, zero } from './money.ts'
import { theoreticalWin } from './odds.ts'
import type { WithCuts } from './payout-cuts.ts'
import type { Line } from './settlement.ts'
import { sumsOf } from './sums.ts'

/** The house's figures: handle, win, hold, and the win that the odds predict. */
export type Figures = {
  handle: Cents
  win: Cents
  /** Win over handle; null while nothing was in play. */
  hold: number | null
  theoreticalWin: number
}

/** Stakes in play, by spot, and winnings that the maximum payout cuts, by outcome: of a round, or of many. */
export type InPlay = WithCuts & { readonly handleBySpot: Readonly<Record<string, Cents>> }

export const winOf = (lines: readonly Line[]): Cents => sumsOf(lines).won

export function handleBySpot(
  before: Readonly<Record<string, Cents>>,
  lines: readonly Line[],
  sign: 1 | -1 = 1,
): Readonly<Record<string, Cents>> {
  return amountsWith(before, sumsOf(lines).handle, sign)
}

/** Amounts by spot or by outcome, with others added or taken away. */
export function amountsWith(
  before: Readonly<Record<string, Cents>>,
  amounts: Iterable<readonly [key: string, amount: Cents]>,
  sign: 1 | -1,
): Readonly<Record<string, Cents>> {
  const after = { ...before }
  for (const [key, amount] of amounts) after[key] = add(after[key] ?? zero, sign === 1 ? amount : negative(amount))
  return after
}

/**
 * Returns handle, win and hold of a table.
 *
 * @example
 * const { handle, win, hold } = figuresOf(roulette3, 'table', state, cents(0))
 */
export function figuresOf(
  book: RuleBook,
  layout: string,
  { handleBySpot: handles, cutByOutcome: cuts }: InPlay,
  win: Cents,
): Figures {
  const handle = sum(Object.values(handles))
  const theory: Fraction = theoreticalWin(book, layout, handles, cuts)
  return { handle, win, hold: handle === 0 ? null : win / handle, theoreticalWin: toNumber(theory) }
}
