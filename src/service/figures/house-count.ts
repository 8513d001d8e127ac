import { impossible } from '../../engine/impossible.ts'
import type { HouseEvent, TicketPlace, TicketStreamEvent } from '../../house/house-events.ts'
import { attendantTicketsOf, type Meters, noMeters, type Reading, readingOf } from '../../house/meters.ts'
import { endOf, maskedNumber } from '../../house/tickets.ts'
import { hasCome, moment } from '../../house/time.ts'
import type { HouseEntry } from '../../record/house-entry.ts'
import { freshHouseMemory, type HouseMemory, rememberHouse } from '../../record/house-memory.ts'
import type { TicketEntry } from '../../record/ticket-entry.ts'
import { freshTicketMemory, rememberTickets, type TicketMemory } from '../../record/ticket-memory.ts'
import type { HouseSpanFigures, TicketMove } from '../../report/journal-figures.ts'
import { AccessCount } from './access-count.ts'
import { ShiftBook } from './shift-book.ts'
import { SignificantCount } from './significant-count.ts'

/** The most tickets that a report lists one by one. All of them are counted. */
export const TOLD_MAX = 2_000

/** Meters of a table when a span began, and so far within it. */
export type SpanMeters = { metersBefore: Meters; meters: Meters }

const noSpanMeters: SpanMeters = { metersBefore: noMeters(), meters: noMeters() }

/** Counts the records of the house and of its tickets in the span: tickets one by one, and the meters at both ends. */
export class HouseCount {
  #house: HouseMemory = freshHouseMemory()
  #before: TicketMemory = freshTicketMemory()
  #now: TicketMemory = freshTicketMemory()
  readonly #tickets: TicketMove[] = []
  #ticketsLeftOut = 0
  /** Amounts redeemed at terminals, by table. */
  readonly #redeemed = new Map<string, number>()
  readonly #access = new AccessCount(TOLD_MAX)
  readonly #significant = new SignificantCount(TOLD_MAX)
  /** The shifts at every table. */
  readonly shifts = new ShiftBook()
  #signInsFailed = 0
  #refused = 0

  add(entry: HouseEntry, isWithin: boolean, isCounted: boolean): void {
    if (!isCounted) return
    this.#house = rememberHouse(this.#house, entry)
    for (const event of entry.events) {
      this.shifts.take(event)
      this.#access.take(event, isWithin)
      this.#significant.take(event, isWithin)
      if (isWithin) this.#take(event)
    }
  }

  addTicket(entry: TicketEntry, isBefore: boolean, isWithin: boolean, isCounted: boolean): void {
    if (isCounted) this.#now = rememberTickets(this.#now, entry)
    if (isBefore) this.#before = this.#now
    if (isWithin) for (const event of entry.events) this.#takeTicket(event)
  }

