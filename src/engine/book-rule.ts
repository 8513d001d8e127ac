import { type BookPath, type BookProblem, bookError, soundIn } from './book-path.ts'
import type { ProblemCode, ProblemFacts } from './problem-facts.ts'

/** One rule about the values of a book. It is applied where the values that it needs have their shape. */
export type BookRule<Of> = { needs: (of: Of) => readonly BookPath[]; problems: (of: Of) => readonly BookProblem[] }

/** Returns what the rules find. `found`: what is wrong already; a rule about broken values is not applied. */
export function applyRules<Of>(rules: readonly BookRule<Of>[], of: Of, found: readonly BookProblem[]): BookProblem[] {
  const isSound = soundIn(found)
  return rules.flatMap((rule) => (rule.needs(of).every(isSound) ? rule.problems(of) : []))
}

/** The codes whose only fact is a name. */
type CodeOfName = {
  [Code in ProblemCode]: keyof ProblemFacts[Code] extends 'name'
    ? ProblemFacts[Code] extends { name: string }
      ? Code
      : never
    : never
}[ProblemCode]
/** A code of problems that each concern one name, or the problem of a name where it has more facts. */
type OfName = CodeOfName | ((at: NameAt) => BookProblem)

const problemOf =
  (of: OfName) =>
  (named: NameAt): BookProblem =>
    typeof of === 'string' ? bookError(named.at, of, { name: named.name }) : of(named)

/** A name in a book, and its place. */
export type NameAt = { at: BookPath; name: string }

export const namesAt = (path: BookPath, names: readonly string[]): NameAt[] =>
  names.map((name, nth) => ({ at: [...path, nth], name }))

export const repeatedNames = (named: readonly NameAt[], of: OfName): BookProblem[] =>
  named.filter(({ name }, nth) => named.findIndex((other) => other.name === name) < nth).map(problemOf(of))

export const unknownNames = (named: readonly NameAt[], known: readonly string[], of: OfName): BookProblem[] =>
  named.filter(({ name }) => !known.includes(name)).map(problemOf(of))

export const missingNames = (
  wanted: readonly string[],
  has: readonly string[],
  at: BookPath,
  of: OfName,
): BookProblem[] =>
  unknownNames(
    wanted.map((name) => ({ at, name })),
    has,
    of,
  )

export const problemIf = (isWrong: boolean, problem: () => BookProblem): BookProblem[] => (isWrong ? [problem()] : [])
