import type { Decision } from '../../engine/decision.ts'
import type { Command, CommandOf } from '../../engine/language.ts'
import { type Cents, zero } from '../../engine/money.ts'
import { type Refusal, refuse } from '../../engine/refusals.ts'
import { stakedNow } from '../../engine/summary.ts'
import { isUnderWay, type TableState } from '../../engine/table.ts'
import { actorOf, callerId, type RemoteCaller, type StaffCaller, type TerminalCaller } from '../../house/caller.ts'
import type { TicketWish } from '../../house/house-commands.ts'
import type { TicketDecision } from '../../house/house-events.ts'
import { mayNot, notItsOwn } from '../../house/permissions.ts'
import { buyInFor, cashOutFor, readTicketNumber, ticketThen } from '../../house/tickets.ts'
import { entryAt } from '../../record/journal-reader.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import { freshNumber, ticketMark } from '../secrets/secrets.ts'
import type { Answered } from '../stream/stream-kind.ts'
import type { TableCheck } from '../stream/table-stream.ts'
import { checkTicketSession } from '../stream/ticket-stream.ts'
import type { Elsewhere } from './elsewhere.ts'
import { deciderOf, type Floor, noTable } from './floor.ts'
import { isTicketNumber, knownTicket, ticketSought } from './known-ticket.ts'
import { refuseOnRecord } from './refuse.ts'
import { type Reply, replyTo } from './reply.ts'

type Credits = CommandOf<'cash-out' | 'buy-in'>

/** Handles a terminal's `cash-out`: its credits leave only as a ticket. */
export async function cashOutByTicket(
  floor: Floor,
  caller: TerminalCaller,
  table: string,
  { player, amount, id }: CommandOf<'cash-out'>,
): Promise<Reply> {
  const refusal = notItsOwn(caller, table, { player })
  return refusal ? refuseOnRecord(floor, 'issue-ticket', caller, refusal) : issueTicket(floor, caller, amount, id)
}

/** Turns credits of a terminal into a ticket. */
export async function issueTicket(floor: Floor, caller: TerminalCaller, amount: Cents, id?: string): Promise<Reply> {
  const decider = atOtherNode(floor, caller)
  if (decider) return decider.ask(caller.table, { ask: 'ticket-out', who: caller.credential, amount, ...withId(id) })
  const ticket = newTicket(floor, amount, id)
  const credits = cashOutFor({ amount }, caller.player, ticketMark(ticket.number, floor.keyMaterial))
  return atTerminal(floor, caller, { do: 'issue-ticket', by: callerId(caller), ...ticket }, credits)
}

/** Sells a ticket for cash at the counter of a table. */
export async function sellTicket(
  floor: Floor,
  caller: StaffCaller,
  { amount, table }: { amount: Cents; table?: string },
  id?: string,
): Promise<Reply> {
  const wish = { do: 'sell-ticket', by: callerId(caller), ...newTicket(floor, amount, id), table: table ?? '' } as const
  return atCounter(floor, caller, wish, table)
}

const newTicket = (floor: Floor, amount: Cents, id: string | undefined) => ({
  number: freshNumber((one) => isTicketNumber(floor, one), floor.keyMaterial),
  amount,
  limit: floor.ticketMax,
  days: floor.policy.ticketDays,
  ...withId(id),
})

/** Turns a ticket into credits at a terminal, or into cash from an attendant: once, despite retries and races. */
export async function redeemTicket(
  floor: Floor,
  who: RemoteCaller,
  request: { number: string; table?: string },
  id?: string,
): Promise<Reply> {
  const { number, table } = request
  const decider = who.kind === 'terminal' ? atOtherNode(floor, who) : null
  if (decider)
    return decider.ask((who as TerminalCaller).table, { ask: 'ticket-in', who: who.credential, number, ...withId(id) })
  const known = await ticketSought(floor, number)
  const { ticket, end } = known.ticket || floor.tickets.role === 'sole' ? known : await soughtAgain(floor, number)
  const place = table === undefined ? {} : { table }
  const wish: TicketWish = { do: 'redeem-ticket', by: callerId(who), number, ...place, ...end, ...withId(id) }
  const digits = readTicketNumber(number)
  // An impossible ticket number is refused without reading the table.
  if (who.kind !== 'terminal' || digits === null) return atCounter(floor, who, wish, table)
  const credits = buyInFor(ticket ?? { amount: zero }, who.player, ticketMark(digits, floor.keyMaterial))
  return atTerminal(floor, who, wish, credits)
}

