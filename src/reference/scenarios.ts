import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bookById } from '../books/index.ts'
import type { Book } from '../books/rule-book.ts'
import { isScriptProblem, readScript, type Script } from '../engine/script.ts'
import { programRoot } from './program-root.ts'

/** A whole round or several as text, with the clauses and readings that it shows: scenarios/BOOK/CLAUSE-name.jsonl. */
export type Scenario = {
  path: string
  title: string
  clauses: readonly string[]
  readings: readonly number[]
  script: Script
}

export function scenariosOf(book: Pick<Book, 'id'>): Scenario[] {
  const folder = join('scenarios', ...book.id.split('/'))
  return filesIn(join(programRoot, folder)).map((file) => readScenario(join(folder, file)))
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.jsonl'))
      .sort(new Intl.Collator('en', { numeric: true }).compare)
  } catch {
    return []
  }
}

function readScenario(path: string): Scenario {
  const script = readScript(readFileSync(join(programRoot, path), 'utf8'), bookById)
  if (isScriptProblem(script)) throw new Error(`${path}, line ${script.line}, ${script.field}: ${script.problem}`)
  const heading = script.find((step) => step.step === 'scenario')
  if (!heading) throw new Error(`${path} does not say which scenario it is`)
  const { title, clauses, readings } = heading
  return { path, title, clauses, readings, script }
}
