import type { Pocket } from '../books/rule-book.ts'
import type { Reveal } from './draw.ts'
import type { Limits, Outside } from './limits.ts'
import type { Cents } from './money.ts'
import type { WithCuts } from './payout-cuts.ts'
import type { By } from './positions.ts'
import type { Prisoner, PrisonerKey } from './prison.ts'
import type { Line } from './settlement.ts'

/** Changed colours of players, by which staff tell them apart. Null: somebody who has left has none any more. */
export type SeatColours = Readonly<Record<string, string | null>>

/** Colour chips that moved: how many of which colour, at what value each. */
export type Chips = { colour: string; value: Cents; count: number }

/**
 * The effect of a correction on a player: won less lost. `imprisoned`: the part of it that goes into prison (negative:
 * that comes out); the rest is in hand. `owed`: the part that changed the player's debt (negative: paid it off).
 * `chips`: colour chips that come back to the player, or, with a negative count, are taken in where cash does not cover
 * a debit.
 */
export type Adjustment = { player: string; amount: Cents; owed: Cents; chips?: Chips; imprisoned?: Cents }

/** A line of a later round that a correction takes away: the stake was not in prison after all. */
export type LaterLine = { round: number; line: Line }

/** The effect of a correction or a later void on stakes in prison. */
export type PrisonChange = {
  enters: readonly Prisoner[]
  leaves: readonly PrisonerKey[]
  cancelled: readonly LaterLine[]
}

/** `prisonRounds`: other rounds that the event changes, because stakes were in prison after them or decided in them. */
type WithPrison = { prisonRounds?: readonly number[]; prison?: PrisonChange }

/**
 * The former result of a round that the table no longer remembered when it was changed: its outcome, or why it was
 * void; the stakes in play, by spot; what the house won; when it was first concluded.
 */
export type RoundBefore = WithCuts & {
  pocket: Pocket | null
  code: string | null
  handle: Readonly<Record<string, Cents>>
  won: Cents
  at: string | null
}

/** Award to a player for a round, by the last decision about it. */
export type Awarded = { player: string; amount: Cents }

/**
 * Award to a player by a decision on a referred round. `before`: what an earlier decision had awarded for the round, which
 * this one replaces. The difference is given, or taken back; `owed` and `chips` as in an adjustment.
 */
export type Award = { player: string; amount: Cents; before?: Cents; owed: Cents; chips?: Chips }

/** The phase in which a round was referred, or to which it returns. */
export type PhaseUnderWay = 'betting-open' | 'ball-spinning' | 'betting-closed' | 'outcome-determined'

/** How a player's total on each of these spots lies outside the limits. */
export type OutsideSpots = Readonly<Record<string, Outside>>

/** The reporter of where the ball rests. */
export type Source = 'dealer' | 'wheel'

/** A void that binds: the shift manager decided it, or a person announced no spin. */
export type Binding = 'decision' | 'announced'

/** Colour chips of a player, already out, whose value is now to be marked. */
export type ChipMark = { player: string; colour: string; value: Cents }

/** A count of the ball's revolutions, with its source. */
export type Count = { source: Source; revolutions: number }

/** `id`: the id of the command, kept in a round with a commitment, because the draw is derived from the ids of players. */
type Staked = { round: number; player: string; spot: string; stake: Cents; total: Cents; chips?: Chips; id?: string }

/**
 * The events of a table, in the past tense. The journal adds the time, the caller, the command's id and the hash. The
 * events that open and conclude a round also carry the time of their command (`at`), because the table displays it.
 */
