import type { RemoteCaller } from '../../house/caller.ts'
import { callerId } from '../../house/caller.ts'
import { plainWish } from '../../house/fields.ts'
import type { HouseEventOf } from '../../house/house-events.ts'
import { refuse } from '../../house/house-refusals.ts'
import { isRemembered, lastTicketOf, type Remembered, readRemembered } from '../../house/ticket-search.ts'
import { TICKETS, type Ticket } from '../../house/ticket-state.ts'
import { ticketView } from '../../house/tickets.ts'
import { type TicketWords, ticketHtml, ticketPolicy } from '../../print/ticket-html.ts'
import { originOf } from '../../proof/keys.ts'
import { vocabularyIn } from '../../words/index.ts'
import { isLanguage, languages } from '../../words/languages.ts'
import type { Floor } from '../floor/floor.ts'
import { entryOfTicket, knownTicket, ticketSought } from '../floor/known-ticket.ts'
import { askTickets, issueTicket, redeemTicket, sellTicket } from '../floor/ticket-desk.ts'
import { programText } from '../program/manifest.ts'
import { ticketMark } from '../secrets/secrets.ts'
import { whichLanguage } from './books-routes.ts'
import type { HttpApi } from './http-api.ts'
import { send, sendPage, sendRefusal } from './http-replies.ts'

export function ticketRoutes(api: HttpApi): void {
  const { floor } = api
  api.openForKnown('POST /api/tickets', async (who, { body: { id, ...ticket } }, reply) =>
    send(
      reply,
      who.kind === 'terminal'
        ? await issueTicket(floor, who, ticket.amount, id)
        : await sellTicket(floor, who, ticket, id),
    ),
  )
  api.openForKnown('POST /api/tickets/redeem', async (who, { body: { id, ...ticket } }, reply) =>
    send(reply, await redeemTicket(floor, who, ticket, id)),
  )
  api.act('POST /api/tickets/:id/cancel', 'cancel-ticket', async (named, body) => {
    const number = numberNamed(floor, named)
    return { fields: { number, reason: body.reason, ...(await ticketSought(floor, number)).end } }
  })
  api.read('GET /api/tickets', 'read-tickets', async ({ query }, reply) => {
    const remembered = readRemembered(query)
    return 'problem' in remembered ? reply.code(400).send(remembered) : ticketsFitting(floor, remembered)
  })
  api.openForTerminals('GET /api/tickets/last', async ({ terminal }) => ({
    ticket: lastTicketOf(floor.tickets.settled.state.tickets.values(), terminal, floor.now()),
  }))
  copyRoute(api)
  api.openForKnown('GET /api/tickets/:id/print', async (who, request, reply) => {
    const ticket = await knownTicket(floor, floor.tickets.settled.state, request.params.id)
    if (!ticket || !mayPrint(who, ticket)) return sendRefusal(reply, refuse('ticket-unknown'))
    const words = await ticketWords(request.query.language)
    if (!words) return reply.code(400).send(whichLanguage)
    return sendPage(reply, ticketHtml(ticket, await paperOf(floor, ticket), words), ticketPolicy)
  })
}

function ticketsFitting({ tickets: { settled }, keyMaterial, now }: Floor, remembered: Remembered) {
  const { tickets, totals } = settled.state
  const fitting = tickets.values().filter((ticket) => isRemembered(ticket, remembered, now()))
  const shown = newest(fitting).map((ticket) => ticketView(ticket, ticketMark(ticket.number, keyMaterial), now()))
  return { totals, tickets: shown }
}

async function paperOf(floor: Floor, { number }: Ticket) {
  const { name, timeZone, mark, address, ticketText: note, currency } = floor.sign
  const house = { name, timeZone, mark, address, note, currency, program: programText() }
  const seq = floor.proof && (await entryOfTicket(floor, number))
  if (!floor.proof || seq === null) return house
  const { house: signer, houseKey: key } = floor.proof.checkpointer
  return { ...house, onRecord: { log: originOf(signer, TICKETS), seq, key } }
}

/** A copy is recorded before it is printed, with its caller and the reason. */
function copyRoute(api: HttpApi): void {
  const { floor } = api
  api.openForKnown('POST /api/tickets/:id/copy', async (who, request, reply) => {
    const words = await ticketWords(request.query.language)
    if (!words) return reply.code(400).send(whichLanguage)
    const { reason } = plainWish(request.body)
    const number = numberNamed(floor, request.params.id)
    const { end } = await ticketSought(floor, number)
    const wish = { do: 'copy-ticket', number, reason, ...end, by: callerId(who) } as const
    const { events, refused } = await askTickets(floor, who, wish)
    if (refused) return sendRefusal(reply, refused)
    const [copied] = events as HouseEventOf<'ticket-copied'>[]
    const ticket = (await knownTicket(floor, floor.tickets.settled.state, copied!.number))!
    return sendPage(reply, ticketHtml(ticket, await paperOf(floor, ticket), words, copied), ticketPolicy)
  })
}

/** Staff name a ticket by its mark, which the list shows; a person with the paper names it by its number. */
function numberNamed({ tickets: { settled }, keyMaterial }: Floor, named: string): string {
  if (!/^[0-9a-f]{32}$/.test(named)) return named
  const tickets = settled.state.tickets.values().toReversed()
  return tickets.find(({ number }) => ticketMark(number, keyMaterial) === named)?.number ?? named
}

/** The most tickets in a list. The record of the house has all of them. */
const TICKETS_SHOWN = 1_000

/** The newest tickets, found in one pass: the newest usually come last, and then few have to be sorted. */
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

/**
 * A terminal prints its own tickets, and the seller of a ticket prints that one. Any other print is a copy, which is
 * recorded.
 */
function mayPrint(who: RemoteCaller, { issued: { place } }: Ticket): boolean {
  if (who.kind === 'terminal') return 'terminal' in place && place.terminal === who.terminal
  return 'attendant' in place && place.attendant === who.badge
}
