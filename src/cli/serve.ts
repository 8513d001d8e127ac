import { BookChanged } from '../record/carried-books.ts'
import { RecordUnreadable } from '../record/versions.ts'
import { ClockUnusable } from '../service/clock.ts'
import { BadConfig, readConfig } from '../service/config.ts'
import { demoStaff } from '../service/demo.ts'
import { EntryDamaged, JournalUnusable } from '../service/journal/journal.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { OWNER_ONLY, withRemedy } from './house-at-console.ts'
import { print, textTable } from './output.ts'
import { stopAsked } from './standard-streams.ts'

export const runServe = ({ values }: Arguments<'serve'>): Promise<void> => serve(values)

export const runDemo = ({ values }: Arguments<'demo'>): Promise<void> => serve({ ...values, demo: true })

async function serve(values: Record<string, unknown>): Promise<void> {
  process.umask(OWNER_ONLY)
  const { address, operatorAddress, renewCertificate, stop, isDemo } = await startService(values)
  if (renewCertificate) process.on('SIGHUP', renewCertificate)
  const asked = stopAsked()
  const operators = operatorAddress === null ? '' : `, for operators at ${operatorAddress}`
  await print(`Croupier is ready at ${address}${operators}${isDemo ? `\n\n${badges()}` : ''}`)
  await asked
  await stop()
}

async function startService(flags: Record<string, unknown>) {
  let store = ''
  try {
    const config = readConfig(flags, process.env)
    store = config.store || config.data
    const { startService } = await import('../service/service.ts')
    return { ...(await startService(config, { checksItself: true })), isDemo: config.demo }
  } catch (error) {
    if (error instanceof EntryDamaged) throw new BadInput(withRemedy(error, store))
    if (error instanceof BadConfig) throw new BadInput(...error.lines)
    if ([BookChanged, ClockUnusable, JournalUnusable, RecordUnreadable].some((kind) => error instanceof kind))
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
