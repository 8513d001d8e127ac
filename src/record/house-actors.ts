import { callerNamed } from '../house/find-caller.ts'
import type { HouseCommand, HouseCommandName, HouseCommandOf } from '../house/house-commands.ts'
import { refusalsDue } from '../house/noted-refusals.ts'
import { type HouseState, sessionsOf } from '../house/state.ts'
import { isSame } from './canonical.ts'
import { isSignedIn, type Standing } from './standing.ts'

/** Whether whoever an entry of the house names could have asked, by the house as it was before it. */

/** What only a part of the service does, and which; everything else is asked by people and terminals. */
const partOfService: Partial<Record<HouseCommandName, string>> = {
  'sign-in': 'service',
  'count-wrong-tries': 'service',
  'end-sessions': 'service',
  enrol: 'service',
  'correct-clock': 'service',
  'count-refusals': 'service',
  'close-after-round': 'table',
  'give-notices': 'table',
  'end-plan': 'table',
  'add-demo-terminal': 'demo',
}

/** The first key is the service's own doing; another is taken by whoever has the machine's console. */
const takesKey = ({ signingKeys }: HouseState, by: HouseCommand['by']): boolean =>
  'console' in by || ('system' in by && by.system === 'service' && signingKeys.length === 0)

export function askerProblem(state: HouseState, standing: Standing, command: HouseCommand): string | null {
  const { by, at } = command
  const lossOf = (caller: { badge: string } | { terminal: string }) =>
    standing.lossBefore(caller, { house: standing.entries, at })
  if (command.do === 'use-signing-key')
    return takesKey(state, by) ? null : `${command.do} is not for ${JSON.stringify(by)} to ask`
  const part = partOfService[command.do]
  if (part !== undefined || 'system' in by)
    return 'system' in by && by.system === part ? null : `${command.do} is not for ${JSON.stringify(by)} to ask`
  if ('console' in by) return null
  if ('terminal' in by) {
    const terminal = state.terminals.get(by.terminal)
    return terminal?.credential ? null : `${by.terminal} was not enrolled${lossOf(by)}`
  }
  if (!state.staff.get(by.badge)) return `nobody had the badge ${by.badge}`
  if (!isSignedIn(sessionsOf(state, by.badge), at)) return `${by.badge} was not signed in${lossOf(by)}`
  const isAnothers = command.do === 'sign-out' && state.sessions.get(command.session)?.badge !== by.badge
  return isAnothers ? `${by.badge} signs out another` : null
}

/** A refusal that was noted and not decided: whoever it was must have lacked the authority. */
export function noteProblem(state: HouseState, command: HouseCommandOf<'note-refusal'>): string | null {
  const { asked, refusal, by } = command
  const who = callerNamed(state, by)
  const isDue = who && refusalsDue(who, command).some((due) => isSame(due, refusal))
  return isDue ? null : `${asked} was not to be refused as ${refusal.refused}`
}
