import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atStaffDesk, type StaffDesk } from '../src/cli/house-at-console.ts'
import type { StaffRole } from '../src/house/roles.ts'
import { demoPin, demoStaff } from '../src/table/demo.ts'
import type { SignedIn } from '../src/wire/house-shapes.ts'
import type { Browsers } from './browser.ts'
import { Door } from './door.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))
const croupier = 'src/cli/main.ts'

/** Where everything happens: a house, and browsers to be in it. */
export type Place = { house: House; browsers: Browsers }

/** A table of the house: an entry of the configuration file. */
export type TablePlan = { id: string; book: string; [setting: string]: unknown }

export const staffOf = (role: StaffRole) => demoStaff.find((member) => member.role === role)!

/** A data folder with everybody on the staff, from the desk of the command line; houses begin with a copy. */
export async function staffedFolder(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'croupier-staffed-'))
  const mask = process.umask()
  await atStaffDesk({ data, store: data, keyFile: undefined }, addEverybody, { makes: true })
  process.umask(mask)
  return data
}

async function addEverybody(desk: StaffDesk): Promise<void> {
  for (const member of demoStaff) {
    const { badge, name, role } = member
    await desk.record({ do: 'add-staff', badge, name, role, pin: await demoPin(member, desk.means) })
  }
}

/** The service as a process of its own, with its own data folder. It can be killed and started again. */
export class House {
  readonly url: string
  private readonly folder: string
  private readonly settings: readonly string[]
  private process: ChildProcess
  private readonly sessions = new Map<StaffRole, Promise<SignedIn>>()

  private constructor(folder: string, settings: readonly string[], { url, process }: Started) {
    this.folder = folder
    this.settings = settings
    this.url = url
    this.process = process
  }

  /** `more`: what else is said to `croupier serve`. */
  static async open(staffed: string, tables: readonly TablePlan[], more: readonly string[] = []): Promise<House> {
    const folder = await mkdtemp(join(tmpdir(), 'croupier-e2e-'))
    const file = join(folder, 'house.json')
    await cp(staffed, join(folder, 'data'), { recursive: true })
    await writeFile(file, JSON.stringify({ tables, outOfForce: true }))
    return House.started(folder, ['--config', file, ...more])
  }

  static async demo(speed: number): Promise<House> {
    const folder = await mkdtemp(join(tmpdir(), 'croupier-e2e-'))
    return House.started(folder, ['--demo', '--speed', String(speed)])
  }

  private static async started(folder: string, more: readonly string[]): Promise<House> {
    const plenty = [
      '--log-level',
      'silent',
      '--commands-per-second',
      '100000',
      '--requests-per-minute',
      '100000',
      '--sockets-per-address',
      '100000',
    ]
    const settings = ['--data', join(folder, 'data'), ...plenty, ...more]
    return new House(folder, settings, await startProcess([...settings, '--port', '0']))
  }

  /** Somebody of the staff, who signs in once. */
  session(role: StaffRole): Promise<SignedIn> {
    const { badge, pin } = staffOf(role)
    const known =
      this.sessions.get(role) ?? new Door(this.url, null).call('POST /api/sessions', { body: { badge, pin } })
    this.sessions.set(role, known)
    return known
  }

  door = async (role: StaffRole): Promise<Door> => new Door(this.url, (await this.session(role)).token)

  /** It stops answering, and keeps its connections open. */
  freeze = (): void => void this.process.kill('SIGSTOP')

  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await exited(this.process)
  }

  /** On the same port and the same data. */
  async startAgain(): Promise<void> {
    const { process } = await startProcess([...this.settings, '--port', new URL(this.url).port])
    this.process = process
  }

  async close(): Promise<void> {
    this.process.kill('SIGTERM')
    const late = setTimeout(() => this.process.kill('SIGKILL'), 5_000)
    await exited(this.process)
    clearTimeout(late)
    await rm(this.folder, { recursive: true, force: true })
  }
}

type Started = { url: string; process: ChildProcess }

async function startProcess(settings: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [croupier, 'serve', ...settings], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Croupier is ready at (.*)$/.exec(line)?.[1]
    if (!url) continue
    child.stdout.resume()
    return { url, process: child }
  }
  throw new Error(`The service did not start: ${settings.join(' ')}`)
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
