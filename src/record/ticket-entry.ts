import { commandOnRecord } from '../house/decide-house.ts'
import type { TicketCommand } from '../house/house-commands.ts'
import type { TicketDecision, TicketStreamEvent } from '../house/house-events.ts'
import type { HouseRefusal } from '../house/house-refusals.ts'
import { ticketUpcasts } from './upcasts.ts'
import { type PlainEntry, upcast, VERSION } from './versions.ts'

/** The entry of a table that is written in the same transaction. */
export type Beside = { stream: string; seq: number }

/** One entry of the tickets. `house`: the last entry that the house had on disk when it was decided who may ask. */
export type TicketEntry = {
  v: typeof VERSION
  salt: string
  at: string
  house: number
  beside?: Beside
  command: TicketCommand
  events: readonly TicketStreamEvent[]
  refused?: HouseRefusal
}

export const readTicketEntry = (body: string): TicketEntry => ticketEntryFrom(JSON.parse(body))
export const ticketEntryFrom = (plain: PlainEntry): TicketEntry => upcast(plain, ticketUpcasts) as TicketEntry

export const writeTicketEntry = (entry: TicketEntry): string => JSON.stringify(entry)

export function ticketEntry(
  { salt, house }: Pick<TicketEntry, 'salt' | 'house'>,
  command: TicketCommand,
  { events, refused }: TicketDecision,
  beside?: Beside,
): TicketEntry {
  return {
    v: VERSION,
    salt,
    at: command.at,
    house,
    ...(beside ? { beside } : {}),
    command: commandOnRecord(command, refused),
    events,
    ...(refused ? { refused } : {}),
  }
}
