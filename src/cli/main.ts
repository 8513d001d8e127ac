import { runProcess } from './run-command.ts'

await runProcess()
