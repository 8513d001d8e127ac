import type { Book, Pocket } from '../books/rule-book.ts'
import type { EventOf, TableEvent } from '../engine/events.ts'
import type { HouseEvent, SessionEnd } from '../house/house-events.ts'
import type { Reading } from '../house/meters.ts'
import type { StaffRole } from '../house/roles.ts'
import type { SignificantEvent } from '../house/significant.ts'

/** The period of a report. Null: from the beginning of the record, to its end. */
export type Period = { readonly from: string | null; readonly to: string | null }

/** The figures of a span of a journal, from which its report is written. Money in cents. */
export type JournalFigures = Period & {
  readonly tables: readonly TableFigures[]
  readonly periods: readonly PeriodFigures[]
  /** Books that the journal carries, with their texts where these are known. */
  readonly books: readonly Book[]
  readonly happenings: readonly Happening[]
  /** True if more events happened than are listed one by one. */
  readonly happeningsLeftOut: number
  /** Rounds with a bonus draw, by dealer. */
  readonly dealerVoids: readonly DealerVoids[]
  readonly dealers: readonly DealerFigures[]
  readonly shifts: readonly ShiftIncidents[]
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

/** Rounds and incidents. `timedMs`: from the opening of bets to the first conclusion, over `timedRounds`. */
export type IncidentCounts = {
  readonly rounds: number
  readonly voided: number
  readonly voidedAfterDraw: number
  /** Concluded, and void afterwards. */
  readonly voidedLater: number
  readonly corrected: number
  readonly ruled: number
  readonly irregular: number
  readonly referred: number
  readonly awarded: number
  readonly timedRounds: number
  readonly timedMs: number
}

/** `ms`: the time at tables by shifts; null where no shift is on record. */
export type DealerFigures = IncidentCounts & {
  readonly dealer: string
  readonly name: string | null
  readonly shifts: number
  readonly ms: number | null
}

/** `ms`: the part of the shift within the span. */
export type ShiftIncidents = IncidentCounts & {
  readonly table: string
  readonly badge: string
  readonly name: string
  readonly since: string
  readonly until: string | null
  readonly ms: number
}

/** Somebody with a badge, at the end of the span. `signIns` and `failures` (wrong PINs) are those of the span. */
export type UserFigures = {
  readonly badge: string
  readonly name: string
  readonly role: StaffRole
  readonly added: string
  readonly removed: string | null
  readonly lastAccess: string | null
  readonly lastPin: string | null
  readonly isLocked: boolean
  readonly signIns: number
  readonly failures: number
}

/** `badge` null: a badge that nobody has. */
export type AccessEvent = {
  readonly at: string
  readonly what: 'session-opened' | 'session-ended' | 'sign-ins-failed'
  readonly badge: string | null
  readonly name: string
  readonly why: SessionEnd | null
  readonly count: number
}

/** Something that staff or the service changed about the house. Values before and after are null where they are secret. */
export type Alteration = {
  readonly at: string
  readonly what: HouseEvent['type'] | 'configuration-changed'
  readonly subject: string
  readonly before: string | null
  readonly after: string | null
  readonly by: string
  readonly reason: string
}

/** A ticket that is neither redeemed nor cancelled at the end of the span. */
export type OpenTicket = {
  readonly number: string
  readonly amount: number
  readonly issued: string
  readonly place: string
  readonly expires: string
  readonly isExpired: boolean
}

export type SpanSum = {
  readonly rounds: number
  /** Rounds with stakes. */
  readonly staked: number
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
  readonly openTickets: readonly OpenTicket[]
  readonly openTicketsLeftOut: number
  readonly users: readonly UserFigures[]
  readonly access: readonly AccessEvent[]
  readonly alterations: readonly Alteration[]
  /** Accesses and alterations that are counted and not listed. */
  readonly accessLeftOut: number
  /** Those that happened first in the span, and those that were open when it began. */
  readonly significant: readonly SignificantEvent[]
  readonly significantLeftOut: number
  readonly signInsFailed: number
  readonly refused: number
}
