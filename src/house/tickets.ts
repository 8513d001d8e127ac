import type { CommandOf } from '../engine/language.ts'
import { type Cents, isCents } from '../engine/money.ts'
import { type HouseCaller, signatureOf } from './caller.ts'
import { fieldRefusal, notValid } from './fields.ts'
import type { TicketEnd } from './house-commands.ts'
import {
  type Decided,
  isTicketEvent,
  type TicketEvent,
  type TicketPlace,
  type TicketStreamEvent,
} from './house-events.ts'
import { type HouseRefusal, isHouseRefusal, refuse } from './house-refusals.ts'
import { closedRefusal } from './permissions.ts'
import { TICKET_DAYS } from './policy.ts'
import type { KnownCallers } from './state.ts'
import { closedTicket, type Ticket, type TicketState, ticketFrom } from './ticket-state.ts'
import { after, DAY, hasCome } from './time.ts'

/** The highest amount of one ticket, unless the house configures another. */
export const TICKET_MAX = 10_000_000 as Cents
export const printedNumber = (number: string): string => number.match(/.{3}/g)!.join('-')

/** As typed or scanned; null when it cannot be a ticket's number. */
export function readTicketNumber(text: string): string | null {
  const number = text.replace(/[\s-]/g, '')
  return /^[0-9]{18}$/.test(number) ? number : null
}

/**
 * Credits leave a terminal as a ticket, or an attendant sells one for cash. For a terminal, record it together with the
 * table's answer to `cashOutFor`: both or neither.
 */
export function issueTicket(
  state: TicketState,
  request: { number: string; amount: Cents; table?: string; days?: number; limit?: Cents },
  by: HouseCaller,
  now: string,
): Decided<TicketEvent> {
  const { number, amount, days = TICKET_DAYS, limit } = request
  const place = ticketPlace(by, request.table)
  if (isHouseRefusal(place)) return place
  if (!isCents(amount)) return notValid('amount', 'be a whole number of cents')
  if (!(Number.isSafeInteger(days) && days >= 1 && days <= 3_660)) return notValid('days', 'be 1 to 3660 days')
  if (amount <= 0) return refuse('amount-not-positive', { amount })
  if (limit !== undefined && amount > limit) return refuse('ticket-over-limit', { limit })
  if (readTicketNumber(number) !== number || state.tickets.get(number)) throw new Error('This number is not new')
  const sequence = state.totals.issued.count + 1
  const expires = after(now, days * DAY)
  return { events: [{ type: 'ticket-issued', number, sequence, amount, place, at: now, expires }] }
}

/** The ticket as it was when this was recorded of it: the answer to a request that comes again. */
export function ticketThen([event]: readonly TicketStreamEvent[], ticket: Ticket | null): Ticket | null {
  if (event?.type === 'ticket-issued') return ticketFrom(event)
  return event?.type === 'ticket-redeemed' ? ticket : null
}

/** A ticket as its own events tell it. */
export function ticketTold(events: readonly TicketStreamEvent[], number: string): Ticket | null {
  let ticket: Ticket | null = null
  for (const event of events) {
    if (!isTicketEvent(event) || event.number !== number) continue
    ticket = event.type === 'ticket-issued' ? ticketFrom(event) : ticket && ticketAfter(ticket, event)
  }
  return ticket
}

function ticketAfter(ticket: Ticket, event: Exclude<TicketEvent, { type: 'ticket-issued' }>): Ticket {
  return event.type === 'ticket-copied' ? { ...ticket, copies: event.copy } : closedTicket(ticket, event)
}

/** The end of a ticket; null while it is open. */
export function endOf({ redeemed, cancelled }: Ticket): TicketEnd | null {
  if (redeemed) return { redeemed: redeemed.at }
  return cancelled && { cancelled: cancelled.at }
}

/** A terminal is where it is; an attendant says at which table. */
function ticketPlace(by: HouseCaller, table: string | undefined): TicketPlace | HouseRefusal {
  if (by.kind === 'terminal') return { table: by.table, terminal: by.terminal, player: by.player }
  const refused = fieldRefusal({ table })
  if (refused) return refused
  return { table: table!, attendant: by.kind === 'staff' ? by.badge : by.name }
}

/**
 * Credits at a terminal for a ticket, or cash from an attendant. For a terminal, record it together with the table's
 * answer to `buyInFor`: both or neither.
 */
