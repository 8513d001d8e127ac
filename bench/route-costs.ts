import { type Bench, quantile, type Result } from './measure.ts'
import { Process } from './processes/ask.ts'
import type { Attack } from './processes/attacker.ts'
import { Requester, type Sent } from './processes/requests.ts'
import { hello, type Seat } from './processes/world.ts'
import { ENDS_SESSION, type Place, requestThrough } from './route-examples.ts'
import { type Played, type Players, p99, play, rest, TERMINALS } from './steady-play.ts'
import { dealer, spots } from './wagers.ts'

/** The time of the main thread that one request may take. */
const MAIN_THREAD_MAX_MS = 5
/** How much slower it may make others, who do something else. */
const SLOWER_MAX = 3
const TABLE = 'table'
const ROUNDS = 20
/** Requests before any is counted: documents are made, and the compiler has settled. */
const WARM_UP = 8
const CONNECTIONS = 4
const REQUESTS = Number(process.env.ROUTE_REQUESTS ?? 24)
/** Seconds of flood for every route; 0: none. */
const FLOOD_SECONDS = Number(process.env.FLOOD_SECONDS ?? 2)
const SETTLES_MS = 500

/** `FLOOD_KINDS='GET /api/tables,GET /healthz'`: these routes alone. */
const wanted = process.env.FLOOD_KINDS?.split(',')
const callerNames = ['anonymous', 'terminal', 'dealer', 'pit-supervisor', 'auditor', 'administrator'] as const
type CallerName = (typeof callerNames)[number]
type Tokens = Readonly<Partial<Record<CallerName, string>>>

type House = { server: Process; port: number; place: Place; tokens: Tokens }
type Cost = { route: string; caller: CallerName; milliseconds: number }

/**
 * Processor time of the main thread for a request, for every route that the service opens and every kind of caller. Then the
 * dearest caller floods each route, while terminals wager at another table.
 */
async function run(): Promise<Result[]> {
  const costs = await inHouse(true, everyCost)
  const floods = FLOOD_SECONDS > 0 ? await inHouse(false, (house) => everyFlood(house, dearest(costs))) : []
  return [...costs.map(costResult), ...floods]
}

/** `isOpen`: without the limits that a house has by default. */
async function inHouse<T>(isOpen: boolean, work: (house: House) => Promise<T>): Promise<T> {
  const server = new Process('server.ts')
  try {
    const url = await server.ask<string>('start', { isOpen })
    const [terminal] = await server.ask<Seat[]>('seat', { count: 1 })
    const tokens = { ...(await server.ask<Tokens>('staff')), terminal: terminal!.token }
    await playRounds(server, terminal!.player)
    const port = Number(new URL(url).port)
    const place = await placeOf(port, tokens, terminal!.player)
    const result = await work({ server, port, place, tokens })
    await server.ask('stop')
    return result
  } finally {
    await server.end()
  }
}

/** Settled rounds of one player, with a wager on every spot. */
async function playRounds(server: Process, player: string): Promise<void> {
  const deal = (command: object) => server.ask('deal', { command: { by: dealer, ...command } })
  for (let round = 1; round <= ROUNDS; round++) {
    await deal({ do: 'place-your-bets' })
    await server.ask('place', { players: [player], each: spots.length })
    await deal({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
    await deal({ do: 'no-more-bets' })
    await deal({ do: 'ball-at-rest', pocket: '17', revolutions: 8 })
    await deal({ do: 'settle' })
  }
}

async function placeOf(port: number, tokens: Tokens, player: string): Promise<Place> {
  const sell = await fetch(`http://127.0.0.1:${port}/api/tickets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.dealer}` },
    body: JSON.stringify({ amount: 100, table: TABLE }),
  })
  const { ticket } = (await sell.json()) as { ticket: { number: string } }
  return { table: TABLE, terminal: player, player, round: ROUNDS, ticket: ticket.number }
}

const requestOf = ({ place, tokens }: House, route: string, caller: CallerName, nth: number): Sent => {
  const token = tokens[caller]
  return { ...requestThrough(route, place, nth), ...(token === undefined ? {} : { token }) }
}

