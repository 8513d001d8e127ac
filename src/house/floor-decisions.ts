import type { Limits } from '../engine/limits.ts'
import { type HouseCaller, personSignature, signatureOf } from './caller.ts'
import { fieldRefusal } from './fields.ts'
import type { Shift, ShiftFigures } from './floor-records.ts'
import { type Call, isOpenCall } from './floor-records.ts'
import type { Decided, HouseDecision } from './house-events.ts'
import { refuse } from './house-refusals.ts'
import { mayNotRelieve } from './permissions.ts'
import type { HouseState } from './state.ts'

const openCall = (state: HouseState, terminal: string): Call | null => {
  const call = state.calls.get(terminal)
  return call && isOpenCall(call) ? call : null
}

export function callAttendant(state: HouseState, by: HouseCaller, now: string): Decided {
  if (by.kind !== 'terminal') return refuse('terminal-unknown', { terminal: signatureName(by) })
  const { terminal, table } = by
  if (openCall(state, terminal)) return refuse('attendant-already-called', { terminal })
  return { events: [{ type: 'attendant-called', terminal, table, at: now }] }
}

const signatureName = (by: HouseCaller): string => ('name' in by ? by.name : by.terminal)

export function withdrawCall(state: HouseState, by: HouseCaller, now: string): Decided {
  const terminal = by.kind === 'terminal' ? by.terminal : ''
  if (!openCall(state, terminal)) return refuse('no-such-call', { terminal })
  return { events: [{ type: 'call-withdrawn', terminal, at: now }] }
}

/** An attendant answers a call at their own screen. The record has the attendant and the time it took. */
export function answerCall(
  state: HouseState,
  { terminal }: { terminal: string },
  by: HouseCaller,
  now: string,
): Decided {
  const refused = fieldRefusal({ terminal })
  if (refused) return refused
  const call = openCall(state, terminal)
  if (!call) return refuse('no-such-call', { terminal })
  return { events: [{ type: 'call-answered', terminal, called: call.at, at: now, by: signatureOf(by) }] }
}

/** Open calls, the longest first, then the last answered ones. */
export const callsIn = ({ calls }: HouseState): Call[] =>
  calls
    .values()
    .filter(({ withdrawn }) => withdrawn === null)
    .sort((a, b) => (isOpenCall(a) === isOpenCall(b) ? compare(a, b) : isOpenCall(a) ? -1 : 1))

const compare = (a: Call, b: Call): number => {
  if (isOpenCall(a)) return a.at < b.at ? -1 : 1
  return a.answered!.at > b.answered!.at ? -1 : 1
}

/** The present shift at a table; null if no dealer has taken it. */
export const shiftNow = ({ shifts }: HouseState, table: string): Shift | null => {
  const last = shifts.get(table)?.at(-1)
  return last && last.until === null ? last : null
}

type AboutTable = { table: string; figures: ShiftFigures }

/** The route has checked that the table exists. A present dealer hands the table over by this. */
export function takeTable(
  state: HouseState,
  { table, figures }: AboutTable,
  caller: HouseCaller,
  now: string,
): Decided {
  const refused = fieldRefusal({ table })
  if (refused) return refused
  const by = personSignature(caller)
  const before = shiftNow(state, table)
  if (before?.dealer.badge === by.badge) return refuse('table-is-yours', { table })
  const from = before ? { from: before.dealer } : {}
  return { events: [{ type: 'table-taken', table, ...from, figures, at: now, by }] }
}

/** Ends a shift: the dealer leaves, or the pit ends it for an absent dealer. */
export function leaveTable(
  state: HouseState,
  { table, figures }: AboutTable,
  caller: HouseCaller,
  now: string,
): Decided {
  const refused = fieldRefusal({ table })
  if (refused) return refused
  const by = personSignature(caller)
  const shift = shiftNow(state, table)
  if (!shift) return refuse('table-not-taken', { table })
  const { dealer, since } = shift
  const lacking = dealer.badge === by.badge ? null : mayNotRelieve(caller, 'leave-table')
  return lacking ?? { events: [{ type: 'table-left', table, dealer, since, figures, at: now, by }] }
}

type Planning = { table: string; limits: Limits; reason: string }

/**
 * Plans new limits for the end of the round; a later plan replaces this one. The table decides then whether they fit
 * the book.
 */
export function planLimits({ table, limits, reason }: Planning, by: HouseCaller, now: string): Decided {
  const refused = fieldRefusal({ table, reason })
  if (refused) return refused
  return { events: [{ type: 'limits-planned', table, limits, reason, at: now, by: personSignature(by) }] }
}

/** Ends a plan: the table has received it, and its own record has the answer. */
export function endPlan(state: HouseState, { table }: { table: string }, by: HouseCaller, now: string): HouseDecision {
  if (!state.plans.get(table)) return { events: [] }
  return { events: [{ type: 'plan-ended', table, at: now, by: signatureOf(by) }] }
}
