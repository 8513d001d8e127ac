import type { Edition } from '../../books/edition.ts'
import type { Book, Clause, SpotKind } from '../../books/rule-book.ts'
import type { Spot } from '../../engine/spots.ts'
import { citations, type QuotedClause } from '../../story/passages.ts'
import type { Refused } from '../../wire/failures.ts'
import * as bookWords from '../../words/en/books.en.ts'
import * as nounWords from '../../words/en/nouns.en.ts'
import * as refusalWords from '../../words/en/refusals.en.ts'
import { betIn, chipColourIn, kindIn, nthIn, reasonIn, roleIn } from '../../words/naming.ts'
import { capitalise } from '../../words/plain-text.ts'
import { spokenWords } from './speech.ts'

/** `nouns`: the names of things, the same as in the story and on tickets. */
export const { nouns } = spokenWords('hall', nounWords)
export const { refusals } = spokenWords('hall', refusalWords)
export const { books, clauses } = spokenWords('hall', bookWords)

/** In the middle of a sentence. */
export const roleName = (role: unknown): string => roleIn(nouns, role)
export const reasonText = (reason: string): string => reasonIn(nouns, reason)
export const colourName = (colour: string): string => chipColourIn(nouns, colour)

/** By itself. */
export const kindName = (book: Book, kind: SpotKind): string => capitalise(kindIn(nouns, editionOf(book), kind))
export const betName = (book: Book, bet: string): string => capitalise(betIn(nouns, editionOf(book), bet))

/** "Split 17/20", "2nd dozen", "Red". */
export function spotName(book: Book, { spot, kind, grid, covers, isSection }: Spot): string {
  if (grid === 'number') return capitalise(nouns.number(spot))
  if (spot.includes('/')) return `${kindName(book, kind)} ${spot}`
  const nth = nthIn(spot)
  if (nth) return nouns.nth(kindIn(nouns, editionOf(book), kind), nth)
  return isSection ? kindName(book, kind) : `${kindName(book, kind)} ${covers.join('/')}`
}

/** A group of a number, not a bet: "2nd dozen", "Red". */
export function groupName(book: Book, { spot, kind }: Pick<Spot, 'spot' | 'kind'>): string {
  const nth = nthIn(spot)
  const group = kindIn({ kinds: { ...nouns.kinds, ...nouns.groups } }, editionOf(book), kind)
  return nth ? nouns.nth(group, nth) : capitalise(group)
}

/** A refusal for the one who asked; a code that is not known here is said as it came. */
export const refusalText = (refused: Refused): string => refusals[refused.refused]?.(refused, nouns) ?? refused.refused

// Books ---------------------------------------------------------------------------------------------------------------

/** A book as it is read in the language spoken: its title, what its clauses mean, what the dealer calls. */
export const editionOf = (book: Book): Edition => books.edition(book)

export const clauseName = (clause: Clause): string => capitalise(clauses.name(clause))

/** Clauses as they are cited, with what they mean in the language spoken. */
export const citedIn = (book: Book, cited: readonly (Clause | null | undefined)[]): QuotedClause[] =>
  citations(editionOf(book), cited, clauses.silent)

/** Why a round is void: what the book lists, or what was decided. */
export function voidReason(book: Book | undefined, code: string): string {
  const told = book && editionOf(book).texts.irregularities[code]
  return capitalise(told ?? (nouns.voids as Readonly<Record<string, string>>)[code] ?? code)
}
