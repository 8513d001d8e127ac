import { actorOf } from './caller.ts'
import type { HouseCommand } from './house-commands.ts'
import { type HouseEvent, isTicketEvent, type TicketEvent } from './house-events.ts'
import { maskedNumber } from './tickets.ts'

type AnyEvent = HouseEvent | TicketEvent
type Field<Type extends AnyEvent['type']> = Exclude<keyof Extract<AnyEvent, { type: Type }>, 'type'>

/**
 * An auditor's view of each event. It lists the shown fields: never hashes of PINs, codes and tokens, and only the end
 * of a ticket's number and a session's, enough to follow it.
 */
const fieldsShown: { readonly [Type in AnyEvent['type']]: readonly Field<Type>[] } = {
  'staff-added': ['badge', 'name', 'role', 'at', 'by'],
  'staff-pin-set': ['badge', 'reason', 'at', 'by'],
  'staff-role-changed': ['badge', 'from', 'to', 'reason', 'at', 'by'],
  'staff-removed': ['badge', 'name', 'role', 'reason', 'at', 'by'],
  'staff-locked': ['badge', 'until', 'reason', 'at', 'by'],
  'staff-unlocked': ['badge', 'until', 'reason', 'at', 'by'],
  'sign-ins-failed': ['badges', 'at'],
  'session-opened': ['session', 'badge', 'at', 'expires'],
  'session-ended': ['session', 'badge', 'why', 'at'],
  'terminal-added': ['terminal', 'table', 'player', 'name', 'demo', 'code', 'at', 'by'],
  'enrolment-code-made': ['terminal', 'code', 'reason', 'at', 'by'],
  'terminal-enrolled': ['terminal', 'at'],
  'terminal-closed': ['terminal', 'from', 'to', 'reason', 'at', 'by'],
  'terminal-opened': ['terminal', 'from', 'reason', 'at', 'by'],
  'terminal-removed': ['terminal', 'table', 'player', 'reason', 'at', 'by'],
  'ticket-issued': ['number', 'sequence', 'amount', 'place', 'at', 'expires'],
  'ticket-redeemed': ['number', 'amount', 'place', 'at'],
  'ticket-cancelled': ['number', 'amount', 'reason', 'at', 'by'],
  'ticket-copied': ['number', 'amount', 'copy', 'reason', 'at', 'by'],
  'notices-given': ['table', 'entry', 'notices', 'at', 'by'],
  'notices-read': ['terminal', 'upTo', 'at'],
  'attendant-called': ['terminal', 'table', 'at'],
  'call-withdrawn': ['terminal', 'at'],
  'call-answered': ['terminal', 'called', 'at', 'by'],
  'limits-planned': ['table', 'limits', 'reason', 'at', 'by'],
  'plan-ended': ['table', 'at', 'by'],
  'table-taken': ['table', 'from', 'figures', 'at', 'by'],
  'table-left': ['table', 'dealer', 'since', 'figures', 'at', 'by'],
  'significant-noted': ['event', 'facts', 'first', 'count', 'at', 'by'],
  'significant-repeated': ['event', 'count', 'last', 'at', 'by'],
  'significant-acknowledged': ['numbers', 'note', 'at', 'by'],
  'gaming-stopped': ['scope', 'of', 'when', 'reason', 'at', 'by'],
  'gaming-resumed': ['scope', 'of', 'reason', 'at', 'by'],
  'wheel-noted': ['wheel', 'work', 'table', 'from', 'replaced', 'technician', 'reason', 'at', 'by'],
  'refusal-recorded': ['asked', 'refusal', 'at', 'by'],
  'refusals-counted': ['actor', 'count', 'since', 'at', 'by'],
  'clock-corrected': ['from', 'to', 'at', 'by'],
  'signing-key-changed': ['from', 'to', 'at', 'by'],
}

/** Fields that auditors see only in part. */
const partly: Readonly<Record<string, (value: never) => unknown>> = {
  number: maskedNumber,
  session: (hash: string) => `...${hash.slice(-8)}`,
  code: (code: { expires: string } | null) => code && { expires: code.expires },
}

function eventShown(event: AnyEvent): Readonly<Record<string, unknown>> {
  const told = fieldsShown[event.type]
    .map((field) => [field, (event as Record<string, unknown>)[field]] as const)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [field, partly[field] ? partly[field](value as never) : value])
  return { type: event.type, ...Object.fromEntries(told) }
}

type Entry = {
  at: string
  beside?: { stream: string; seq: number }
  command: HouseCommand
  events: readonly AnyEvent[]
}

/** `mark`: identifies the ticket, as in the ids of the table's commands. */
export const auditorEntry = ({ at, beside, command, events }: Entry, mark: (number: string) => string) => ({
  at,
  actor: actorOf(command.by),
  id: command.id,
  beside,
  events: events.map((event) =>
    isTicketEvent(event) ? { ...eventShown(event), mark: mark(event.number) } : eventShown(event),
  ),
})
