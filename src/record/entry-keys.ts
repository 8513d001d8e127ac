import { actorOf, type CallerId } from '../house/caller.ts'
import type { PlainEntry } from './versions.ts'

/**
 * The keys by which an entry is found again, however old it is: the caller's request, and the ticket that it is about.
 */
export const requestKey = (actor: string, id: string): string => `request ${actor}\n${id}`
export const ticketKey = (number: string): string => `ticket ${number}`

/** An entry of a table says `actor`; in one of the house the command itself says who gave it. */
type WithCaller = { actor?: string; command?: { by?: CallerId } }

/** The name by which the journal knows the caller of an entry. */
export function actorIn(entry: PlainEntry): string | undefined {
  const { actor, command } = entry as WithCaller
  return actor ?? (command?.by && actorOf(command.by))
}

type Keyed = {
  command?: { id?: string }
  forbidden?: { id?: string }
  events?: readonly { type: string; number?: string }[]
}

/** All keys of an entry. */
export function keysOf(entry: PlainEntry): string[] {
  const { command, forbidden } = entry as Keyed
  const actor = actorIn(entry)
  const request = (command ?? forbidden)?.id
  return [...(actor !== undefined && request !== undefined ? [requestKey(actor, request)] : []), ...ticketKeys(entry)]
}

/** The key of the ticket that an entry is about. A ticket's event stands alone in its entry. */
export function ticketKeys({ events }: { events?: unknown }): string[] {
  const [{ type = '', number } = {}] = (events ?? []) as Keyed['events'] & object
  return number !== undefined && type.startsWith('ticket-') ? [ticketKey(number)] : []
}
