import type { Clause, RuleBook } from '../books/rule-book.ts'

/** What is told, before it is laid out: headings, sentences with the clauses that they rest on, and small tables. */
export type Passage =
  | { heading: string; line: '=' | '-' }
  | { says: string; cites: readonly Citation[] }
  | { columns: readonly string[]; rows: readonly Row[]; cites: readonly Citation[] }
export type Citation = { clause: Clause; means: string }
export type Row = { cells: readonly string[]; note: string }

type Cited = Clause | null | undefined

export const say = ({ book }: { book: RuleBook }, says: string, ...clauses: readonly Cited[]): Passage => ({
  says,
  cites: citations(book, clauses),
})

export const citations = (book: RuleBook, clauses: readonly Cited[]): Citation[] =>
  [...new Set(clauses)].filter((clause) => typeof clause === 'string' && clause !== '').map((one) => cite(book, one!))

function cite(book: RuleBook, clause: Clause): Citation {
  const row =
    book.clauses.find((one) => one.clause === clause) ?? book.appendices.find(({ appendix }) => appendix === clause)
  if (row) return { clause, means: row.means }
  return { clause, means: 'The rules are silent here; docs/readings.md says how they are read.' }
}

/** A space at which no line is broken: a clause and its number stay together. */
export const unbroken = '\u00a0'

const clauseName = (clause: Clause): string =>
  (/^\d/.test(clause) ? `clause ${clause}` : clause).replaceAll(' ', unbroken)

export const bracket = (clause: Clause, means?: string): string =>
  means === undefined ? `[${clauseName(clause)}]` : `[${clauseName(clause)}: ${means}]`
