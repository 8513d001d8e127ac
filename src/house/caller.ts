import type { By } from '../engine/positions.ts'
import { type StaffRole, tableRoleOf } from './roles.ts'

/** A member of staff. `credential`: the hash of the session's token, by which the session is looked up again. */
export type StaffCaller = { kind: 'staff'; badge: string; name: string; role: StaffRole; credential: string }
/** A terminal with its table and its player. `credential`: the hash of its token. */
export type TerminalCaller = { kind: 'terminal'; terminal: string; table: string; player: string; credential: string }
/** A caller who shows a token. */
export type RemoteCaller = StaffCaller | TerminalCaller
/** The origin of a request. The machine's own console has the permissions of an administrator. */
export type Caller = RemoteCaller | { kind: 'console'; name: string } | { kind: 'system'; name: string }

/** The caller in a command of the house: the identity alone. The state of the house says what permissions go with it. */
export type CallerId = { badge: string } | { terminal: string } | { console: string } | { system: string }

/** The caller in an event of the house: the identity, with a person's name and role at that time. */
export type Signature = PersonSignature | { terminal: string } | { console: string } | { system: string }
export type PersonSignature = { badge: string; name: string; role: StaffRole }

export function signatureOf(caller: Caller): Signature {
  switch (caller.kind) {
    case 'staff':
      return { badge: caller.badge, name: caller.name, role: caller.role }
    case 'terminal':
      return { terminal: caller.terminal }
    case 'console':
      return { console: caller.name }
    case 'system':
      return { system: caller.name }
  }
}

export const callerId = (caller: Caller): CallerId =>
  caller.kind === 'staff' ? { badge: caller.badge } : signatureOf(caller)

/** The `actor` of a journal entry. */
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
