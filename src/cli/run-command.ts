import { readFileSync } from 'node:fs'
import { helps, helpText } from './help.ts'
import { BadInput } from './input.ts'
import { print } from './output.ts'

/** One command of the command line. `run` gives the exit code: 0 done, 1 something was found wrong. */
type CliCommand = { usage: string; details?: () => string; run: (args: readonly string[]) => number | Promise<number> }

/** Each is loaded when it is asked for: whoever wants the odds need not wait for the service. */
const commands: Readonly<Record<string, () => Promise<CliCommand>>> = {
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

const asksForHelp = (word: string): boolean => word === '--help' || word === '-h'

async function give([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || asksForHelp(name) || name === 'help') return printHelp(args[0])
  if (name === '--version') return print(`croupier ${version()}`).then(() => 0)
  return args.some(asksForHelp) ? printHelp(name) : (await commandCalled(name)).run(args)
}

function commandCalled(name: string): Promise<CliCommand> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) throw new BadInput(`there is no command ${name}; croupier --help lists them`)
  return load()
}

async function printHelp(name: string | undefined): Promise<number> {
  await print(name === undefined ? await helpOnAll() : await helpOn(name))
  return 0
}

async function helpOn(name: string): Promise<string> {
  const { usage, details } = await commandCalled(name)
  return helpText(usage, helps[name]!, details?.())
}

async function helpOnAll(): Promise<string> {
  const usages = await Promise.all(Object.values(commands).map(async (load) => (await load()).usage))
  return [
    'Croupier: roulette, conducted by the book',
    '',
    ...usages.map((usage) => `  croupier ${usage}`),
    '',
    'croupier COMMAND --help says what a command does, its options and an example; croupier --version, which version this is.',
  ].join('\n')
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}

/** What was typed after `croupier`. Gives the exit code: 0 done, 1 something was found wrong, 2 it cannot be done. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await give(args)
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    // One line, whatever was typed.
    console.error(`croupier: ${error.message.replace(/\p{Cc}/gu, ' ').slice(0, 500)}`)
    return 2
  }
}
