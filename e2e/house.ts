import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atStaffDesk, type StaffDesk } from '../src/cli/house-at-console.ts'
import type { StaffRole } from '../src/house/roles.ts'
import { readConfig } from '../src/service/config.ts'
import { demoPin, demoStaff } from '../src/service/demo.ts'
import { startService } from '../src/service/service.ts'
import type { SignedIn } from '../src/wire/house-shapes.ts'
import type { Browsers } from './browser.ts'
import { Door } from './door.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))
const croupier = 'src/cli/main.ts'

/** Where everything happens: a house, and browsers to be in it. */
export type Place<H extends House = House> = { house: H; browsers: Browsers }

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
    await desk.record({ do: 'add-staff', badge, name, role, pin: await demoPin(member, desk.keyMaterial) })
  }
}

/** Settings of `croupier serve`, by the names of its flags. */
type Flags = Readonly<Record<string, string | true>>

/** So that nobody is held up: a test asks more in a second than a person in an hour. */
const plenty: Flags = {
  'log-level': 'silent',
  'commands-per-second': '100000',
  'requests-per-minute': '100000',
  'sockets-per-address': '100000',
}

/** Settings that show what a house hides by default. */
const everythingShown = { showOdds: true, showHotAndCold: true, showStakes: true, showLab: true }

async function furnishedFolder(
  staffed: string,
  tables: readonly TablePlan[],
): Promise<{ folder: string; flags: Flags }> {
  const folder = await mkdtemp(join(tmpdir(), 'croupier-e2e-'))
  const [data, config] = [join(folder, 'data'), join(folder, 'house.json')]
  await cp(staffed, data, { recursive: true })
  await writeFile(config, JSON.stringify({ tables, outOfForce: true, ...everythingShown }))
  return { folder, flags: { ...plenty, data, config } }
}

/** The service with its own data folder and its own port, in the process of the tests: it starts in a tenth of the time. */
export class House {
  readonly url: string
  readonly #folder: string
  readonly #stop: () => Promise<void>
  readonly #sessions = new Map<StaffRole, Promise<SignedIn>>()

  protected constructor(folder: string, url: string, stop: () => Promise<void>) {
    this.#folder = folder
    this.url = url
    this.#stop = stop
  }

  /** `more`: what else is said to `croupier serve`. */
  static async open(staffed: string, tables: readonly TablePlan[], more: Flags = {}): Promise<House> {
    const { folder, flags } = await furnishedFolder(staffed, tables)
    return House.#started(folder, { ...flags, ...more })
  }

  static async demo(speed: number): Promise<House> {
    const folder = await mkdtemp(join(tmpdir(), 'croupier-e2e-'))
    return House.#started(folder, { ...plenty, data: join(folder, 'data'), demo: true, speed: String(speed) })
  }

  static async #started(folder: string, flags: Flags): Promise<House> {
    const { address, stop } = await startService(readConfig({ ...flags, port: '0' }, {}))
    return new House(folder, address, stop)
  }

  /** Somebody of the staff, who signs in once. */
  session(role: StaffRole): Promise<SignedIn> {
    const { badge, pin } = staffOf(role)
    const known =
      this.#sessions.get(role) ?? new Door(this.url, null).call('POST /api/sessions', { body: { badge, pin } })
    this.#sessions.set(role, known)
    return known
  }

  door = async (role: StaffRole): Promise<Door> => new Door(this.url, (await this.session(role)).token)

  async close(): Promise<void> {
    await this.#stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** The service as a process of its own: it can be killed and started again. */
export class HouseProcess extends House {
  readonly #flags: Flags
  #process: ChildProcess

  private constructor(folder: string, flags: Flags, { url, process }: Started) {
    super(folder, url, () => endInOrder(this.#process))
    this.#flags = flags
    this.#process = process
  }

  static override async open(staffed: string, tables: readonly TablePlan[], more: Flags = {}): Promise<HouseProcess> {
    const { folder, flags } = await furnishedFolder(staffed, tables)
    const all = { ...flags, ...more }
    return new HouseProcess(folder, all, await startProcess({ ...all, port: '0' }))
  }

  /** It stops answering, and keeps its connections open. */
  freeze = (): void => void this.#process.kill('SIGSTOP')

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await exited(this.#process)
  }

  /** On the same port and the same data. */
  async startAgain(): Promise<void> {
    const { process } = await startProcess({ ...this.#flags, port: new URL(this.url).port })
    this.#process = process
  }
}

type Started = { url: string; process: ChildProcess }

async function startProcess(flags: Flags): Promise<Started> {
  const settings = Object.entries(flags).map(([flag, value]) => (value === true ? `--${flag}` : `--${flag}=${value}`))
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

async function endInOrder(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await exited(child)
  clearTimeout(late)
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
