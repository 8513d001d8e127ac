import { commands } from '../engine/language.ts'
import type { Caller } from './caller.ts'
import type { HouseCommandOf } from './house-commands.ts'
import { type HouseRefusal, refuse } from './house-refusals.ts'
import { type HouseAction, houseActions, mayNot } from './permissions.ts'
import { HOUSE } from './state.ts'

/** The action that each request to the house takes, by the name that its refusal is recorded under. */
const actionOf: Readonly<Record<string, HouseAction | readonly HouseAction[]>> = {
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
  // Dealers leave their own table; at a colleague's table they relieve the colleague.
  'leave-table': ['deal', 'relieve'],
  [`read-journal ${HOUSE}`]: 'read-house',
  'read-alarms': 'read-meters',
}

const everyAction = Object.keys(houseActions) as HouseAction[]

/** The actions that a request may have taken: a route may call it by a name of its own, and then it is one of all. */
function actionsAsked(asked: string): readonly HouseAction[] {
  if (Object.hasOwn(actionOf, asked)) return [actionOf[asked]!].flat()
  const [action] = asked.split(' ') as [HouseAction]
  return Object.hasOwn(houseActions, action) ? [action] : everyAction
}

/** The refusals for lack of authority that are due to this caller for what they asked. */
export function refusalsDue(who: Caller, { asked, refusal }: HouseCommandOf<'note-refusal'>): HouseRefusal[] {
  if (refusal.refused === 'position-too-low') return actionsAsked(asked).flatMap((action) => mayNot(who, action) ?? [])
  if (who.kind !== 'terminal' || !(Object.hasOwn(commands, asked) || asked === 'cash-out')) return []
  const { table, player, terminal } = who
  if (refusal.refused === 'not-at-this-table' && refusal.table !== table)
    return [refuse('not-at-this-table', { table: refusal.table, by: terminal })]
  if (refusal.refused === 'not-for-this-player' && refusal.player !== player)
    return [refuse('not-for-this-player', { player: refusal.player, by: player })]
  return []
}
