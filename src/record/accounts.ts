import { cashOf, chipsOf, isBalanced, playersOf } from '../engine/ledger.ts'
import { type Meters, readingOf, ticketsMetered } from '../house/meters.ts'
import type { HouseMemory } from './house-memory.ts'
import type { TableMemory } from './table-memory.ts'

/** What a stream comes to, held against itself: by `verify`, and before the service believes what it has read. */

/** The ledger sums to zero, and what the meters reckon a player has is what it says. `house`: the house's own meters. */
export function accountsProblem(table: string, { state, meters }: TableMemory, house: Meters | null): string | null {
  const { ledger } = state
  if (!isBalanced(ledger)) return 'the accounts do not sum to zero'
  const all = house ? [meters, house] : [meters]
  for (const player of playersOf(ledger)) {
    const reckoned = readingOf(all, table, player).balance
    const held = cashOf(ledger, player) + chipsOf(ledger, player)
    if (reckoned !== held) return `the meters of ${player} come to ${reckoned} cents, the ledger to ${held}`
  }
  return null
}

/** Every ticket, of a terminal or an attendant, has its place in the meters. */
export function dropProblem({ state: { ticketTotals }, meters }: HouseMemory): string | null {
  const { issued, redeemed } = ticketsMetered(meters)
  if (issued === ticketTotals.issued.amount && redeemed === ticketTotals.redeemed.amount) return null
  return `the meters know tickets of ${issued} and ${redeemed} cents, the house of ${ticketTotals.issued.amount} and ${ticketTotals.redeemed.amount}`
}
