import type { Ticket } from './ticket-state.ts'
import { ticketStatus } from './tickets.ts'
import { hasCome } from './time.ts'

/** A player's memory of a lost ticket. `place`: a part of the terminal's, table's or attendant's name. */
export type Remembered = {
  place?: string | undefined
  amount?: number | undefined
  from?: string | undefined
  to?: string | undefined
  status?: string | undefined
}
type TicketQuery = { [Field in keyof Remembered]?: string | undefined }

export function readRemembered(asked: TicketQuery): Remembered | { problem: string; field: string } {
  const amount = asked.amount === undefined ? undefined : Number(asked.amount)
  if (amount !== undefined && !(Number.isSafeInteger(amount) && amount > 0))
    return { problem: 'amount must be whole cents', field: 'amount' }
  for (const field of ['from', 'to'] as const)
    if (asked[field] !== undefined && Number.isNaN(Date.parse(asked[field])))
      return { problem: `${field} must be a time, ISO 8601`, field }
  const { place, from, to, status } = asked
  return { place: place?.toLowerCase(), amount, from, to, status }
}

export function isRemembered(ticket: Ticket, { place, amount, from, to, status }: Remembered, now: string): boolean {
  const { issued } = ticket
  return (
    (amount === undefined || ticket.amount === amount) &&
    (from === undefined || hasCome(from, issued.at)) &&
    (to === undefined || hasCome(issued.at, to)) &&
    (status === undefined || status === '' || ticketStatus(ticket, now) === status) &&
    (place === undefined || Object.values(issued.place).some((name) => name.toLowerCase().includes(place)))
  )
}

/** The last ticket that a terminal printed, while it is open, so that a player who closed it too soon sees it again. */
export function lastTicketOf(tickets: readonly Ticket[], terminal: string, now: string): Ticket | null {
  let last: Ticket | null = null
  for (const ticket of tickets) {
    const { place, at } = ticket.issued
    if (!('terminal' in place) || place.terminal !== terminal || (last && last.issued.at > at)) continue
    last = ticket
  }
  return last && ticketStatus(last, now) === 'open' ? last : null
}
