import type { Caller } from './caller.ts'
import { fieldRefusal } from './fields.ts'
import type { Decided } from './house-decision.ts'
import { refuse } from './house-refusals.ts'
import { mayNot } from './permissions.ts'
import type { Shift, ShiftFigures } from './shift.ts'
import type { HouseState } from './state.ts'

/** Who deals at a table now; null: nobody has taken it. */
export const shiftNow = ({ shifts }: HouseState, table: string): Shift | null => {
  const last = shifts.get(table)?.at(-1)
  return last && last.until === null ? last : null
}

type AboutTable = { table: string; figures: ShiftFigures }

/** Whether the table exists is for the caller to know. Whoever had it before hands it over by this. */
export function takeTable(state: HouseState, { table, figures }: AboutTable, by: Caller, now: string): Decided {
  const refused = mayNot(by, 'deal') ?? fieldRefusal({ table })
  if (refused) return refused
  if (by.kind !== 'staff') return refuse('position-too-low', { needs: 'dealer', by: 'administrator' })
  const before = shiftNow(state, table)
  if (before?.dealer.badge === by.badge) return refuse('table-is-yours', { table })
  const { badge, name } = by
  const from = before ? { from: before.dealer } : {}
  return { events: [{ type: 'table-taken', table, ...from, figures, at: now, by: { badge, name, role: by.role } }] }
}

/** The dealer leaves it, or the pit sees that nobody is there any more. */
export function leaveTable(state: HouseState, { table, figures }: AboutTable, by: Caller, now: string): Decided {
  const refused = mayNot(by, 'deal') ?? fieldRefusal({ table })
  if (refused) return refused
  const shift = shiftNow(state, table)
  if (!shift || by.kind !== 'staff') return refuse('table-not-taken', { table })
  if (shift.dealer.badge !== by.badge) {
    const lacking = mayNot(by, 'relieve')
    if (lacking) return lacking
  }
  const { badge, name, role } = by
  const { dealer, since } = shift
  return { events: [{ type: 'table-left', table, dealer, since, figures, at: now, by: { badge, name, role } }] }
}
