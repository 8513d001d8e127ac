import type { Decided, Tried } from './decision.ts'
import type { HouseEvent, PinHash, SessionEnd } from './events.ts'
import { type Fields, fieldRefusal } from './fields.ts'
import { type HouseState, type Session, type StaffMember, sessionEnds, sessionsOf } from './house.ts'
import { freshToken, type Means, tokenHash } from './means.ts'
import type { PinCheck } from './pins.ts'
import { mayNot, type Principal, type StaffPrincipal, signatureOf } from './principals.ts'
import { type HouseRefusal, refuse } from './refusals.ts'
import type { StaffRole } from './roles.ts'
import { after, HOUR, hasCome, MINUTE } from './time.ts'

export const TRIES_MAX = 5
export const LOCKED_FOR = 15 * MINUTE
export const SESSION_MAX = 12 * HOUR

export type SignedIn = { token: string; badge: string; name: string; role: StaffRole; expires: string }

/** Everything is decided on the state as it is now, whatever happened while the PIN was being checked. */
export function signIn(state: HouseState, check: PinCheck, now: string, means: Means): Tried<{ opened: SignedIn }> {
  const tried = tryPin(state, check, now)
  if (tried.refusal) return tried
  const { badge, name, role } = tried.member
  const token = freshToken(means.chance)
  const expires = after(now, SESSION_MAX)
  return {
    events: [{ type: 'session-opened', session: tokenHash(token), badge, at: now, expires }],
    opened: { token, badge, name, role, expires },
  }
}

/** While a badge is locked no try counts, not even a right one: it would tell that it was right. */
function tryPin(state: HouseState, check: PinCheck, now: string): Tried<{ member: StaffMember }> {
  const member = state.staff.get(check.badge)
  if (!member) return failed([{ type: 'sign-in-failed', badge: null, failures: 1, at: now }])
  if (isLocked(member, now)) return { events: [], refusal: refuse('badge-is-locked', { until: member.lock!.until }) }
  if (check.matches && check.against === member.pin?.hash) return { events: [], member }
  const { badge } = member
  const failures = member.failures + 1
  const recorded: HouseEvent = { type: 'sign-in-failed', badge, failures, at: now }
  if (failures < TRIES_MAX) return failed([recorded])
  const until = after(now, LOCKED_FOR)
  return failed([recorded, { type: 'staff-locked', badge, until, reason: `${failures} wrong tries`, at: now }])
}

const failed = (events: readonly HouseEvent[]) => ({ events, refusal: refuse('badge-or-pin-wrong') })

export const isLocked = ({ lock }: StaffMember, now: string): boolean =>
  lock !== null && (lock.until === null || !hasCome(lock.until, now))

export function signOut(state: HouseState, who: StaffPrincipal, now: string): { events: readonly HouseEvent[] } {
  const { credential: session, badge } = who
  if (!state.sessions.get(session)) return { events: [] }
  return { events: [{ type: 'session-ended', session, badge, why: 'signed-out', at: now }] }
}

export type NewStaff = { badge: string; name: string; role: StaffRole; pin: PinHash }

