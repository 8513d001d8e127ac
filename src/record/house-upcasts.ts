import { zero } from '../engine/money.ts'
import type { CallerId, Signature } from '../house/caller.ts'
import type { HouseCommand } from '../house/house-commands.ts'
import type { HouseEvent, HouseEventOf, TicketPlace } from '../house/house-events.ts'
import type { HouseRefusal } from '../house/house-refusals.ts'
import { refuse } from '../house/house-refusals.ts'
import { DAY, moment } from '../house/time.ts'
import { saltless } from './salt.ts'
import { type Plain, RecordUnreadable, raiseVersion, type Upcast } from './versions.ts'

/** Version 1 kept what happened and not what was asked: the command is made from its events. */
type EntryV1 = { at: string; actor: string; id?: string; beside?: unknown; events: readonly HouseEvent[] }

export const houseUpcasts: Readonly<Record<number, Upcast<null>>> = {
  1: (old) => {
    const { at, actor, id, beside, events } = old as EntryV1
    const { command, refused } = askedFor(actor, events)
    return {
      v: 2,
      at,
      actor,
      ...(beside === undefined ? {} : { beside }),
      command: { ...command, ...(id === undefined ? {} : { id }) },
      events,
      ...(refused ? { refused } : {}),
    } satisfies Plain
  },
  2: saltless,
  // The house did not sign its record yet, and kept no keys.
  3: raiseVersion,
}

type Asked = { command: HouseCommand; refused?: HouseRefusal }
type Made = {
  [Type in HouseEvent['type']]: (event: HouseEventOf<Type>, actor: string, all: readonly HouseEvent[]) => Asked
}

function askedFor(actor: string, events: readonly HouseEvent[]): Asked {
  const [first] = events
  const make = first && commandMakers[first.type]
  if (!make) throw new RecordUnreadable('it is an entry of the house that no version of Croupier wrote')
  return make(first as never, actor, events)
}

const service: CallerId = { system: 'service' }

/** Who signed an event, as a command says who asks. */
const signedBy = ({ by }: { by: Signature }): CallerId => ('badge' in by ? { badge: by.badge } : by)

/** The events of a ticket say where it was, and the entry who did it. */
function ticketBy(place: TicketPlace, actor: string): CallerId {
  if ('terminal' in place) return { terminal: place.terminal }
  return actor.startsWith('console:') ? { console: place.attendant } : { badge: place.attendant }
}

const tableOf = (place: TicketPlace) => ('attendant' in place ? { table: place.table } : {})
const nothingLeft = { balance: zero, staked: zero }

function unknownThen(): never {
  throw new RecordUnreadable('version 1 did not write such an entry')
}

