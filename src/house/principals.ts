import { type CommandName, commands } from '../engine/language.ts'
import { type By, type Role, tooLow } from '../engine/positions.ts'
import type { AskedBy } from './house-commands.ts'
import type { HouseBy } from './house-events.ts'
import { type HouseRefusal, refuse } from './house-refusals.ts'
import { holdsRole, type StaffRole, tableRoleOf } from './roles.ts'
import type { HouseState, Session, Terminal } from './state.ts'
import { MINUTE } from './time.ts'

/**
 * Who asks. `credential`: the hash of the token, to ask later whether it is still good. Whoever has the machine's own
 * console may do what an administrator may.
 */
export type StaffPrincipal = { kind: 'staff'; badge: string; name: string; role: StaffRole; credential: string }
export type TerminalPrincipal = {
  kind: 'terminal'
  terminal: string
  table: string
  player: string
  credential: string
}
export type Principal =
  | StaffPrincipal
  | TerminalPrincipal
  | { kind: 'console'; name: string }
  | { kind: 'system'; name: string }

export const SESSION_IDLE = 30 * MINUTE

/** Whether a session's time is up; whoever can touch it, makes it so that it is not idle. */
export type Watch = { isOver(session: Session): boolean; touch?(session: Session): void }

/** Whose token it is, by its hash. Asking counts as being there, but for what is asked unattended. */
export function principalOf(
  state: HouseState,
  credential: string,
  watch: Watch,
): StaffPrincipal | TerminalPrincipal | null {
  return staffOf(state, credential, watch) ?? terminalOf(state, credential)
}

/** The same for one who was known before: null as soon as the session has ended or the terminal is cut off. */
export function stillHere<P extends Principal>(state: HouseState, who: P, watch: Watch): P | null {
  if (who.kind === 'console' || who.kind === 'system') return who
  const found = who.kind === 'staff' ? staffOf(state, who.credential, watch) : terminalOf(state, who.credential)
  return found as P | null
}

function staffOf(state: HouseState, credential: string, watch: Watch): StaffPrincipal | null {
  const session = state.sessions.get(credential)
  const member = session && state.staff.get(session.badge)
  if (!member || watch.isOver(session)) return null
  watch.touch?.(session)
  const { badge, name, role } = member
  return { kind: 'staff', badge, name, role, credential }
}

function terminalOf(state: HouseState, credential: string): TerminalPrincipal | null {
  const id = state.credentials.get(credential)
  return id === undefined ? null : principalOfTerminal(state.terminals.get(id)!, credential)
}

export const principalOfTerminal = ({ terminal, table, player }: Terminal, credential: string): TerminalPrincipal => ({
  kind: 'terminal',
  terminal,
  table,
  player,
  credential,
})

export type Overdue = { session: string; why: 'expired' | 'idle' }

/** How a command says who asks; what they are is for the state of the house to say. */
export function askedBy(who: Principal): AskedBy {
  if (who.kind === 'console') return { console: who.name }
  if (who.kind === 'system') return { system: who.name }
  return who.kind === 'terminal' ? { terminal: who.terminal } : { badge: who.badge }
}

/** Whoever asks, as the house knows them now; null: it does not, or not any more. */
export function principalAsking(state: HouseState, by: AskedBy): Principal | null {
  if ('console' in by) return { kind: 'console', name: by.console }
  if ('system' in by) return { kind: 'system', name: by.system }
  if ('terminal' in by) {
    const terminal = state.terminals.get(by.terminal)
    return terminal ? principalOfTerminal(terminal, terminal.credential ?? '') : null
  }
  const member = state.staff.get(by.badge)
  return member ? { kind: 'staff', badge: member.badge, name: member.name, role: member.role, credential: '' } : null
}

/** Who it is in a journal. */
export function actorOf(who: AskedBy): string {
  if ('badge' in who) return `staff:${who.badge}`
  if ('terminal' in who) return `terminal:${who.terminal}`
  return 'console' in who ? `console:${who.console}` : 'service'
}

export function signatureOf(who: Principal): HouseBy {
  if (who.kind === 'console') return { console: who.name }
  if (who.kind === 'system') return { system: who.name }
  if (who.kind === 'terminal') return { terminal: who.terminal }
  return { badge: who.badge, name: who.name, role: who.role }
}

