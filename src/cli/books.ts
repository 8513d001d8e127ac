import { books } from '../books/index.ts'
import type { Book } from '../books/rule-book.ts'
import { layoutNames } from '../engine/spots.ts'
import { bookFacts } from '../reference/facts.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { print, printJson, textTable } from './output.ts'

export async function run({ values }: Arguments<'books'>): Promise<number> {
  const on = values.on === undefined ? undefined : readMoment(values.on)
  const shown = on === undefined ? books : books.filter((book) => inForceOn(book, on) !== false)
  if (values.json) {
    await printJson(
      shown.map((book) => ({ ...bookFacts(book), ...(on === undefined ? {} : { inForceOn: inForceOn(book, on) }) })),
    )
    return 0
  }
  await print(
    textTable(
      ['book', 'game', 'in force from', 'until', 'pockets', 'played on', 'layouts'],
      shown.map((book) => [
        book.id,
        book.texts.en.title,
        book.inForce.from?.replace('T', ' ') ?? 'not stated',
        book.inForce.until ?? '',
        String(book.wheel.pockets.length),
        book.playedOn,
        layoutNames(book).join(', '),
      ]),
    ),
  )
  return 0
}

/** A day, or a moment of it, in Singapore time: the time in which the books are in force. */
function readMoment(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(text)
  const time = Date.parse(text.length === 10 ? `${text}T00:00Z` : `${text}Z`)
  if (isDay && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text
  throw new BadInput(`--on must be a day such as 2019-08-14, or 2020-08-05T08:00, not ${text}`)
}

/** Null: the document does not state since when. A book that comes into force during a day is in force on it. */
function inForceOn({ inForce: { from, until } }: Book, moment: string): boolean | null {
  const isDay = moment.length === 10
  const hasBegun = from === null || (isDay ? from.slice(0, 10) <= moment : from <= moment)
  const hasEnded = until !== null && (isDay ? until.slice(0, 10) : until) <= moment
  if (!hasBegun || hasEnded) return false
  return from === null ? null : true
}
