import { readFileSync } from 'node:fs'
import { type Arguments, type CommandLineName, commandNames, declarationOf } from './commands.ts'
import { BadInput, helpOf, readArguments, usageOf } from './declaration.ts'
import { print } from './output.ts'

/** The module of a command. `run` returns the exit code: 0 done, 1 something is wrong. */
type CommandModule<Name extends CommandLineName> = { run: (given: Arguments<Name>) => number | Promise<number> }

/** A module is loaded when its command is given: the odds need not wait for the service. */
const modules: { readonly [Name in CommandLineName]: () => Promise<CommandModule<Name>> } = {
  serve: () => import('./serve.ts'),
  books: () => import('./books.ts'),
  clauses: () => import('./clauses.ts'),
  spots: () => import('./spots.ts'),
  odds: () => import('./odds.ts'),
  expand: () => import('./expand.ts'),
  simulate: () => import('./simulate.ts'),
  randomness: () => import('./randomness.ts'),
  report: () => import('./report.ts'),
  diff: () => import('./diff.ts'),
  layout: () => import('./layout.ts'),
  play: () => import('./play.ts'),
  explain: () => import('./explain.ts'),
  wheel: () => import('./wheel.ts'),
  verify: () => import('./verify.ts'),
  backup: () => import('./backup.ts'),
  move: () => import('./move.ts'),
  nodes: () => import('./nodes.ts'),
  staff: () => import('./staff.ts'),
  terminal: () => import('./terminal.ts'),
  prove: () => import('./prove.ts'),
  check: () => import('./check.ts'),
  export: () => import('./export.ts'),
  key: () => import('./key.ts'),
  witness: () => import('./witness.ts'),
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h'

async function dispatch([first, ...args]: readonly string[]): Promise<number> {
  if (first === undefined || isHelp(first)) return printText(overview())
  if (first === '--version') return printText(`croupier ${version()}`)
  const name = first === 'help' ? args[0] : first
  if (name === undefined) return printText(overview())
  if (!isCommand(name)) throw new BadInput(`there is no command ${name}; croupier --help lists them`)
  const declaration = declarationOf(name)
  if (first === 'help' || args.some(isHelp)) return printText(helpOf(name, declaration))
  const given = readArguments(name, declaration, args)
  const { run } = (await modules[name]()) as CommandModule<CommandLineName>
  return run(given as Arguments<typeof name>)
}

const isCommand = (name: string): name is CommandLineName => Object.hasOwn(modules, name)
const printText = (text: string): Promise<number> => print(text).then(() => 0)

const overview = (): string =>
  [
    'Croupier: roulette, conducted by the book',
    '',
    ...commandNames.map((name) => `  ${usageOf(name, declarationOf(name))}`),
    '',
    'croupier COMMAND --help describes a command and its options; croupier --version prints the version.',
  ].join('\n')

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}

/** Runs what was typed after `croupier`. Returns the exit code: 0 done, 1 something is wrong, 2 bad input. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args)
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    // One line, whatever was typed.
    console.error(`croupier: ${error.message.replace(/\p{Cc}/gu, ' ').slice(0, 500)}`)
    return 2
  }
}
