/** The way to a value in a book: names of fields, and numbers of rows. */
export type BookPath = readonly (string | number)[]

/** A problem of a book. A book with an error cannot be played by; a warning is for its author to judge. */
export type BookProblem = {
  readonly level: 'error' | 'warning'
  /** The place as JSONPath, such as `$.layouts.table.wagers[0].pays`. */
  readonly at: string
  readonly problem: string
  /** A description of the right value. */
  readonly expected: string
}

const pathText = (path: BookPath): string =>
  `$${path.map((part) => (typeof part === 'number' ? `[${part}]` : fieldText(part))).join('')}`

const fieldText = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, '\\$&')}']`

export const bookError = (path: BookPath, problem: string, expected: string): BookProblem => ({
  level: 'error',
  at: pathText(path),
  problem,
  expected,
})

export const bookWarning = (path: BookPath, problem: string, expected: string): BookProblem => ({
  level: 'warning',
  at: pathText(path),
  problem,
  expected,
})

/** Writes a problem on one line, without its level. */
export const problemLine = ({ at, problem, expected }: BookProblem): string => `${at} ${problem}; expected: ${expected}`

/** Says whether a place is free of errors, with all that lies inside and around it. */
export function soundIn(problems: readonly BookProblem[]): (path: BookPath) => boolean {
  const broken = problems.filter(({ level }) => level === 'error').map(({ at }) => at)
  return (path) => {
    const at = pathText(path)
    return !broken.some((one) => isWithin(one, at) || isWithin(at, one))
  }
}

const isWithin = (inner: string, outer: string): boolean =>
  inner.startsWith(outer) && (inner.length === outer.length || ['.', '['].includes(inner[outer.length]!))