/** What the house itself lets people do, and who at least. */
export const houseActions = {
  'manage-staff': ['administrator'],
  'manage-terminals': ['administrator'],
  'close-terminals': ['pit-supervisor', 'administrator'],
  'sell-tickets': ['dealer'],
  'pay-tickets': ['dealer'],
  'cancel-tickets': ['pit-supervisor'],
  'copy-tickets': ['pit-supervisor'],
  'plan-limits': ['pit-supervisor'],
  'answer-calls': ['dealer'],
  deal: ['dealer'],
  relieve: ['pit-supervisor'],
  'read-staff': ['auditor', 'administrator'],
  'read-tickets': ['pit-supervisor', 'auditor', 'administrator'],
  'read-meters': ['dealer', 'auditor', 'administrator'],
  'read-figures': ['pit-supervisor', 'auditor', 'administrator'],
  'read-journal': ['shift-manager', 'auditor', 'administrator'],
  'read-house': ['auditor', 'administrator'],
} as const satisfies Record<string, readonly StaffRole[]>

export type HouseAction = keyof typeof houseActions

const roleOf = (who: Principal): StaffRole | null =>
  who.kind === 'staff' ? who.role : who.kind === 'console' ? 'administrator' : null

const refusalFor = (lacking: { needs: string; by: string } | null): HouseRefusal | null =>
  lacking && refuse('position-too-low', lacking)

export function mayNot(who: Principal, action: HouseAction): HouseRefusal | null {
  const role = roleOf(who)
  const needs: readonly StaffRole[] = houseActions[action]
  const isHeld = role !== null && needs.some((needed) => holdsRole(role, needed))
  return refusalFor(isHeld ? null : { needs: needs[0]!, by: role ?? 'player' })
}

/** Money comes to a terminal and leaves it by ticket or through an attendant, never by its own word. */
const terminalCommands: readonly CommandName[] = ['wager', 'withdraw', 'repay']

/**
 * Whether somebody may send this command to this table at all; the engine then looks at positions and rules. `needs`: the
 * position that the table's book states.
 */
export function mayNotCommand(
  state: HouseState,
  who: Principal,
  table: string,
  command: { do: CommandName; player?: string },
  needs: Role = commands[command.do].by,
): HouseRefusal | null {
  if (who.kind === 'terminal') return terminalMayNot(who, table, command) ?? closedRefusal(state, who)
  return staffMayNot(roleOf(who), needs)
}

/** Whether somebody of this role may give a command that takes this position. */
export function staffMayNot(role: StaffRole | null, needs: Role): HouseRefusal | null {
  return refusalFor(tooLow(role && tableRoleOf(role), needs, role ?? 'player'))
}

/** What a terminal may never send, and what it may send only where it stands. */
export function terminalMayNot(
  who: Pick<TerminalPrincipal, 'terminal' | 'table' | 'player'>,
  table: string,
  command: { do: CommandName; player?: string },
): HouseRefusal | null {
  const needs = commands[command.do].by
  if (!terminalCommands.includes(command.do)) return refusalFor(tooLow('player', needs === 'player' ? 'dealer' : needs))
  return notItsOwn(who, table, command)
}

/** Where and for whom a terminal acts. */
export function notItsOwn(
  who: Pick<TerminalPrincipal, 'terminal' | 'table' | 'player'>,
  table: string,
  { player }: { player?: string },
): HouseRefusal | null {
  if (table !== who.table) return refuse('not-at-this-table', { table, by: who.terminal })
  return player === who.player ? null : refuse('not-for-this-player', { player, by: who.player })
}

export const closedRefusal = (state: HouseState, { terminal }: TerminalPrincipal): HouseRefusal | null =>
  state.terminals.get(terminal)?.status === 'closed' ? refuse('terminal-is-closed', { terminal }) : null

/** Who signed something in the house, in the table's language. */
export function tableSignature(by: HouseBy): By {
  const role = 'badge' in by ? tableRoleOf(by.role) : null
  return role && 'badge' in by ? { role, name: `${by.name} (${by.badge})` } : { role: 'player', name: 'nobody' }
}

/** Who it is in the table's language. */
export function byOf(who: StaffPrincipal | TerminalPrincipal): By | null {
  if (who.kind === 'terminal') return { role: 'player', name: who.player }
  const role = tableRoleOf(who.role)
  return role && { role, name: `${who.name} (${who.badge})` }
}
