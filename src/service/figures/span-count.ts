import type { TableEvent } from '../../engine/events.ts'
import { impossible } from '../../engine/impossible.ts'
import type { TableSetup } from '../../engine/table.ts'
import type { HouseEvent, TicketPlace, TicketStreamEvent } from '../../house/house-events.ts'
import { attendantTicketsOf, type Meters, meterTable, noMeters, type Reading, readingOf } from '../../house/meters.ts'
import { HOUSE } from '../../house/state.ts'
import { isTableStream } from '../../house/ticket-state.ts'
import { maskedNumber } from '../../house/tickets.ts'
import { moment } from '../../house/time.ts'
import { CarriedBooks } from '../../record/carried-books.ts'
import { type HouseEntry, readHouseEntry } from '../../record/house-entry.ts'
import { freshHouseMemory, type HouseMemory, rememberHouse } from '../../record/house-memory.ts'
import { builtInBooks, type KnownBooks } from '../../record/known-books.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { type CommandEntry, readTableEntry } from '../../record/table-entry.ts'
import { readTicketEntry, type TicketEntry } from '../../record/ticket-entry.ts'
import { freshTicketMemory, rememberTickets, type TicketMemory } from '../../record/ticket-memory.ts'
import type {
  Happening,
  HappeningEvent,
  HouseSpanFigures,
  JournalFigures,
  SpanSum,
  TableFigures,
  TicketMove,
} from '../../report/journal-figures.ts'
import { DrawVoids } from './draw-voids.ts'
import { type TableTally, tallyWithin } from './table-tally.ts'

/** From a moment on, and before another; null: from the beginning, to the end. */
export type Span = { readonly from: string | null; readonly to: string | null }

/** Beyond this one does not read them one by one; they are counted all the same. */
const TOLD_MAX = 2_000

type StreamSeen = { stream: string; entries: number; first: string | null; last: string | null; hash: string }

type TableSeen = {
  setup: TableSetup | null
  tally: TableTally | undefined
  /** When the span began, and so far within it. */
  metersBefore: Meters
  meters: Meters
  outsideLimits: number
  refused: number
}

/** Returns an event that a report lists one by one; null for any other. */
function happeningOf(event: TableEvent): HappeningEvent | null {
  switch (event.type) {
    case 'round-voided':
    case 'results-differed':
    case 'revolutions-counted':
    case 'irregularity-reported':
    case 'wager-ruled':
    case 'power-failed':
    case 'play-resumed':
    case 'play-interrupted':
    case 'early-close-allowed':
    case 'outcome-corrected':
    case 'round-referred':
    case 'referral-decided':
    case 'limits-set':
    case 'book-set':
    case 'table-closed':
    case 'table-opened':
      return event
    case 'bought-in':
    case 'cashed-out':
    case 'owed-repaid':
    case 'betting-opened':
    case 'wager-placed':
    case 'wager-withdrawn':
    case 'ball-spun':
    case 'betting-closed':
    case 'bonus-numbers-drawn':
    case 'outcome-determined':
      return null
    case 'round-settled': {
      const { adjustments } = event
      return adjustments ? { ...event, adjustments } : null
    }
    default:
      return impossible(event)
  }
}

/** Counts a span of a journal, entry by entry as they are read, whichever stream comes first. */
export class SpanCount {
  readonly #span: Span
  readonly #first: number
  readonly #end: number
  readonly #streams = new Map<string, StreamSeen>()
  readonly #tables = new Map<string, TableSeen>()
  readonly #books: CarriedBooks
  readonly #happenings: Happening[] = []
  readonly #drawVoids = new DrawVoids()
  #happeningsLeftOut = 0
  #house: HouseCount | null = null

  /** `known`: books whose texts are known. */
  constructor(span: Span, known: KnownBooks = builtInBooks) {
    this.#span = span
    this.#books = new CarriedBooks(known)
    this.#first = span.from === null ? Number.NEGATIVE_INFINITY : moment(span.from)
    this.#end = span.to === null ? Number.POSITIVE_INFINITY : moment(span.to)
  }

