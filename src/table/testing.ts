import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type ClientOptions, WebSocket } from 'ws'
import { bookById } from '../books/index.ts'
import type { RuleBook } from '../books/rule-book.ts'
import type { TableEvent } from '../engine/events.ts'
import { type Command, type CommandName, isProblem, readCommand } from '../engine/language.ts'
import type { Cents } from '../engine/money.ts'
import { spotsOf } from '../engine/spots.ts'
import { readSetup, type TableSetup, type TableState } from '../engine/table.ts'
import type { StaffRole } from '../house/roles.ts'
import type { Append } from '../record/stored.ts'
import { readConfig } from './config.ts'
import { addDemoStaff, demoStaff } from './demo.ts'
import type { Floor, TablePlan } from './floor/floor.ts'
import type { Journal } from './journal/journal.ts'
import { freshToken, tokenHash } from './means/means.ts'
import { terminalWaiting } from './means/secrets.ts'
import { type Service, startService } from './service.ts'
import { askHouse } from './stream/house-stream.ts'
import { bookOf, type TableStream } from './stream/table-stream.ts'

/** For the tests: services in folders of their own, people and clients who speak to them, a journal that can be held. */

export const cents = (amount: number): Cents => amount as Cents
export const turn = (): Promise<void> => new Promise((done) => setImmediate(done))
export const within = async <T>(seconds: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${what} took more than ${seconds} seconds`)), seconds * 1000)
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

const processes = new Set<ChildProcess>()

/** Whatever a test left behind: its processes and its folders. */
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
}

/** The demonstration, in a hurry. */
export const demoFlags: Flags = { ...patient, demo: true }

/** In this process, with staff and quiet tables. */
export async function quietService(data: string, flags: Flags = {}, tables: readonly object[] = quietTables) {
  const config = join(data, 'config.json')
  writeFileSync(config, JSON.stringify({ tables }))
  const service = await startService(readConfig({ ...patient, ...flags, config, data }, {}))
  await addDemoStaff(service.floor)
  return service
}

const croupier = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

/** A real process. `exit`: its code and what it said on standard error. */
export function runCroupier(args: readonly string[]) {
  const child = spawn(process.execPath, [croupier, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
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

export async function serve(data: string, flags: Flags = {}): Promise<Process> {
  const all = Object.entries<string | boolean>({ ...patient, ...flags, data })
  const { child, exit } = runCroupier([
    'serve',
    ...all.map(([flag, value]) => `--${flag}${value === true ? '' : `=${value}`}`),
  ])
  const ready = once(createInterface(child.stdout), 'line').then(([line]) => /http:\S+/.exec(line as string)![0])
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
  return { status: response.status, body: parsed(text), headers: response.headers }
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text) as Body
  } catch {
    return { text }
  }
}

/** A token for every role. */
export async function everybody(address: string): Promise<Record<StaffRole, string>> {
  const tokens = await Promise.all(
    demoStaff.map(async ({ badge, pin, role }) => {
      const { body } = await ask(address, 'POST', '/api/sessions', { body: { badge, pin } })
      return [role, body.token as string] as const
    }),
  )
  return Object.fromEntries(tokens) as Record<StaffRole, string>
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
  // Past the door, which lets only a few a minute try codes.
  const token = freshToken(floor.means.chance)
  const waiting = terminalWaiting(floor.house.settled.state, added.body.code as string, floor.means)
  const wish = { do: 'enrol', terminal: waiting, credential: tokenHash(token), by: { system: 'service' } } as const
  const { refused } = await askHouse(floor.house, wish)
  if (refused) throw new Error(JSON.stringify([added.body, refused]))
  if (amount > 0) await must(address, dealer, table, { do: 'buy-in', player, amount })
  return { token, terminal, table, player }
}

const known = new WeakMap<object, Promise<Record<StaffRole, string>>>()

/** Everybody of a service, signed in once: sign-ins are few per minute. */
export function staffOf({ floor, address }: Pick<Service, 'floor' | 'address'>): Promise<Record<StaffRole, string>> {
  const found = known.get(floor) ?? everybody(address)
  known.set(floor, found)
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

/** Follows what a client is told, as docs/api.md says. */
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
    this.view = changes.reduce(changed, this.view!)
    this.version = version!
  }
}

const byEntry = ['wagers', 'seats']

function changed(view: View, change: View): View {
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
  private readonly waiting = new Map<unknown, (answer: Answer) => void>()
  private readonly listeners = new Set<() => void>()
  /** Ids of its own: the same terminal may be at several sockets. */
  private readonly nth = ++sockets
  private asked = 0

  constructor(address: string, table: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(`${address.replace('http', 'ws')}/ws?table=${table}`, options)
    this.closed = new Promise((done) => {
      this.socket.on('close', (code, reason) => done({ code, reason: String(reason) }))
    })
    this.socket.on('error', () => {})
    this.socket.on('message', (data) => this.hear(JSON.parse(String(data)) as Message))
  }

  /** Opens, says who it is, and waits for what it is told first. */
  static async at(address: string, table: string, hello: Hello = {}): Promise<Client> {
    const client = new Client(address, table)
    const gone = client.closed.then(({ code, reason }) => Promise.reject(new Error(`closed: ${code} ${reason}`)))
    gone.catch(() => {})
    await Promise.race([once(client.socket, 'open'), gone])
    client.socket.send(JSON.stringify(hello))
    await Promise.race([client.until(() => client.heard.length > 0), gone])
    return client
  }

  private hear(message: Message): void {
    this.heard.push(message)
    this.follower.hear(message)
    if (message.answer) this.waiting.get(message.answer.id)?.(message.answer)
    for (const listener of [...this.listeners]) listener()
  }

  /** Resolves when something holds of what was heard. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((done) => {
      const look = () => {
        if (!holds()) return
        this.listeners.delete(look)
        done()
      }
      this.listeners.add(look)
      look()
    })
  }

  /** Sends a command and gives its answer; with an id of its own where it has none. */
  ask(command: Body): Promise<Answer> {
    const id = command.id ?? `${this.nth}.${++this.asked}`
    const answer = new Promise<Answer>((done) => this.waiting.set(id, done))
    this.socket.send(JSON.stringify({ ...command, id }))
    return answer
  }

  /** Gone without a word, as when a cable is cut. */
  cut(): void {
    this.socket.terminate()
  }
}

// ---- A journal that can be held up, or made to fail -----------------------------------------------------------------

export class HeldJournal {
  readonly journal: Journal
  /** What an append fails with; null: it does not. */
  failing: ((entries: readonly Append[]) => Error | null) | null = null
  private isHeld = false
  private readonly held: (() => void)[] = []

  constructor(store: Journal) {
    this.journal = {
      ...store,
      append: async (entries) => {
        if (this.isHeld) await new Promise<void>((go) => this.held.push(go))
        const error = this.failing?.(entries)
        if (error) throw error
        await store.append(entries)
      },
    }
  }

  hold(): void {
    this.isHeld = true
  }

  /** The next append that holds an entry fails. */
  failNext(error: Error): void {
    this.failing = (entries) => {
      if (entries.length === 0) return null
      this.failing = null
      return error
    }
  }

  /** Lets the oldest through, so many of them. */
  async pass(count: number): Promise<void> {
    for (const go of this.held.splice(0, count)) go()
    await turns()
  }

  async release(): Promise<void> {
    this.isHeld = false
    await this.pass(this.held.length)
  }
}

/** Long enough for all that is ready to happen. */
export const turns = async (): Promise<void> => {
  for (let nth = 0; nth < 6; nth++) await turn()
}

// ---- Bad input ------------------------------------------------------------------------------------------------------

/** Names that every object knows. */
export const oddNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'] as const

/** Far deeper than anything that can be written out again. */
export const deep = '['.repeat(20_000) + ']'.repeat(20_000)

/** Not done, and said why. */
export function isClear({ status, body }: Pick<Response, 'status' | 'body'>, told: unknown): void {
  const why = body.problem ?? body.refused
  if ([400, 401, 403, 404, 409, 413, 415].includes(status) && typeof why === 'string') return
  throw new Error(`${JSON.stringify(told)?.slice(0, 300)}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
}

