import type { Limits } from '../engine/limits.ts'
import { type Caller, personSignature, signatureOf } from './caller.ts'
import { fieldRefusal } from './fields.ts'
import type { Decided, HouseDecision } from './house-decision.ts'
import type { HouseState } from './state.ts'

type Planning = { table: string; limits: Limits; reason: string }

/** New limits for when the round is over; a later plan takes its place. Whether they fit the book, the table says then. */
export function planLimits({ table, limits, reason }: Planning, by: Caller, now: string): Decided {
  const refused = fieldRefusal({ table, reason })
  if (refused) return refused
  return { events: [{ type: 'limits-planned', table, limits, reason, at: now, by: personSignature(by) }] }
}

/** The table was told, and what it said is on its own record. */
export function endPlan(state: HouseState, { table }: { table: string }, by: Caller, now: string): HouseDecision {
  if (!state.plans.get(table)) return { events: [] }
  return { events: [{ type: 'plan-ended', table, at: now, by: signatureOf(by) }] }
}
