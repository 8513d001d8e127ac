import type { Edition } from '../books/edition.ts'
import type { Book } from '../books/rule-book.ts'
import { layoutNames } from '../engine/spots.ts'
import { bookFacts, clauseFacts } from '../reference/facts.ts'
import { pad, wrap } from '../story/text.ts'
import { vocabularyIn } from '../words/index.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { readBook, readBooks } from './input.ts'
import { printAnswer, printJson, printLines, textTable } from './output.ts'

export async function runBooks({ values }: Arguments<'books'>): Promise<void> {
  const on = values.on === undefined ? undefined : readMoment(values.on)
  const { list } = (await readBooks(values.books)).known
  const shown = on === undefined ? list : list.filter((book) => inForceOn(book, on) !== false)
  const facts = shown.map((book) => ({
    ...bookFacts(book),
    ...(on === undefined ? {} : { inForceOn: inForceOn(book, on) }),
  }))
  await printAnswer(values.json, facts, () =>
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

/** The traceability table: every clause, what it means, where it lives and which scenarios show it. */
export async function runClauses({ values, words: named }: Arguments<'clauses'>): Promise<void> {
  const words = await vocabularyIn(values.language)
  const book = words.books.edition(await readBook(named[0]))
  if (values.json) await printJson(clauseFacts(book))
  else await printLines(clauseLines(book, words))
}

function* clauseLines(book: Edition, words: Vocabulary): Generator<string> {
  const { clauses, appendices, document } = book.texts
  const count = words.clauses.count(clauses.length, appendices.length)
  yield `${document}\n${book.id}: ${count}\n`
  for (const row of clauseFacts(book)) {
    yield clauseText(words, row.clause, row)
    for (const one of row.appendices ?? []) yield clauseText(words, words.clauses.name(one.appendix), one)
  }
}

type ClauseFacts = Omit<ReturnType<typeof clauseFacts>[number], 'clause'>

function clauseText(
  { clauses, nouns }: Vocabulary,
  name: string,
  { means, where, why, scenarios }: ClauseFacts,
): string {
  const margin = ' '.repeat(12)
  const shown = scenarios.map((path) => `${margin}  ${clauses.shownBy(path)}\n`).join('')
  const lives = wrap(clauses.lives(nouns.homes[where], why), 88, margin)
  return `${pad(name, 12, 'left')}${wrap(means, 88, margin)}\n${margin}${lives}\n${shown}`
}
