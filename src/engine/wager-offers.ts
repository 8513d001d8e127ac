import type { RuleBook } from '../books/rule-book.ts'
import { isRefusal } from './decision.ts'
import { placeTogether } from './decisions/wagers.ts'
import { heldOn } from './holdings.ts'
import { cashOf } from './ledger.ts'
import { limitsFor } from './limits.ts'
import { add, type Cents, smaller, subtract, zero } from './money.ts'
import type { By } from './positions.ts'
import { type Refusal, refuse } from './refusals.ts'
import { totalOf } from './settlement.ts'
import type { Spot } from './spots.ts'
import { isUnderWay, type TableState } from './table.ts'

/** The wagers that a terminal offers. It stands apart from `offers.ts` so that a terminal need not load every decision. */
type OfferedWager = { spot: Spot; stake: Cents }

/** Returns the refusal of several wagers at a terminal, all or none; null where the table would accept them. */
export function refusalOfWagers(
  book: RuleBook,
  state: TableState,
  order: { player: string; by: By },
  wagers: readonly OfferedWager[],
): Refusal | null {
  const decision = overMaximum(book, state, order.player, wagers) ?? placeTogether(book, state, order, wagers)
  return isRefusal(decision) ? decision : null
}

/** A terminal refuses a stake over the maximum, even where the book accepts and flags it at a felt. */
export function overMaximum(
  book: RuleBook,
  state: TableState,
  player: string,
  wagers: readonly OfferedWager[],
): Refusal | null {
  const rule = book.rules.limits
  if (rule.policy === 'none') return null
  for (const { spot, stake } of wagers) {
    const total = add(stakeOn(state, player, spot), stake)
    const { max } = limitsFor(state.limits, spot.kind)
    if (total > max) return refuse('over-the-maximum', { spot: spot.spot, total, max, clause: rule.clause })
  }
  return null
}

/** Returns how much more a player can stake on a spot: up to its maximum, and no more than the player has. */
export function roomOn(state: TableState, player: string, spot: Spot): Cents {
  const { max } = limitsFor(state.limits, spot.kind)
  const room = smaller(subtract(max, stakeOn(state, player, spot)), cashOf(state.ledger, player))
  return room > 0 ? room : zero
}

function stakeOn({ round, colours }: TableState, player: string, { spot }: Spot): Cents {
  if (!isUnderWay(round)) return zero
  return totalOf({ ...heldOn(round.wagers, player, spot), chipValue: colours.get(player)?.value ?? zero })
}