  readonly #isWithin = (at: string): boolean => {
    const when = moment(at)
    return when >= this.#first && when < this.#end
  }

  readonly #addToTally = tallyWithin(this.#isWithin)

  add({ stream, body, hash }: Stored): void {
    const at = this.#addTo(stream, body)
    const seen = this.#streams.get(stream) ?? { stream, entries: 0, first: null, last: null, hash: '' }
    this.#streams.set(stream, seen)
    seen.entries++
    seen.first ??= at
    seen.last = at
    seen.hash = hash
  }

  #addTo(stream: string, body: string): string {
    if (isTableStream(stream)) return this.#addTable(stream, body)
    this.#house ??= new HouseCount()
    if (stream === HOUSE) return this.#addHouse(this.#house, readHouseEntry(body))
    return this.#addTicket(this.#house, readTicketEntry(body))
  }

  #addHouse(house: HouseCount, entry: HouseEntry): string {
    house.add(entry, this.#isWithin(entry.at), moment(entry.at) < this.#end)
    return entry.at
  }

  #addTicket(house: HouseCount, entry: TicketEntry): string {
    const when = moment(entry.at)
    house.addTicket(entry, when < this.#first, this.#isWithin(entry.at), when < this.#end)
    return entry.at
  }

  #addTable(table: string, body: string): string {
    const seen = this.#tables.get(table) ?? freshTableSeen()
    this.#tables.set(table, seen)
    const entry = readTableEntry(body)
    this.#books.take(entry)
    seen.tally = this.#addToTally(seen.tally, entry)
    if ('opened' in entry) seen.setup = entry.opened
    if (this.#isWithin(entry.at) && !('opened' in entry) && !('events' in entry)) seen.refused++
    if ('events' in entry && moment(entry.at) < this.#end)
      for (const event of entry.events) this.#take(seen, table, entry, event)
    return entry.at
  }

  #take(seen: TableSeen, table: string, entry: CommandEntry, event: TableEvent): void {
    const { at, actor } = entry
    seen.meters = meterTable(seen.meters, table, event)
    const isBefore = moment(at) < this.#first
    if (seen.tally!.book.rules.bonus) this.#drawVoids.take(table, entry, event, !isBefore)
    if (isBefore) {
      seen.metersBefore = seen.meters
      return
    }
    if (event.type === 'wager-placed' && event.outside !== undefined) seen.outsideLimits++
    const happening = happeningOf(event)
    if (!happening) return
    const book = seen.tally!.book.id
    const drawn = 'afterDraw' in happening ? { drawn: this.#drawVoids.drawnAt(table) } : {}
    if (this.#happenings.length < TOLD_MAX)
      this.#happenings.push({ at, table, actor, book, event: happening, ...drawn })
    else this.#happeningsLeftOut++
  }

  /** Streams are read one after the other; whoever reads the report wants what happened in its order. */
  figures(): JournalFigures {
    const happenings = this.#happenings
    const happeningsLeftOut = this.#happeningsLeftOut
    const house = this.#house
    const tables = [...this.#tables].flatMap(([table, seen]) =>
      seen.tally ? [this.#tableFigures(table, seen, seen.tally)] : [],
    )
    return {
      ...this.#span,
      tables,
      books: this.#books.list,
      happenings: happenings.toSorted((a, b) => moment(a.at) - moment(b.at)),
      happeningsLeftOut,
      dealerVoids: this.#drawVoids.figures(),
      house: house ? house.figures(this.#tables) : null,
      streams: [...this.#streams.values()],
    }
  }

  #tableFigures(table: string, { setup, outsideLimits, refused }: TableSeen, tally: TableTally): TableFigures {
    return {
      table,
      book: tally.book.id,
      layout: setup?.layout ?? tally.layout,
      total: plainSum(tally.total),
      hours: [...tally.hours].map(([from, sum]) => ({ from, ...plainSum(sum) })),
      outsideLimits,
      refused,
      drop: this.#house?.dropAt(table) ?? null,
    }
  }
}

const freshTableSeen = (): TableSeen => ({
  setup: null,
  tally: undefined,
  metersBefore: noMeters(),
  meters: noMeters(),
  outsideLimits: 0,
  refused: 0,
})

const plainSum = ({ rounds, voided, handle, win, theoreticalWin, variance, awarded }: SpanSum): SpanSum => ({
  rounds,
  voided,
  handle,
  win,
  theoreticalWin,
  variance,
  awarded,
})

/** The records of the house and of its tickets in the span: tickets one by one, and the meters at both ends. */
class HouseCount {
  #house: HouseMemory = freshHouseMemory()
  #before: TicketMemory = freshTicketMemory()
  #now: TicketMemory = freshTicketMemory()
  readonly #tickets: TicketMove[] = []
  #ticketsLeftOut = 0
  #signInsFailed = 0
  #refused = 0

  add(entry: HouseEntry, isWithin: boolean, isCounted: boolean): void {
    if (isCounted) this.#house = rememberHouse(this.#house, entry)
    if (isWithin) for (const event of entry.events) this.#take(event)
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
        return
      default:
        return impossible(event)
    }
  }

  #addMove(move: TicketMove): void {
    if (this.#tickets.length < TOLD_MAX) this.#tickets.push(move)
    else this.#ticketsLeftOut++
  }

  dropAt(table: string): { sold: number; paid: number } {
    const [before, now] = [attendantTicketsOf(this.#before.meters, table), attendantTicketsOf(this.#now.meters, table)]
    return { sold: now.sold - before.sold, paid: now.paid - before.paid }
  }

  figures(tables: ReadonlyMap<string, TableSeen>): HouseSpanFigures {
    const tickets = this.#tickets
    const ticketsLeftOut = this.#ticketsLeftOut
    const signInsFailed = this.#signInsFailed
    const refused = this.#refused
    const terminals = this.#house.state.terminals.values().map(({ terminal, table, player }) => {
      const seen = tables.get(table) ?? freshTableSeen()
      const before = readingOf([seen.metersBefore, this.#before.meters], table, player)
      return { terminal, table, reading: movement(before, readingOf([seen.meters, this.#now.meters], table, player)) }
    })
    return { terminals, tickets, ticketsLeftOut, ...this.#ticketSums(), signInsFailed, refused }
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

/** Those of a moment are told as they are, the others by how much they moved. */
const atMoment: ReadonlySet<string> = new Set<keyof Reading>(['balance', 'staked', 'owed'])

const movement = (before: Reading, now: Reading): Reading =>
  Object.fromEntries(
    (Object.keys(now) as (keyof Reading)[]).map((name) => [
      name,
      atMoment.has(name) ? now[name] : now[name] - before[name],
    ]),
  ) as Reading

/** A report shows only the end of a ticket's number: the whole number is worth the money. */
const moveFacts = ({ at, number, amount }: { at: string; number: string; amount: number }) => ({
  at,
  number: maskedNumber(number),
  amount,
})

const placeText = (place: TicketPlace): string =>
  `${place.table}, ${'terminal' in place ? place.terminal : place.attendant}`
