import type { Cents } from '../engine/money.ts'

/** A table's figures at one moment: what a shift began and ended with. `drop`: tickets that attendants sold, less those paid. */
export type ShiftFigures = { rounds: number; handle: Cents; win: Cents; drop: Cents }
type Dealer = { badge: string; name: string }
/** A dealer's time at a table. `to`: who took it over; null: it was left to nobody, or goes on. */
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

/** The last shift is over. */
export function withShiftEnded(
  before: readonly Shift[] | undefined,
  end: { until: string; ended: ShiftFigures; to: Dealer | null },
): readonly Shift[] {
  const last = before?.at(-1)
  return last && last.until === null ? [...before!.slice(0, -1), { ...last, ...end }] : (before ?? [])
}