export function redeemTicket(
  { callers, tickets }: { callers: Pick<KnownCallers, 'terminals'>; tickets: TicketState },
  request: { number: string; table?: string; closed?: TicketEnd },
  by: HouseCaller,
  now: string,
): Decided<TicketEvent> {
  const place = ticketPlace(by, request.table)
  if (isHouseRefusal(place)) return place
  const closed = by.kind === 'terminal' ? closedRefusal(callers, by) : null
  if (closed) return closed
  const ticket = openTicket(tickets, request, now)
  if (isHouseRefusal(ticket)) return ticket
  const { number, amount } = ticket
  return { events: [{ type: 'ticket-redeemed', number, amount, place, at: now }] }
}

type Sought = { number: string; closed?: TicketEnd }

function openTicket(state: TicketState, { number: typed, closed }: Sought, now: string | null): Ticket | HouseRefusal {
  const number = readTicketNumber(typed)
  const ticket = number === null ? undefined : state.tickets.get(number)
  const end = ticket ? endOf(ticket) : closed
  if (end) return 'redeemed' in end ? refuse('ticket-redeemed', end) : refuse('ticket-cancelled', end)
  if (!ticket) return refuse('ticket-unknown')
  const { expires } = ticket
  return now !== null && hasCome(expires, now) ? refuse('ticket-expired', { expired: expires }) : ticket
}

type WithReason = Sought & { reason: string }

/** An expired ticket may still be cancelled: the books are closed on it. */
export function cancelTicket(
  state: TicketState,
  request: WithReason,
  by: HouseCaller,
  now: string,
): Decided<TicketEvent> {
  const { reason } = request
  const ticket = fieldRefusal({ reason }) ?? openTicket(state, request, null)
  if (isHouseRefusal(ticket)) return ticket
  const { number, amount } = ticket
  return { events: [{ type: 'ticket-cancelled', number, amount, reason, at: now, by: signatureOf(by) }] }
}

/** Only an open ticket is printed again: a copy of a redeemed one would be paper that looks like money. */
export function copyTicket(
  state: TicketState,
  request: WithReason,
  by: HouseCaller,
  now: string,
): Decided<TicketEvent> {
  const { reason } = request
  const ticket = fieldRefusal({ reason }) ?? openTicket(state, request, now)
  if (isHouseRefusal(ticket)) return ticket
  const { number, amount, copies = 0 } = ticket
  const copy = copies + 1
  return { events: [{ type: 'ticket-copied', number, amount, copy, reason, at: now, by: signatureOf(by) }] }
}

type Credits = { amount: Cents }

/** Ids that the service itself gives in a terminal's name: clients cannot use them. */
export const isOwnId = (id: string): boolean => /^ticket-(in|out)-/.test(id)

/**
 * The table's command for a ticket. The same ticket twice is the same command, so it never pays or takes twice. `mark`:
 * distinguishes tickets for readers who may not know their numbers, such as readers of a table's journal.
 */
export const cashOutFor = (credits: Credits, player: string, mark: string): CommandOf<'cash-out'> => ({
  do: 'cash-out',
  ...ticketCommand(credits, player),
  id: `ticket-out-${mark}`,
})

export const buyInFor = (credits: Credits, player: string, mark: string): CommandOf<'buy-in'> => ({
  do: 'buy-in',
  ...ticketCommand(credits, player),
  id: `ticket-in-${mark}`,
})

const ticketCommand = ({ amount }: Credits, player: string) => ({
  player,
  amount,
  by: { role: 'player', name: player } as const,
})

type TicketStatus = 'open' | 'redeemed' | 'cancelled' | 'expired'

export function ticketStatus({ redeemed, cancelled, expires }: Ticket, now: string): TicketStatus {
  if (redeemed) return 'redeemed'
  if (cancelled) return 'cancelled'
  return hasCome(expires, now) ? 'expired' : 'open'
}

/**
 * A ticket in a list. A reader of an open ticket's number could redeem it, so only its end is shown. `mark`: identifies
 * it to the house, and cannot be redeemed.
 */
export const ticketView = (ticket: Ticket, mark: string, now: string) => ({
  number: maskedNumber(ticket.number),
  sequence: ticket.sequence,
  mark,
  amount: ticket.amount,
  status: ticketStatus(ticket, now),
  issued: ticket.issued,
  expires: ticket.expires,
  redeemed: ticket.redeemed,
  cancelled: ticket.cancelled,
  ...(ticket.copies === undefined ? {} : { copies: ticket.copies }),
})

export const maskedNumber = (number: string): string => `***-***-***-***-**${number.slice(14, 15)}-${number.slice(15)}`