/** Another node may have just issued the ticket, so the journal is read before a number is called unknown. */
async function soughtAgain(floor: Floor, number: string): ReturnType<typeof ticketSought> {
  await floor.tickets.catchUp()
  return ticketSought(floor, number)
}

/** A ticket and its credits are one transaction at the node that owns the table. */
function atOtherNode(floor: Floor, { table }: TerminalCaller): Elsewhere | null {
  const room = floor.rooms.get(table)
  return room ? deciderOf(floor, room.table) : null
}

const withId = (id: string | undefined) => (id === undefined ? {} : { id })

/** A terminal has its own table. An attendant names one, which must exist. */
async function atCounter(floor: Floor, who: RemoteCaller, wish: TicketWish, named: string | undefined): Promise<Reply> {
  const table = who.kind === 'terminal' ? who.table : mayNot(who, wish.do) ? undefined : named
  if (table !== undefined && !floor.rooms.has(table)) return againOr(floor, wish, noTable(floor, table))
  const decision = await askTickets(floor, who, wish)
  return decision.refused ? { barred: decision.refused } : ticketReply(floor, decision)
}

/** The first answer to a request that was accepted while its table was open; otherwise the present reply. */
async function againOr(floor: Floor, wish: TicketWish, reply: Reply): Promise<Reply> {
  const again = await floor.tickets.answered(wish, actorOf(wish.by))
  return again ? ticketAgain(floor, again) : reply
}

/**
 * Writes the table's entry and the ticket's, both or neither. A refusal applies to this moment: the ticket may be tried
 * again.
 */
async function atTerminal(floor: Floor, who: TerminalCaller, wish: TicketWish, credits: Credits): Promise<Reply> {
  const table = floor.rooms.get(who.table)?.table
  if (!table) return againOr(floor, wish, noTable(floor, who.table))
  await floor.house.flushed()
  const both = await table.submitWith(
    credits,
    floor.tickets,
    wish,
    actorOf(callerId(who)),
    asDecided,
    checkStakes,
    sessionOf(floor, who),
  )
  if ('again' in both) return ticketAgain(floor, both.again)
  if ('refused' in both) return replyTo(both.refused)
  if ('otherRefused' in both) return { barred: both.otherRefused.refused! }
  return ticketReply(floor, both.otherAnswer, both.answer)
}

/**
 * Submits a command about a ticket for the caller. Resolves when it is durable. Earlier decisions of the house become
 * durable first, so a caller who has signed out by then is refused.
 */
export async function askTickets(floor: Floor, who: RemoteCaller, wish: TicketWish): Promise<TicketDecision> {
  await floor.house.flushed()
  return floor.tickets.submit(wish, actorOf(wish.by), sessionOf(floor, who))
}

const sessionOf = ({ house, presence }: Floor, who: RemoteCaller) => checkTicketSession(house, who, presence.unattended)

/** Credits leave by ticket only while none of the player's are at stake. */
const checkStakes: TableCheck = (command, { state }) => {
  const staked = command.do === 'cash-out' ? stakesInPlay(state, command.player) : null
  return staked ? { command, refused: { events: [], answer: staked, isRefused: true, record: 'never' } } : { command }
}

/**
 * A ticket that was unknown at the time of the request may be known when it is decided: its amount then comes from that
 * decision.
 */
function asDecided(command: Command, { events }: TicketDecision): Command {
  const [event] = events
  return command.do === 'buy-in' && event?.type === 'ticket-redeemed' ? { ...command, amount: event.amount } : command
}

/** Credits do not leave a terminal while its stakes are in play, whatever the book allows for chips at a table. */
export const stakesInPlay = (state: TableState, player: string): Refusal | null =>
  isUnderWay(state.round) && stakedNow(state, player) > 0
    ? refuse('stakes-in-play', { round: state.round.round })
    : null

async function ticketReply(floor: Floor, { events }: TicketDecision, table: Decision | object = {}): Promise<Reply> {
  const [event] = events
  const ticket =
    event?.type === 'ticket-redeemed' ? await knownTicket(floor, floor.tickets.settled.state, event.number) : null
  return { done: { ...table, ticket: ticketThen(events, ticket) } }
}

/** The answer of the first time, from the record, so it is the same after a restart. */
async function ticketAgain(floor: Floor, { answer, beside }: Answered<TicketDecision>): Promise<Reply> {
  if (answer.refused) return { barred: answer.refused }
  const stored = beside && (await entryAt(floor.journal, beside.stream, beside.seq))
  const entry = stored && readTableEntry(stored.body)
  return ticketReply(floor, answer, entry && 'events' in entry ? { events: entry.events } : {})
}
