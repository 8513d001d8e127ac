import type { TableEvent } from '../../engine/events.ts'
import { impossible } from '../../engine/impossible.ts'
import type { TableSetup } from '../../engine/table.ts'
import { meterTable, noMeters } from '../../house/meters.ts'
import { HOUSE } from '../../house/state.ts'
import { isTableStream } from '../../house/ticket-state.ts'
import { moment } from '../../house/time.ts'
import { type HouseCalendar, hourStart } from '../../print/zone-time.ts'
import { CarriedBooks } from '../../record/carried-books.ts'
import { type HouseEntry, readHouseEntry } from '../../record/house-entry.ts'
import { builtInBooks, type KnownBooks } from '../../record/known-books.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { type CommandEntry, readTableEntry } from '../../record/table-entry.ts'
import { readTicketEntry, type TicketEntry } from '../../record/ticket-entry.ts'
import type {
  Happening,
  HappeningEvent,
  JournalFigures,
  PeriodFigures,
  SpanSum,
  TableFigures,
} from '../../report/journal-figures.ts'
import { DrawVoids } from './draw-voids.ts'
import { HouseCount, type SpanMeters, TOLD_MAX } from './house-count.ts'
import { Incidents } from './incidents.ts'
import { sumOfSums, type TableTally, tallyWithin } from './table-tally.ts'
import { type PeriodToDate, periodsToDate } from './to-date.ts'

/** A span from one moment until just before another; null: from the beginning, to the end. */
export type Span = { readonly from: string | null; readonly to: string | null }

/** Options for counting a span: the calendar, the time of the report, and the books whose texts are known. */
export type SpanOptions = {
  readonly calendar: HouseCalendar
  /** The moment at which the report is made. Figures to date end there if the span has no end. */
  readonly made: string
  readonly known?: KnownBooks
}

type StreamSeen = {
  stream: string
  entries: number
  within: number
  first: string | null
  last: string | null
  hash: string
}

type TableSeen = SpanMeters & {
  setup: TableSetup | null
  tally: TableTally | undefined
  /** Amount exchanged for chips or credits. */
  exchanged: number
  outsideLimits: number
  refused: number
}

type Period = PeriodToDate & { readonly isWithin: (at: string) => boolean; exchanged: number }

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

