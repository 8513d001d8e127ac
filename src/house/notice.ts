import type { Limits } from '../engine/limits.ts'
import type { Cents } from '../engine/money.ts'

/**
 * What the house changed for a player, in codes and amounts: their screen has the words. `before` and `after`: what the
 * round came to for them. `amount`: what they got, or (negative) gave; of a ruling, the stake it is about.
 */
export type Notice = {
  about: 'corrected' | 'voided' | 'ruled' | 'awarded' | 'limits' | 'closed' | 'opened'
  at: string
  reason: string | null
  clause: string | null
  /** Whose clause it is. */
  book: string | null
  round?: number
  before?: Cents
  after?: Cents
  amount?: Cents
  /** Of the amount, what a balance did not cover. */
  owed?: Cents
  /** The outcome that counted before; null: the round was void. */
  from?: string | null
  to?: string
  code?: string
  spot?: string
  treatment?: 'stands' | 'returned' | 'moved'
  toSpot?: string
  limits?: { from: Limits; to: Limits }
}

export type NumberedNotice = Notice & { number: number }
/** Notices of a terminal that nobody has read yet, and how many there have been. */
export type Notices = { given: number; unread: readonly NumberedNotice[] }

/** Whoever lets more of them gather loses the oldest: past rounds tell of those. */
const UNREAD_MAX = 50

export const withNotice = (before: Notices | undefined, notice: Notice): Notices => {
  const { given, unread } = before ?? { given: 0, unread: [] }
  return { given: given + 1, unread: [...unread, { number: given + 1, ...notice }].slice(-UNREAD_MAX) }
}

export const withoutRead = ({ given, unread }: Notices, upTo: number): Notices => ({
  given,
  unread: unread.filter(({ number }) => number > upTo),
})
