import type { FastifyInstance } from 'fastify'
import type { Cents } from '../../engine/money.ts'
import { refuse } from '../../house/refusals.ts'
import type { Ticket } from '../../house/state.ts'
import { cancelTicket, readTicketNumber, ticketView } from '../../house/tickets.ts'
import { type TicketWords, ticketHtml, ticketPolicy } from '../../print/ticket-html.ts'
import { vocabularyIn } from '../../words/index.ts'
import { isLanguage, languages } from '../../words/languages.ts'
import type { Floor } from '../floor.ts'
import { whichLanguage } from './books.ts'
import { Desk } from './desk.ts'
import { refused, send } from './replies.ts'
import { bodies, queries } from './schemas.ts'
import type { Who, Whose } from './who.ts'

const HOUSE_ON_PAPER = { name: 'Croupier' }

export function ticketDoors(app: FastifyInstance, floor: Floor, whose: Whose): void {
  const { house, now } = floor
  const desk = new Desk(app, floor, whose, 'tickets')

  desk.open<{ amount: Cents; table?: string; id?: string }>(
    'POST',
    '/api/tickets',
    { summary: 'Cash out to a ticket (terminal), or sell one (attendant)', body: bodies.sell },
    async (who, { body: { id, ...ticket } }, reply) => send(reply, await floor.issue(who, ticket, id)),
  )
  desk.open<{ number: string; table?: string; id?: string }>(
    'POST',
    '/api/tickets/redeem',
    { summary: 'Redeem a ticket, once', body: bodies.redeem },
    async (who, { body: { id, ...ticket } }, reply) => send(reply, await floor.redeem(who, ticket, id)),
  )
  desk.act(
    'POST',
    '/api/tickets/:id/cancel',
    { summary: 'Cancel a ticket', asked: 'cancel-ticket', body: bodies.cancel },
    (who, number, body: { reason: string }) => cancelTicket(house.state, { number, ...body }, who, now()),
  )
  desk.read('/api/tickets', { summary: 'The newest tickets, and the totals of all', action: 'read-tickets' }, () => ({
    totals: house.state.ticketTotals,
    tickets: newest(house.state.tickets.values()).map((ticket) => ticketView(ticket, now())),
  }))
  const print = { summary: 'A ticket to print', querystring: queries.print }
  desk.open('GET', '/api/tickets/:id/print', print, async (who, request, reply) => {
    const ticket = house.state.tickets.get(readTicketNumber(request.params.id) ?? '')
    await house.settled()
    if (!ticket || !mayPrint(who, ticket)) return refused(reply, refuse('ticket-unknown'))
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

const newest = (tickets: readonly Ticket[]): Ticket[] =>
  tickets.toSorted((a, b) => (a.issued.at < b.issued.at ? 1 : -1)).slice(0, TICKETS_SHOWN)

/** A ticket is printed in one language: English, unless another is asked for. */
async function ticketWords(language = 'en'): Promise<TicketWords | null> {
  if (!isLanguage(language)) return null
  return { ...(await vocabularyIn(language)), tag: languages[language].tag }
}

/** A terminal prints its own tickets alone. */
const mayPrint = (who: Who, { issued: { place } }: Ticket): boolean =>
  who.kind === 'staff' || ('terminal' in place && place.terminal === who.terminal)
