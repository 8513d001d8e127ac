import { vi } from 'vitest'
import { runCommand } from '../../src/cli/run-command.ts'
import { standardStreams } from '../../src/cli/standard-streams.ts'

/**
 * For the tests: a command as a person types it, run in this process. `output.test.ts` tests the behaviour of a
 * separate process.
 */
export async function croupier(args: readonly string[], input: string | Uint8Array = '') {
  const [pieces, lines]: [string[], string[]] = [[], []]
  const spies = [
    vi.spyOn(standardStreams, 'read').mockResolvedValue(Buffer.from(input)),
    vi
      .spyOn(standardStreams, 'write')
      .mockImplementation(
        async (text) => void pieces.push(typeof text === 'string' ? text : Buffer.from(text).toString('latin1')),
      ),
    vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(`${line}\n`)),
  ]
  const mask = process.umask()
  try {
    const status = await runCommand(args)
    const [stdout, stderr] = [pieces.join(''), lines.join('')]
    return { status, stdout, stderr, json: () => JSON.parse(stdout) }
  } finally {
    process.umask(mask)
    for (const spy of spies) spy.mockRestore()
  }
}