/** Of each event that an entry of version 1 begins with, what had been asked. */
const commandMakers: Made = {
  'staff-added': (event, _, all) => {
    const { badge, name, role, at } = event
    const { pin } = all[1] as HouseEventOf<'staff-pin-set'>
    return { command: { do: 'add-staff', badge, name, role, pin, by: signedBy(event), at } }
  },
  'staff-pin-set': (event) => {
    const { badge, pin, reason, at } = event
    const by = signedBy(event)
    if (reason === undefined) return { command: { do: 'change-own-pin', matches: true, pin, by, at } }
    return { command: { do: 'set-pin', badge, pin, reason, by, at } }
  },
  'staff-role-changed': (event) => {
    const { badge, to: role, reason, at } = event
    return { command: { do: 'change-role', badge, role, reason, by: signedBy(event), at } }
  },
  'staff-removed': (event) => {
    const { badge, reason, at } = event
    return { command: { do: 'remove-staff', badge, reason, by: signedBy(event), at } }
  },
  'staff-locked': ({ badge, reason, by = { system: 'service' }, at }) => ({
    command: { do: 'lock-staff', badge, reason, by: signedBy({ by }), at },
  }),
  'staff-unlocked': (event) => {
    const { badge, reason, at } = event
    return { command: { do: 'unlock-staff', badge, reason, by: signedBy(event), at } }
  },
  /** A wrong PIN of before, when somebody changed their own, came to the same as a wrong one at the door. */
  'sign-in-failed': ({ badge, at }) => ({
    command: { do: 'sign-in', badge, matches: false, session: null, by: service, at },
    refused: refuse('badge-or-pin-wrong'),
  }),
  'sign-ins-failed': () => {
    throw new RecordUnreadable('version 1 counted no wrong tries')
  },
  'session-opened': ({ badge, session, at }) => ({
    command: { do: 'sign-in', badge, matches: true, session, by: service, at },
  }),
  'session-ended': ({ session, badge, why, at }, _, all) => {
    if (why === 'signed-out') return { command: { do: 'sign-out', session, by: { badge }, at } }
    const sessions = (all as readonly HouseEventOf<'session-ended'>[]).map((one) => ({
      session: one.session,
      why: one.why as 'expired' | 'idle',
    }))
    return { command: { do: 'end-sessions', sessions, by: service, at } }
  },
  'terminal-added': (event, _, all) => {
    const { terminal, table, player, name, demo, code, at } = event
    const named = name === undefined ? {} : { name }
    const by = signedBy(event)
    if (!demo) return { command: { do: 'add-terminal', terminal, table, player, ...named, code: code!.hash, by, at } }
    const { credential } = all[1] as HouseEventOf<'terminal-enrolled'>
    return { command: { do: 'add-demo-terminal', table, ...named, credential, by, at } }
  },
  'enrolment-code-made': (event) => {
    const { terminal, reason, code, at } = event
    return { command: { do: 'renew-code', terminal, reason, code: code.hash, by: signedBy(event), at } }
  },
  'terminal-enrolled': ({ terminal, credential, at }) => ({
    command: { do: 'enrol', terminal, credential, by: service, at },
  }),
  'terminal-closed': (event, _, all) => {
    const { terminal, from, to, reason, at } = event
    const by = signedBy(event)
    if (from === 'open')
      return { command: { do: 'close-terminal', terminal, reason, finishing: to === 'closing', by, at } }
    const terminals = (all as readonly HouseEventOf<'terminal-closed'>[]).map((one) => one.terminal)
    return { command: { do: 'close-after-round', terminals, by, at } }
  },
  'terminal-opened': (event) => {
    const { terminal, reason, at } = event
    return { command: { do: 'open-terminal', terminal, reason, by: signedBy(event), at } }
  },
  'terminal-removed': (event) => {
    const { terminal, reason, at } = event
    return { command: { do: 'remove-terminal', terminal, reason, left: nothingLeft, by: signedBy(event), at } }
  },
  'ticket-issued': ({ number, amount, place, at, expires }, actor) => {
    const days = (moment(expires) - moment(at)) / DAY
    return { command: { do: 'issue-ticket', number, amount, ...tableOf(place), days, by: ticketBy(place, actor), at } }
  },
  'ticket-redeemed': ({ number, place, at }, actor) => ({
    command: { do: 'redeem-ticket', number, ...tableOf(place), by: ticketBy(place, actor), at },
  }),
  'ticket-cancelled': (event) => {
    const { number, reason, at } = event
    return { command: { do: 'cancel-ticket', number, reason, by: signedBy(event), at } }
  },
  'refusal-recorded': (event) => {
    const { asked, refusal, at } = event
    return { command: { do: 'note-refusal', asked, refusal, by: signedBy(event), at }, refused: refusal }
  },
  'refusals-counted': unknownThen,
  'clock-corrected': unknownThen,
  'ticket-copied': unknownThen,
  'notices-given': unknownThen,
  'notices-read': unknownThen,
  'attendant-called': unknownThen,
  'call-withdrawn': unknownThen,
  'call-answered': unknownThen,
  'limits-planned': unknownThen,
  'plan-ended': unknownThen,
  'table-taken': unknownThen,
  'table-left': unknownThen,
  'signing-key-changed': unknownThen,
}
