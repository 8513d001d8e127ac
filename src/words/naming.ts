import type { Edition } from '../books/edition.ts'
import type { SpotId, SpotKind } from '../books/rule-book.ts'
import type { BookProblem } from '../engine/book-path.ts'
import type { Range } from '../engine/limits.ts'
import { CENTS_MAX, type Cents } from '../engine/money.ts'
import type { ProblemCode, ProblemFacts } from '../engine/problem-facts.ts'

type Names = Readonly<Record<string, string>>
/** The nouns of any language that are looked up by a code from outside. */
export type NamedThings = {
  readonly [Things in 'roles' | 'kinds' | 'bets' | 'chipColours' | 'motions' | 'systemReasons']: Names
}

const wordIn = (table: Names, code: unknown): string => table[String(code)] ?? String(code)

/** A position in words. A name without a word stays unchanged, here and below. */
export const roleIn = ({ roles }: Pick<NamedThings, 'roles'>, role: unknown): string => wordIn(roles, role)

/** A kind of wager: by the book's own name, or by the common one. */
export const kindIn = ({ kinds }: Pick<NamedThings, 'kinds'>, { texts }: Edition, kind: SpotKind): string =>
  texts.kinds?.[kind]?.label ?? kinds[kind] ?? kind.replaceAll('-', ' ')

/** A several-piece bet, likewise. */
export const betIn = ({ bets }: Pick<NamedThings, 'bets'>, { texts }: Edition, bet: string): string =>
  texts.bets?.[bet] ?? wordIn(bets, bet)

/** The number at the end of a spot's id: `dozen-2` is the second. */
export const nthIn = (spot: SpotId): string | undefined => /-(\d)$/.exec(spot)?.[1]

/** The colour of a player's chips. */
export const chipColourIn = ({ chipColours }: Pick<NamedThings, 'chipColours'>, colour: unknown): string =>
  wordIn(chipColours, colour)

/** How a ball or a wheel moves. */
export const motionIn = ({ motions }: Pick<NamedThings, 'motions'>, motion: unknown): string => wordIn(motions, motion)

/** A reason as a person typed it, or as the program gave it, in words of the reader's language. */
export const reasonIn = ({ systemReasons }: Pick<NamedThings, 'systemReasons'>, reason: string): string =>
  wordIn(systemReasons, reason)

type Ranges = {
  readonly range: (min: string, max: string) => string
  readonly atLeast: (min: string) => string
  readonly atMost: (max: string) => string
  readonly anyAmount: string
}

/** Limits of a wager, open at either end; `text`: an amount as it is written there. */
export function rangeIn(nouns: Ranges, { min, max }: Range, text: (cents: Cents) => string): string {
  if (max >= CENTS_MAX) return min > 0 ? nouns.atLeast(text(min)) : nouns.anyAmount
  return min > 0 ? nouns.range(text(min), text(max)) : nouns.atMost(text(max))
}

/** A problem of a rule book in words, and a description of the right value. */
export type ProblemText = readonly [problem: string, expected: string]
export type ProblemTexts = { readonly [Code in ProblemCode]: (facts: ProblemFacts[Code]) => ProblemText }

export const problemTextIn = (texts: ProblemTexts, { code, facts }: BookProblem): ProblemText =>
  (texts[code] as (facts: unknown) => ProblemText)(facts)
