import type { Shift } from '../../house/floor-records.ts'
import type { TableShifts } from '../../wire/floor-service.ts'

/** What the table did in a shift; of one that goes on, until now. */
export function duringShift({ began, ended }: Shift, { now }: TableShifts) {
  const end = ended ?? now
  return {
    rounds: end.rounds - began.rounds,
    handle: end.handle - began.handle,
    win: end.win - began.win,
    drop: end.drop - began.drop,
  }
}
