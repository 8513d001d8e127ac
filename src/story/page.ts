import type { Clause } from '../books/rule-book.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import { bracket, hardSpace, type Passage, type StoryRow } from './passages.ts'
import { pad, widthOf, wrap } from './text.ts'

export const WIDTH = 100

/**
 * Passages as lines, each as soon as its facts are known. The meaning of a clause follows the sentence that first cites
 * it.
 */
export function* layOut(passages: Iterable<Passage>, words: StoryWords): Generator<string> {
  for (const line of pageLines(passages, words)) yield line.replaceAll(hardSpace, ' ')
}

function* pageLines(passages: Iterable<Passage>, words: StoryWords): Generator<string> {
  const told = new Set<Clause>()
  let isFirst = true
  for (const passage of passages) {
    if ('heading' in passage) {
      // Another table may have another book.
      if (passage.line === '=') told.clear()
      yield* headingLines(passage, isFirst)
      isFirst = false
    } else {
      const fresh = passage.cites.filter(({ clause }) => !told.has(clause))
      const known = passage.cites.filter(({ clause }) => told.has(clause)).map(({ clause }) => bracket(words, clause))
      if ('says' in passage) yield* block([passage.says, ...known].join(' '), 2, 4)
      else yield* tableLines(passage.columns, passage.rows)
      for (const { clause, means } of fresh) yield* block(bracket(words, clause, means), 6, 7)
      for (const { clause } of fresh) told.add(clause)
    }
  }
}

const headingLines = ({ heading, line }: { heading: string; line: string }, isFirst: boolean): string[] => [
  ...(isFirst ? [] : line === '=' ? ['', ''] : ['']),
  heading,
  line.repeat(Math.min(widthOf(heading), WIDTH)),
]

/** The first line and those that follow it each have their indent. */
const block = (text: string, first: number, rest: number): string[] =>
  `${' '.repeat(first)}${wrap(text, WIDTH - rest, ' '.repeat(rest))}`.split('\n')

/** Amounts stand to the right; columns in which nothing stands are left out; a note goes below where it does not fit. */
function tableLines(columns: readonly string[], rows: readonly StoryRow[]): string[] {
  const shown = columns.map((_, column) => column).filter((column) => rows.some(({ cells }) => cells[column] !== ''))
  const widths = columns.map((name, column) =>
    rows.reduce((width, { cells }) => Math.max(width, widthOf(cells[column]!)), widthOf(name)),
  )
  const isMoney = columns.map((_, column) => rows.some(({ cells }) => /^-?\$/.test(cells[column]!)))
  const cell = (text: string, column: number) => pad(text, widths[column]!, isMoney[column] ? 'right' : 'left')
  const laid = (cells: readonly string[]) => `    ${shown.map((column) => cell(cells[column]!, column)).join('  ')}`
  const below = 8 + widths[0]!
  return [laid(columns).trimEnd(), ...rows.flatMap(({ cells, note }) => rowLines(laid(cells), note, below))]
}

function rowLines(line: string, note: string, below: number): string[] {
  if (widthOf(line) + 2 + widthOf(note) <= WIDTH) return [`${line}  ${note}`.trimEnd()]
  return [line.trimEnd(), ...block(note, below, below)]
}
