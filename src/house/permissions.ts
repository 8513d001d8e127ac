import { type CommandName, commands, isForTerminal, isForWheel } from '../engine/language.ts'
import { type Role, tooLow } from '../engine/positions.ts'
import type { Caller, HouseCaller, SystemPart, TerminalCaller } from './caller.ts'
import { type HouseAction, houseActions, isHouseAction, type Permission, systemCommands } from './house-actions.ts'
import type { HouseCommandOf } from './house-commands.ts'
import { type HouseRefusal, refuse } from './house-refusals.ts'
import { holdsRole, type StaffRole, tableRoleOf } from './roles.ts'
import type { KnownCallers } from './state.ts'

const roleOf = (caller: HouseCaller): StaffRole | null =>
  caller.kind === 'staff' ? caller.role : caller.kind === 'console' ? 'administrator' : null

const refusalFor = (lacking: { needs: string; by: string } | null): HouseRefusal | null =>
  lacking && refuse('position-too-low', lacking)

/** Decides whether a caller may give a command of the house, or read what it shows. */
export function mayNot(caller: HouseCaller, action: HouseAction): HouseRefusal | null {
  const permission: Permission = houseActions[action]
  const needs = permission.staff?.[0] ?? permission.system ?? 'terminal'
  return refusalFor(isGranted(permission, caller) ? null : { needs, by: roleOf(caller) ?? 'player' })
}

/** Decides whether a caller may do for a colleague what the colleague may do alone. */
export function mayNotRelieve(caller: HouseCaller, action: HouseAction): HouseRefusal | null {
  const { relieving }: Permission = houseActions[action]
  if (!relieving || isGranted({ staff: relieving }, caller)) return null
  return refusalFor({ needs: relieving[0]!, by: roleOf(caller) ?? 'player' })
}

function isGranted({ staff = [], terminal, own, console, system }: Permission, caller: HouseCaller): boolean {
  if (caller.kind === 'system') return caller.name === system
  if (own || (caller.kind === 'console' && console)) return true
  const role = roleOf(caller)
  return role === null ? terminal === true : staff.some((needed) => holdsRole(role, needed))
}

/** The refusals for lack of authority that are due to a caller for an action, which is named as a refusal is recorded. */
export function refusalsDue(caller: HouseCaller, { asked, refusal }: HouseCommandOf<'note-refusal'>): HouseRefusal[] {
  if (refusal.refused === 'position-too-low')
    return isHouseAction(asked)
      ? [mayNot(caller, asked), mayNotRelieve(caller, asked)].filter((due) => due !== null)
      : []
  if (caller.kind !== 'terminal' || !(Object.hasOwn(commands, asked) || asked === 'issue-ticket')) return []
  const { table, player } = refusal
  const due = notItsOwn(caller, String(table ?? caller.table), { player: String(player) })
  return due ? [due] : []
}

type TableRequest = { do: CommandName; player?: string }
type Seat = Pick<TerminalCaller, 'terminal' | 'table' | 'player'>

/** Decides whether a caller may give a command at a table. `needs`: the position that the table's book states. */
export function mayNotCommand(
  callers: Pick<KnownCallers, 'terminals'>,
  caller: Caller,
  table: string,
  command: TableRequest,
  needs: Role = commands[command.do].by,
): HouseRefusal | null {
  switch (caller.kind) {
    case 'terminal':
      return terminalMayNot(caller, table, command) ?? closedRefusal(callers, caller)
    case 'system':
      return systemMayNot(caller.name, command)
    case 'wheel':
      return refusalFor(isForWheel(command.do) ? null : { needs, by: caller.kind })
    case 'staff':
    case 'console':
      return staffMayNot(roleOf(caller), needs)
  }
}

/** Decides whether a part of the service may give a table command by itself. */
export function systemMayNot(part: SystemPart, { do: name }: TableRequest): HouseRefusal | null {
  const given: readonly CommandName[] = systemCommands[part]
  return refusalFor(given.includes(name) ? null : { needs: commands[name].by, by: part })
}

/** Decides whether staff of this role may give a command that takes this position. */
export const staffMayNot = (role: StaffRole | null, needs: Role): HouseRefusal | null =>
  refusalFor(tooLow(role && tableRoleOf(role), needs, role ?? 'player'))

export function terminalMayNot(seat: Seat, table: string, command: TableRequest): HouseRefusal | null {
  const needs = commands[command.do].by
  if (!isForTerminal(command.do)) return refusalFor(tooLow('player', needs === 'player' ? 'dealer' : needs))
  return notItsOwn(seat, table, command)
}

/** A terminal acts at its own table and for its own player. */
export function notItsOwn(seat: Seat, table: string, { player }: { player?: string }): HouseRefusal | null {
  if (table !== seat.table) return refuse('not-at-this-table', { table, by: seat.terminal })
  return player === seat.player ? null : refuse('not-for-this-player', { player, by: seat.player })
}

export const closedRefusal = (
  { terminals }: Pick<KnownCallers, 'terminals'>,
  { terminal }: TerminalCaller,
): HouseRefusal | null =>
  terminals.get(terminal)?.status === 'closed' ? refuse('terminal-is-closed', { terminal }) : null