/**
 * Counts a span of a journal, entry by entry as they are read. The house comes first (`houseFirst`), so that a table's
 * events find the dealer's shift; the other streams in any order.
 */
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
  readonly #house = new HouseCount()
  #hasHouse = false
  readonly #incidents = new Incidents(this.#house.shifts)
  readonly #until: string

  readonly #isWithin: (at: string) => boolean
  readonly #periods: readonly Period[]
  readonly #addToTally: ReturnType<typeof tallyWithin>

  constructor(span: Span, { calendar, made, known = builtInBooks }: SpanOptions) {
    this.#span = span
    this.#books = new CarriedBooks(known)
    this.#first = firstMoment(span.from)
    this.#end = endMoment(span.to)
    this.#isWithin = isWithinSpan(span)
    this.#until = span.to ?? made
    this.#periods = periodsToDate(calendar, this.#until).map((period) => ({
      ...period,
      isWithin: isWithinSpan(period),
      exchanged: 0,
    }))
    this.#addToTally = tallyWithin({
      isWithin: this.#isWithin,
      hourOf: (at) => new Date(hourStart(calendar.timeZone, moment(at))).toISOString(),
      others: this.#periods.map(({ isWithin }) => isWithin),
    })
  }

  add({ stream, body, hash }: Stored): void {
    const at = this.#addTo(stream, body)
    const seen = this.#streams.get(stream) ?? { stream, entries: 0, within: 0, first: null, last: null, hash: '' }
    this.#streams.set(stream, seen)
    seen.entries++
    if (this.#isWithin(at)) seen.within++
    seen.first ??= at
    seen.last = at
    seen.hash = hash
  }

  #addTo(stream: string, body: string): string {
    if (isTableStream(stream)) return this.#addTable(stream, body)
    this.#hasHouse = true
    return stream === HOUSE ? this.#addHouse(readHouseEntry(body)) : this.#addTicket(readTicketEntry(body))
  }

  #addHouse(entry: HouseEntry): string {
    this.#house.add(entry, this.#isWithin(entry.at), moment(entry.at) < this.#end)
    return entry.at
  }

  #addTicket(entry: TicketEntry): string {
    const when = moment(entry.at)
    this.#house.addTicket(entry, when < this.#first, this.#isWithin(entry.at), when < this.#end)
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
    if (event.type === 'bought-in') this.#addExchange(seen, at, event.amount)
    const isBefore = moment(at) < this.#first
    this.#incidents.take(table, entry, event, !isBefore)
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

  #addExchange(seen: TableSeen, at: string, amount: number): void {
    if (this.#isWithin(at)) seen.exchanged += amount
    for (const period of this.#periods) if (period.isWithin(at)) period.exchanged += amount
  }

  /** Streams are read one after the other, but a report lists what happened in order of time. */
  figures(): JournalFigures {
    const happenings = this.#happenings
    const happeningsLeftOut = this.#happeningsLeftOut
    const tables = [...this.#tables].flatMap(([table, seen]) =>
      seen.tally ? [this.#tableFigures(table, seen, seen.tally)] : [],
    )
    return {
      ...this.#span,
      tables,
      periods: this.#periodFigures(),
      books: this.#books.list,
      happenings: happenings.toSorted((a, b) => moment(a.at) - moment(b.at)),
      happeningsLeftOut,
      dealerVoids: this.#drawVoids.figures(),
      ...this.#incidents.figures(this.#first, Math.min(this.#end, moment(this.#until))),
      house: this.#hasHouse ? this.#house.figures(this.#tables, this.#until) : null,
      streams: [...this.#streams.values()],
    }
  }

  #periodFigures(): PeriodFigures[] {
    const tallies = [...this.#tables.values()].flatMap(({ tally }) => (tally ? [tally] : []))
    return this.#periods.map(({ name, from, to, exchanged }, nth) => {
      const sum = sumOfSums(tallies.map(({ others }) => others[nth]!.sum))
      return { name, from, to, exchanged, total: plainSum(sum) }
    })
  }

  #tableFigures(table: string, seen: TableSeen, tally: TableTally): TableFigures {
    const { setup, exchanged, outsideLimits, refused } = seen
    return {
      table,
      book: tally.book.id,
      layout: setup?.layout ?? tally.layout,
      total: plainSum(tally.total),
      hours: [...tally.hours].map(([from, sum]) => ({ from, ...plainSum(sum) })),
      outsideLimits,
      refused,
      exchanged,
      tickets: this.#hasHouse ? this.#house.ticketsAt(table) : null,
    }
  }
}

/** The order in which streams are counted. */
export const houseFirst = <T>(streams: readonly T[], nameOf: (stream: T) => string): T[] =>
  streams.toSorted((a, b) => Number(nameOf(b) === HOUSE) - Number(nameOf(a) === HOUSE))

const firstMoment = (from: string | null): number => (from === null ? Number.NEGATIVE_INFINITY : moment(from))
const endMoment = (to: string | null): number => (to === null ? Number.POSITIVE_INFINITY : moment(to))

function isWithinSpan({ from, to }: Span): (at: string) => boolean {
  const [first, end] = [firstMoment(from), endMoment(to)]
  return (at) => {
    const when = moment(at)
    return when >= first && when < end
  }
}

const freshTableSeen = (): TableSeen => ({
  setup: null,
  tally: undefined,
  metersBefore: noMeters(),
  meters: noMeters(),
  exchanged: 0,
  outsideLimits: 0,
  refused: 0,
})

const plainSum = ({ rounds, staked, voided, handle, win, theoreticalWin, variance, awarded }: SpanSum): SpanSum => ({
  rounds,
  staked,
  voided,
  handle,
  win,
  theoreticalWin,
  variance,
  awarded,
})
