import { type Caller, personSignature } from './caller.ts'
import { fieldRefusal } from './fields.ts'
import type { Decided } from './house-decision.ts'
import { refuse } from './house-refusals.ts'
import { mayNotRelieve } from './permissions.ts'
import type { Shift, ShiftFigures } from './shift.ts'
import type { HouseState } from './state.ts'

/** Who deals at a table now; null: nobody has taken it. */
export const shiftNow = ({ shifts }: HouseState, table: string): Shift | null => {
  const last = shifts.get(table)?.at(-1)
  return last && last.until === null ? last : null
}

type AboutTable = { table: string; figures: ShiftFigures }

/** Whether the table exists is for the caller to know. Whoever had it before hands it over by this. */
export function takeTable(state: HouseState, { table, figures }: AboutTable, caller: Caller, now: string): Decided {
  const refused = fieldRefusal({ table })
  if (refused) return refused
  const by = personSignature(caller)
  const before = shiftNow(state, table)
  if (before?.dealer.badge === by.badge) return refuse('table-is-yours', { table })
  const from = before ? { from: before.dealer } : {}
  return { events: [{ type: 'table-taken', table, ...from, figures, at: now, by }] }
}

/** The dealer leaves it, or the pit sees that nobody is there any more. */
export function leaveTable(state: HouseState, { table, figures }: AboutTable, caller: Caller, now: string): Decided {
  const refused = fieldRefusal({ table })
  if (refused) return refused
  const by = personSignature(caller)
  const shift = shiftNow(state, table)
  if (!shift) return refuse('table-not-taken', { table })
  const { dealer, since } = shift
  const lacking = dealer.badge === by.badge ? null : mayNotRelieve(caller, 'leave-table')
  return lacking ?? { events: [{ type: 'table-left', table, dealer, since, figures, at: now, by }] }
}
