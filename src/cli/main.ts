import { ReaderGone } from './output.ts'
import { runCommand } from './run-command.ts'

try {
  process.exitCode = await runCommand(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ReaderGone)) throw error
  // All resources are closed by now. Listeners that are left, for example on a wheel, must not keep the process alive.
  process.exit(0)
}
