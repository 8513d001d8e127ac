import type { Plain } from './versions.ts'

/** By what an entry is found again, however old it is: whose request it was, and which ticket it is about. */
export const requestKey = (actor: string, id: string): string => `request ${actor}\n${id}`
export const ticketKey = (number: string): string => `ticket ${number}`

type Keyed = {
  actor?: string
  command?: { id?: string }
  forbidden?: { id?: string }
  events?: readonly { type: string; number?: string }[]
}

/** All keys of an entry. */
export function keysOf(entry: Plain): string[] {
  const { actor, command, forbidden, events = [] } = entry as Keyed
  const request = (command ?? forbidden)?.id
  // A ticket's event stands alone in its entry.
  const { type = '', number } = events[0] ?? {}
  return [
    ...(actor !== undefined && request !== undefined ? [requestKey(actor, request)] : []),
    ...(number !== undefined && type.startsWith('ticket-') ? [ticketKey(number)] : []),
  ]
}
