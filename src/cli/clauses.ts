import type { RuleBook } from '../books/rule-book.ts'
import { readArguments, readBook } from './input.ts'
import { printJson, wrapped } from './print.ts'
import { scenariosOf } from './scenarios.ts'

export const usage = 'clauses BOOK [--json]'

/** The traceability table: every clause, what it means, where it lives and which scenarios show it. */
export function run(args: readonly string[]): number {
  const { values, words } = readArguments(args, usage, { json: { type: 'boolean' } })
  const book = readBook(words[0])
  if (values.json) printJson(clauseTable(book))
  else printTable(book)
  return 0
}

export function clauseTable(book: RuleBook) {
  const scenarios = scenariosOf(book)
  const showing = (clause: string) =>
    scenarios.filter(({ clauses }) => clauses.includes(clause)).map(({ path }) => path)
  return book.clauses.map((row) => {
    const appendices = book.appendices.filter(({ of }) => of === row.clause)
    return {
      ...row,
      scenarios: showing(row.clause),
      ...(appendices.length > 0
        ? { appendices: appendices.map((one) => ({ ...one, scenarios: showing(one.appendix) })) }
        : {}),
    }
  })
}

function printTable(book: RuleBook): void {
  console.log(`${book.document}\n${book.id}: ${book.clauses.length} clauses, ${book.appendices.length} appendices\n`)
  for (const { clause, means, where, why, scenarios, appendices } of clauseTable(book)) {
    console.log(entry(clause, means, where, why, scenarios))
    for (const one of appendices ?? []) console.log(entry(one.appendix, one.means, one.where, one.why, one.scenarios))
  }
}

function entry(name: string, means: string, where: string, why: string, scenarios: readonly string[]): string {
  const margin = ' '.repeat(12)
  const shown = scenarios.map((path) => `${margin}  shown by ${path}\n`).join('')
  return `${name.padEnd(12)}${wrapped(means, 88, margin)}\n${margin}${where}: ${wrapped(why, 78, margin)}\n${shown}`
}
