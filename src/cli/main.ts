import { ReaderGone } from './output.ts'
import { runCommand } from './run-command.ts'

try {
  process.exitCode = await runCommand(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ReaderGone)) throw error
  // By now all that was open is closed; what still listens, to a wheel for instance, does so for nobody.
  process.exit(0)
}
