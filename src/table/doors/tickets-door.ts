import type { FastifyInstance } from 'fastify'
import { refuse } from '../../house/house-refusals.ts'
import type { Ticket } from '../../house/state.ts'
import { ticketView } from '../../house/tickets.ts'
import { type TicketWords, ticketHtml, ticketPolicy } from '../../print/ticket-html.ts'
import { vocabularyIn } from '../../words/index.ts'
import { isLanguage, languages } from '../../words/languages.ts'
import type { Floor } from '../floor/floor.ts'
import { knownTicket, ticketSought } from '../floor/known-ticket.ts'
import { issueTicket, redeemTicket } from '../floor/ticket-desk.ts'
import { whichLanguage } from './books-door.ts'
import { Desk } from './door-desk.ts'
import { send, sendRefusal } from './door-replies.ts'
import type { Who, Whose } from './who.ts'

const HOUSE_ON_PAPER = { name: 'Croupier' }

export function ticketDoors(app: FastifyInstance, floor: Floor, whose: Whose): void {
  const { house, now } = floor
  const desk = new Desk(app, floor, whose)

  desk.open('POST /api/tickets', async (who, { body: { id, ...ticket } }, reply) =>
    send(reply, await issueTicket(floor, who, ticket, id)),
  )
  desk.open('POST /api/tickets/redeem', async (who, { body: { id, ...ticket } }, reply) =>
    send(reply, await redeemTicket(floor, who, ticket, id)),
  )
  desk.act('POST /api/tickets/:id/cancel', 'cancel-ticket', async (_, number, body) => ({
    wish: { do: 'cancel-ticket', number, reason: body.reason, ...(await ticketSought(floor, number)).end },
  }))
  desk.read('GET /api/tickets', { action: 'read-tickets' }, () => ({
    totals: house.settled.state.ticketTotals,
    tickets: newest(house.settled.state.tickets.values()).map((ticket) => ticketView(ticket, now())),
  }))
  desk.open('GET /api/tickets/:id/print', async (who, request, reply) => {
    const ticket = await knownTicket(floor, house.settled.state, request.params.id)
    if (!ticket || !mayPrint(who, ticket)) return sendRefusal(reply, refuse('ticket-unknown'))
    const words = await ticketWords(request.query.language)
    if (!words) return reply.code(400).send(whichLanguage)
    const html = ticketHtml(ticket, HOUSE_ON_PAPER, words)
    return reply
      .headers({ 'content-security-policy': ticketPolicy, 'cache-control': 'no-store' })
      .type('text/html')
      .send(html)
  })
}

/** The record of the house has them all. */
const TICKETS_SHOWN = 1_000

/** Of all of them, in one walk: mostly the newest come last, and then few are put in order. */
function newest(tickets: readonly Ticket[]): Ticket[] {
  let [found, oldest]: [Ticket[], string] = [[], '']
  const inOrder = () => found.sort((a, b) => (a.issued.at < b.issued.at ? 1 : -1)).slice(0, TICKETS_SHOWN)
  for (const ticket of tickets.toReversed()) {
    if (ticket.issued.at <= oldest) continue
    found.push(ticket)
    if (found.length < 2 * TICKETS_SHOWN) continue
    found = inOrder()
    oldest = found.at(-1)!.issued.at
  }
  return inOrder()
}

/** A ticket is printed in one language: English, unless another is asked for. */
async function ticketWords(language = 'en'): Promise<TicketWords | null> {
  if (!isLanguage(language)) return null
  return { ...(await vocabularyIn(language)), tag: languages[language].tag }
}

/** A terminal prints its own tickets alone. */
const mayPrint = (who: Who, { issued: { place } }: Ticket): boolean =>
  who.kind === 'staff' || ('terminal' in place && place.terminal === who.terminal)