async function everyCost(house: House): Promise<Cost[]> {
  const opened = (await house.server.ask<string[]>('routes')).filter((route) => !route.startsWith('HEAD '))
  const routes = [...opened, UNKNOWN].filter((route) => !wanted || wanted.includes(route))
  const costs: Cost[] = []
  for (const route of routes.toSorted((one, other) => Number(one === ENDS_SESSION) - Number(other === ENDS_SESSION)))
    for (const caller of callerNames) costs.push({ route, caller, milliseconds: await costOf(house, route, caller) })
  return costs
}

/** An address that the service does not have. */
const UNKNOWN = 'GET /nothing/here'

let asked = 0

async function costOf(house: House, route: string, caller: CallerName): Promise<number> {
  const { server, port } = house
  const requester = new Requester(port, CONNECTIONS)
  const send = (count: number) =>
    Promise.all(Array.from({ length: count }, () => requester.send(requestOf(house, route, caller, asked++))))
  await send(WARM_UP)
  const before = await server.ask<number>('mainThreadTime')
  await send(REQUESTS)
  const after = await server.ask<number>('mainThreadTime')
  requester.end()
  return (after - before) / 1000 / REQUESTS
}

const costResult = ({ route, caller, milliseconds }: Cost): Result => ({
  work: `${route}: ${caller}`,
  unit: 'ms',
  ours: milliseconds,
  floor: null,
  ratioMax: null,
  most: MAIN_THREAD_MAX_MS,
})

/** Returns the most expensive caller of each route. */
const dearest = (costs: readonly Cost[]): Cost[] =>
  [...Map.groupBy(costs, ({ route }) => route).values()].map((own) =>
    own.reduce((most, one) => (one.milliseconds > most.milliseconds ? one : most)),
  )

async function everyFlood(house: House, costs: readonly Cost[]): Promise<Result[]> {
  const [clients, attacker] = [new Process('clients.ts'), new Process('attacker.ts')]
  const { server, port, place } = house
  try {
    const seats = await server.ask<Seat[]>('seat', { count: TERMINALS, at: 'other' })
    await server.ask('deal', { command: { do: 'place-your-bets', by: dealer }, at: 'other' })
    await clients.ask('connect', {
      group: 'ours',
      url: `ws://127.0.0.1:${port}/ws?table=other`,
      hellos: seats.map(hello),
    })
    const players: Players = { server, clients, seats }
    await play(players, 'warm-up', FLOOD_SECONDS)
    let quiet = await play(players, 'quiet', FLOOD_SECONDS)
    const results: Result[] = []
    for (const { route, caller } of costs) {
      const requests = Array.from({ length: 1_000 }, () => requestOf(house, route, caller, asked++))
      await attacker.ask('begin', {
        kind: 'requests in turn',
        port,
        table: place.table,
        token: '',
        requests,
      } satisfies Attack)
      await rest(SETTLES_MS)
      const flooded = await play(players, route, FLOOD_SECONDS)
      await attacker.ask('end')
      await rest(SETTLES_MS)
      const after = await play(players, `quiet after ${route}`, FLOOD_SECONDS)
      results.push(...floodResults(route, caller, flooded, [quiet, after]))
      quiet = after
    }
    return results
  } finally {
    await Promise.all([clients.end(), attacker.end()])
  }
}

function floodResults(route: string, caller: CallerName, flooded: Played, quiet: readonly Played[]): Result[] {
  const before = quantile(
    quiet.flatMap(({ latencies }) => latencies),
    0.99,
  )
  const held = Math.max(...quiet.map((played) => played.held))
  return [
    { work: `flood of ${route}: ${caller}`, unit: 'ms', ours: p99(flooded), floor: before, ratioMax: SLOWER_MAX },
    { work: '  longest turn, processor time', unit: 'ms', ours: flooded.held, floor: held, ratioMax: null },
  ]
}

/** A part of the floods with a name of its own: `npm run floods -- routes`. */
export const routeCosts: Bench = { name: 'floods routes', run }
