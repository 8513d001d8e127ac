import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

/** The `croupier` that npm put into a project, run by one Node or another. */
export type Said = { code: number; out: string; error: string }

const fileIn = (project: string): string => join(project, 'node_modules', '.bin', 'croupier')

export const croupier = (node: string, project: string, ...args: readonly string[]): Promise<Said> =>
  promisify(execFile)(node, [fileIn(project), ...args], { cwd: project }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, error: stderr }),
  )

/** Starts a service, says where it is, and stops it; gives its exit code. */
export async function whileServing(project: string, args: readonly string[], use: (address: string) => Promise<void>) {
  const child = spawn(process.execPath, [fileIn(project), 'serve', '--port', '0', ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  try {
    await use(await addressIn(child.stdout))
  } finally {
    child.stdout.resume()
    child.kill('SIGTERM')
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
