import type { EventOf, TableEvent } from '../../engine/events.ts'
import { impossible } from '../../engine/impossible.ts'
import { type Cents, sum } from '../../engine/money.ts'
import { stakedNow } from '../../engine/summary.ts'
import { isUnderWay, type TableState } from '../../engine/table.ts'
import { isTicketEvent, type TicketStreamEvent } from '../../house/house-events.ts'
import type { LargeAmounts } from '../../house/policy.ts'
import type { Raised } from '../../wire/alarm.ts'

/** Wins, wagers and exchanges for cash that reach the amounts of the house (GLI-19 2.8.8, S507/2009). */

type Large = Extract<Raised, { alarm: 'large-win' | 'large-wager' | 'large-cash' }>

/** `state`: the table after the events. */
export function largeAtTable(
  table: string,
  events: readonly TableEvent[],
  state: TableState,
  large: LargeAmounts,
): Large[] {
  return events.flatMap((event): Large[] => {
    switch (event.type) {
      case 'betting-closed':
        return largeWagers(table, state, large.wager)
      case 'round-settled':
        return largeWins(table, event, large.win)
      case 'bought-in':
      case 'cashed-out': {
        const { type: what, player: who, amount } = event
        return amount >= large.cash ? [{ alarm: 'large-cash', table, what, who, amount }] : []
      }
      default:
        // No other event wagers, pays a round or exchanges cash.
        return []
    }
  })
}

function largeWagers(table: string, state: TableState, from: Cents): Large[] {
  const { round } = state
  if (!isUnderWay(round)) return []
  return round.wagers.keys().flatMap((player): Large[] => {
    const amount = stakedNow(state, player)
    return amount >= from ? [{ alarm: 'large-wager', table, round: round.round, player, amount }] : []
  })
}

/** A player's winnings of the round, without the stakes that come back. */
function largeWins(table: string, { round, lines }: EventOf<'round-settled'>, from: Cents): Large[] {
  const won = new Map<string, Cents>()
  for (const { player, paid } of lines) if (paid > 0) won.set(player, sum([won.get(player) ?? (0 as Cents), paid]))
  return [...won]
    .filter(([, amount]) => amount >= from)
    .map(([player, amount]) => ({ alarm: 'large-win', table, round, player, amount }))
}

/** Tickets that an attendant sells or pays. A terminal's own are exchanges at its table. */
export const largeTickets = (events: readonly TicketStreamEvent[], large: LargeAmounts): Large[] =>
  events.filter(isTicketEvent).flatMap((event): Large[] => {
    switch (event.type) {
      case 'ticket-issued':
      case 'ticket-redeemed': {
        const { type: what, place, amount } = event
        if (!('attendant' in place) || amount < large.cash) return []
        return [{ alarm: 'large-cash', table: place.table, what, who: place.attendant, amount }]
      }
      case 'ticket-cancelled':
      case 'ticket-copied':
        return []
      default:
        return impossible(event)
    }
  })
