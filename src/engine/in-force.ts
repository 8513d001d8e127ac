import type { RuleBook } from '../books/rule-book.ts'

/** Books are in force by Singapore time. A day begins at midnight. */
function instant(text: string): number {
  const time = text.length === 10 ? `${text}T00:00` : text
  return Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(time) ? time : `${time}+08:00`)
}

/**
 * Whether a book is in force at a time: from `from` (null: since ever) until just before `until`, the first day of its
 * successor.
 */
export function isInForce({ inForce: { from, until } }: Pick<RuleBook, 'inForce'>, at: string): boolean {
  const now = instant(at)
  return (from === null || instant(from) <= now) && (until === null || now < instant(until))
}
