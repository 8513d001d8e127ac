import { isForesight } from '../../engine/foresee.ts'
import type { Refusal } from '../../engine/refusals.ts'
import { type Desk, foreseeAt } from './dealer-desk.ts'

/** What it comes to does not depend on the reason, which is given last. */
export const ANY_REASON = '-'

export type PossibleIrregularity = { code: string; clause: string }
type Irregularities = { possible: readonly PossibleIrregularity[]; refusal: Refusal | null }

/** What can be reported now, each with the rule that it is decided by now; where nothing can, why not. */
export function irregularitiesAt(desk: Pick<Desk, 'book' | 'view' | 'who'>): Irregularities {
  const foreseen = desk.book.irregularities.map(({ code, clause }) => {
    const then = foreseeAt(desk, { do: 'irregularity', code, reason: ANY_REASON })
    return { code, clause, then }
  })
  const possible = foreseen.flatMap(({ code, clause, then }) =>
    isForesight(then) ? [{ code, clause: then.clauses[0] ?? clause }] : [],
  )
  const [first] = foreseen.flatMap(({ then }) => (isForesight(then) ? [] : [then]))
  return { possible, refusal: possible.length === 0 ? (first ?? null) : null }
}
