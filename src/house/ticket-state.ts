import { add, type Cents, zero } from '../engine/money.ts'
import { PersistentMap } from '../engine/persistent-map.ts'
import type { Signature } from './caller.ts'
import type { HouseEventOf, TicketEvent, TicketPlace, TicketStreamEvent } from './house-events.ts'
import { HOUSE } from './state.ts'

/** The journal's stream of the tickets: every ticket of the house is in it. */
export const TICKETS = 'tickets'
/** Every stream but those of the house and the tickets is a table's. */
export const isTableStream = (stream: string): boolean => stream !== HOUSE && stream !== TICKETS

export type Ticket = {
  number: string
  /** The how manieth ticket of the house it is. */
  sequence: number
  amount: Cents
  issued: { place: TicketPlace; at: string }
  expires: string
  redeemed: { place: TicketPlace; at: string } | null
  cancelled: { reason: string; by: Signature; at: string } | null
  /** The number of copies printed after a loss. */
  copies?: number
}

type TicketTotal = { count: number; amount: Cents }

export type TicketState = {
  /** Open tickets, and the last closed ones. Tickets closed long ago are in the journal alone. */
  tickets: PersistentMap<Ticket>
  /** The numbers of the closed ones among them, by how many had been closed by then. */
  closings: PersistentMap<string>
  totals: Readonly<Record<'issued' | 'redeemed' | 'cancelled', TicketTotal>>
}

const none: TicketTotal = { count: 0, amount: zero }

export const freshTickets = (): TicketState => ({
  tickets: PersistentMap.of(),
  closings: PersistentMap.of(),
  totals: { issued: none, redeemed: none, cancelled: none },
})

/** A snapshot is the state as JSON; this reads it back. */
export function ticketsFrom(snapshot: unknown): TicketState {
  const { tickets, closings, totals } = snapshot as Record<'tickets' | 'closings', object> & Pick<TicketState, 'totals'>
  return {
    tickets: PersistentMap.of(Object.entries(tickets)) as TicketState['tickets'],
    closings: PersistentMap.of(Object.entries(closings)) as TicketState['closings'],
    totals,
  }
}

/** Records what happened. It never refuses; an event that does not fit is a bug. */
export function evolveTickets(state: TicketState, event: TicketStreamEvent): TicketState {
  if (event.type === 'refusal-recorded') return state
  const { number, amount } = event
  switch (event.type) {
    case 'ticket-issued':
      if (state.tickets.get(number)) return unfit(event)
      return countTicket({ ...state, tickets: state.tickets.set(number, ticketFrom(event)) }, 'issued', amount)
    case 'ticket-redeemed':
      return withoutOldest(countTicket(withTicket(state, event), 'redeemed', amount), number)
    case 'ticket-cancelled':
      return withoutOldest(countTicket(withTicket(state, event), 'cancelled', amount), number)
    case 'ticket-copied':
      return { ...state, tickets: state.tickets.set(number, { ...openTicket(state, event), copies: event.copy }) }
  }
}

/** The number of closed tickets that stay in memory. */
export const CLOSED_KEPT = 1_000

function withoutOldest(state: TicketState, number: string): TicketState {
  const { totals, closings, tickets } = state
  const closed = totals.redeemed.count + totals.cancelled.count
  const oldest = String(closed - CLOSED_KEPT)
  const gone = closings.get(oldest)
  return {
    ...state,
    closings: closings.set(String(closed), number).without(oldest),
    tickets: gone === undefined ? tickets : tickets.without(gone),
  }
}

type Closing = HouseEventOf<'ticket-redeemed' | 'ticket-cancelled'>

/** A ticket after what closed it. */
export function closedTicket(ticket: Ticket, event: Closing): Ticket {
  const { at } = event
  if (event.type === 'ticket-redeemed') return { ...ticket, redeemed: { place: event.place, at } }
  const { reason, by } = event
  return { ...ticket, cancelled: { reason, by, at } }
}

export const ticketFrom = (event: HouseEventOf<'ticket-issued'>): Ticket => ({
  number: event.number,
  sequence: event.sequence,
  amount: event.amount,
  issued: { place: event.place, at: event.at },
  expires: event.expires,
  redeemed: null,
  cancelled: null,
})

/** Only a ticket that nothing has happened to may change: paid twice would be a bug, and stops here. */
function openTicket(state: TicketState, event: { number: string; amount: Cents }): Ticket {
  const ticket = state.tickets.get(event.number)
  if (!ticket || ticket.redeemed || ticket.cancelled || ticket.amount !== event.amount) return unfit(event)
  return ticket
}

const withTicket = (state: TicketState, event: Closing): TicketState => ({
  ...state,
  tickets: state.tickets.set(event.number, closedTicket(openTicket(state, event), event)),
})

function countTicket(state: TicketState, what: keyof TicketState['totals'], amount: Cents): TicketState {
  const before = state.totals[what]
  const total = { count: before.count + 1, amount: add(before.amount, amount) }
  return { ...state, totals: { ...state.totals, [what]: total } }
}

function unfit(cause: TicketEvent | { number: string }): never {
  throw new Error('This event does not fit the state of the tickets', { cause })
}
