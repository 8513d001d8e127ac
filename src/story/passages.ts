import type { Edition } from '../books/edition.ts'
import type { Clause } from '../books/rule-book.ts'
import { reasonIn } from '../words/naming.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import type { Setting } from './nouns.ts'

/** The story before its layout: headings, sentences with the clauses that they cite, and small tables. */
export type Passage =
  | { heading: string; line: '=' | '-' }
  | { says: string; cites: readonly QuotedClause[] }
  | { columns: readonly string[]; rows: readonly StoryRow[]; cites: readonly QuotedClause[] }
/** A clause that a passage quotes. */
export type QuotedClause = { clause: Clause; means: string }
/** A row of a table in a story, such as a settled wager. */
export type StoryRow = { cells: readonly string[]; note: string }

type Cited = Clause | null | undefined

export const say = ({ book, words }: Setting, says: string, ...clauses: readonly Cited[]): Passage => ({
  says,
  cites: citations(book, clauses, words.clauses.silent),
})

/** Joins sentences; sentences without a reason are left out. */
export const sentences = ({ story: { gap } }: StoryWords, ...all: readonly (string | null)[]): string =>
  all.filter((sentence) => sentence !== null).join(gap)

/** A sentence of its own; nothing where no reason was given. */
export const tellReason = ({ story: { reason }, nouns }: StoryWords, given: string | undefined): string | null =>
  given === undefined ? null : reason(reasonIn(nouns, given).replace(/[.。]$/, ''))

/** Each clause once, with its meaning. A reading is not a clause; the book is `silent` there. */
export function citations(book: Edition, clauses: readonly Cited[], silent = ''): QuotedClause[] {
  const cited = [...new Set(clauses)].filter((clause): clause is Clause => Boolean(clause))
  return cited.map((clause) => ({ clause, means: meaningOf(book, clause) ?? silent }))
}

function meaningOf({ texts: { clauses, appendices } }: Edition, clause: Clause): string | undefined {
  const row = clauses.find((one) => one.clause === clause) ?? appendices.find(({ appendix }) => appendix === clause)
  return row?.means
}

/** A space at which no line is broken: a clause and its number stay together. */
export const hardSpace = '\u00a0'

export function bracket({ clauses }: StoryWords, clause: Clause, means?: string): string {
  const name = clauses.name(clause).replaceAll(' ', hardSpace)
  return `[${means === undefined ? name : clauses.means(name, means)}]`
}
