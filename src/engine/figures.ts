import type { RuleBook } from '../books/rule-book.ts'
import { type Fraction, toNumber } from './fraction.ts'
import { add, type Cents, negative, subtract, sum, zero } from './money.ts'
import { theoreticalWin } from './odds.ts'
import type { Line } from './settlement.ts'

/** The house's figures: what was in play, what was won, which part of it, and what the odds let one expect. */
export type Figures = {
  handle: Cents
  win: Cents
  /** Win over handle; null while nothing was in play. */
  hold: number | null
  theoreticalWin: number
}

/** The part of a stake that was at risk: returned stakes and what lies over the maximum were not. */
export const inPlay = (line: Line): Cents =>
  line.result === 'won' ? ((line.paid / line.pays) as Cents) : line.collected

export const winOf = (lines: readonly Line[]): Cents => sum(lines.map((line) => subtract(line.collected, line.paid)))

export function handleBySpot(
  before: Readonly<Record<string, Cents>>,
  lines: readonly Line[],
  sign: 1 | -1 = 1,
): Readonly<Record<string, Cents>> {
  const after = { ...before }
  for (const line of lines) {
    const amount = sign === 1 ? inPlay(line) : negative(inPlay(line))
    if (amount !== 0) after[line.spot] = add(after[line.spot] ?? zero, amount)
  }
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
