import type { RuleBook } from '../books/rule-book.ts'
import { clauseFacts } from '../facts.ts'
import { wrapped } from '../story/text.ts'
import { readArguments, readBook } from './input.ts'
import { printJson } from './print.ts'

export const usage = 'clauses BOOK [--json]'

/** The traceability table: every clause, what it means, where it lives and which scenarios show it. */
export function run(args: readonly string[]): number {
  const { values, words } = readArguments(args, usage, { json: { type: 'boolean' } })
  const book = readBook(words[0])
  if (values.json) printJson(clauseFacts(book))
  else printTable(book)
  return 0
}

function printTable(book: RuleBook): void {
  console.log(`${book.document}\n${book.id}: ${book.clauses.length} clauses, ${book.appendices.length} appendices\n`)
  for (const { clause, means, where, why, scenarios, appendices } of clauseFacts(book)) {
    console.log(entry(clause, means, where, why, scenarios))
    for (const one of appendices ?? []) console.log(entry(one.appendix, one.means, one.where, one.why, one.scenarios))
  }
}

function entry(name: string, means: string, where: string, why: string, scenarios: readonly string[]): string {
  const margin = ' '.repeat(12)
  const shown = scenarios.map((path) => `${margin}  shown by ${path}\n`).join('')
  return `${name.padEnd(12)}${wrapped(means, 88, margin)}\n${margin}${where}: ${wrapped(why, 78, margin)}\n${shown}`
}
