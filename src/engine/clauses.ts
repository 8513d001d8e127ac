import type { Clause } from '../books/rule-book.ts'

/** Returns the clause that a rule, an event or a refusal cites. One that cites none here is a fault of the book or of this program. */
export function clauseOf(cites: { clause?: Clause | null } | null | undefined): Clause {
  if (!cites?.clause) throw new Error('No clause is cited here', { cause: cites })
  return cites.clause
}
