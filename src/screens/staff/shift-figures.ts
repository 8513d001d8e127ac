import type { Shift } from '../../house/floor-records.ts'
import type { TableShifts } from '../../wire/floor-service.ts'

/** The table's figures in a shift, or until now for an open shift. */
export function duringShift({ began, ended }: Shift, { now }: TableShifts) {
  const end = ended ?? now
  return {
    rounds: end.rounds - began.rounds,
    handle: end.handle - began.handle,
    win: end.win - began.win,
    drop: end.drop - began.drop,
  }
}
