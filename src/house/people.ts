import { type HouseCaller, signatureOf } from './caller.ts'
import { fieldRefusal } from './fields.ts'
import type { CountedTries, Decided, HouseDecision, HouseEvent, PinHash, Reasoned, SessionEnd } from './house-events.ts'
import { type HouseRefusal, refuse } from './house-refusals.ts'
import { daysOf, SESSION_IDLE, SESSION_MAX } from './policy.ts'
import type { StaffRole } from './roles.ts'
import { type HouseState, type Session, type StaffMember, sessionEnds, sessionsOf } from './state.ts'
import { after, hasCome } from './time.ts'

/** A session whose time is up. `idle`: after how many milliseconds without a sign of life one of its position ends. */
export type Overdue = { session: string; why: 'expired' | 'idle'; idle?: number }

type Opening = {
  badge: string
  session: string
  station?: string
  mark?: string
  lasts?: number
  pinAge?: number
  pin?: PinHash
}

/**
 * The PIN was right when it was checked. With a locked badge, the right PIN is refused as locked. One that is older than the
 * house allows takes a new one with it.
 */
export function signIn(state: HouseState, request: Opening, now: string): HouseDecision {
  const { badge, session, station, mark, lasts = SESSION_MAX, pinAge, pin } = request
  const member = state.staff.get(badge)
  if (!member) return { events: [], refused: refuse('badge-or-pin-wrong') }
  if (isLocked(member, now)) return { events: [], refused: refuse('badge-is-locked', { until: member.lock!.until }) }
  const known = { ...(station === undefined ? {} : { station }), ...(mark === undefined ? {} : { mark }) }
  if (!pin && pinAge !== undefined && isTooOld(member, pinAge, now))
    return { events: [], refused: refuse('pin-too-old', { days: daysOf(pinAge) }) }
  const opened: HouseEvent = { type: 'session-opened', session, badge, at: now, expires: after(now, lasts), ...known }
  return { events: [...(pin ? ownPinSet(state, member, pin, now) : []), opened] }
}

const isTooOld = ({ pinSet }: StaffMember, age: number, now: string): boolean =>
  pinSet !== null && hasCome(after(pinSet, age), now)

/** Somebody replaces their own PIN while they sign in. */
function ownPinSet(state: HouseState, { badge, name, role }: StaffMember, pin: PinHash, now: string) {
  const by = { badge, name, role }
  return signedOut(state, { type: 'staff-pin-set', badge, pin, at: now, by }, 'pin-set').events
}

export function countWrongTries({ staff }: HouseState, counted: CountedTries, now: string): HouseDecision {
  const badges = counted.badges.filter(({ badge }) => badge === null || staff.get(badge))
  if (badges.length === 0 && counted.marks.length === 0) return { events: [] }
  return { events: [{ type: 'sign-ins-failed', badges, marks: counted.marks, at: now }] }
}

const isLocked = ({ lock }: StaffMember, now: string): boolean =>
  lock !== null && (lock.until === null || !hasCome(lock.until, now))

export function signOut(state: HouseState, session: string, now: string): HouseDecision {
  const open = state.sessions.get(session)
  if (!open) return { events: [] }
  return { events: [{ type: 'session-ended', session, badge: open.badge, why: 'signed-out', at: now }] }
}

/** Only open, overdue sessions are ended. Only the service knows that a person was silent. */
export function endSessions(state: HouseState, sessions: readonly Overdue[], now: string): HouseDecision {
  const isOver = ({ opened, expires }: Session, { why, idle = SESSION_IDLE }: Overdue): boolean =>
    hasCome(why === 'expired' ? expires : after(opened, idle), now)
  return {
    events: sessions.flatMap((overdue): HouseEvent[] => {
      const { session, why } = overdue
      const open = state.sessions.get(session)
      return open && isOver(open, overdue) ? [{ type: 'session-ended', session, badge: open.badge, why, at: now }] : []
    }),
  }
}

/** In order, so that the same is decided again. */
export function endAllSessions(state: HouseState, now: string): HouseDecision {
  const open = state.sessions.entries().map(([, session]) => session)
  return {
    events: open.map(({ session, badge }) => ({ type: 'session-ended', session, badge, why: 'restored', at: now })),
  }
}

type NewStaff = { badge: string; name: string; role: StaffRole; pin: PinHash }

export function addStaff(state: HouseState, request: NewStaff, by: HouseCaller, now: string): Decided {
  const { badge, name, role, pin } = request
  const refused = fieldRefusal({ badge, name, role })
  if (refused) return refused
  if (state.staff.get(badge)) return refuse('badge-taken', { badge })
  const signed = { at: now, by: signatureOf(by) }
  return {
    events: [
      { type: 'staff-added', badge, name, role, ...signed },
      { type: 'staff-pin-set', badge, pin, ...signed },
    ],
  }
}

