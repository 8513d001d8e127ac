import type { TicketEnd } from '../../house/house-commands.ts'
import type { HouseEvent } from '../../house/house-events.ts'
import { HOUSE, type HouseState, type Ticket } from '../../house/state.ts'
import { endOf, readTicketNumber, ticketTold } from '../../house/tickets.ts'
import { ticketKey } from '../../record/entry-keys.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import { keyNumber } from '../journal/entry-index.ts'
import type { Floor } from './floor.ts'

const ticketKeyNumber = (number: string): number => keyNumber(HOUSE, ticketKey(number))

/** Whether a ticket has, or perhaps had, this number. */
export const isTicketNumber = ({ house, journal }: Floor, number: string): boolean =>
  house.consider(({ state }) => state.tickets.get(number)) !== undefined || journal.mayHold(ticketKeyNumber(number))

/** A ticket by its number as it was typed: in this state of the house, or as the journal has it. */
export async function knownTicket(floor: Floor, { tickets }: HouseState, typed: string): Promise<Ticket | null> {
  const number = readTicketNumber(typed)
  return number === null ? null : (tickets.get(number) ?? inJournal(floor, number))
}

/** The same for a command about it, which goes by what was decided last; and what the house does not know any more. */
export async function ticketSought(floor: Floor, typed: string): Promise<{ ticket: Ticket | null; end: Closed }> {
  const { house } = floor
  const ticket = await knownTicket(
    floor,
    house.consider(({ state }) => state),
    typed,
  )
  const closed = ticket && endOf(ticket)
  const isForgotten = closed !== null && house.consider(({ state }) => !state.tickets.get(ticket!.number))
  return { ticket, end: isForgotten ? { closed } : {} }
}

type Closed = { closed?: TicketEnd }

async function inJournal(floor: Floor, number: string): Promise<Ticket | null> {
  const events = (await ticketEntries(floor, number)).flatMap((entry) => entry.events)
  return ticketTold(events, number)
}

/** The number of the entry by which it was issued. */
export async function entryOfTicket(floor: Floor, number: string): Promise<number | null> {
  const isIssue = (event: HouseEvent): boolean => event.type === 'ticket-issued' && event.number === number
  return (await ticketEntries(floor, number)).find(({ events }) => events.some(isIssue))?.seq ?? null
}

type EventsOfEntry = { seq: number; events: readonly HouseEvent[] }

async function ticketEntries({ journal }: Floor, number: string): Promise<EventsOfEntry[]> {
  const key = ticketKeyNumber(number)
  if (!journal.mayHold(key)) return []
  return (await journal.find(HOUSE, key)).map(({ seq, body }) => ({ seq, events: readHouseEntry(body).events }))
}
