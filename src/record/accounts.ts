import { cashOf, chipsOf, isBalanced, playersOf } from '../engine/ledger.ts'
import { type Meters, readingOf } from '../house/meters.ts'
import type { TableMemory } from './table-memory.ts'

/** Checks the final state of a stream against itself: in `verify`, and before the service uses a restored state. */

/** The ledger sums to zero, and its balances equal those computed from the meters. `tickets`: their meters. */
export function accountsProblem(table: string, { state, meters }: TableMemory, tickets: Meters | null): string | null {
  const { ledger } = state
  if (!isBalanced(ledger)) return 'the accounts do not sum to zero'
  const all = tickets ? [meters, tickets] : [meters]
  for (const player of playersOf(ledger)) {
    const metered = readingOf(all, table, player).balance
    const held = cashOf(ledger, player) + chipsOf(ledger, player)
    if (metered !== held) return `the meters of ${player} show ${metered} cents, but the ledger ${held}`
  }
  return null
}