  #takeTicket(event: TicketStreamEvent): void {
    switch (event.type) {
      case 'refusal-recorded':
        this.#refused++
        return
      case 'ticket-issued':
        return this.#addMove({ ...moveFacts(event), what: 'issued', place: placeText(event.place) })
      case 'ticket-redeemed':
        if ('terminal' in event.place) this.#countRedeemed(event.place.table, event.amount)
        return this.#addMove({ ...moveFacts(event), what: 'redeemed', place: placeText(event.place) })
      case 'ticket-cancelled':
        return this.#addMove({ ...moveFacts(event), what: 'cancelled', place: '' })
      case 'ticket-copied':
        return
      default:
        return impossible(event)
    }
  }

  #take(event: HouseEvent): void {
    switch (event.type) {
      case 'sign-ins-failed':
        for (const { count } of event.badges) this.#signInsFailed += count
        return
      case 'refusal-recorded':
        this.#refused++
        return
      case 'refusals-counted':
        this.#refused += event.count
        return
      case 'staff-added':
      case 'staff-pin-set':
      case 'staff-role-changed':
      case 'staff-removed':
      case 'staff-locked':
      case 'staff-unlocked':
      case 'session-opened':
      case 'session-ended':
      case 'terminal-added':
      case 'enrolment-code-made':
      case 'terminal-enrolled':
      case 'terminal-closed':
      case 'terminal-opened':
      case 'terminal-removed':
      case 'notices-given':
      case 'notices-read':
      case 'attendant-called':
      case 'call-withdrawn':
      case 'call-answered':
      case 'limits-planned':
      case 'plan-ended':
      case 'table-taken':
      case 'table-left':
      case 'clock-corrected':
      case 'signing-key-changed':
      case 'significant-noted':
      case 'significant-repeated':
      case 'significant-acknowledged':
      case 'gaming-stopped':
      case 'gaming-resumed':
      case 'wheel-noted':
        return
      default:
        return impossible(event)
    }
  }

  #countRedeemed(table: string, amount: number): void {
    this.#redeemed.set(table, (this.#redeemed.get(table) ?? 0) + amount)
  }

  #addMove(move: TicketMove): void {
    if (this.#tickets.length < TOLD_MAX) this.#tickets.push(move)
    else this.#ticketsLeftOut++
  }

  /** Tickets that the terminals of a table redeemed, and those that attendants sold and paid there. */
  ticketsAt(table: string): { redeemed: number; sold: number; paid: number } {
    const [before, now] = [attendantTicketsOf(this.#before.meters, table), attendantTicketsOf(this.#now.meters, table)]
    const redeemed = this.#redeemed.get(table) ?? 0
    return { redeemed, sold: now.sold - before.sold, paid: now.paid - before.paid }
  }

  /** `end`: the end of the span, by which a ticket may have expired. */
  figures(tables: ReadonlyMap<string, SpanMeters>, end: string): HouseSpanFigures {
    const tickets = this.#tickets
    const ticketsLeftOut = this.#ticketsLeftOut
    const signInsFailed = this.#signInsFailed
    const refused = this.#refused
    const terminals = this.#house.state.terminals.values().map(({ terminal, table, player }) => {
      const seen = tables.get(table) ?? noSpanMeters
      const before = readingOf([seen.metersBefore, this.#before.meters], table, player)
      return { terminal, table, reading: movement(before, readingOf([seen.meters, this.#now.meters], table, player)) }
    })
    const { users, access, alterations, leftOut: accessLeftOut } = this.#access
    const sums = { ...this.#ticketSums(), ...this.#openTickets(end) }
    const people = { users, access, alterations, accessLeftOut, signInsFailed, refused }
    return { terminals, tickets, ticketsLeftOut, ...sums, ...people, ...this.#significant.figures() }
  }

  #openTickets(end: string): Pick<HouseSpanFigures, 'openTickets' | 'openTicketsLeftOut'> {
    const open = [...this.#now.state.tickets.values()].filter((ticket) => endOf(ticket) === null)
    const told = open
      .sort((a, b) => moment(a.issued.at) - moment(b.issued.at))
      .slice(0, TOLD_MAX)
      .map(({ number, amount, issued, expires }) => ({
        number: maskedNumber(number),
        amount,
        issued: issued.at,
        place: placeText(issued.place),
        expires,
        isExpired: hasCome(expires, end),
      }))
    return { openTickets: told, openTicketsLeftOut: open.length - told.length }
  }

  #ticketSums(): Pick<HouseSpanFigures, 'totals' | 'outstanding'> {
    const [before, now] = [this.#before.state.totals, this.#now.state.totals]
    const moved = (what: 'issued' | 'redeemed' | 'cancelled') => ({
      count: now[what].count - before[what].count,
      amount: now[what].amount - before[what].amount,
    })
    const open = (part: 'count' | 'amount') => now.issued[part] - now.redeemed[part] - now.cancelled[part]
    return {
      totals: { issued: moved('issued'), redeemed: moved('redeemed'), cancelled: moved('cancelled') },
      outstanding: { count: open('count'), amount: open('amount') },
    }
  }
}

/** Meters that state a present amount. The others are counters, of which a report states the increase. */
const atMoment: ReadonlySet<string> = new Set<keyof Reading>(['balance', 'staked', 'owed'])

const movement = (before: Reading, now: Reading): Reading =>
  Object.fromEntries(
    (Object.keys(now) as (keyof Reading)[]).map((name) => [
      name,
      atMoment.has(name) ? now[name] : now[name] - before[name],
    ]),
  ) as Reading

/** A report shows only the end of a ticket's number, because the whole number is worth money. */
const moveFacts = ({ at, number, amount }: { at: string; number: string; amount: number }) => ({
  at,
  number: maskedNumber(number),
  amount,
})

const placeText = (place: TicketPlace): string =>
  `${place.table}, ${'terminal' in place ? place.terminal : place.attendant}`