export function addStaff(state: HouseState, request: NewStaff, by: Principal, now: string): Decided {
  const { badge, name, role, pin } = request
  const refused = mayNot(by, 'manage-staff') ?? fieldRefusal({ badge, name, role })
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

/** An administrator gives somebody a new PIN. */
export function resetPin(
  state: HouseState,
  request: { badge: string; pin: PinHash; reason: string },
  by: Principal,
  now: string,
): Decided {
  const { badge, pin, reason } = request
  const refused = staffRefusal(state, { badge, reason }, by)
  if (refused) return refused
  const set: HouseEvent = { type: 'staff-pin-set', badge, pin, reason, at: now, by: signatureOf(by) }
  return { events: [set, ...sessionEnds(state, badge, 'pin-set', now)] }
}

/** One's own PIN takes the one before; a wrong one counts as a failed try. */
export function changeOwnPin(
  state: HouseState,
  request: { current: PinCheck; pin: PinHash },
  who: StaffPrincipal,
  now: string,
): Tried {
  const { badge } = who
  if (request.current.badge !== badge) throw new Error('The PIN of another badge was checked')
  const tried = tryPin(state, request.current, now)
  if (tried.refusal) return tried
  const set: HouseEvent = { type: 'staff-pin-set', badge, pin: request.pin, at: now, by: signatureOf(who) }
  return { events: [set, ...sessionEnds(state, badge, 'pin-set', now)] }
}

export function changeRole(
  state: HouseState,
  request: { badge: string; role: StaffRole; reason: string },
  by: Principal,
  now: string,
): Decided {
  const { badge, role, reason } = request
  const refused = staffRefusal(state, { badge, role, reason }, by)
  if (refused) return refused
  const from = state.staff.get(badge)!.role
  if (from === role) return refuse('role-unchanged', { badge, role })
  if (isLastAdministrator(state, badge)) return refuse('last-administrator', { badge })
  const signed = { reason, at: now, by: signatureOf(by) }
  return altered(state, { type: 'staff-role-changed', badge, from, to: role, ...signed }, 'role-changed')
}

export function removeStaff(
  state: HouseState,
  request: { badge: string; reason: string },
  by: Principal,
  now: string,
): Decided {
  const { badge, reason } = request
  const refused = staffRefusal(state, { badge, reason }, by)
  if (refused) return refused
  if (isLastAdministrator(state, badge)) return refuse('last-administrator', { badge })
  const { name, role } = state.staff.get(badge)!
  return altered(state, { type: 'staff-removed', badge, name, role, reason, at: now, by: signatureOf(by) }, 'removed')
}

/** Until an administrator unlocks it. The last administrator is not locked out of the house. */
export function lockStaff(
  state: HouseState,
  request: { badge: string; reason: string },
  by: Principal,
  now: string,
): Decided {
  const { badge, reason } = request
  const refused = staffRefusal(state, { badge, reason }, by)
  if (refused) return refused
  if (isLastAdministrator(state, badge)) return refuse('last-administrator', { badge })
  if (isSuspended(state.staff.get(badge)!)) return refuse('badge-already-locked', { badge })
  return altered(state, { type: 'staff-locked', badge, until: null, reason, at: now, by: signatureOf(by) }, 'locked')
}

export function unlockStaff(
  state: HouseState,
  request: { badge: string; reason: string },
  by: Principal,
  now: string,
): Decided {
  const { badge, reason } = request
  const refused = staffRefusal(state, { badge, reason }, by)
  if (refused) return refused
  const member = state.staff.get(badge)!
  if (!isLocked(member, now)) return refuse('badge-not-locked', { badge })
  const { until } = member.lock!
  return { events: [{ type: 'staff-unlocked', badge, until, reason, at: now, by: signatureOf(by) }] }
}

function staffRefusal(state: HouseState, fields: Fields & { badge: string }, by: Principal): HouseRefusal | null {
  const refused = mayNot(by, 'manage-staff') ?? fieldRefusal(fields)
  if (refused) return refused
  return state.staff.get(fields.badge) ? null : refuse('badge-unknown', { badge: fields.badge })
}

/** Who had signed in signs in again, as what they are now. */
const altered = (state: HouseState, event: HouseEvent & { badge: string; at: string }, why: SessionEnd) => ({
  events: [event, ...sessionEnds(state, event.badge, why, event.at)],
})

const isSuspended = ({ lock }: StaffMember): boolean => lock !== null && lock.until === null

/** One who is locked until further notice does not count. */
function isLastAdministrator(state: HouseState, badge: string): boolean {
  if (state.staff.get(badge)?.role !== 'administrator') return false
  const others = [...state.staff.values()].filter((member) => member.badge !== badge && !isSuspended(member))
  return !others.some(({ role }) => role === 'administrator')
}

/** What an administrator sees of somebody: no PIN, no token. */
export function staffView(state: HouseState, member: StaffMember, now: string) {
  const { badge, name, role, failures, lock } = member
  const sessions = sessionsOf(state, badge).map(({ opened, expires }: Session) => ({ opened, expires }))
  return { badge, name, role, failures, locked: isLocked(member, now) ? lock : null, sessions }
}
