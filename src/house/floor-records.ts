import type { Limits } from '../engine/limits.ts'
import type { Cents } from '../engine/money.ts'
import type { Signature } from './caller.ts'

/**
 * A terminal's call for an attendant: its time, and the attendant with the time of the answer. `withdrawn`: the call
 * was cancelled.
 */
export type Call = {
  terminal: string
  table: string
  at: string
  answered: { at: string; by: Signature } | null
  withdrawn: string | null
}

export const isOpenCall = ({ answered, withdrawn }: Call): boolean => answered === null && withdrawn === null

/** A table's figures at the beginning or end of a shift. `drop`: the amount exchanged for chips or credits. */
export type ShiftFigures = { rounds: number; handle: Cents; win: Cents; drop: Cents }
type Dealer = { badge: string; name: string }
/** A dealer's time at a table. `to`: the dealer who took over; null if there was none, or the shift continues. */
export type Shift = {
  dealer: Dealer
  since: string
  began: ShiftFigures
  until: string | null
  ended: ShiftFigures | null
  to: Dealer | null
}

const SHIFTS_KEPT = 20

export function withShift(before: readonly Shift[] = [], shift: Shift): readonly Shift[] {
  return [...before, shift].slice(-SHIFTS_KEPT)
}

/** Ends the last shift of a table. */
export function withShiftEnded(
  before: readonly Shift[] | undefined,
  end: { until: string; ended: ShiftFigures; to: Dealer | null },
): readonly Shift[] {
  const last = before?.at(-1)
  return last && last.until === null ? [...before!.slice(0, -1), { ...last, ...end }] : (before ?? [])
}

/**
 * A change by the house for a player, in codes and amounts; the screen has the words. `before` and `after`: the
 * player's result of the round, or award. `amount`: the payment to the player, negative from the player; for a ruling,
 * its stake.
 */
export type Notice = {
  about:
    | 'corrected'
    | 'settled-again'
    | 'voided'
    | 'decided'
    | 'ruled'
    | 'awarded'
    | 'award-changed'
    | 'limits'
    | 'closed'
    | 'opened'
  at: string
  reason: string | null
  clause: string | null
  /** The book of the clause. */
  book: string | null
  round?: number
  before?: Cents
  after?: Cents
  amount?: Cents
  /** The part of the amount that a balance did not cover. */
  owed?: Cents
  /** The former outcome; null if the round was void. */
  from?: string | null
  to?: string
  code?: string
  /** About the referred round. */
  decision?: 'void' | 'settle' | 'continue' | 'stands'
  spot?: string
  treatment?: 'stands' | 'returned' | 'moved'
  toSpot?: string
  limits?: { from: Limits; to: Limits }
}

export type NumberedNotice = Notice & { number: number }
/** Unread notices of a terminal, and the number of all notices so far. */
export type Notices = { given: number; unread: readonly NumberedNotice[] }

/** Beyond this number the oldest notices are dropped; past rounds show their changes. */
const UNREAD_MAX = 50

export const withNotice = (before: Notices | undefined, notice: Notice): Notices => {
  const { given, unread } = before ?? { given: 0, unread: [] }
  return { given: given + 1, unread: [...unread, { number: given + 1, ...notice }].slice(-UNREAD_MAX) }
}

export const withoutRead = ({ given, unread }: Notices, upTo: number): Notices => ({
  given,
  unread: unread.filter(({ number }) => number > upTo),
})
