import { createHash, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { campaign } from '../../test/campaign.ts'
import { bookById } from '../books/index.ts'
import type { TableEvent } from '../engine/events.ts'
import { isBalanced } from '../engine/ledger.ts'
import { type RefusalCode, refusals } from '../engine/refusals.ts'
import { spotsOf } from '../engine/spots.ts'
import type { TableState } from '../engine/table.ts'
import { auditorView } from '../engine/views.ts'
import type { HouseEvent } from '../house/house-events.ts'
import { evolveHouse, freshHouse, HOUSE } from '../house/state.ts'
import { type HouseEntry, readHouseEntry } from '../record/house-entry.ts'
import type { Stored } from '../record/stored-entry.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import { replay } from '../record/table-memory.ts'
import { verify } from '../record/verify.ts'
import { openReader } from './journal/reader.ts'
import {
  type Answer,
  ask,
  type Body,
  Client,
  cleanUp,
  demoFlags,
  freshFolder,
  type Response,
  runCroupier,
  type Seat,
  serve,
  type View,
  within,
} from './testing.ts'

/**
 * Kill -9 at random moments under load: while it plays, while it starts, while it stops. What was
 * acknowledged must be in the journal exactly once, whatever was retried; everything else follows from the journal.
 */
const KILLS = Math.max(2, Math.ceil(12 * campaign))
const SPEED = '250'
const LANES = 4
const TABLES = ['roulette-3', 'sands-roulette-1', 'sands-fast-action-roulette-2', 'roulette-double-zero-etg-4-a-rapid']
const CASHIER_TABLE = TABLES[3]!

afterAll(cleanUp)

// ---- What was asked and what was answered ---------------------------------------------------------------------------

/** A command, by whoever the service knows the sender as. It is sent until it is answered, with the same id. */
type Asked = { stream: string; actor: string; id: string; command: Body }
type Acknowledged = Asked & { answer: Answer }

/** What is asked of a service that stops is not taken. */
const isStopping = ({ status, body }: Response): boolean => status === 503 && body.problem === undefined

const acknowledged: Acknowledged[] = []
const problems: string[] = []

function heard(asked: Asked, answer: Answer): void {
  if (answer.problem) problems.push(`${JSON.stringify(asked.command)}: ${answer.problem}`)
  else acknowledged.push({ ...asked, answer })
}

/** Somebody at a terminal who wagers without a pause and takes a wager back now and then. */
class Player {
  readonly seat: Seat
  private readonly spots: readonly string[]
  readonly unanswered: Asked[] = []
  private count = 0

  constructor(seat: Seat, spots: readonly string[]) {
    this.seat = seat
    this.spots = spots
  }

  private next(): Asked {
    const { table, terminal, player } = this.seat
    const id = `${player}-${++this.count}`
    const spot = this.spots[randomInt(this.spots.length)]!
    const command = randomInt(10) === 0 ? { do: 'withdraw', player, spot } : { do: 'wager', player, spot, stake: 500 }
    return { stream: table, actor: `terminal:${terminal}`, id, command: { ...command, id } }
  }

  /** Until the service is gone. What it had not answered comes first the next time. */
  async play(address: string): Promise<void> {
    const client = await Client.at(address, this.seat.table, { token: this.seat.token }).catch(() => null)
    if (!client) return
    const gone = client.closed.then(() => null)
    const lane = async () => {
      for (;;) {
        const asked = this.unanswered.shift() ?? this.next()
        const answer =
          client.socket.readyState === client.socket.OPEN ? await Promise.race([client.ask(asked.command), gone]) : null
        if (!answer) return void this.unanswered.push(asked)
        heard(asked, answer)
        if (answer.refused) await Promise.race([sleep(5), gone])
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }
}

/** Turns credits into a ticket and the ticket into credits, again and again: entries of two streams, both or neither. */
class Cashier {
  readonly seat: Seat
  readonly tickets: { id: string; number: string }[] = []
  private number: string | null = null
  private count = 0

  constructor(seat: Seat) {
    this.seat = seat
  }

  async play(address: string): Promise<void> {
    for (;;) {
      const id = `${this.number ? 'in' : 'out'}-${this.count}`
      const [path, body] = this.number
        ? ['/api/tickets/redeem', { number: this.number, id }]
        : ['/api/tickets', { amount: 500, id }]
      const answer = await ask(address, 'POST', path!, { token: this.seat.token, body }).catch(() => null)
      if (!answer || isStopping(answer)) return
      if (answer.status !== 200) return void problems.push(`${id}: ${answer.status} ${JSON.stringify(answer.body)}`)
      const { number } = answer.body.ticket as { number: string }
      this.tickets.push({ id, number })
      if (this.number) this.count++
      this.number = this.number ? null : number
    }
  }
}

// ---- What the journal says ------------------------------------------------------------------------------------------

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** One stream, read on after every kill: its chain, its state from the first entry on, and every id that is in it. */
class Stream {
  readonly name: string
  seq = 0
  state: TableState | undefined
  house = freshHouse()
  readonly ids = new Map<string, TableEntry | HouseEntry>()
  readonly events: TableEvent[] = []
  readonly houseEvents: HouseEvent[] = []
  /** Views that the service gave, by version. */
  readonly views = new Map<number, Record<string, unknown>>()
  compared = 0
  private hash: string

  constructor(name: string) {
    this.name = name
    this.hash = sha256(`croupier ${name}`)
  }

  take({ seq, body, hash }: Stored): void {
    this.hash = sha256(`\0${body}`)
    expect([this.name, seq, hash]).toEqual([this.name, this.seq + 1, this.hash])
    this.seq = seq
    if (this.name === HOUSE) this.takeHouse(readHouseEntry(body))
    else this.takeTable(readTableEntry(body))
  }

  private takeTable(entry: TableEntry): void {
    this.state = replay(this.state, entry)
    expect(isBalanced(this.state.ledger), `${this.name} ${this.seq}`).toBe(true)
    if ('command' in entry && entry.command.id) this.once(`${entry.actor} ${entry.command.id}`, entry)
    if ('events' in entry) this.events.push(...entry.events)
    const view = this.views.get(this.seq)
    if (view) this.compare(view)
  }

  private takeHouse(entry: HouseEntry): void {
    this.house = entry.events.reduce(evolveHouse, this.house)
    this.houseEvents.push(...entry.events)
    if (entry.command.id) this.once(`${entry.actor} ${entry.command.id}`, entry)
  }

  private once(key: string, entry: TableEntry | HouseEntry): void {
    expect(this.ids.has(key), `${this.name}: ${key} is there twice`).toBe(false)
    this.ids.set(key, entry)
  }

  /** What the wheel says of itself is of the moment and not in the journal. */
  private compare({ wheel: _, ...view }: Record<string, unknown>): void {
    const { state } = this
    const own = auditorView(bookById(state!.setup.book)!, state!)
    expect(view, `${this.name} at ${this.seq}`).toEqual(JSON.parse(JSON.stringify(own)))
    this.compared++
  }
}

const folder = freshFolder()
const streams = new Map<string, Stream>()
const streamOf = (name: string): Stream => {
  if (!streams.has(name)) streams.set(name, new Stream(name))
  return streams.get(name)!
}

function readOn(): void {
  const reader = openReader(folder)
  for (const name of reader.streams())
    for (const entry of reader.entries(name)) if (entry.seq > streamOf(name).seq) streamOf(name).take(entry)
  reader.close()
}

let checked = 0
let unrecorded = 0
/** Not answered, and there all the same: these are sent again, and must not be done twice. */
let landed = 0

/** Every acknowledged command is there once, with what was answered; a refusal that leaves no record is not. */
function checkAcknowledged(cashier: Cashier): void {
  for (const { stream, actor, id, answer } of acknowledged.splice(0)) {
    const entry = streamOf(stream).ids.get(`${actor} ${id}`)
    const { id: _, ...told } = answer
    const written = entry && ('refused' in entry ? entry.refused : { events: (entry as { events: unknown }).events })
    // Of refusals in a hurry not every one is written down.
    const isNote = written !== undefined && refusals[answer.refused as RefusalCode]?.recorded
    const isRecorded = !answer.refused || isNote
    expect([stream, actor, id, written]).toEqual([stream, actor, id, isRecorded ? told : undefined])
    if (isRecorded) checked++
    else unrecorded++
  }
  for (const { id, number } of cashier.tickets.splice(0)) {
    const entry = streamOf(HOUSE).ids.get(`terminal:${cashier.seat.terminal} ${id}`) as HouseEntry
    expect(entry?.events, id).toMatchObject([{ number, amount: 500 }])
    checked++
  }
}

/** A ticket and the credits it stands for are in two streams, and always in both. */
function checkTickets(): void {
  const ways = [
    ['ticket-redeemed', 'ticket-in-'],
    ['ticket-issued', 'ticket-out-'],
  ] as const
  for (const [type, prefix] of ways) {
    const inHouse = streamOf(HOUSE).houseEvents.filter((event) => event.type === type)
    const atTable = [...streamOf(CASHIER_TABLE).ids.keys()].filter((key) => key.includes(` ${prefix}`))
    expect([type, atTable.length]).toEqual([type, inHouse.length])
  }
}

/** One conclusion for every round but the last, and each void by a rule. */
function checkRounds({ name, events, state }: Stream): { settled: number; voided: number } {
  const book = bookById(state!.setup.book)!
  const codes = [...book.irregularities.map(({ code }) => code), 'decision']
  const concluded = events.filter(({ type }) => type === 'round-settled' || type === 'round-voided')
  const numbers = concluded.map((event) => (event as { round: number }).round)
  const opened = events.filter(({ type }) => type === 'betting-opened').length
  expect([name, numbers]).toEqual([name, numbers.map((_, nth) => nth + 1)])
  expect(opened - numbers.length).toBeLessThanOrEqual(1)
  const voided = concluded.filter((event) => event.type === 'round-voided')
  for (const { code, clause } of voided) {
    expect(codes).toContain(code)
    expect(clause).not.toBe('')
  }
  return { settled: concluded.length - voided.length, voided: voided.length }
}

// ---- Lives ----------------------------------------------------------------------------------------------------------

type Company = { players: Player[]; cashier: Cashier; dealer: string; auditor: string }

async function seated(address: string, table: string): Promise<Seat> {
  return (await ask(address, 'POST', '/api/terminals/demo', { body: { table } })).body as Seat
}

async function signedIn(address: string, badge: string, pin: string): Promise<string> {
  return (await ask(address, 'POST', '/api/sessions', { body: { badge, pin } })).body.token as string
}

async function company(address: string): Promise<Company> {
  const players: Player[] = []
  for (const table of [...TABLES, ...TABLES]) {
    const { body } = await ask(address, 'GET', `/api/tables/${table}`)
    const { list } = spotsOf(bookById(body.book as string)!, body.layout as string)
    players.push(
      new Player(
        await seated(address, table),
        list.slice(0, 12).map(({ spot }) => spot),
      ),
    )
  }
  const cashier = new Cashier(await seated(address, CASHIER_TABLE))
  const [dealer, auditor] = [await signedIn(address, '1001', '407312'), await signedIn(address, '5001', '841756')]
  return { players, cashier, dealer, auditor }
}

const owedTopUps: Asked[] = []

/** The dealer sells everybody more credits, so that nobody runs dry. */
async function topUp(address: string, { players, dealer }: Company, life: number): Promise<void> {
  const wanted = players.map(({ seat: { table, player } }) => {
    const id = `top-up-${life}-${player}`
    return { stream: table, actor: 'staff:1001', id, command: { do: 'buy-in', player, amount: 20_000, id } }
  })
  for (const asked of [...owedTopUps.splice(0), ...wanted]) {
    const { stream, command } = asked
    const answer = await ask(address, 'POST', `/api/tables/${stream}/commands`, { token: dealer, body: command }).catch(
      () => null,
    )
    if (answer && !isStopping(answer)) heard(asked, answer.body)
    else owedTopUps.push(asked)
  }
}

/** A view of every table as the service has it, to be held against the journal. */
async function lookAt(address: string, { auditor }: Company): Promise<void> {
  for (const table of TABLES) {
    const told = await ask(address, 'GET', `/api/tables/${table}`, { token: auditor }).catch(() => null)
    if (told?.status === 200)
      streamOf(table).views.set(told.body.version as number, told.body.view as Record<string, unknown>)
  }
}

/** A round that began here has come to its end here, at every table. */
async function untilPlayedOn(address: string): Promise<void> {
  const rounds = async () =>
    Promise.all(TABLES.map(async (table) => (await ask(address, 'GET', `/api/tables/${table}`)).body.view as View))
  const before = (await rounds()).map(({ round }) => Number(round ?? 0))
  const isOver = ({ round }: View, nth: number) => Number(round) > before[nth]! + 1
  await expect.poll(async () => (await rounds()).every(isOver)).toBe(true)
}

const flags = { ...demoFlags, speed: SPEED }

/** Plays for so long, then ends it: at once, or while it stops in good order. */
async function live(all: Company | null, life: number): Promise<Company> {
  const { address, child, exit } = await serve(folder, flags)
  const here = all ?? (await company(address))
  const playing = [...here.players, here.cashier].map((one) => one.play(address))
  const looking = lookAt(address, here)
    .then(() => topUp(address, here, life))
    .then(() => lookAt(address, here))
  await sleep(randomInt(20, 400))
  if (life % 8 === 5) {
    child.kill('SIGTERM')
    await sleep(randomInt(0, 60))
  }
  child.kill('SIGKILL')
  await within(10, 'ending', Promise.all([exit, looking, ...playing]))
  return here
}

/** Killed while it starts, and reads what the one before left behind. */
async function stillborn(): Promise<void> {
  const given = Object.entries({ ...flags, data: folder }).map(([flag, value]) => `--${flag}=${value}`)
  const { child, exit } = runCroupier(['serve', '--demo', ...given.filter((flag) => !flag.startsWith('--demo'))])
  await sleep(randomInt(100, 900))
  child.kill('SIGKILL')
  await exit
}

test(`${KILLS} times kill -9`, { timeout: 300_000 + KILLS * 100_000 }, async () => {
  let all = await live(null, 0)
  for (let life = 1; life < KILLS; life++) {
    if (life % 6 === 2) await stillborn()
    else all = await live(all, life)
    readOn()
    checkAcknowledged(all.cashier)
    checkTickets()
    expect(problems).toEqual([])
    const left = all.players.flatMap(({ unanswered }) => unanswered)
    landed += left.filter(({ stream, actor, id }) => streamOf(stream).ids.has(`${actor} ${id}`)).length
  }

  const { address, child, exit } = await serve(folder, flags)
  const playing = [...all.players, all.cashier].map((one) => one.play(address))
  const before = TABLES.map((table) => streamOf(table).state!.roundsOpened)
  await topUp(address, all, KILLS)
  await lookAt(address, all)
  await untilPlayedOn(address)
  child.kill('SIGTERM')
  expect((await within(15, 'stopping', exit)).code).toBe(0)
  await within(5, 'leaving', Promise.all(playing))
  readOn()
  checkAcknowledged(all.cashier)
  checkTickets()
  expect(problems).toEqual([])

  const rounds = TABLES.map((table) => checkRounds(streamOf(table)))
  for (const [nth, table] of TABLES.entries()) {
    expect(streamOf(table).state!.roundsOpened, table).toBeGreaterThan(before[nth]!)
    expect(rounds[nth], table).toEqual({ settled: expect.toSatisfy(isSome), voided: expect.toSatisfy(isSome) })
    expect(streamOf(table).compared, table).toBeGreaterThan(0)
  }
  const reader = openReader(folder)
  expect(verify(reader).flatMap(({ finding }) => finding ?? [])).toEqual([])
  reader.close()
  const total = [...streams.values()].reduce((sum, { seq }) => sum + seq, 0)
  const views = TABLES.reduce((sum, table) => sum + streamOf(table).compared, 0)
  const sums = (what: 'settled' | 'voided') => rounds.reduce((sum, one) => sum + one[what], 0)
  console.log(
    `${KILLS} kills: ${checked} acknowledged commands are in the journal once, ${unrecorded} more leave no record, ` +
      `${landed} sent again were there already; ${total} entries, ${sums('settled')} rounds settled, ${sums('voided')} void, ${views} views compared`,
  )
})

const isSome = (count: number): boolean => count > 0
