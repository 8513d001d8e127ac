import { callerNamed } from '../house/find-caller.ts'
import type { HouseCommand, HouseCommandOf } from '../house/house-commands.ts'
import { refusalsDue } from '../house/permissions.ts'
import { type HouseState, type KnownCallers, sessionsOf } from '../house/state.ts'
import { isSame } from './canonical.ts'
import { isSignedIn, type Standing, type When } from './standing.ts'

/** Says why the caller of a command of the house was not signed in or enrolled then. The permission itself is decided again with it. */
export function askerProblem(state: HouseState, standing: Standing, command: HouseCommand): string | null {
  const { by, at } = command
  const lossOf = (caller: { badge: string } | { terminal: string }) =>
    standing.lossBefore(caller, { house: standing.entries, at })
  if ('console' in by || 'system' in by) return null
  if ('terminal' in by) return enrolmentProblem(by.terminal, state.terminals.get(by.terminal), lossOf(by))
  if (!state.staff.get(by.badge)) return nobodyHas(by.badge)
  if (!isSignedIn(sessionsOf(state, by.badge), at)) return notSignedIn(by.badge, lossOf(by))
  const isAnothers = command.do === 'sign-out' && state.sessions.get(command.session)?.badge !== by.badge
  return isAnothers ? `${by.badge} signs out another` : null
}

/** The same of a command in another stream, which names the entry of the house that it rests on. */
export function askerThenProblem(standing: Standing, { by }: HouseCommand, when: When): string | null {
  if ('console' in by || 'system' in by) return null
  const lossOf = (caller: { badge: string } | { terminal: string }) => standing.lossBefore(caller, when)
  if ('terminal' in by) return enrolmentProblem(by.terminal, standing.terminalAt(by.terminal, when)[0], lossOf(by))
  const then = standing.staffAt(by.badge, when)
  if (!then.some(({ member }) => member)) return nobodyHas(by.badge)
  return then.some(({ sessions }) => isSignedIn(sessions, when.at)) ? null : notSignedIn(by.badge, lossOf(by))
}

const enrolmentProblem = (terminal: string, then: { credential: string | null } | undefined, loss: string) =>
  then?.credential ? null : `${terminal} was not enrolled${loss}`

const nobodyHas = (badge: string): string => `nobody had the badge ${badge}`
const notSignedIn = (badge: string, loss: string): string => `${badge} was not signed in${loss}`

/** Checks a refusal that was noted and not decided: its caller must have lacked the authority for a declared action. */
export function noteProblem(callers: KnownCallers, command: HouseCommandOf<'note-refusal'>): string | null {
  const { asked, refusal, by } = command
  const caller = callerNamed(callers, by)
  const isDue = caller && refusalsDue(caller, command).some((due) => isSame(due, refusal))
  return isDue ? null : `${asked} was not to be refused as ${refusal.refused}`
}
