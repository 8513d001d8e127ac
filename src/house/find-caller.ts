import type { CallerId, HouseCaller, RemoteCaller, StaffCaller, TerminalCaller } from './caller.ts'
import type { HouseState, KnownCallers, Session, Terminal } from './state.ts'

/** Says whether a session is over. `touch`, where there is one, counts a request as a sign of life. */
export type Watch = { isOver(session: Session): boolean; touch?(session: Session): void }

/** Finds the caller of a token by the token's hash. */
export const callerOf = (state: HouseState, credential: string, watch: Watch): RemoteCaller | null =>
  staffOf(state, credential, watch) ?? terminalOf(state, credential)

/** Returns a caller with the role of now; null once the session has ended or the terminal is cut off. */
export function stillHere<C extends HouseCaller>(state: HouseState, caller: C, watch: Watch): C | null {
  if (caller.kind === 'console' || caller.kind === 'system') return caller
  const found =
    caller.kind === 'staff' ? staffOf(state, caller.credential, watch) : terminalOf(state, caller.credential)
  return found as C | null
}

function staffOf(state: HouseState, credential: string, watch: Watch): StaffCaller | null {
  const session = state.sessions.get(credential)
  const member = session && state.staff.get(session.badge)
  if (!member || watch.isOver(session)) return null
  watch.touch?.(session)
  const { badge, name, role } = member
  return { kind: 'staff', badge, name, role, credential }
}

function terminalOf(state: HouseState, credential: string): TerminalCaller | null {
  const id = state.credentials.get(credential)
  return id === undefined ? null : terminalCaller(state.terminals.get(id)!, credential)
}

export const terminalCaller = ({ terminal, table, player }: Terminal, credential: string): TerminalCaller => ({
  kind: 'terminal',
  terminal,
  table,
  player,
  credential,
})

/** Finds the caller that a command of the house names; null: the house has no such person or terminal. */
export function callerNamed({ staff, terminals }: KnownCallers, by: CallerId): HouseCaller | null {
  if ('console' in by) return { kind: 'console', name: by.console }
  if ('system' in by) return { kind: 'system', name: by.system }
  if ('terminal' in by) {
    const terminal = terminals.get(by.terminal)
    return terminal ? terminalCaller(terminal, terminal.credential ?? '') : null
  }
  const member = staff.get(by.badge)
  return member ? { kind: 'staff', badge: member.badge, name: member.name, role: member.role, credential: '' } : null
}
