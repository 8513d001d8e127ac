import { type CommandName, commands } from '../engine/language.ts'
import { type Role, tooLow } from '../engine/positions.ts'
import type { Caller, TerminalCaller } from './caller.ts'
import { type HouseRefusal, refuse } from './house-refusals.ts'
import { holdsRole, type StaffRole, tableRoleOf } from './roles.ts'
import type { HouseState } from './state.ts'

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

const roleOf = (caller: Caller): StaffRole | null =>
  caller.kind === 'staff' ? caller.role : caller.kind === 'console' ? 'administrator' : null

const refusalFor = (lacking: { needs: string; by: string } | null): HouseRefusal | null =>
  lacking && refuse('position-too-low', lacking)

export function mayNot(caller: Caller, action: HouseAction): HouseRefusal | null {
  const role = roleOf(caller)
  const needs: readonly StaffRole[] = houseActions[action]
  const isHeld = role !== null && needs.some((needed) => holdsRole(role, needed))
  return refusalFor(isHeld ? null : { needs: needs[0]!, by: role ?? 'player' })
}

type TableRequest = { do: CommandName; player?: string }
type Seat = Pick<TerminalCaller, 'terminal' | 'table' | 'player'>

/** Decides whether a caller may give a command at a table. `needs`: the position that the table's book states. */
export function mayNotCommand(
  state: HouseState,
  caller: Caller,
  table: string,
  command: TableRequest,
  needs: Role = commands[command.do].by,
): HouseRefusal | null {
  if (caller.kind === 'terminal') return terminalMayNot(caller, table, command) ?? closedRefusal(state, caller)
  return staffMayNot(roleOf(caller), needs)
}

/** Decides whether staff of this role may give a command that takes this position. */
export const staffMayNot = (role: StaffRole | null, needs: Role): HouseRefusal | null =>
  refusalFor(tooLow(role && tableRoleOf(role), needs, role ?? 'player'))

/** Money reaches and leaves a terminal by ticket or through an attendant, never by the terminal's own command. */
const terminalCommands: readonly CommandName[] = ['wager', 'withdraw', 'repay']

export function terminalMayNot(seat: Seat, table: string, command: TableRequest): HouseRefusal | null {
  const needs = commands[command.do].by
  if (!terminalCommands.includes(command.do)) return refusalFor(tooLow('player', needs === 'player' ? 'dealer' : needs))
  return notItsOwn(seat, table, command)
}

/** A terminal acts at its own table and for its own player. */
export function notItsOwn(seat: Seat, table: string, { player }: { player?: string }): HouseRefusal | null {
  if (table !== seat.table) return refuse('not-at-this-table', { table, by: seat.terminal })
  return player === seat.player ? null : refuse('not-for-this-player', { player, by: seat.player })
}

export const closedRefusal = (state: HouseState, { terminal }: TerminalCaller): HouseRefusal | null =>
  state.terminals.get(terminal)?.status === 'closed' ? refuse('terminal-is-closed', { terminal }) : null
