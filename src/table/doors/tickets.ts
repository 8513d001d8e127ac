import type { FastifyInstance } from 'fastify'
import { refuse } from '../../house/refusals.ts'
import type { Ticket } from '../../house/state.ts'
import { cancelTicket, readTicketNumber, ticketView } from '../../house/tickets.ts'
import { ticketHtml, ticketPolicy } from '../../print/ticket-html.ts'
import type { Floor } from '../floor.ts'
import { Desk } from './desk.ts'
import { refused, send } from './replies.ts'
import type { Who, Whose } from './who.ts'

const HOUSE_ON_PAPER = { name: 'Croupier' }

export function ticketDoors(app: FastifyInstance, floor: Floor, whose: Whose): void {
  const { house, now } = floor
  const desk = new Desk(app, floor, whose)

  desk.open('POST /api/tickets', async (who, { body: { id, ...ticket } }, reply) =>
    send(reply, await floor.issue(who, ticket, id)),
  )
  desk.open('POST /api/tickets/redeem', async (who, { body: { id, ...ticket } }, reply) =>
    send(reply, await floor.redeem(who, ticket, id)),
  )
  desk.act('POST /api/tickets/:id/cancel', 'cancel-ticket', (who, number, body: { reason: string }) =>
    cancelTicket(house.state, { number, ...body }, who, now()),
  )
  desk.read('GET /api/tickets', { action: 'read-tickets' }, () => ({
    totals: house.state.ticketTotals,
    tickets: newest(house.state.tickets.values()).map((ticket) => ticketView(ticket, now())),
  }))
  desk.open('GET /api/tickets/:id/print', async (who, request, reply) => {
    const ticket = house.state.tickets.get(readTicketNumber(request.params.id) ?? '')
    await house.settled()
    if (!ticket || !mayPrint(who, ticket)) return refused(reply, refuse('ticket-unknown'))
    const html = ticketHtml(ticket, HOUSE_ON_PAPER)
    return reply
      .headers({ 'content-security-policy': ticketPolicy, 'cache-control': 'no-store' })
      .type('text/html')
      .send(html)
  })
}

/** The record of the house has them all. */
const TICKETS_SHOWN = 1_000

const newest = (tickets: readonly Ticket[]): Ticket[] =>
  tickets.toSorted((a, b) => (a.issued.at < b.issued.at ? 1 : -1)).slice(0, TICKETS_SHOWN)

/** A terminal prints its own tickets alone. */
const mayPrint = (who: Who, { issued: { place } }: Ticket): boolean =>
  who.kind === 'staff' || ('terminal' in place && place.terminal === who.terminal)
