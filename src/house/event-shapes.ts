import type { Shape } from './command-shapes.ts'
import type { HouseEvent, TicketEvent } from './house-events.ts'

type AnyEvent = HouseEvent | TicketEvent
type Fields<Type extends AnyEvent['type']> = Extract<AnyEvent, { type: Type }>

const plain = 'plain'
const signed = { at: plain, by: { '*': plain } } as const
const reasoned = { ...signed, reason: plain } as const
const any = { '*': plain } as const
const limits = { '*': { min: plain, max: plain } } as const
const dealer = { badge: plain, name: plain } as const
const code = { hash: plain, expires: plain } as const
const amounts = { rounds: plain, handle: plain, win: plain, drop: plain } as const
const facts = { by: any, fault: any, before: any, after: any, differences: any, '*': plain } as const
const notice = { limits: { from: limits, to: limits }, '*': plain } as const
const stop = { scope: plain, of: plain } as const
const ticket = { number: plain, amount: plain } as const

/** The fields of every event of the house and its tickets. */
// biome-ignore format: a table is read down its columns
export const houseEventShapes: { readonly [Type in AnyEvent['type']]: { readonly [Field in Exclude<keyof Fields<Type>, 'type'>]-?: Shape } } = {
  'staff-added':         { badge: plain, name: plain, role: plain, ...signed },
  'staff-pin-set':       { badge: plain, pin: any, ...reasoned },
  'staff-role-changed':  { badge: plain, from: plain, to: plain, ...reasoned },
  'staff-removed':       { badge: plain, name: plain, role: plain, ...reasoned },
  'staff-locked':        { badge: plain, until: plain, ...reasoned },
  'staff-unlocked':      { badge: plain, until: plain, ...reasoned },
  'sign-ins-failed':     { badges: [{ badge: plain, count: plain }], marks: [{ mark: plain, count: plain }], at: plain },
  'session-opened':      { session: plain, badge: plain, at: plain, expires: plain, station: plain, mark: plain },
  'session-ended':       { session: plain, badge: plain, why: plain, at: plain },
  'terminal-added':      { terminal: plain, table: plain, player: plain, name: plain, demo: plain, code, ...signed },
  'enrolment-code-made': { terminal: plain, code, ...reasoned },
  'terminal-enrolled':   { terminal: plain, credential: plain, at: plain },
  'terminal-closed':     { terminal: plain, from: plain, to: plain, ...reasoned },
  'terminal-opened':     { terminal: plain, from: plain, ...reasoned },
  'terminal-removed':    { terminal: plain, table: plain, player: plain, ...reasoned },
  'notices-given':       { table: plain, entry: plain, notices: [{ terminal: plain, notice }], ...signed },
  'notices-read':        { terminal: plain, upTo: plain, at: plain },
  'attendant-called':    { terminal: plain, table: plain, at: plain },
  'call-withdrawn':      { terminal: plain, at: plain },
  'call-answered':       { terminal: plain, called: plain, ...signed },
  'limits-planned':      { table: plain, limits, ...reasoned },
  'plan-ended':          { table: plain, ...signed },
  'table-taken':         { table: plain, from: dealer, figures: amounts, ...signed },
  'table-left':          { table: plain, dealer, since: plain, figures: amounts, ...signed },
  'significant-noted':   { event: plain, facts, first: plain, count: plain, ...signed },
  'significant-repeated': { event: plain, count: plain, last: plain, ...signed },
  'significant-acknowledged': { numbers: [plain], note: plain, ...signed },
  'gaming-stopped':      { ...stop, when: plain, ...reasoned },
  'gaming-resumed':      { ...stop, ...reasoned },
  'wheel-noted':         { wheel: plain, work: plain, table: plain, from: plain, replaced: plain, technician: plain, ...reasoned },
  'refusal-recorded':    { asked: plain, refusal: any, ...signed },
  'refusals-counted':    { actor: plain, count: plain, since: plain, ...signed },
  'clock-corrected':     { from: plain, to: plain, ...signed },
  'signing-key-changed': { from: plain, to: plain, ...signed },
  'ticket-issued':       { ...ticket, sequence: plain, place: any, at: plain, expires: plain },
  'ticket-redeemed':     { ...ticket, place: any, at: plain },
  'ticket-cancelled':    { ...ticket, ...reasoned },
  'ticket-copied':       { ...ticket, copy: plain, ...reasoned },
}
