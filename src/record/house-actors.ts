import { commands } from '../engine/language.ts'
import type { HouseCommand, HouseCommandName, HouseCommandOf, TicketEnd } from '../house/house-commands.ts'
import { type HouseRefusal, refuse } from '../house/house-refusals.ts'
import { type HouseAction, houseActions, mayNot, principalAsking } from '../house/principals.ts'
import { HOUSE, type HouseState, sessionsOf } from '../house/state.ts'
import { isSame } from './canonical.ts'
import { isSignedIn } from './standing.ts'

/** Whether whoever an entry of the house names could have asked, by the house as it was before it. */

/** What became of every ticket that was closed, by its number. */
export type TicketEnds = Map<string, TicketEnd>

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

export function askerProblem(state: HouseState, command: HouseCommand): string | null {
  const { by, at } = command
  if (command.do === 'use-signing-key')
    return takesKey(state, by) ? null : `${command.do} is not for ${JSON.stringify(by)} to ask`
  const part = partOfService[command.do]
  if (part !== undefined || 'system' in by)
    return 'system' in by && by.system === part ? null : `${command.do} is not for ${JSON.stringify(by)} to ask`
  if ('console' in by) return null
  if ('terminal' in by) {
    const terminal = state.terminals.get(by.terminal)
    return terminal?.credential ? null : `${by.terminal} was not enrolled`
  }
  if (!state.staff.get(by.badge)) return `nobody had the badge ${by.badge}`
  if (!isSignedIn(sessionsOf(state, by.badge), at)) return `${by.badge} was not signed in`
  const isAnothers = command.do === 'sign-out' && state.sessions.get(command.session)?.badge !== by.badge
  return isAnothers ? `${by.badge} signs out another` : null
}

/** What each wish of the house takes, by the name that a refusal has it under. */
const actionOf: Readonly<Record<string, HouseAction>> = {
  'add-staff': 'manage-staff',
  'set-pin': 'manage-staff',
  'change-role': 'manage-staff',
  'lock-staff': 'manage-staff',
  'unlock-staff': 'manage-staff',
  'remove-staff': 'manage-staff',
  'add-terminal': 'manage-terminals',
  'renew-code': 'manage-terminals',
  'remove-terminal': 'manage-terminals',
  'close-terminal': 'close-terminals',
  'open-terminal': 'close-terminals',
  'sell-ticket': 'sell-tickets',
  'redeem-ticket': 'pay-tickets',
  'cancel-ticket': 'cancel-tickets',
  'copy-ticket': 'copy-tickets',
  'answer-call': 'answer-calls',
  'take-table': 'deal',
  'leave-table': 'deal',
  [`read-journal ${HOUSE}`]: 'read-house',
  'read-alarms': 'read-meters',
}

const everyAction = Object.keys(houseActions) as HouseAction[]

/** What the wish may have taken: a door may call it by a name of its own, and then it is one of all. */
function actionsAsked(asked: string): readonly HouseAction[] {
  if (Object.hasOwn(actionOf, asked)) return [actionOf[asked]!]
  const [action] = asked.split(' ') as [HouseAction]
  return Object.hasOwn(houseActions, action) ? [action] : everyAction
}

/** A refusal that was noted and not decided: whoever it was must have lacked the authority. */
export function noteProblem(
  state: HouseState,
  ends: TicketEnds,
  command: HouseCommandOf<'note-refusal'>,
  version: unknown,
): string | null {
  const expected = refusalDue(state, ends, command, version)
  return isSame(expected, command.refusal)
    ? null
    : `${command.asked} was not to be refused as ${command.refusal.refused}`
}

function refusalDue(
  state: HouseState,
  ends: TicketEnds,
  command: HouseCommandOf<'note-refusal'>,
  version: unknown,
): HouseRefusal | null {
  const { asked, refusal } = command
  const who = principalAsking(state, command.by)
  if (!who) return null
  if (refusal.refused === 'position-too-low') {
    const due = actionsAsked(asked).map((action) => mayNot(who, action))
    return due.find((one) => isSame(one, refusal)) ?? null
  }
  if (version === 1 && isOfTicket(ends, refusal)) return refusal
  if (who.kind !== 'terminal' || !(Object.hasOwn(commands, asked) || asked === 'cash-out')) return null
  const { table, player, terminal } = who
  if (refusal.refused === 'not-at-this-table' && refusal.table !== table)
    return refuse('not-at-this-table', { table: refusal.table, by: terminal })
  if (refusal.refused === 'not-for-this-player' && refusal.player !== player)
    return refuse('not-for-this-player', { player: refusal.player, by: player })
  return null
}

/** Version 1 did not say which ticket was refused: there must be one to which that had happened. */
function isOfTicket(ends: TicketEnds, { refused, redeemed, cancelled }: HouseRefusal): boolean {
  const end = refused === 'ticket-redeemed' ? { redeemed } : { cancelled }
  return (
    (refused === 'ticket-redeemed' || refused === 'ticket-cancelled') &&
    [...ends.values()].some((one) => isSame(one, end))
  )
}
