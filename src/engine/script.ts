import type { Book } from '../books/rule-book.ts'
import { bookAbout } from './book-of-round.ts'
import { conduct, openTable, type Table } from './conduct.ts'
import type { Decision } from './decision.ts'
import type { HouseRules } from './house-rules.ts'
import { type JsonProblem, linesOf, readJson, type TextLine } from './json-lines.ts'
import { type Command, isProblem, leastFor, namesGiver, readCommand } from './language.ts'
import { isList, isRecord, isText } from './shape.ts'
import { type Summary, summaryOf } from './summary.ts'
import { readSetup, type TableSetup } from './table.ts'

/**
 * A script: JSON Lines. A `table` line sets a fresh table, every other line is a command. A scenario is a script that
 * also says what it shows (`scenario`, with `clauses` and `readings`) and what each answer must hold (`expect`). Empty
 * lines and lines that begin with # are for the reader.
 */
export type Step =
  /** `readings`: those of docs/readings.md that it shows. */
  | { line: number; step: 'scenario'; title: string; clauses: readonly string[]; readings: readonly number[] }
  | { line: number; step: 'table'; book: Book; setup: TableSetup; house: HouseRules }
  /** `byLeast`: the line does not name the caller, so the least position that may give the command is taken. */
  | { line: number; step: 'command'; command: Command; byLeast?: true }
  | { line: number; step: 'expect'; expected: unknown }

/** A problem of a script, with its line. */
export type ScriptProblem = { line: number; field: string; problem: string }
/** A checked script: tables, expectations and commands, line by line. */
export type Script = readonly Step[]

type BookById = (id: string) => Book | undefined

/**
 * Reads a whole script, as text or bytes, before any of it is played. `bookNamed`: how a `table` line finds its book,
 * if not by its id alone.
 *
 * @example
 * const script = readScript('{"table":{"book":"mbs/roulette@3"}}', bookById)
 * if (isScriptProblem(script)) throw new Error(script.problem)
 */
export function readScript(
  source: string | Uint8Array,
  bookById: BookById,
  bookNamed: BookById = bookById,
): Script | ScriptProblem {
  const steps: Step[] = []
  for (const step of readSteps(linesOf(source), bookById, bookNamed)) {
    if ('problem' in step) return step
    steps.push(step)
  }
  return steps
}

/**
 * Reads step by step, up to the first problem. A line depends on the lines before it only for the book of its table.
 */
export function* readSteps(
  lines: Iterable<TextLine>,
  bookById: BookById,
  bookNamed: BookById = bookById,
): Generator<Step | ScriptProblem> {
  const books = { bookById, bookNamed }
  let book: Book | undefined
  for (const { line, text } of lines) {
    const step = text === null ? notText : isForTheReader(text) ? null : readStep(text, books, book)
    if (step === null) continue
    yield { ...step, line }
    if ('problem' in step) return
    if (step.step === 'table') book = step.book
  }
}

const notText: JsonProblem = { field: 'text', problem: 'this is not UTF-8' }

function isForTheReader(text: string): boolean {
  const start = text.trimStart()
  return start === '' || start.startsWith('#')
}

/**
 * Tells a problem of a script from a script that was read.
 *
 * @example
 * const script = readScript('{"table":{"book":"mbs/roulette@3"}}', bookById)
 * if (isScriptProblem(script)) console.log(script.problem)
 */
export const isScriptProblem = (script: Script | ScriptProblem): script is ScriptProblem => 'problem' in script

type ReadStep = { [S in Step as S['step']]: Omit<S, 'line'> }[Step['step']]

type ScriptBooks = { bookById: BookById; bookNamed: BookById }

function readStep(text: string, books: ScriptBooks, book: Book | undefined): ReadStep | JsonProblem {
  const json = readJson(text)
  if ('problem' in json) return json
  const { value } = json
  if (!isRecord(value)) return { field: 'json', problem: 'this is not a JSON object' }
  if ('scenario' in value) return stray(value, 'scenario', 'clauses', 'readings') ?? readScenario(value)
  if ('table' in value) return stray(value, 'table') ?? readTable(value, books)
  if (!book) return { field: 'table', problem: 'a script begins with its table' }
  if ('expect' in value) return stray(value, 'expect') ?? { step: 'expect', expected: value.expect }
  const command = readCommand(value, book)
  if (isProblem(command)) return command
  return { step: 'command', command, ...(namesGiver(value) ? {} : { byLeast: true }) }
}

