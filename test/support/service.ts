import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type ClientOptions, WebSocket } from 'ws'
import type { TableEvent } from '../../src/engine/events.ts'
import type { Cents } from '../../src/engine/money.ts'
import type { StaffRole } from '../../src/house/roles.ts'
import { readConfig } from '../../src/service/config.ts'
import { addDemoStaff, demoStaff } from '../../src/service/demo.ts'
import { freshToken, tokenHash } from '../../src/service/secrets/key-material.ts'
import { terminalWaiting } from '../../src/service/secrets/secrets.ts'
import { type Service, startService } from '../../src/service/service.ts'
import { askHouse } from '../../src/service/stream/house-stream.ts'
import { checkMessages } from '../check-answers.ts'

/** For the tests: services in folders of their own, people and clients who speak to them. */

export const cents = (amount: number): Cents => amount as Cents
const turn = (): Promise<void> => new Promise((done) => setImmediate(done))
/** Long enough for all that is ready to happen. */
export const turns = async (): Promise<void> => {
  for (let nth = 0; nth < 6; nth++) await turn()
}

/** A machine may be busy with something else: what hangs is named, what is slow is waited for. */
const PATIENCE = 10

/** `seconds`: enough on a machine that does nothing else. */
export const within = async <T>(seconds: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const most = seconds * PATIENCE
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${what} took more than ${most} seconds`)), most * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

// ---- Folders --------------------------------------------------------------------------------------------------------

const folders: string[] = []

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-test-'))
  folders.push(folder)
  return folder
}

/** The place of a new house: its folder, the store option of `serve`, and the address of its journal. */
export type HousePlace = { folder: string; flags: Readonly<Record<string, string>>; store: string }

/** On SQLite: the folder is the store. */
export async function freshPlace(): Promise<HousePlace> {
  const folder = freshFolder()
  return { folder, flags: {}, store: folder }
}

const processes = new Set<ChildProcess>()

/** The leftovers of a test: its processes and its folders. */
export const cleanUp = (): void => {
  for (const child of processes) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

// ---- Services -------------------------------------------------------------------------------------------------------

/** Three tables without a wheel: every command is somebody's. */
export const quietTables = [
  { id: 'etg', book: 'rws/roulette-double-zero-etg@4', layout: 'A', terminal: 'rapid' },
  { id: 'single', book: 'mbs/roulette@3', limits: { default: { min: 500, max: 100_000 } } },
  { id: 'fast', book: 'mbs/sands-fast-action-roulette@2' },
] as const

type Flags = Readonly<Record<string, string | boolean>>

const patient: Flags = {
  port: '0',
  'log-level': 'silent',
  'commands-per-second': '1000000',
  'requests-per-minute': '1000000',
  'sockets-per-token': '1000000',
  'sockets-per-address': '1000000',
}

/** The demonstration, in a hurry. */
export const demoFlags: Flags = { ...patient, demo: true }

/** Dealers stay signed in as long as others: on a busy machine a file of tests may take longer than their five minutes. */
const patientHouse = { idleMinutes: { dealer: 30 } }

/** In this process, with staff and quiet tables. */
export async function quietService(
  data: string,
  flags: Flags = {},
  tables: readonly object[] = quietTables,
  more: object = {},
) {
  const config = join(data, 'config.json')
  writeFileSync(config, JSON.stringify({ tables, showStakes: true, ...patientHouse, ...more }))
  const service = await startService(readConfig({ ...patient, ...flags, config, data }, {}))
  await addDemoStaff(service.floor)
  return service
}

const croupier = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

type Environment = Readonly<Record<string, string>>

/** A real process. `exit`: its code and what it said on standard error. */
export const runCroupier = (args: readonly string[], environment: Environment = {}) =>
  runNode([croupier, ...args], environment)

export function runNode(args: readonly string[], environment: Environment = {}) {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  processes.add(child)
  child.on('exit', () => processes.delete(child))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const exit = once(child, 'exit').then(([code]) => ({ code: code as number | null, said }))
  return { child, exit }
}

export type Process = { child: ChildProcess; address: string; exit: Promise<{ code: number | null; said: string }> }

/** `program`: the command of another source tree. */
export async function serve(
  data: string,
  flags: Flags = {},
  environment: Environment = {},
  program = croupier,
): Promise<Process> {
  const all = Object.entries<string | boolean>({ ...patient, ...flags, data })
  const given = all.map(([flag, value]) => `--${flag}${value === true ? '' : `=${value}`}`)
  const { child, exit } = runNode([program, 'serve', ...given], environment)
  const ready = once(createInterface(child.stdout), 'line').then(([line]) => /https?:[^\s,"]+/.exec(line as string)![0])
  const failed = exit.then(({ code, said }) => Promise.reject(new Error(`it ended with ${code}: ${said}`)))
  failed.catch(() => {})
  const address = await within(30, 'starting', Promise.race([ready, failed]))
  child.stdout.resume()
  return { child, address, exit }
}

// ---- HTTP -----------------------------------------------------------------------------------------------------------

export type Body = Readonly<Record<string, unknown>>
export type Response = { status: number; body: Body; headers: Headers }
type Asked = { token?: string; body?: unknown; headers?: Readonly<Record<string, string>> }

/** A body that is a text is sent as it is. */
export async function ask(address: string, method: string, path: string, asked: Asked = {}): Promise<Response> {
  const { token, body, headers } = asked
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: parseBody(text), headers: response.headers }
}

function parseBody(text: string): Body {
  try {
    return JSON.parse(text) as Body
  } catch {
    return { text }
  }
}

/** The token of somebody who signs in. */
export async function signedInAs(role: StaffRole, address: string): Promise<string> {
  const { badge, pin } = demoStaff.find((member) => member.role === role)!
  const { body } = await ask(address, 'POST', '/api/sessions', { body: { badge, pin } })
  return body.token as string
}

/** A token for every role. */
export async function everybody(address: string): Promise<Record<StaffRole, string>> {
  const tokens = demoStaff.map(async ({ role }) => [role, await signedInAs(role, address)] as const)
  return Object.fromEntries(await Promise.all(tokens)) as Record<StaffRole, string>
}

export type Seat = { token: string; terminal: string; table: string; player: string }

/** A terminal with credits, enrolled as a real one is. */
export async function seatAt(
  { floor, address }: Service,
  table: string,
  player: string,
  amount = 100_000,
): Promise<Seat> {
  const { administrator, dealer } = await staffOf({ floor, address } as Service)
  const terminal = `${table}-${player}`
  const added = await ask(address, 'POST', '/api/terminals', {
    token: administrator,
    body: { terminal, table, player },
  })
  // Without the route, whose rate limit allows only a few codes a minute.
  const token = freshToken(floor.keyMaterial.chance)
  const waiting = terminalWaiting(floor.house.settled.state, added.body.code as string, floor.keyMaterial)
  const wish = { do: 'enrol', terminal: waiting, credential: tokenHash(token), by: { system: 'service' } } as const
  const { refused } = await askHouse(floor.house, wish)
  if (refused) throw new Error(JSON.stringify([added.body, refused]))
  if (amount > 0) await must(address, dealer, table, { do: 'buy-in', player, amount })
  return { token, terminal, table, player }
}

const tokensByService = new WeakMap<object, Promise<Record<StaffRole, string>>>()

/** Everybody of a service, signed in once: sign-ins are few per minute. */
export function staffOf({ floor, address }: Pick<Service, 'floor' | 'address'>): Promise<Record<StaffRole, string>> {
  const found = tokensByService.get(floor) ?? everybody(address)
  tokensByService.set(floor, found)
  return found
}

/** A command that must be accepted. */
export async function must(address: string, token: string, table: string, command: Body): Promise<Body> {
  const { status, body } = await ask(address, 'POST', `/api/tables/${table}/commands`, { token, body: command })
  if (status !== 200) throw new Error(`${JSON.stringify(command)}: ${status} ${JSON.stringify(body)}`)
  return body
}

// ---- WebSocket ------------------------------------------------------------------------------------------------------

export type View = Readonly<Record<string, unknown>>
export type Answer = Body & { id?: unknown; events?: readonly TableEvent[]; refused?: string; problem?: string }
export type Message = Body & { view?: View; changes?: readonly View[]; version?: number; answer?: Answer }

/** Applies the messages that a client receives, as docs/api.md says. */
export class Follower {
  view: View | null = null
  version = -1

  hear({ view, changes, version }: Message): void {
    if (view) {
      this.view = view
      this.version = version!
    }
    // At the same version it says what is known already, or what belongs to it and came apart.
    if (!changes || version! < this.version) return
    this.view = changes.reduce(applyChange, this.view!)
    this.version = version!
  }
}

const byEntry = ['wagers', 'seats']

function applyChange(view: View, change: View): View {
  const fields = Object.entries(change).map(([field, value]) =>
    byEntry.includes(field) ? [field, entries(view[field] as View, value as View | null)] : [field, value],
  )
  return { ...view, ...Object.fromEntries(fields) }
}

function entries(before: View, change: View | null): View {
  if (change === null) return {}
  const left = Object.entries({ ...before, ...change }).filter(([, entry]) => entry !== null)
  return Object.fromEntries(left)
}

type Hello = { token?: string; from?: number }

let sockets = 0

/** One socket at a table. It keeps all that it heard. */
export class Client {
  readonly heard: Message[] = []
  readonly follower = new Follower()
  readonly socket: WebSocket
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #waiting = new Map<unknown, (answer: Answer) => void>()
  readonly #listeners = new Set<() => void>()
  readonly #check = checkMessages()
  /** Ids of its own: the same terminal may be at several sockets. */
  readonly #nth = ++sockets
  #asked = 0

  constructor(address: string, table: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(`${address.replace('http', 'ws')}/ws?table=${table}`, options)
    this.closed = new Promise((done) => {
      this.socket.on('close', (code, reason) => done({ code, reason: String(reason) }))
    })
    this.socket.on('error', () => {})
    this.socket.on('message', (data) => this.#hear(JSON.parse(String(data)) as Message))
  }

  /** Opens, authenticates, and waits for the first message. */
  static async at(address: string, table: string, hello: Hello = {}): Promise<Client> {
    const client = new Client(address, table)
    const gone = client.closed.then(({ code, reason }) => Promise.reject(new Error(`closed: ${code} ${reason}`)))
    gone.catch(() => {})
    await Promise.race([once(client.socket, 'open'), gone])
    client.socket.send(JSON.stringify(hello))
    await Promise.race([client.until(() => client.heard.length > 0), gone])
    return client
  }

  #hear(message: Message): void {
    this.heard.push(message)
    this.#check(message)
    this.follower.hear(message)
    if (message.answer) this.#waiting.get(message.answer.id)?.(message.answer)
    for (const listener of [...this.#listeners]) listener()
  }

  /** Resolves when something holds of what was heard. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((done) => {
      const look = () => {
        if (!holds()) return
        this.#listeners.delete(look)
        done()
      }
      this.#listeners.add(look)
      look()
    })
  }

  /** Sends a command and gives its answer; with an id of its own where it has none. */
  ask(command: Body): Promise<Answer> {
    const id = command.id ?? `${this.#nth}.${++this.#asked}`
    const answer = new Promise<Answer>((done) => this.#waiting.set(id, done))
    this.socket.send(JSON.stringify({ ...command, id }))
    return answer
  }

  /** Gone without a word, as when a cable is cut. */
  cut(): void {
    this.socket.terminate()
  }
}
