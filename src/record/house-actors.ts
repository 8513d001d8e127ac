import { callerNamed } from '../house/find-caller.ts'
import type { HouseCommand, HouseCommandOf } from '../house/house-commands.ts'
import { refusalsDue } from '../house/permissions.ts'
import { type HouseState, sessionsOf } from '../house/state.ts'
import { isSame } from './canonical.ts'
import { isSignedIn, type Standing } from './standing.ts'

/** Says why the caller of a command was not signed in or enrolled then. The permission itself is decided again with it. */
export function askerProblem(state: HouseState, standing: Standing, command: HouseCommand): string | null {
  const { by, at } = command
  const lossOf = (caller: { badge: string } | { terminal: string }) =>
    standing.lossBefore(caller, { house: standing.entries, at })
  if ('console' in by || 'system' in by) return null
  if ('terminal' in by) {
    const terminal = state.terminals.get(by.terminal)
    return terminal?.credential ? null : `${by.terminal} was not enrolled${lossOf(by)}`
  }
  if (!state.staff.get(by.badge)) return `nobody had the badge ${by.badge}`
  if (!isSignedIn(sessionsOf(state, by.badge), at)) return `${by.badge} was not signed in${lossOf(by)}`
  const isAnothers = command.do === 'sign-out' && state.sessions.get(command.session)?.badge !== by.badge
  return isAnothers ? `${by.badge} signs out another` : null
}

/** Checks a refusal that was noted and not decided: its caller must have lacked the authority for a declared action. */
export function noteProblem(state: HouseState, command: HouseCommandOf<'note-refusal'>): string | null {
  const { asked, refusal, by } = command
  const caller = callerNamed(state, by)
  const isDue = caller && refusalsDue(caller, command).some((due) => isSame(due, refusal))
  return isDue ? null : `${asked} was not to be refused as ${refusal.refused}`
}
