import type { RuleBook } from '../books/rule-book.ts'
import { type Limits, PAYOUT } from './limits.ts'
import { type Cents, smaller, subtract } from './money.ts'
import type { Line } from './settlement.ts'
import { sumsOf } from './sums.ts'

/**
 * Returns the most that one player wins in a round: the amount displayed at the table, otherwise the book's own. Infinite where the
 * book has no such rule, or leaves the amount to the table and it displays none.
 */
export function payoutMax({ rules: { maximumPayout } }: RuleBook, limits: Limits): number {
  return maximumPayout ? (limits[PAYOUT]?.max ?? maximumPayout.amount ?? Infinity) : Infinity
}

/**
 * Cuts the winnings of each player to the maximum payout of the round. Lines are paid in their order until it is
 * reached; each line that is paid less says how much and by which clause. Stakes are returned in full.
 */
export function cutToMaximum(book: RuleBook, limits: Limits, lines: readonly Line[]): readonly Line[] {
  const max = payoutMax(book, limits)
  if (max === Infinity) return lines
  const { clause } = book.rules.maximumPayout!
  const left = leftOf(lines, max as Cents)
  return left.size === 0 ? lines : lines.map((line) => cutLine(line, left, clause))
}

/** The amount that may still be paid, for each player whose winnings are above the maximum. */
function leftOf(lines: readonly Line[], max: Cents): Map<string, Cents> {
  const over = [...sumsOf(lines).players].filter(([, { paid }]) => paid > max)
  return new Map(over.map(([player]) => [player, max]))
}

function cutLine(line: Line, left: Map<string, Cents>, clause: string): Line {
  const most = left.get(line.player)
  if (most === undefined) return line
  const paid = smaller(line.paid, most)
  left.set(line.player, subtract(most, paid))
  return paid === line.paid ? line : { ...line, paid, cut: { amount: subtract(line.paid, paid), clause } }
}
