import type { Book, Pocket } from '../books/rule-book.ts'
import type { EventOf, TableEvent } from '../engine/events.ts'
import type { Reading } from '../house/meters.ts'

/** The figures of a span of a journal, from which its report is written. Money in cents. */
export type JournalFigures = {
  /** Null: from its beginning, to its end. */
  readonly from: string | null
  readonly to: string | null
  readonly tables: readonly TableFigures[]
  readonly periods: readonly PeriodFigures[]
  /** Books that the journal carries, with their texts where these are known. */
  readonly books: readonly Book[]
  readonly happenings: readonly Happening[]
  /** True if more events happened than are listed one by one. */
  readonly happeningsLeftOut: number
  /** Rounds with a bonus draw, by dealer. */
  readonly dealerVoids: readonly DealerVoids[]
  /** Null where the record of the house is not there: an exported table stands alone. */
  readonly house: HouseSpanFigures | null
  readonly streams: readonly {
    readonly stream: string
    readonly entries: number
    /** The number of entries within the span. */
    readonly within: number
    readonly first: string | null
    readonly last: string | null
    readonly hash: string
  }[]
}

/** Void rounds of one dealer, before the bonus draw and after it. `dealer`: as the record names them. */
export type DealerVoids = {
  readonly dealer: string
  readonly name: string | null
  readonly rounds: number
  readonly voidBefore: number
  readonly draws: number
  readonly voidAfter: number
}

export type SpanSum = {
  readonly rounds: number
  readonly voided: number
  readonly handle: number
  readonly win: number
  readonly theoreticalWin: number
  readonly variance: number
  readonly awarded: number
}

/** The gaming day, month and year that a span ends in, up to that end, and everything before it. */
export type PeriodName = 'day' | 'month' | 'year' | 'life'
export type PeriodFigures = {
  readonly name: PeriodName
  readonly from: string | null
  readonly to: string
  readonly total: SpanSum
  readonly exchanged: number
}

export type HourSum = SpanSum & { readonly from: string }

export type TableFigures = {
  readonly table: string
  readonly book: string
  readonly layout: string
  readonly total: SpanSum
  readonly hours: readonly HourSum[]
  /** Wagers that were outside the limits when they were put down, and commands that were refused on record. */
  readonly outsideLimits: number
  readonly refused: number
  /** Exchanged there for chips or credits: the drop. */
  readonly exchanged: number
  /** Taken in by its terminals, and sold and paid by attendants; null where the record of the tickets is not there. */
  readonly tickets: { readonly redeemed: number; readonly sold: number; readonly paid: number } | null
}

/** A concluded round that was settled again by rulings has adjustments. */
type SettledAgain = EventOf<'round-settled'> & Required<Pick<EventOf<'round-settled'>, 'adjustments'>>

export type HappeningEvent =
  | SettledAgain
  | Extract<
      TableEvent,
      {
        type:
          | 'round-voided'
          | 'results-differed'
          | 'revolutions-counted'
          | 'irregularity-reported'
          | 'wager-ruled'
          | 'power-failed'
          | 'play-resumed'
          | 'play-interrupted'
          | 'early-close-allowed'
          | 'outcome-corrected'
          | 'round-referred'
          | 'referral-decided'
          | 'limits-set'
          | 'book-set'
          | 'table-closed'
          | 'table-opened'
      }
    >

/** An event that a reader wants to see by itself. `book`: the book that decided it. */
export type Happening = {
  readonly at: string
  readonly table: string
  readonly actor: string
  readonly book: string
  readonly event: HappeningEvent
  /** Bonus numbers that were drawn before the round was void. */
  readonly drawn?: readonly Pocket[]
}

/** Differences of a terminal's meters in the span; balance, staked and owed are those at its end. */
export type TerminalMeters = { readonly terminal: string; readonly table: string; readonly reading: Reading }

export type TicketMove = {
  readonly at: string
  readonly what: 'issued' | 'redeemed' | 'cancelled'
  /** But for its last digits. */
  readonly number: string
  readonly amount: number
  readonly place: string
}

export type HouseSpanFigures = {
  readonly terminals: readonly TerminalMeters[]
  readonly tickets: readonly TicketMove[]
  readonly ticketsLeftOut: number
  readonly totals: Readonly<
    Record<'issued' | 'redeemed' | 'cancelled', { readonly count: number; readonly amount: number }>
  >
  /** At the end of the span: issued, and neither redeemed nor cancelled. */
  readonly outstanding: { readonly count: number; readonly amount: number }
  readonly signInsFailed: number
  readonly refused: number
}
