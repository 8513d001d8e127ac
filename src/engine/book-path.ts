import type { ProblemCode, ProblemFacts } from './problem-facts.ts'

/** The way to a value in a book: names of fields, and numbers of rows. */
export type BookPath = readonly (string | number)[]

/** A problem of a book. A book with an error cannot be played by; a warning is for its author to judge. */
export type BookProblem = {
  readonly level: 'error' | 'warning'
  /** The place as JSONPath, such as `$.layouts.table.wagers[0].pays`. */
  readonly at: string
} & ProblemFound

/** The code of a problem, with its facts. */
type ProblemFound = {
  readonly [Code in ProblemCode]: { readonly code: Code; readonly facts: ProblemFacts[Code] }
}[ProblemCode]

const pathText = (path: BookPath): string =>
  `$${path.map((part) => (typeof part === 'number' ? `[${part}]` : fieldText(part))).join('')}`

const fieldText = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, '\\$&')}']`

export const bookError = <Code extends ProblemCode>(path: BookPath, code: Code, facts: ProblemFacts[Code]) =>
  ({ level: 'error', at: pathText(path), code, facts }) as BookProblem

export const bookWarning = <Code extends ProblemCode>(path: BookPath, code: Code, facts: ProblemFacts[Code]) =>
  ({ level: 'warning', at: pathText(path), code, facts }) as BookProblem

/** Says whether a place is free of errors, with all that lies inside and around it. */
export function soundIn(problems: readonly BookProblem[]): (path: BookPath) => boolean {
  const broken = problems.filter(({ level }) => level === 'error').map(({ at }) => at)
  return (path) => {
    const at = pathText(path)
    return !broken.some((one) => isWithin(one, at) || isWithin(at, one))
  }
}

/** Says whether a problem lies at a place or inside it. */
export const isProblemIn = ({ at }: BookProblem, path: BookPath): boolean => isWithin(at, pathText(path))

const isWithin = (inner: string, outer: string): boolean =>
  inner.startsWith(outer) && (inner.length === outer.length || ['.', '['].includes(inner[outer.length]!))
