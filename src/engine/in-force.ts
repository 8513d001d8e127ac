import type { RuleBook } from '../books/rule-book.ts'

/** The books are in force by Singapore time; a day begins at midnight. */
function instant(text: string): number {
  const time = text.length === 10 ? `${text}T00:00` : text
  return Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(time) ? time : `${time}+08:00`)
}

/** A book that does not state since when is in force at any time; the day on which it ends is the next one's. */
export function isInForce({ inForce: { from, until } }: Pick<RuleBook, 'inForce'>, at: string): boolean {
  const now = instant(at)
  return (from === null || instant(from) <= now) && (until === null || now < instant(until))
}
