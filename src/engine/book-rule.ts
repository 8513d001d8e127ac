import { type BookPath, type BookProblem, bookError, soundIn } from './book-path.ts'

/** One rule about the values of a book. It is applied where the values that it needs have their shape. */
export type BookRule<Of> = { needs: (of: Of) => readonly BookPath[]; problems: (of: Of) => readonly BookProblem[] }

/** Returns what the rules find. `found`: what is wrong already; a rule about broken values is not applied. */
export function applyRules<Of>(rules: readonly BookRule<Of>[], of: Of, found: readonly BookProblem[]): BookProblem[] {
  const isSound = soundIn(found)
  return rules.flatMap((rule) => (rule.needs(of).every(isSound) ? rule.problems(of) : []))
}

/** The expectation in place of a pocket that the wheel lacks. */
export const aPocket = 'a pocket of wheel.pockets'

/** A name in a book, and its place. */
export type NameAt = { at: BookPath; name: string }

export const namesAt = (path: BookPath, names: readonly string[]): NameAt[] =>
  names.map((name, nth) => ({ at: [...path, nth], name }))

export const repeatedNames = (named: readonly NameAt[], problem: string, expected = 'each once'): BookProblem[] =>
  named
    .filter(({ name }, nth) => named.findIndex((other) => other.name === name) < nth)
    .map(({ at, name }) => bookError(at, `${name} ${problem}`, expected))

export const unknownNames = (
  named: readonly NameAt[],
  known: readonly string[],
  problem: string,
  expected: string,
): BookProblem[] =>
  named.filter(({ name }) => !known.includes(name)).map(({ at, name }) => bookError(at, `${name} ${problem}`, expected))

export const missingNames = (
  wanted: readonly string[],
  has: readonly string[],
  at: BookPath,
  problem: string,
  expected: string,
) => wanted.filter((name) => !has.includes(name)).map((name) => bookError(at, `${name} ${problem}`, expected))

export const problemIf = (isWrong: boolean, problem: () => BookProblem): BookProblem[] => (isWrong ? [problem()] : [])
