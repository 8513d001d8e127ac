import type { RuleBook } from '../books/rule-book.ts'
import { type Fraction, toNumber } from './fraction.ts'
import { add, type Cents, negative, sum, zero } from './money.ts'
import { theoreticalWin } from './odds.ts'
import type { Line } from './settlement.ts'
import { sumsOf } from './sums.ts'

/** The house's figures: what was in play, what was won, which part of it, and what the odds let one expect. */
export type Figures = {
  handle: Cents
  win: Cents
  /** Win over handle; null while nothing was in play. */
  hold: number | null
  theoreticalWin: number
}

export const winOf = (lines: readonly Line[]): Cents => sumsOf(lines).won

export function handleBySpot(
  before: Readonly<Record<string, Cents>>,
  lines: readonly Line[],
  sign: 1 | -1 = 1,
): Readonly<Record<string, Cents>> {
  return handleWith(before, sumsOf(lines).handle, sign)
}

/** Handles by spot, with others added or taken away. */
export function handleWith(
  before: Readonly<Record<string, Cents>>,
  handles: Iterable<readonly [spot: string, amount: Cents]>,
  sign: 1 | -1,
): Readonly<Record<string, Cents>> {
  const after = { ...before }
  for (const [spot, amount] of handles) after[spot] = add(after[spot] ?? zero, sign === 1 ? amount : negative(amount))
  return after
}

export function figuresOf(
  book: RuleBook,
  layout: string,
  handles: Readonly<Record<string, Cents>>,
  win: Cents,
): Figures {
  const handle = sum(Object.values(handles))
  const theory: Fraction = theoreticalWin(book, layout, handles)
  return { handle, win, hold: handle === 0 ? null : win / handle, theoreticalWin: toNumber(theory) }
}
