import { existsSync } from 'node:fs'
import { type Bench, median, quantile, type Result } from './measure.ts'
import { Process } from './processes/ask.ts'
import type { Pace, Paced, Pump, Pumped } from './processes/clients.ts'
import type { Costs } from './processes/cost-probe.ts'
import { hello, inWorld, type Seat, type World } from './processes/world.ts'
import { dealer, spots } from './wagers.ts'

const WAGERS = 24_576
const WARM_UP = 6_000
const TURNS = 5
/** Before those that count: until then the compiler still works on what it finds to be hot, on a thread of its own. */
const WARM_TURNS = 4

/** How many terminals play at once, and how many wagers each has on its way. */
type Load = { terminals: number; each: number; said: string }
const waiting: Load = { terminals: 512, each: 1, said: '512 terminals, each waits for its answer' }
const pipelined: Load = { terminals: 64, each: 8, said: '64 terminals, 8 wagers on their way' }

/** Wagers a second of 512 terminals that come one by one, as in a hall. */
const RATES = [500, 1_000, 5_000]
const SECONDS = 5

/** A server that answers wagers, and the text that is in every answer. */
export type Contender = { group: string; server: Process; url: string; needle: string; isOurs?: boolean }

/** The cost of one wager over all threads of the server, and the latencies at the terminals. */
type Measured = { costs: Costs; rate: number; latencies: readonly number[] }

const PEERS = new URL('peers/node_modules', import.meta.url)

/** The durable floor (`durable-floor.ts`), an echo, and what a developer would pick instead. */
async function inCompany<T>({ plain, plainUrl }: World, measure: (others: Contender[]) => Promise<T>): Promise<T> {
  const floor = new Process('durable-floor.ts')
  const peers = existsSync(PEERS) ? ['socketIo', 'colyseus'] : []
  const others: Contender[] = [
    { group: 'floor', server: floor, url: await floor.ask<string>('url'), needle: '"events"' },
    { group: 'echo', server: plain, url: plainUrl, needle: '"wager"' },
  ]
  if (peers.length === 0) console.log('Without Socket.IO and Colyseus: `npm ci --prefix bench/peers` installs them.\n')
  for (const peer of peers) {
    const server = new Process('../peers/servers.mjs')
    others.push({ group: peer, server, url: await server.ask<string>('start', { peer }), needle: 'placed' })
  }
  try {
    return await measure(others)
  } finally {
    await Promise.all(others.filter(({ server }) => server !== plain).map(({ server }) => server.end()))
  }
}

/** Every wager decided, on disk and answered. */
async function wagers(world: World): Promise<Result[]> {
  const { server, url } = world
  const seats = await server.ask<Seat[]>('seat', { count: waiting.terminals })
  await server.ask('deal', { command: { do: 'place-your-bets', by: dealer } })
  return inCompany(world, async (others) => {
    const ours: Contender = { group: 'ours', server, url, needle: '"events"', isOurs: true }
    const all = [ours, ...others]
    const bench = new WagerBench(world.clients, seats, all)
    const results = [...(await bench.underLoad(waiting)), ...(await bench.underLoad(pipelined))]
    for (const perSecond of RATES) results.push(...(await bench.oneByOne(perSecond)))
    return results
  })
}

export class WagerBench {
  readonly #clients: Process
  readonly #seats: readonly Seat[]
  readonly #contenders: readonly Contender[]
  #bodies = 0

  constructor(clients: Process, seats: readonly Seat[], contenders: readonly Contender[]) {
    this.#clients = clients
    this.#seats = seats
    this.#contenders = contenders
  }

  /** Terminals that send the next wager when one is answered. */
  async underLoad(load: Load): Promise<Result[]> {
    const seats = this.#seats.slice(0, load.terminals)
    const found = await this.#inTurns(this.#contenders, seats, WARM_TURNS, (contender) =>
      this.#pumped(contender, load, seats),
    )
    return [...closedLoop(load, found), ...(load === waiting ? [firstOf(found)] : []), ...perWager(found)]
  }

  /** Wagers that come at a fixed rate, each by itself. */
  async oneByOne(perSecond: number): Promise<Result[]> {
    const contenders = this.#contenders.filter(({ group }) => ['ours', 'floor', 'echo'].includes(group))
    const found = await this.#inTurns(contenders, this.#seats, 1, (contender) => this.#paced(contender, perSecond))
    return [...paced(perSecond, found), ...perWager(found)]
  }

  /** All contenders measured in turns, so that a machine that is busy for a while is busy for all. */
  async #inTurns(
    contenders: readonly Contender[],
    seats: readonly Seat[],
    warmTurns: number,
    measure: (contender: Contender) => Promise<Measured>,
  ): Promise<Found> {
    for (const { group, url, isOurs = false } of contenders)
      await this.#clients.ask('connect', { group, url, hellos: seats.map((seat) => (isOurs ? hello(seat) : '')) })
    const found: Found = new Map(contenders.map(({ group }) => [group, { first: null, turns: [] }]))
    for (let turn = 0; turn < warmTurns + TURNS; turn++)
      for (const contender of contenders) {
        const measured = await measure(contender)
        const { turns, ...own } = found.get(contender.group)!
        if (turn >= warmTurns) turns.push(measured)
        found.set(contender.group, { first: own.first ?? measured, turns })
      }
    for (const { group } of contenders) await this.#clients.ask('disconnect', { group })
    return found
  }

  async #pumped({ group, server, needle }: Contender, load: Load, seats: readonly Seat[]): Promise<Measured> {
    const pump: Pump = { group, needle, bodies: this.#bodiesOf(seats, WAGERS), inFlight: load.each, warmUp: WARM_UP }
    await server.ask('beginCosts')
    const { rate } = await this.#clients.ask<Pumped>('pump', pump)
    return { costs: await costsOf(server, pump.bodies), rate, latencies: [] }
  }

  async #paced({ group, server, needle }: Contender, perSecond: number): Promise<Measured> {
    const pace: Pace = { group, needle, perSecond, bodies: this.#bodiesOf(this.#seats, perSecond * SECONDS) }
    await server.ask('beginCosts')
    const { latencies } = await this.#clients.ask<Paced>('pace', pace)
    return { costs: await costsOf(server, pace.bodies), rate: perSecond, latencies }
  }

  #bodiesOf(seats: readonly Seat[], count: number): string[][] {
    const turn = this.#bodies++
    return seats.map(({ player }) =>
      Array.from({ length: Math.ceil(count / seats.length) }, (_, at) =>
        JSON.stringify({ do: 'wager', player, spot: spots[at % spots.length], stake: 100, id: `${turn}-${at}` }),
      ),
    )
  }
}