type CommandStep = Extract<Step, { step: 'command' }>

/**
 * Returns the command of a step as it is given at a table. The book that decides it also says which position may give
 * it.
 */
export function commandAt({ command, byLeast }: CommandStep, { book, state, house }: Table): Command {
  if (!byLeast) return command
  return { ...command, by: { role: leastFor(command.do, bookAbout(book, state, command, house)) } }
}

/** A line has one purpose: a field that does not belong to it is reported instead of ignored. */
function stray(value: object, ...own: string[]): JsonProblem | undefined {
  const other = Object.keys(value).find((key) => !own.includes(key))
  return other === undefined ? undefined : { field: other, problem: `a ${own[0]} line has no field ${other}` }
}

function readScenario({ scenario, clauses, readings = [] }: Record<string, unknown>): ReadStep | JsonProblem {
  if (!isText(scenario, 200)) return { field: 'scenario', problem: 'scenario must be a title' }
  if (!isList(clauses, (clause) => isText(clause, 20))) return { field: 'clauses', problem: 'clauses must be a list' }
  if (!isList(readings, Number.isSafeInteger))
    return { field: 'readings', problem: 'readings must be a list of numbers' }
  return { step: 'scenario', title: scenario, clauses: clauses as string[], readings: readings as number[] }
}

function readTable(value: Record<string, unknown>, { bookById, bookNamed }: ScriptBooks): ReadStep | JsonProblem {
  const { onlyInForce, ...rest } = isRecord(value.table) ? value.table : {}
  if (onlyInForce !== undefined && typeof onlyInForce !== 'boolean')
    return { field: 'onlyInForce', problem: 'onlyInForce must be true or false' }
  const setup = readSetup(isRecord(value.table) ? rest : value.table, bookNamed)
  if ('problem' in setup) return setup
  const house = { bookById, ...(onlyInForce ? { onlyInForce } : {}) }
  return { step: 'table', book: bookById(setup.book)!, setup, house }
}

/** The result of each step of a script; `missed` where an answer differs from the expected one. */
export type Played =
  | { line: number; played: 'table'; table: Table }
  | { line: number; played: 'command'; command: Command; answer: Decision; table: Table }
  | { line: number; played: 'expect'; missed: string | null }

/**
 * Plays a script step by step, with the answer to each command.
 *
 * @example
 * for (const step of playScript(script)) if (step.played === 'command') console.log(step.answer)
 */
export function* playScript(script: Script): Generator<Played> {
  let table: Table | undefined
  let answer: Decision | undefined
  for (const step of script) {
    if (step.step === 'table') {
      table = openTable(step.book, step.setup, step.house)
      answer = undefined
      yield { line: step.line, played: 'table', table }
    } else if (step.step === 'command') {
      const command = commandAt(step, table!)
      const done = conduct(table!, command)
      table = done.table
      answer = done.answer
      yield { line: step.line, played: 'command', command, answer, table }
    } else if (step.step === 'expect') {
      const found = { ...answer, summary: summaryFor(step.expected, table!) }
      yield { line: step.line, played: 'expect', missed: missing(step.expected, found, 'expect') }
    }
  }
}

const summaryFor = (expected: unknown, { book, state }: Table): Summary | undefined =>
  isRecord(expected) && 'summary' in expected ? summaryOf(book, state) : undefined

/**
 * Describes the first difference from the expected value; null if there is none. Objects may have more fields than
 * expected, lists no more items.
 */
export function missing(expected: unknown, found: unknown, path: string): string | null {
  const [wanted, given] = [textOf(expected), textOf(found)]
  if (isRecord(expected)) {
    if (!isRecord(found)) return `${path} is ${given}, not ${wanted}`
    return firstOf(Object.entries(expected), ([key, value]) => missing(value, own(found, key), `${path}.${key}`))
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(found)) return `${path} is ${given}, not ${wanted}`
    if (found.length !== expected.length) return `${path} has ${found.length} entries, not ${expected.length}: ${given}`
    return firstOf([...expected.entries()], ([index, value]) => missing(value, found[index], `${path}[${index}]`))
  }
  return Object.is(expected, found) ? null : `${path} is ${given}, not ${wanted}`
}

/** Reads only own properties: a player may be called `constructor`. */
const own = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined

const textOf = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 200)

function firstOf<T>(items: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = find(item)
    if (found) return found
  }
  return null
}
