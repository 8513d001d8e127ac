import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { Acknowledgements, type Asked, type RecordedStream } from '../../test/acknowledgements.ts'
import { campaign, isWhole } from '../../test/campaign.ts'
import { stores } from '../../test/postgres/stores.ts'
import {
  ask,
  type Body,
  Client,
  cleanUp,
  demoFlags,
  type HousePlace,
  type Response,
  runCroupier,
  type Seat,
  serve,
  type View,
  within,
} from '../../test/support/service.ts'
import { bookById } from '../books/index.ts'
import { spotsOf } from '../engine/spots.ts'

/**
 * Kill -9 at random moments under load: in play, at the start, during a stop. Each acknowledged command must be in the
 * journal exactly once, despite retries. All other state follows from the journal.
 */
/** Kills on each store. */
const KILLS = Math.max(2, Math.ceil(2 * campaign))
const SPEED = '250'
const LANES = 4
const TABLES = ['roulette-3', 'sands-roulette-1', 'sands-fast-action-roulette-2', 'roulette-double-zero-etg-4-a-rapid']
const CASHIER_TABLE = TABLES[3]!

afterAll(cleanUp)

// ---- Requests and their answers -------------------------------------------------------------------------------------

/** A stopping service rejects requests; a node has handed over its tables by then. */
const isStopping = ({ status, body }: Response): boolean =>
  status === 503 && (body.problem === undefined || isLeaving(body))
const isLeaving = ({ problem }: Body): boolean => /is moving to another node; try again$/.test(`${problem}`)

let place: HousePlace
let told: Acknowledgements

/** A player at a terminal who wagers without a pause and sometimes takes a wager back. */
class Player {
  readonly seat: Seat
  readonly #spots: readonly string[]
  readonly unanswered: Asked[] = []
  #count = 0

  constructor(seat: Seat, spots: readonly string[]) {
    this.seat = seat
    this.#spots = spots
  }

