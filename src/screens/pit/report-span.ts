import { dayOf, houseMoment } from '../kit/time-text.ts'

/** What somebody wants a report of; `other`: as they say. */
export type SpanChoice = 'shift' | 'today' | 'yesterday' | 'week' | 'all' | 'other'

const HOUR = 3_600_000

/** In moments, as the door takes them; by the clock of the house, where a day begins at midnight. */
export function spanOf(choice: SpanChoice, now: Date, from: string, to: string): { from?: string; to?: string } {
  const daysAgo = (days: number): string => momentOf(`${dayOf(now.getTime() - days * 24 * HOUR)}T00:00`)
  switch (choice) {
    case 'shift':
      return { from: new Date(now.getTime() - 8 * HOUR).toISOString() }
    case 'today':
      return { from: daysAgo(0) }
    case 'yesterday':
      return { from: daysAgo(1), to: daysAgo(0) }
    case 'week':
      return { from: daysAgo(7) }
    case 'all':
      return {}
    case 'other':
      return { ...(from === '' ? {} : { from: momentOf(from) }), ...(to === '' ? {} : { to: momentOf(to) }) }
  }
}

/** What cannot be read is for the door to say. */
function momentOf(text: string): string {
  const time = houseMoment(text)
  return Number.isNaN(time) ? text : new Date(time).toISOString()
}