async function costsOf(server: Process, bodies: readonly string[][]): Promise<Costs> {
  const costs = await server.ask<Costs>('endCosts')
  const count = bodies.flat().length
  return Object.fromEntries(Object.entries(costs).map(([what, value]) => [what, value / count])) as Costs
}

/** By contender; `first`: of its first turn, before the code is compiled. */
type Found = Map<string, { first: Measured | null; turns: Measured[] }>

const medianOf = (found: Found, group: string, of: (turn: Measured) => number): number | null => {
  const own = found.get(group)
  return own ? median(own.turns.map(of)) : null
}

/** A row of two contenders. */
const versus = (
  found: Found,
  floor: string,
  row: Pick<Result, 'work' | 'unit'> & { ratioMax?: number },
  of: (turn: Measured) => number,
): Result => ({ ratioMax: null, ...row, ours: medianOf(found, 'ours', of)!, floor: medianOf(found, floor, of) })

const timeOf = ({ costs }: Measured): number => costs.time

function closedLoop({ said }: Load, found: Found): Result[] {
  const work = `${said}: processor time of one acknowledged wager, against the durable floor`
  const row = (name: string) => ({ work: `  against ${name}`, unit: 'us' })
  return [
    versus(found, 'floor', { work, unit: 'us', ratioMax: 1.5 }, timeOf),
    versus(found, 'echo', row('an echo'), timeOf),
    versus(found, 'socketIo', row('Socket.IO, in memory'), timeOf),
    versus(found, 'colyseus', row('Colyseus, in memory'), timeOf),
    versus(found, 'floor', { work: '  wagers a second', unit: 'wagers/s' }, ({ rate }) => rate),
  ].filter(({ floor }) => floor !== null)
}

/** The cost of the first wagers after a start. */
const firstOf = (found: Found): Result => ({
  work: `  processor time of each of the first ${WAGERS.toLocaleString('en')} after a start`,
  unit: 'us',
  ours: found.get('ours')!.first!.costs.time,
  floor: found.get('floor')!.first!.costs.time,
  ratioMax: null,
})

function paced(perSecond: number, found: Found): Result[] {
  const work = `${perSecond.toLocaleString('en')} wagers a second, one by one: processor time of one`
  const within = (part: number) => (turn: Measured) => quantile(turn.latencies, part)
  return [
    versus(found, 'floor', { work, unit: 'us', ratioMax: 1.5 }, timeOf),
    versus(found, 'floor', { work: '  half of them within', unit: 'ms', ratioMax: 2 }, within(0.5)),
    versus(found, 'floor', { work: '  99 of 100 within', unit: 'ms', ratioMax: 3 }, within(0.99)),
    versus(found, 'echo', { work: '  processor time, against an echo', unit: 'us' }, timeOf),
  ]
}

/** The other costs of one wager. A wager that arrives alone pays each of them in full. */
function perWager(found: Found): Result[] {
  const rows: [work: string, unit: string, what: keyof Costs][] = [
    ['of it the event loop', 'us', 'mainTime'],
    ['turns of the event loop', 'turns', 'turns'],
    ['threads woken', 'wake-ups', 'wakeUps'],
    ['of it the event loop', 'wake-ups', 'mainWakeUps'],
    ['messages between threads', 'messages', 'messages'],
    ['system calls that write', 'writes', 'writes'],
    ['allocated by the event loop', 'bytes', 'allocated'],
  ]
  return rows.map(([work, unit, what]) =>
    versus(found, 'floor', { work: `  ${work}`, unit }, ({ costs }) => costs[what]),
  )
}

export const wager: Bench = { name: 'wager', run: () => inWorld(wagers) }
