import type { HouseCaller } from '../../house/caller.ts'
import { decideTickets } from '../../house/decide-tickets.ts'
import { stillHere, type Watch } from '../../house/find-caller.ts'
import type { TicketCommand, TicketWish } from '../../house/house-commands.ts'
import type { TicketDecision, TicketStreamEvent } from '../../house/house-events.ts'
import { refuse } from '../../house/house-refusals.ts'
import { TICKETS } from '../../house/ticket-state.ts'
import { readTicketNumber } from '../../house/tickets.ts'
import { isSame } from '../../record/canonical.ts'
import { readTicketEntry, type TicketEntry, ticketEntry, writeTicketEntry } from '../../record/ticket-entry.ts'
import {
  dropProblem,
  freshTicketMemory,
  readTicketSnapshot,
  rememberTickets,
  type TicketMemory,
  ticketSnapshot,
} from '../../record/ticket-memory.ts'
import { JournalUnusable } from '../journal/journal.ts'
import { type HouseStream, knownAnswer, outcomeOf, sessionIsOver } from './house-stream.ts'
import { Stream } from './stream.ts'
import type { PermissionCheck, StreamKind } from './stream-kind.ts'
import type { StreamOptions } from './stream-options.ts'

/** A wish about a ticket; the stream adds the time. */
export type TimedTicketWish = TicketWish & { at?: string }
export type TicketStream = Stream<TicketMemory, TimedTicketWish, TicketStreamEvent, TicketDecision, TicketEntry>
type TicketCheck = PermissionCheck<TicketMemory, TimedTicketWish, TicketStreamEvent, TicketDecision>

const SNAPSHOT_AFTER = 2_000

export async function openTickets(house: HouseStream, options: StreamOptions): Promise<TicketStream> {
  const tickets = await Stream.open(TICKETS, ticketKind(house), options)
  const problem = dropProblem(tickets.settled)
  if (problem) throw new JournalUnusable(`the journal of the tickets is inconsistent: ${problem}`)
  return tickets
}

/**
 * Checks that a caller is still signed in, or still enrolled, by the durable state of the house, which the entry names. The
 * permission itself is a part of `decideTickets`.
 */
export const checkTicketSession =
  (house: HouseStream, who: HouseCaller, watch: Watch): TicketCheck =>
  (command) =>
    stillHere(house.settled.state, who, watch) ? { command } : { command, refused: sessionIsOver }

const ticketKind = (
  house: HouseStream,
): StreamKind<TicketMemory, TimedTicketWish, TicketStreamEvent, TicketDecision, TicketEntry> => ({
  fresh: freshTicketMemory(),
  snapshotAfter: () => SNAPSHOT_AFTER,
  decide: ({ state }, command) =>
    outcomeOf(decideTickets({ callers: house.settled.state, tickets: state }, command as TicketCommand)),
  // Decided in this same turn, so the house still has this last entry.
  entryOf: (_, { salt, command }, { answer }, beside) =>
    ticketEntry({ salt, house: house.durable }, command as TicketCommand, answer, beside),
  remember: (memory, entry) => rememberTickets(memory!, entry),
  write: writeTicketEntry,
  read: readTicketEntry,
  answerOf(entry) {
    const known = knownAnswer(entry)
    return known && entry.beside ? { ...known, beside: entry.beside } : known
  },
  isSameRequest: ({ command }, again) => isSame(asTyped(command), asTyped(again)),
  idTaken: (id) => ({ events: [], refused: refuse('id-used-for-another', { id }) }),
  writeSnapshot: ticketSnapshot,
  readSnapshot: async (snapshot, entryAt) => readTicketSnapshot(snapshot, await entryAt(snapshot.seq)),
  isGoodMoment: () => true,
  prepare: () => null,
})

type Drawn = { at?: string; number?: string; closed?: unknown; limit?: unknown }

/**
 * Compares the typed fields only. The service draws a new number for each new ticket, and the limit may have been
 * changed since.
 */
function asTyped(wish: TicketCommand | TimedTicketWish): object {
  const { at: _, closed: __, limit: ___, number = '', ...typed } = wish as TimedTicketWish & Drawn
  return wish.do === 'redeem-ticket' ? { ...typed, number: readTicketNumber(number) ?? number } : typed
}
