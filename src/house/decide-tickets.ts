import type { HouseCaller } from './caller.ts'
import { decideAllowed, noteRefusal } from './decide-house.ts'
import type { HouseCommandOf, TicketCommand } from './house-commands.ts'
import type { Decided, TicketDecision, TicketEvent } from './house-events.ts'
import type { KnownCallers } from './state.ts'
import type { TicketState } from './ticket-state.ts'
import { cancelTicket, copyTicket, issueTicket, redeemTicket } from './tickets.ts'

/** The state for a ticket's command: the tickets, and the callers that the house knew. */
export type TicketGrounds = { callers: KnownCallers; tickets: TicketState }

type Decide<Name extends TicketCommand['do']> = (
  on: TicketGrounds,
  command: HouseCommandOf<Name>,
  who: HouseCaller,
) => Decided<TicketEvent> | TicketDecision

const decisions: { readonly [Name in TicketCommand['do']]: Decide<Name> } = {
  'issue-ticket': ({ tickets }, command, who) => issueTicket(tickets, command, who, command.at),
  'sell-ticket': ({ tickets }, command, who) => issueTicket(tickets, command, who, command.at),
  'redeem-ticket': (on, command, who) => redeemTicket(on, command, who, command.at),
  'cancel-ticket': ({ tickets }, command, who) => cancelTicket(tickets, command, who, command.at),
  'copy-ticket': ({ tickets }, command, who) => copyTicket(tickets, command, who, command.at),
  'note-refusal': (_, command, who) => noteRefusal(command, who),
}

/** Decides about a ticket; pure, as the house's own decisions are. */
export const decideTickets = (on: TicketGrounds, command: TicketCommand): TicketDecision =>
  decideAllowed(on.callers, command, (who) =>
    (decisions[command.do] as Decide<TicketCommand['do']>)(on, command as never, who),
  )
