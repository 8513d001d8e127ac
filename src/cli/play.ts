import { dirname } from 'node:path'
import type { Book } from '../books/rule-book.ts'
import type { Table } from '../engine/conduct.ts'
import { isScriptProblem, playScript, readScript, type Script } from '../engine/script.ts'
import { summaryOf } from '../engine/summary.ts'
import { problemsOf } from '../service/named-books.ts'
import { WIDTH } from '../story/page.ts'
import { tellStory } from '../story/story.ts'
import { wrap } from '../story/text.ts'
import { vocabularyIn } from '../words/index.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { inputName, isStandardInput, readBooks, readBytes } from './input.ts'
import { printLines } from './output.ts'

/**
 * Reads a script whole, so that nothing is half done when a later line is wrong. The path of a book starts at the script. Other lines name
 * a book by its id.
 */
async function loadScript(file: string | undefined, booksFolder: string | undefined): Promise<Script> {
  const books = await readBooks(booksFolder)
  const folder = isStandardInput(file) ? '.' : dirname(file)
  let bookProblems: readonly string[] = []
  const bookNamed = (name: string): Book | undefined => {
    const found = books.keep(name, folder)
    bookProblems = problemsOf(found)
    return 'book' in found ? found.book : undefined
  }
  const script = readScript(await readBytes(file), (id) => books.byId(id), bookNamed)
  if (!isScriptProblem(script)) return script
  const problems = bookProblems.length > 0 ? bookProblems : [script.problem]
  throw new BadInput(...problems.map((one) => `${inputName(file)}, line ${script.line}, ${script.field}: ${one}`))
}

/** Prints one answer per command. Missed expectations are printed on standard error, and the exit code is 1. */
export async function runPlay({ values, words }: Arguments<'play'>): Promise<number> {
  let code = 0
  const tellMiss = (miss: string) => {
    console.error(miss)
    code = 1
  }
  await printLines(answersTo(await loadScript(words[0], values.books), values.summary ?? false, tellMiss))
  return code
}

function* answersTo(script: Script, sumsUp: boolean, tellMiss: (miss: string) => void): Generator<string> {
  let table: Table | undefined
  for (const step of playScript(script)) {
    if (step.played === 'expect') {
      if (step.missed) tellMiss(`line ${step.line}: ${step.missed}`)
      continue
    }
    if (step.played === 'command') yield JSON.stringify(step.answer)
    else if (sumsUp && table) yield summaryLine(table)
    table = step.table
  }
  if (sumsUp && table) yield summaryLine(table)
}

const summaryLine = ({ book, state }: Table): string => JSON.stringify({ summary: summaryOf(book, state) })

/** Tells a script's rounds for a person, clause by clause. */
export async function runExplain({ values, words: files }: Arguments<'explain'>): Promise<void> {
  const words = await vocabularyIn(values.language)
  await printLines(storyLines(await loadScript(files[0], values.books), words))
}

function* storyLines(script: Script, words: StoryWords): Generator<string> {
  const titles = script.flatMap((step) => (step.step === 'scenario' ? [step.title] : []))
  for (const title of titles) yield wrap(words.story.headings.scenario(title), WIDTH)
  if (titles.length > 0) yield ''
  yield* tellStory(playScript(script), words)
}
