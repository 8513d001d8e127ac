import type { Edition } from '../books/edition.ts'
import { clauseFacts } from '../reference/facts.ts'
import { pad, wrap } from '../story/text.ts'
import { vocabularyIn } from '../words/index.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import type { Arguments } from './commands.ts'
import { readBook } from './input.ts'
import { printJson, printLines } from './output.ts'

/** The traceability table: every clause, what it means, where it lives and which scenarios show it. */
export async function run({ values, words: named }: Arguments<'clauses'>): Promise<number> {
  const words = await vocabularyIn(values.language)
  const book = words.books.edition(readBook(named[0]))
  if (values.json) await printJson(clauseFacts(book))
  else await printLines(tableLines(book, words))
  return 0
}

function* tableLines(book: Edition, words: Vocabulary): Generator<string> {
  const { clauses, appendices, document } = book.texts
  const count = words.clauses.count(clauses.length, appendices.length)
  yield `${document}\n${book.id}: ${count}\n`
  for (const row of clauseFacts(book)) {
    yield entry(words, row.clause, row)
    for (const one of row.appendices ?? []) yield entry(words, words.clauses.name(one.appendix), one)
  }
}

type ClauseFacts = Omit<ReturnType<typeof clauseFacts>[number], 'clause'>

function entry({ clauses, nouns }: Vocabulary, name: string, { means, where, why, scenarios }: ClauseFacts): string {
  const margin = ' '.repeat(12)
  const shown = scenarios.map((path) => `${margin}  ${clauses.shownBy(path)}\n`).join('')
  const lives = wrap(clauses.lives(nouns.homes[where], why), 88, margin)
  return `${pad(name, 12, 'left')}${wrap(means, 88, margin)}\n${margin}${lives}\n${shown}`
}
