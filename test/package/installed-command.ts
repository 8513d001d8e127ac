import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

/** The output of a command. */
export type Said = { code: number; out: string; error: string }

const fileIn = (project: string): string => join(project, 'node_modules', '.bin', 'croupier')

/** Runs the `croupier` that npm put into a project, by one Node or another. */
export const croupier = (node: string, project: string, ...args: readonly string[]): Promise<Said> =>
  promisify(execFile)(node, [fileIn(project), ...args], { cwd: project }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, error: stderr }),
  )

/** Starts a service by a command line, calls `use` with its address, and stops it as Ctrl-C does. Returns its exit code, when all that it started has ended. */
export async function whileServing(
  [command, ...args]: readonly [string, ...string[]],
  cwd: string,
  use: (address: string) => Promise<void>,
): Promise<number | null> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  const exit = once(child, 'close').then(([code]) => code as number | null)
  try {
    await use(await addressIn(child.stdout))
  } finally {
    child.stdout.resume()
    // A terminal interrupts npm and the command that it started.
    process.kill(-child.pid!, 'SIGINT')
  }
  return exit
}

async function addressIn(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /^Croupier is ready at (\S+)$/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('The service ended before it was ready')
}
