import type { TicketEnd } from '../../house/house-commands.ts'
import type { TicketStreamEvent } from '../../house/house-events.ts'
import { TICKETS, type Ticket, type TicketState } from '../../house/ticket-state.ts'
import { endOf, readTicketNumber, ticketTold } from '../../house/tickets.ts'
import { ticketKey } from '../../record/entry-keys.ts'
import { readTicketEntry } from '../../record/ticket-entry.ts'
import { keyNumber } from '../journal/entry-index.ts'
import type { Floor } from './floor.ts'

const ticketKeyNumber = (number: string): number => keyNumber(TICKETS, ticketKey(number))

/** Whether a ticket has this number, or may have had it. */
export const isTicketNumber = ({ tickets, journal }: Floor, number: string): boolean =>
  tickets.consider(({ state }) => state.tickets.get(number)) !== undefined || journal.mayHold(ticketKeyNumber(number))

/** Finds a ticket by its number as typed: among these tickets, or in the journal. */
export async function knownTicket(floor: Floor, { tickets }: TicketState, typed: string): Promise<Ticket | null> {
  const number = readTicketNumber(typed)
  return number === null ? null : (tickets.get(number) ?? inJournal(floor, number))
}

/** Finds a ticket for a command about it: in the pending state, or in the journal if it is not in memory any more. */
export async function ticketSought(floor: Floor, typed: string): Promise<{ ticket: Ticket | null; end: Closed }> {
  const { tickets } = floor
  const ticket = await knownTicket(
    floor,
    tickets.consider(({ state }) => state),
    typed,
  )
  const closed = ticket && endOf(ticket)
  const isForgotten = closed !== null && tickets.consider(({ state }) => !state.tickets.get(ticket!.number))
  return { ticket, end: isForgotten ? { closed } : {} }
}

type Closed = { closed?: TicketEnd }

async function inJournal(floor: Floor, number: string): Promise<Ticket | null> {
  const events = (await ticketEntries(floor, number)).flatMap((entry) => entry.events)
  return ticketTold(events, number)
}

/** The number of the entry by which it was issued. */
export async function entryOfTicket(floor: Floor, number: string): Promise<number | null> {
  const isIssue = (event: TicketStreamEvent): boolean => event.type === 'ticket-issued' && event.number === number
  return (await ticketEntries(floor, number)).find(({ events }) => events.some(isIssue))?.seq ?? null
}

type EventsOfEntry = { seq: number; events: readonly TicketStreamEvent[] }

async function ticketEntries({ journal }: Floor, number: string): Promise<EventsOfEntry[]> {
  const key = ticketKeyNumber(number)
  if (!journal.mayHold(key)) return []
  return (await journal.find(TICKETS, key)).map(({ seq, body }) => ({ seq, events: readTicketEntry(body).events }))
}
