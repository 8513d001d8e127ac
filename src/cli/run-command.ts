import { type Arguments, type CommandLineName, commandNames, declarationOf } from './commands.ts'
import { BadInput, helpOf, readArguments, usageOf } from './declaration.ts'
import { print, ReaderGone } from './output.ts'

/** Runs one command. It returns its exit code where that is not 0: 1, something is wrong. */
type RunCommand<Name extends CommandLineName> = (given: Arguments<Name>) => Promise<number> | Promise<void>

/** The function of each command. Its module is loaded when the command is given: the odds need not wait for the service. */
const runs: { readonly [Name in CommandLineName]: () => Promise<RunCommand<Name>> } = {
  serve: async () => (await import('./serve.ts')).runServe,
  demo: async () => (await import('./serve.ts')).runDemo,
  'self-check': async () => (await import('./self-check.ts')).runSelfCheck,
  books: async () => (await import('./books.ts')).runBooks,
  book: async () => (await import('./book.ts')).runBook,
  clauses: async () => (await import('./books.ts')).runClauses,
  spots: async () => (await import('./layout.ts')).runSpots,
  odds: async () => (await import('./odds.ts')).runOdds,
  expand: async () => (await import('./layout.ts')).runExpand,
  simulate: async () => (await import('./simulate.ts')).runSimulate,
  randomness: async () => (await import('./randomness.ts')).runRandomness,
  report: async () => (await import('./report.ts')).runReport,
  diff: async () => (await import('./diff.ts')).runDiff,
  layout: async () => (await import('./layout.ts')).runLayout,
  play: async () => (await import('./play.ts')).runPlay,
  explain: async () => (await import('./play.ts')).runExplain,
  wheel: async () => (await import('./wheel.ts')).runWheel,
  verify: async () => (await import('./verify.ts')).runVerify,
  backup: async () => (await import('./backup.ts')).runBackup,
  drill: async () => (await import('./drill.ts')).runDrill,
  move: async () => (await import('./move.ts')).runMove,
  nodes: async () => (await import('./nodes.ts')).runNodes,
  staff: async () => (await import('./staff.ts')).runStaff,
  terminal: async () => (await import('./terminal.ts')).runTerminal,
  prove: async () => (await import('./prove.ts')).runProve,
  check: async () => (await import('./check.ts')).runCheck,
  export: async () => (await import('./export.ts')).runExport,
  key: async () => (await import('./key.ts')).runKey,
  witness: async () => (await import('./witness.ts')).runWitness,
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h'

async function dispatch([first, ...args]: readonly string[]): Promise<number> {
  if (first === undefined || isHelp(first)) return printText(overview())
  if (first === '--version') return printText(await versionText())
  const name = first === 'help' ? args[0] : first
  if (name === undefined) return printText(overview())
  if (!isCommand(name)) throw new BadInput(`there is no command ${name}; croupier --help lists them`)
  const declaration = declarationOf(name)
  if (first === 'help' || args.some(isHelp)) return printText(helpOf(name, declaration))
  const given = readArguments(name, declaration, args)
  const run = (await runs[name]()) as RunCommand<CommandLineName>
  return (await run(given as Arguments<typeof name>)) ?? 0
}

const isCommand = (name: string): name is CommandLineName => Object.hasOwn(runs, name)
const printText = (text: string): Promise<number> => print(text).then(() => 0)

const overview = (): string =>
  [
    'Croupier: roulette, conducted by the book',
    '',
    ...commandNames.map((name) => `  ${usageOf(name, declarationOf(name))}`),
    '',
    'croupier COMMAND --help describes a command and its options; croupier --version prints the version.',
  ].join('\n')

async function versionText(): Promise<string> {
  const { digestOfProgram, versionOfProgram } = await import('../service/program/manifest.ts')
  return `croupier ${versionOfProgram()} (${digestOfProgram()})`
}

/** Runs what was typed after `croupier`. Returns the exit code: 0 done, 1 something is wrong, 2 bad input. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args)
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    // One line for each problem of the command line.
    for (const line of error.lines) console.error(`croupier: ${line.replace(/\p{Cc}/gu, ' ').slice(0, 500)}`)
    return 2
  }
}

/** Runs the command of this process, and sets its exit code. */
export async function runProcess(): Promise<void> {
  try {
    process.exitCode = await runCommand(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error
    // All resources are closed by now. Listeners that are left, for example on a wheel, must not keep the process alive.
    process.exit(0)
  }
}
