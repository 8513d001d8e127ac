import type { TicketEnd } from '../../house/house-commands.ts'
import { HOUSE, type HouseState, type Ticket } from '../../house/state.ts'
import { endOf, readTicketNumber, ticketTold } from '../../house/tickets.ts'
import { ticketKey } from '../../record/entry-keys.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import { keyNumber } from '../journal/key-number.ts'
import type { Floor } from './floor.ts'

const keyOf = (number: string): number => keyNumber(HOUSE, ticketKey(number))

/** Whether a ticket has, or perhaps had, this number. */
export const isTicketNumber = ({ house, journal }: Floor, number: string): boolean =>
  house.consider(({ state }) => state.tickets.get(number)) !== undefined || journal.mayHold(keyOf(number))

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

async function inJournal({ journal }: Floor, number: string): Promise<Ticket | null> {
  const key = keyOf(number)
  if (!journal.mayHold(key)) return null
  const entries = await journal.find(HOUSE, key)
  return ticketTold(
    entries.flatMap(({ body }) => readHouseEntry(body).events),
    number,
  )
}
