import { type Call, isOpenCall } from './call.ts'
import { type Caller, signatureOf } from './caller.ts'
import { fieldRefusal } from './fields.ts'
import type { Decided } from './house-decision.ts'
import { refuse } from './house-refusals.ts'
import type { HouseState } from './state.ts'

const openCall = (state: HouseState, terminal: string): Call | null => {
  const call = state.calls.get(terminal)
  return call && isOpenCall(call) ? call : null
}

export function callAttendant(state: HouseState, by: Caller, now: string): Decided {
  if (by.kind !== 'terminal') return refuse('terminal-unknown', { terminal: signatureName(by) })
  const { terminal, table } = by
  if (openCall(state, terminal)) return refuse('attendant-already-called', { terminal })
  return { events: [{ type: 'attendant-called', terminal, table, at: now }] }
}

const signatureName = (by: Caller): string => ('name' in by ? by.name : by.terminal)

export function withdrawCall(state: HouseState, by: Caller, now: string): Decided {
  const terminal = by.kind === 'terminal' ? by.terminal : ''
  if (!openCall(state, terminal)) return refuse('no-such-call', { terminal })
  return { events: [{ type: 'call-withdrawn', terminal, at: now }] }
}

/** Whoever comes says so at their own screen: it is on record who came, and how long it took. */
export function answerCall(state: HouseState, { terminal }: { terminal: string }, by: Caller, now: string): Decided {
  const refused = fieldRefusal({ terminal })
  if (refused) return refused
  const call = openCall(state, terminal)
  if (!call) return refuse('no-such-call', { terminal })
  return { events: [{ type: 'call-answered', terminal, called: call.at, at: now, by: signatureOf(by) }] }
}

/** Those that wait first, the longest first; then what was answered last. */
export const callsIn = ({ calls }: HouseState): Call[] =>
  calls
    .values()
    .filter(({ withdrawn }) => withdrawn === null)
    .sort((a, b) => (isOpenCall(a) === isOpenCall(b) ? compare(a, b) : isOpenCall(a) ? -1 : 1))

const compare = (a: Call, b: Call): number => {
  if (isOpenCall(a)) return a.at < b.at ? -1 : 1
  return a.answered!.at > b.answered!.at ? -1 : 1
}