/** Every table and the house, as they are. */
const everything = ({ rooms, house }: Floor): string =>
  [
    ...[...rooms.values()].map(({ table }) => JSON.stringify(table.settled.state)),
    JSON.stringify(house.settled.state),
  ].join('\n')

/** Whatever is tried, all is as it was, and no table is stopped. */
export async function changesNothing({ floor, address }: Service, work: () => Promise<void>): Promise<void> {
  const before = everything(floor)
  await work()
  if (everything(floor) !== before) throw new Error('Something changed')
  const { status, body } = await ask(address, 'GET', '/readyz')
  if (status !== 200) throw new Error(JSON.stringify(body))
}

// ---- Tables without doors -------------------------------------------------------------------------------------------

export function setupOf({ id: _, ...setup }: { id: string }): TableSetup {
  const read = readSetup(setup, bookById)
  if ('problem' in read) throw new Error(read.problem)
  return read
}

export const quietPlans = (): TablePlan[] =>
  quietTables.map((table) => ({ id: table.id, name: table.id, setup: setupOf(table) }))

export const players = ['ann', 'ben', 'cat'] as const

type Wish = Body & { do: CommandName }

/** Something that a table may be asked next, mostly what fits the moment; chosen by these numbers. */
export function nextCommand({ settled }: TableStream, numbers: readonly number[]): Command {
  const { state } = settled
  const book = bookOf(settled)
  const [which = 0, who = 0, where = 0, howMuch = 0] = numbers
  const wishes = wishesFor(book, state, players[who % players.length]!, where, 500 * (1 + (howMuch % 8)))
  const command = readCommand(wishes[which % wishes.length])
  if (isProblem(command)) throw new Error(command.problem)
  return command
}