type Alteration = { badge: string; reason: string; role?: StaffRole }

/** An administrator's action on a person: only for an existing badge, and never without a reason. */
function altering(
  state: HouseState,
  request: Alteration,
  by: HouseCaller,
  now: string,
  decide: (member: StaffMember, signed: Reasoned) => Decided,
): Decided {
  const { badge, reason, role } = request
  const refused = fieldRefusal({ badge, ...(role === undefined ? {} : { role }), reason })
  if (refused) return refused
  const member = state.staff.get(badge)
  return member ? decide(member, { reason, at: now, by: signatureOf(by) }) : refuse('badge-unknown', { badge })
}

/** An administrator gives a person a new PIN. */
export const resetPin = (
  state: HouseState,
  { pin, ...request }: Alteration & { pin: PinHash },
  by: HouseCaller,
  now: string,
): Decided =>
  altering(state, request, by, now, ({ badge }, signed) =>
    signedOut(state, { type: 'staff-pin-set', badge, pin, ...signed }, 'pin-set'),
  )

/** The PIN before it was right when it was checked. */
export function changeOwnPin(state: HouseState, { pin }: { pin: PinHash }, who: HouseCaller, now: string): Decided {
  if (who.kind !== 'staff') throw new Error('Only somebody with a badge has a PIN')
  const { badge } = who
  return signedOut(state, { type: 'staff-pin-set', badge, pin, at: now, by: signatureOf(who) }, 'pin-set')
}

export const changeRole = (
  state: HouseState,
  request: Alteration & { role: StaffRole },
  by: HouseCaller,
  now: string,
): Decided =>
  altering(state, request, by, now, ({ badge, role: from }, signed) => {
    const to = request.role
    if (from === to) return refuse('role-unchanged', { badge, role: to })
    const changed: HouseEvent = { type: 'staff-role-changed', badge, from, to, ...signed }
    return lastAdministrator(state, badge) ?? signedOut(state, changed, 'role-changed')
  })

export const removeStaff = (state: HouseState, request: Alteration, by: HouseCaller, now: string): Decided =>
  altering(state, request, by, now, ({ badge, name, role }, signed) => {
    const removed: HouseEvent = { type: 'staff-removed', badge, name, role, ...signed }
    return lastAdministrator(state, badge) ?? signedOut(state, removed, 'removed')
  })

/** Until an administrator unlocks it. The last administrator is not locked out of the house. */
export const lockStaff = (state: HouseState, request: Alteration, by: HouseCaller, now: string): Decided =>
  altering(state, request, by, now, (member, signed) => {
    const { badge } = member
    const refused = lastAdministrator(state, badge)
    if (refused) return refused
    if (isSuspended(member)) return refuse('badge-already-locked', { badge })
    return signedOut(state, { type: 'staff-locked', badge, until: null, ...signed }, 'locked')
  })

export const unlockStaff = (state: HouseState, request: Alteration, by: HouseCaller, now: string): Decided =>
  altering(state, request, by, now, (member, signed) => {
    const { badge, lock } = member
    if (!isLocked(member, now)) return refuse('badge-not-locked', { badge })
    return { events: [{ type: 'staff-unlocked', badge, until: lock!.until, ...signed }] }
  })

/** Signed-in people sign in again, with their new position. */
const signedOut = (state: HouseState, event: HouseEvent & { badge: string; at: string }, why: SessionEnd) => ({
  events: [event, ...sessionEnds(state, event.badge, why, event.at)],
})

const isSuspended = ({ lock }: StaffMember): boolean => lock !== null && lock.until === null

/** A person who is locked until further notice does not count. */
function lastAdministrator(state: HouseState, badge: string): HouseRefusal | null {
  if (state.staff.get(badge)?.role !== 'administrator') return null
  const others = [...state.staff.values()].filter((member) => member.badge !== badge && !isSuspended(member))
  return others.some(({ role }) => role === 'administrator') ? null : refuse('last-administrator', { badge })
}

/** An administrator's view of a person: no PIN, no token. */
export function staffView(state: HouseState, member: StaffMember, now: string) {
  const { badge, name, role, failures, lock } = member
  const sessions = sessionsOf(state, badge).map(({ opened, expires }: Session) => ({ opened, expires }))
  return { badge, name, role, failures, locked: isLocked(member, now) ? lock : null, sessions }
}
