import type { By } from '../engine/positions.ts'
import { type StaffRole, tableRoleOf } from './roles.ts'

/** A member of staff. `credential`: the hash of the session's token, by which the session is looked up again. */
export type StaffCaller = { kind: 'staff'; badge: string; name: string; role: StaffRole; credential: string }
/** A terminal with its table and its player. `credential`: the hash of its token. */
export type TerminalCaller = { kind: 'terminal'; terminal: string; table: string; player: string; credential: string }
/** A caller who shows a token. */
export type RemoteCaller = StaffCaller | TerminalCaller
/** A part of the service that acts by itself: the service, a table after a round, the demonstration. */
export type SystemPart = 'service' | 'table' | 'demo'
export type SystemCaller = { kind: 'system'; name: SystemPart }
/** A wheel that reports by itself, at its own table. It asks nothing of the house. */
export type WheelCaller = { kind: 'wheel' }
/** The caller of a command of the house. The machine's own console has the permissions of an administrator. */
export type HouseCaller = RemoteCaller | { kind: 'console'; name: string } | SystemCaller
/** The origin of a request. */
export type Caller = HouseCaller | WheelCaller

export const serviceCaller: SystemCaller = { kind: 'system', name: 'service' }
export const demoCaller: SystemCaller = { kind: 'system', name: 'demo' }
export const wheelCaller: WheelCaller = { kind: 'wheel' }

/** The caller in a command of the house: the identity alone. The state of the house says what permissions go with it. */
export type CallerId = { badge: string } | { terminal: string } | { console: string } | { system: SystemPart }

/** The caller in an event of the house: the identity, with a person's name and role at that time. */
export type Signature = PersonSignature | { terminal: string } | { console: string } | { system: string }
export type PersonSignature = { badge: string; name: string; role: StaffRole }

export function signatureOf(caller: HouseCaller): Signature {
  switch (caller.kind) {
    case 'staff':
      return personSignature(caller)
    case 'terminal':
      return { terminal: caller.terminal }
    case 'console':
      return { console: caller.name }
    case 'system':
      return { system: caller.name }
  }
}

/** The signature of a caller whose action takes a position, so that only staff come here. */
export function personSignature(caller: HouseCaller): PersonSignature {
  if (caller.kind !== 'staff') throw new Error(`A ${caller.kind} holds no position`)
  const { badge, name, role } = caller
  return { badge, name, role }
}

export function callerId(caller: HouseCaller): CallerId {
  switch (caller.kind) {
    case 'staff':
      return { badge: caller.badge }
    case 'system':
      return { system: caller.name }
    default:
      return caller.kind === 'terminal' ? { terminal: caller.terminal } : { console: caller.name }
  }
}

/** The `actor` of a table's entry. */
export function tableActor(caller: Caller): string {
  if (caller.kind === 'wheel') return 'wheel'
  return caller.kind === 'system' && caller.name === 'demo' ? 'demo' : actorOf(callerId(caller))
}

/** The name by which the journal knows a caller of the house. */
export function actorOf(id: CallerId): string {
  if ('badge' in id) return `staff:${id.badge}`
  if ('terminal' in id) return `terminal:${id.terminal}`
  return 'console' in id ? `console:${id.console}` : 'service'
}

/** The `by` of a table command. Staff without a position at a table give it as a player does, under their actor's name. */
export function tableBy(caller: TerminalCaller | PersonSignature): By {
  if ('terminal' in caller) return { role: 'player', name: caller.player }
  const role = tableRoleOf(caller.role)
  return role
    ? { role, name: `${caller.name} (${caller.badge})` }
    : { role: 'player', name: actorOf({ badge: caller.badge }) }
}
