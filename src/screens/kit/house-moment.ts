import { clock, dayOf } from './time-text.ts'

/** The moment when the clock of the house shows this day and time (`2026-11-17T20:05`), in milliseconds; NaN: no time at all. */
export function houseMoment(text: string): number {
  const told = Date.parse(`${text}Z`)
  if (Number.isNaN(told)) return told
  // How far its clock is ahead may be another thing by then: asked again where that leads.
  return told - aheadAt(told - aheadAt(told))
}

const aheadAt = (at: number): number => Date.parse(`${dayOf(at)}T${clock(at)}Z`) - Math.floor(at / 1000) * 1000