  #next(): Asked {
    const { table, terminal, player } = this.seat
    const id = `${player}-${++this.#count}`
    const spot = this.#spots[randomInt(this.#spots.length)]!
    const command = randomInt(10) === 0 ? { do: 'withdraw', player, spot } : { do: 'wager', player, spot, stake: 500 }
    return { stream: table, actor: `terminal:${terminal}`, id, command: { ...command, id } }
  }

  /** Plays until the service is gone. Requests without an answer are repeated first the next time. */
  async play(address: string): Promise<void> {
    const client = await Client.at(address, this.seat.table, { token: this.seat.token }).catch(() => null)
    if (!client) return
    const gone = client.closed.then(() => null)
    const lane = async () => {
      for (;;) {
        const asked = this.unanswered.shift() ?? this.#next()
        const answer =
          client.socket.readyState === client.socket.OPEN ? await Promise.race([client.ask(asked.command), gone]) : null
        if (!answer || isLeaving(answer)) return void this.unanswered.push(asked)
        told.hear(asked, answer)
        if (answer.refused) await Promise.race([sleep(5), gone])
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }
}

/** Turns credits into a ticket and the ticket into credits, repeatedly: entries of two streams, both or neither. */
class Cashier {
  readonly seat: Seat
  #number: string | null = null
  #count = 0

  constructor(seat: Seat) {
    this.seat = seat
  }

  async play(address: string): Promise<void> {
    for (;;) {
      const id = `${this.#number ? 'in' : 'out'}-${this.#count}`
      const [path, body] = this.#number
        ? ['/api/tickets/redeem', { number: this.#number, id }]
        : ['/api/tickets', { amount: 500, id }]
      const answer = await ask(address, 'POST', path!, { token: this.seat.token, body }).catch(() => null)
      if (!answer || isStopping(answer)) return
      if (answer.status !== 200)
        return void told.problems.push(`${id}: ${answer.status} ${JSON.stringify(answer.body)}`)
      const { number } = answer.body.ticket as { number: string }
      told.hearTicket({ terminal: this.seat.terminal, id, number, amount: 500 })
      if (this.#number) this.#count++
      this.#number = this.#number ? null : number
    }
  }
}

// ---- The content of the journal -------------------------------------------------------------------------------------

/**
 * Commands that are in the journal although they got no answer: they are sent again, and must not be recorded twice.
 */
let landed: number

/** Checks that every round but the last has one conclusion, and that each void cites a rule. */
function checkRounds({ name, events, state }: RecordedStream): { settled: number; voided: number } {
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

let owedTopUps: Asked[]

/** The dealer sells more credits to all players, so that none runs out. */
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
    if (answer && !isStopping(answer)) told.hear(asked, answer.body)
    else owedTopUps.push(asked)
  }
}

/** Notes the service's view of every table, to compare it with the journal. */
async function lookAt(address: string, { auditor }: Company): Promise<void> {
  for (const table of TABLES) {
    const seen = await ask(address, 'GET', `/api/tables/${table}`, { token: auditor }).catch(() => null)
    if (seen?.status === 200)
      told.stream(table).views.set(seen.body.version as number, seen.body.view as Record<string, unknown>)
  }
}

/** Waits until a round that began here has ended here, at every table. */
async function untilPlayedOn(address: string): Promise<void> {
  const rounds = async () =>
    Promise.all(TABLES.map(async (table) => (await ask(address, 'GET', `/api/tables/${table}`)).body.view as View))
  const before = (await rounds()).map(({ round }) => Number(round ?? 0))
  const isOver = ({ round }: View, nth: number) => Number(round) > before[nth]! + 1
  await expect.poll(async () => (await rounds()).every(isOver)).toBe(true)
}

const flags = () => ({ ...demoFlags, ...place.flags, speed: SPEED })

/** Plays for a while, then kills the service: at once, or during an orderly stop. */
async function live(all: Company | null, life: number): Promise<Company> {
  const { address, child, exit } = await serve(place.folder, flags())
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

/** Kills the service at its start, while it reads the data of the previous one. */
async function stillborn(): Promise<void> {
  const given = Object.entries({ ...flags(), data: place.folder }).map(([flag, value]) => `--${flag}=${value}`)
  const { child, exit } = runCroupier(['serve', '--demo', ...given.filter((flag) => !flag.startsWith('--demo'))])
  await sleep(randomInt(100, 900))
  child.kill('SIGKILL')
  await exit
}

test.each(stores)(`on %s ${KILLS} times kill -9`, { timeout: 300_000 + KILLS * 100_000 }, async (name, fresh) => {
  place = await fresh()
  told = new Acknowledgements(place.store)
  landed = 0
  owedTopUps = []
  let all = await live(null, 0)
  for (let life = 1; life < KILLS; life++) {
    if (life % 6 === 2) await stillborn()
    else all = await live(all, life)
    await told.check(CASHIER_TABLE)
    expect(told.problems).toEqual([])
    const left = all.players.flatMap(({ unanswered }) => unanswered)
    landed += left.filter((asked) => told.isRecorded(asked)).length
  }

  const { address, child, exit } = await serve(place.folder, flags())
  const playing = [...all.players, all.cashier].map((one) => one.play(address))
  const before = TABLES.map((table) => told.stream(table).state!.roundsOpened)
  await topUp(address, all, KILLS)
  await lookAt(address, all)
  await untilPlayedOn(address)
  child.kill('SIGTERM')
  expect((await within(15, 'stopping', exit)).code).toBe(0)
  await within(5, 'leaving', Promise.all(playing))
  await told.check(CASHIER_TABLE)
  expect(told.problems).toEqual([])

  const rounds = TABLES.map((table) => checkRounds(told.stream(table)))
  for (const [nth, table] of TABLES.entries()) {
    expect(told.stream(table).state!.roundsOpened, table).toBeGreaterThan(before[nth]!)
    expect(rounds[nth]!.settled, table).toBeGreaterThan(0)
    expect(told.stream(table).compared, table).toBeGreaterThan(0)
  }
  await told.mustVerify()
  const views = TABLES.reduce((sum, table) => sum + told.stream(table).compared, 0)
  const sums = (what: 'settled' | 'voided') => rounds.reduce((sum, one) => sum + one[what], 0)
  // With few kills, all may fall between rounds.
  if (isWhole) expect(sums('voided')).toBeGreaterThan(0)
  console.log(
    `${KILLS} kills on ${name}: ${told.checked} acknowledged commands are in the journal once, ${told.unrecorded} more leave no record, ` +
      `${landed} sent again were there already; ${told.entries} entries, ${sums('settled')} rounds settled, ${sums('voided')} void, ${views} views compared`,
  )
})
