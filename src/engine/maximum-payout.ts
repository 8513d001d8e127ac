import type { RuleBook } from '../books/rule-book.ts'
import { type Limits, PAYOUT } from './limits.ts'
import { type Cents, smaller, subtract } from './money.ts'
import type { Line } from './settlement.ts'
import { sumsOf } from './sums.ts'

/**
 * Cuts the winnings of each player to the maximum payout of the round. Lines are paid in their order until it is reached;
 * each line that is paid less says how much and by which clause. Stakes go back as ever.
 */
export function cutToMaximum({ rules }: RuleBook, limits: Limits, lines: readonly Line[]): readonly Line[] {
  const rule = rules.maximumPayout
  const max = limits[PAYOUT]?.max
  if (!rule || max === undefined) return lines
  const left = leftOf(lines, max)
  return left.size === 0 ? lines : lines.map((line) => cutLine(line, left, rule.clause))
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
