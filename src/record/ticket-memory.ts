import { type Meters, metersFrom, meterTickets, noMeters, ticketsMetered } from '../house/meters.ts'
import { evolveTickets, freshTickets, type TicketState, ticketsFrom } from '../house/ticket-state.ts'
import { openSnapshot, snapshotHead, writeColumns } from './snapshot-binding.ts'
import type { Snapshot, Stored } from './stored-entry.ts'
import type { TicketEntry } from './ticket-entry.ts'

/** The memory of the tickets' stream: their state and meters. */
export type TicketMemory = { state: TicketState; meters: Meters }

export const freshTicketMemory = (): TicketMemory => ({ state: freshTickets(), meters: noMeters() })

/** Returns the tickets after one more of their entries. */
export const rememberTickets = (
  { state, meters }: TicketMemory,
  { events }: Pick<TicketEntry, 'events'>,
): TicketMemory => ({ state: events.reduce(evolveTickets, state), meters: events.reduce(meterTickets, meters) })

/** Every ticket, of a terminal or an attendant, has its place in the meters. */
export function dropProblem({ state: { totals }, meters }: TicketMemory): string | null {
  const { issued, redeemed } = ticketsMetered(meters)
  if (issued === totals.issued.amount && redeemed === totals.redeemed.amount) return null
  return `the meters know tickets of ${issued} and ${redeemed} cents, the house of ${totals.issued.amount} and ${totals.redeemed.amount}`
}

/** `hash`: that of the entry after which the tickets were so. */
export function* ticketSnapshot({ state, meters }: TicketMemory, hash: string): Generator<void, string> {
  // The values of this moment: later changes must not enter the snapshot while it is written.
  const [tickets, closings, counted] = [state.tickets.columns(), state.closings.columns(), meters.columns()]
  let text = `${snapshotHead(hash)},"state":{"totals":${JSON.stringify(state.totals)}`
  text += `,"tickets":${yield* writeColumns(tickets)}`
  text += `,"closings":${yield* writeColumns(closings)}`
  return `${text}},"meters":${yield* writeColumns(counted)}}`
}

/** Null where the snapshot does not fit: then the journal alone tells. */
export function readTicketSnapshot(snapshot: Snapshot, entry: Stored | undefined): TicketMemory | null {
  try {
    const opened = openSnapshot(snapshot, entry)
    if (opened.misfit !== undefined) return null
    return { state: ticketsFrom(opened.plain.state), meters: metersFrom(opened.plain.meters) }
  } catch {
    return null
  }
}