export type TableEvent =
  | {
      type: 'bought-in'
      player: string
      amount: Cents
      chips?: Chips
      marked?: boolean
      clause?: string
      /** The colours of players that change with it. */
      seatColours?: SeatColours
    }
  | { type: 'cashed-out'; player: string; amount: Cents; chips?: Chips }
  | { type: 'owed-repaid'; player: string; amount: Cents }
  | {
      type: 'betting-opened'
      round: number
      book: string
      /** The announced time of no more bets. Betting closes by the call, not by the clock. */
      closesAt?: string
      /** SHA-256 of the secret that the bonus numbers will be derived from. */
      commitment?: string
      /** The table is closed, and opens the round for stakes in prison alone. */
      forPrison?: true
      clause: string
      at?: string
    }
  | ({
      type: 'wager-placed'
      book: string
      outside?: Outside
      bet?: string
      /** Staff who placed it for the player, or recorded it. */
      by?: By
      /** The player put it down, and staff recorded it (reading 30). */
      own?: true
      clause?: string
    } & Staked)
  | ({ type: 'wager-withdrawn'; outside?: Outside; by?: By } & Staked)
  /** `rotorSpeed`: in tenths of rpm, as the wheel reported it. */
  | {
      type: 'ball-spun'
      round: number
      ball: string
      wheel: string
      source?: 'wheel'
      rotorSpeed?: number
      clause: string
    }
  | { type: 'early-close-allowed'; round: number; clause: string; by: By }
  | {
      type: 'betting-closed'
      round: number
      /** The person who allowed it, where the book asks for leave before the spin (reading 8). */
      leave?: By
      clause: string
    }
  | {
      type: 'bonus-numbers-drawn'
      round: number
      numbers: readonly Pocket[]
      superNumbers: readonly Pocket[]
      links: readonly string[]
      scatter: boolean
      reveal?: Reveal
      clause: string
    }
  | { type: 'outcome-determined'; round: number; pocket: Pocket; revolutions?: number; source: Source; clause: string }
  | { type: 'results-differed'; round: number; pocket: Pocket; revolutions?: number; source: Source; clause: string }
  | ({ type: 'revolutions-counted'; round: number; clause: string } & Count)
  | { type: 'irregularity-reported'; round: number; code: string; clause: string; reason?: string; by: By }
  | {
      type: 'wager-ruled'
      round: number
      player: string
      spot: string
      treatment: 'stands' | 'returned' | 'moved'
      to?: string
      /** Its number in the round. A ruling is about the wager as it lay at no more bets (reading 21). */
      ruling: number
      /** Earlier rulings on the wager that this one replaces, by their numbers. */
      replaces?: readonly number[]
      /** The part of the wager that it is about; left out: all of it. */
      stake?: Cents
      chips?: Chips
      /** Spots on which the ruling leaves the player's chips outside the limits. */
      outside?: OutsideSpots
      reason: string
      by: By
      clause: string
    }
  | (WithPrison &
      WithCuts & {
        type: 'round-settled'
        round: number
        pocket: Pocket
        lines: readonly Line[]
        /** Players whose wagers under the minimum were settled this one time (reading 5). */
        warned?: readonly string[]
        /** Players whose wagers under the minimum went back. */
        again?: readonly string[]
        /** Only of a concluded round that is settled again: what each player gets or gives back. */
        adjustments?: readonly Adjustment[]
        /** Only of a round that the table no longer remembered. */
        before?: RoundBefore
        clause: string
        reason?: string
        by?: By
        at?: string
      })
  | (WithPrison & {
      type: 'round-voided'
      round: number
      code: string
      clause: string
      lines: readonly Line[]
      /** The reason why it is not put right like any wrong result (reading 28). */
      binding?: Binding
      /** The count that the round is void by. */
      counted?: Count
      /** The bonus numbers were drawn before: the person who voided the round knew them. */
      afterDraw?: true
      /** Only when the round had been settled: what each player gets or gives back. */
      adjustments?: readonly Adjustment[]
      /** Only of a round that the table no longer remembered. */
      before?: RoundBefore
      reason?: string
      by?: By
      at?: string
    })
  | {
      type: 'round-referred'
      round: number
      reason: string
      /** The phase in which the round was referred; left out if it was concluded. */
      phase?: PhaseUnderWay
      clause: string
      by: By
    }
  | {
      type: 'referral-decided'
      round: number
      decision: 'void' | 'settle' | 'continue' | 'stands'
      /** The phase to which the round returns. */
      phase?: PhaseUnderWay
      reason?: string
      awards?: readonly Award[]
      clause: string
      by: By
    }
  | { type: 'power-failed'; round: number; ball: 'at-rest' | 'not-at-rest'; clause: string }
  | { type: 'play-resumed'; round: number; clause: string }
  | { type: 'play-interrupted'; round: number; terminals?: readonly string[]; clause: string }
  | (WithPrison &
      WithCuts & {
        type: 'outcome-corrected'
        round: number
        /** Null if the round was void. */
        from: Pocket | null
        /** The code by which it was void. */
        code?: string
        to: Pocket
        /** Empty while the round waits to be settled. */
        lines: readonly Line[]
        /** Players whose wagers under the minimum were settled this one time (reading 5). */
        warned?: readonly string[]
        /** Players whose wagers under the minimum went back. */
        again?: readonly string[]
        adjustments: readonly Adjustment[]
        /** Only of a round that the table no longer remembered. */
        before?: RoundBefore
        reason: string
        by: By
        clause: string
      })
  | { type: 'table-closed'; reason: string; by: By }
  | { type: 'table-opened'; reason: string; by: By }
  | { type: 'book-set'; from: string; to: string; marks?: readonly ChipMark[]; reason: string; by: By; clause: string }
  | {
      type: 'limits-set'
      from: Limits
      to: Limits
      marks?: readonly ChipMark[]
      reason?: string
      by: By
      clause?: string
    }

/** Events of one type. */
export type EventOf<Type extends EventType> = Extract<TableEvent, { type: Type }>

/** The names of all events. */
export type EventType = TableEvent['type']

const withoutMoney = [
  'betting-opened',
  'ball-spun',
  'early-close-allowed',
  'betting-closed',
  'bonus-numbers-drawn',
  'outcome-determined',
  'results-differed',
  'wager-ruled',
  'revolutions-counted',
  'irregularity-reported',
  'round-referred',
  'power-failed',
  'play-resumed',
  'play-interrupted',
  'table-closed',
  'table-opened',
  'book-set',
  'limits-set',
] as const satisfies readonly EventType[]

const typesWithoutMoney: ReadonlySet<EventType> = new Set(withoutMoney)

/**
 * Whether an event moves no money. A switch that has nothing to do for such events ends with this and `impossible`: an
 * event that is neither in a case nor listed here does not compile.
 */
export const movesNoMoney = (event: TableEvent): event is EventOf<(typeof withoutMoney)[number]> =>
  typesWithoutMoney.has(event.type)
