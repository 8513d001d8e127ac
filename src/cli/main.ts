#!/usr/bin/env node
import * as backup from './backup.ts'
import * as books from './books.ts'
import * as clauses from './clauses.ts'
import * as diff from './diff.ts'
import * as expand from './expand.ts'
import * as explain from './explain.ts'
import { BadInput } from './input.ts'
import * as layout from './layout.ts'
import * as odds from './odds.ts'
import { print, ReaderGone } from './output.ts'
import * as play from './play.ts'
import * as serve from './serve.ts'
import * as spots from './spots.ts'
import * as staff from './staff.ts'
import * as terminal from './terminal.ts'
import * as verify from './verify.ts'
import * as wheel from './wheel.ts'

/** One command of the command line. `run` gives the exit code: 0 done, 1 something was found wrong. */
type CliCommand = { usage: string; details?: () => string; run: (args: readonly string[]) => number | Promise<number> }

const commands: Record<string, CliCommand> = {
  serve,
  books,
  clauses,
  spots,
  odds,
  expand,
  diff,
  layout,
  play,
  explain,
  wheel,
  verify,
  backup,
  staff,
  terminal,
}

const help = () =>
  [
    'Croupier: roulette, conducted by the book',
    '',
    ...Object.values(commands).map(({ usage }) => `  croupier ${usage}`),
  ].join('\n')

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === 'help') {
    await print(help())
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined
  if (!command) throw new BadInput(`there is no command ${name}; croupier --help lists them`)
  if (args.includes('--help')) {
    await print([`croupier ${command.usage}`, ...(command.details ? ['', command.details()] : [])].join('\n'))
    return 0
  }
  return command.run(args)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  // By now all that was open is closed; what still listens, to a wheel for instance, does so for nobody.
  if (error instanceof ReaderGone) process.exit(0)
  if (!(error instanceof BadInput)) throw error
  // One line, whatever was typed.
  console.error(`croupier: ${error.message.replace(/\p{Cc}/gu, ' ').slice(0, 500)}`)
  process.exitCode = 2
}
