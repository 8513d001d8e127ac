import { moment } from '../../house/time.ts'
import { dayStart, gamingDate, type HouseCalendar } from '../../print/zone-time.ts'
import type { PeriodName } from '../../report/journal-figures.ts'

export type PeriodToDate = { readonly name: PeriodName; readonly from: string | null; readonly to: string }

/** The gaming day, month and year in which a span ends, each up to that end, and all time before it. */
export function periodsToDate(calendar: HouseCalendar, end: string): readonly PeriodToDate[] {
  const date = gamingDate(calendar, moment(end) - 1)
  const since = (first: string) => new Date(dayStart(calendar, first)).toISOString()
  return [
    { name: 'day', from: since(date), to: end },
    { name: 'month', from: since(`${date.slice(0, 7)}-01`), to: end },
    { name: 'year', from: since(`${date.slice(0, 4)}-01-01`), to: end },
    { name: 'life', from: null, to: end },
  ]
}
