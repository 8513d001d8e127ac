import { RecordUnreadable } from '../record/versions.ts'
import { BadConfig, flagOf, readConfig, settings } from '../service/config.ts'
import { demoStaff } from '../service/demo.ts'
import { EntryDamaged, JournalUnusable } from '../service/journal/journal.ts'
import { OWNER_ONLY, withRemedy } from './house-at-console.ts'
import { BadInput, readArguments } from './input.ts'
import { print } from './output.ts'
import { textTable } from './print.ts'
import { loadService } from './service-packages.ts'

const options = Object.fromEntries([
  ['config', { type: 'string' as const }],
  ...Object.entries(settings).map(
    ([setting, { kind }]) =>
      [flagOf(setting), { type: kind === 'switch' ? ('boolean' as const) : ('string' as const) }] as const,
  ),
])

export const usage = 'serve [--demo] [--data DIR] [--port N] [--config FILE] [--...]'

/** What --help says beyond the usage: every setting. */
export const details = (): string =>
  `${textTable(
    ['setting', 'default', 'what it is'],
    Object.entries(settings).map(([setting, { value, means }]) => [`--${flagOf(setting)}`, String(value), means]),
  )}
--config FILE is JSON with the same settings by the names of docs/operations.md, and the tables. In the environment a
setting is CROUPIER_ and its name: CROUPIER_LOG_LEVEL. Flags come before the environment, the environment before the file.
`
export async function run(args: readonly string[]): Promise<number> {
  const { values } = readArguments(args, usage, options)
  process.umask(OWNER_ONLY)
  const { address, operatorAddress, renewCertificate, stop, isDemo } = await startService(values)
  if (renewCertificate) process.on('SIGHUP', renewCertificate)
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  const operators = operatorAddress === null ? '' : `, for operators at ${operatorAddress}`
  await print(`Croupier is ready at ${address}${operators}${isDemo ? `\n\n${badges()}` : ''}`)
  await asked
  await stop()
  return 0
}

async function startService(flags: Record<string, unknown>) {
  try {
    const config = readConfig(flags, process.env)
    const { startService } = await loadService()
    return { ...(await startService(config)), isDemo: config.demo }
  } catch (error) {
    if (error instanceof EntryDamaged) throw new BadInput(withRemedy(error))
    if ([BadConfig, JournalUnusable, RecordUnreadable].some((kind) => error instanceof kind))
      throw new BadInput((error as Error).message)
    // A port or an address that cannot be listened at.
    if (['listen', 'getaddrinfo'].includes((error as NodeJS.ErrnoException).syscall ?? ''))
      throw new BadInput((error as Error).message)
    throw error
  }
}

const badges = (): string =>
  textTable(
    ['badge', 'PIN', 'name', 'position'],
    demoStaff.map(({ badge, pin, name, role }) => [badge, pin, name, role]),
  )