function wishesFor(book: RuleBook, state: TableState, player: string, where: number, stake: number): Wish[] {
  const { round, roundsOpened, powerOut } = state
  const { list } = spotsOf(book, state.setup.layout)
  const spot = list[where % list.length]!.spot
  const pocket = book.wheel.pockets[where % book.wheel.pockets.length]!
  const reason = 'a reason'
  const money: Wish[] = [
    { do: 'buy-in', player, amount: 10 * stake },
    { do: 'cash-out', player, amount: stake },
  ]
  const late: Wish[] = [
    { do: 'refer', reason },
    { do: 'irregularity', code: 'ball-out-of-wheel' },
    { do: 'void-rounds', rounds: [Math.max(1, roundsOpened - (where % 3))], code: 'ball-broke', reason },
    { do: 'correct-outcome', round: Math.max(1, roundsOpened - (where % 3)), pocket, reason },
  ]
  if (powerOut) return [{ do: 'resume' }, { do: 'no-spin' }, { do: 'settle' }]
  switch (round.phase) {
    case 'betting-open':
    case 'ball-spinning': {
      const on = (
        round.phase === 'betting-open'
          ? { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
          : { do: 'no-more-bets' }
      ) as Wish
      const wager: Wish = { do: 'wager', player, spot, stake }
      const withdraw: Wish = { do: 'withdraw', player, spot: round.wagers.get(player)?.spots.keys()[0] ?? spot }
      return [wager, on, wager, withdraw, wager, on, ...money, late[where % 2]!, { do: 'power-failure' }]
    }
    case 'betting-closed':
      return [
        { do: 'ball-at-rest', pocket, source: where % 2 === 0 ? 'dealer' : 'wheel' },
        { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
        {
          do: 'bonus-numbers',
          numbers: Array.from({ length: 10 }, (_, nth) => book.wheel.pockets[(where + nth) % 30]!),
        },
        { do: 'wager', player, spot, stake },
        late[where % 2]!,
      ]
    case 'outcome-determined':
      return [
        { do: 'settle' },
        { do: 'ball-at-rest', pocket, source: round.said?.source === 'dealer' ? 'wheel' : 'dealer' },
        {
          do: 'rule-on-wager',
          player,
          spot: round.wagers.get(player)?.spots.keys()[0] ?? spot,
          treatment: 'returned',
          reason,
        },
        { do: 'correct-outcome', round: round.round, pocket: round.said?.differs ?? pocket, reason },
        { do: 'settle' },
        {
          do: 'bonus-numbers',
          numbers: Array.from({ length: 10 }, (_, nth) => book.wheel.pockets[(where + nth) % 30]!),
        },
        ...late,
      ]
    case 'referred':
      return [{ do: 'decide', decision: 'void' }, { do: 'decide', decision: 'settle' }, ...money]
    default:
      return [
        { do: 'place-your-bets' },
        ...money,
        { do: 'place-your-bets' },
        { do: 'set-limits', limits: { default: { min: 500, max: 50_000 + stake } } },
        { do: 'close-table', reason },
        { do: 'open-table', reason },
        ...late.slice(2),
      ]
  }
}
