import type { Clause, LimitsPolicy, RuleBook } from '../books/rule-book.ts'
import { type Cents, subtract } from './money.ts'
import { linesOn } from './prepared-settlement.ts'
import { inPlay, type Line } from './settlement.ts'
import { isUnderWay, type TableState } from './table.ts'

/** A wager on the layout that lies outside the limits, and what becomes of it. */
export type Flag = {
  player: string
  spot: string
  stake: Cents
  becomes: 'settled-once' | 'returned' | 'excess-returned'
  clause: Clause
}

/**
 * Uses settlement itself to find the flags: settlement treats such a wager the same way on every outcome (readings 5
 * and 6).
 */
export function flagsOf(book: RuleBook, state: TableState): Flag[] {
  const { limits } = book.rules
  if (limits.policy !== 'settled-by-rule' || !isUnderWay(state.round)) return []
  const anywhere = { pocket: book.wheel.pockets[0]!, draw: null }
  return linesOn(book, state, state.round, anywhere).flatMap((line) => flagOf(limits, line))
}

type ByRule = Extract<LimitsPolicy, { policy: 'settled-by-rule' }>

function flagOf({ underMinimum, overMaximum }: ByRule, line: Line): Flag[] {
  const { player, spot, stake, clause } = line
  const flag = { player, spot, stake, clause }
  if (clause === overMaximum) return [{ ...flag, becomes: 'excess-returned' }]
  if (clause !== underMinimum) return []
  const back = subtract(stake, inPlay(line))
  return [back > 0 ? { ...flag, stake: back, becomes: 'returned' } : { ...flag, becomes: 'settled-once' }]
}
