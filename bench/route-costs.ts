import { type Bench, isMissed, type Result } from './measure.ts'
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
/** Requests of each caller of a route, to find the dearest one. */
const REQUESTS_TO_CHOOSE = 6
/** Seconds of each flood, and of the quiet between two. */
const FLOOD_SECONDS = Number(process.env.FLOOD_SECONDS ?? 4)
const SETTLES_MS = 500

/** `FLOOD_KINDS='GET /api/tables,GET /healthz'`: these routes alone. */
const wanted = process.env.FLOOD_KINDS?.split(',')
const callerNames = ['anonymous', 'terminal', 'dealer', 'pit-supervisor', 'auditor', 'administrator'] as const
type CallerName = (typeof callerNames)[number]
type Tokens = Readonly<Partial<Record<CallerName, string>>>

type House = { server: Process; port: number; place: Place; tokens: Tokens }
type Cost = { route: string; caller: CallerName; milliseconds: number }

/** Processor time of the main thread for a request, for every route that the service opens and every kind of caller. */
async function run(): Promise<Result[]> {
  const costs = await inHouse(true, (house) => everyCost(house, REQUESTS))
  return costs.map(costResult)
}

/** The dearest caller of each route floods it, while terminals wager at another table. */
async function runFloods(): Promise<Result[]> {
  const costs = await inHouse(true, (house) => everyCost(house, REQUESTS_TO_CHOOSE))
  return inHouse(false, (house) => everyFlood(house, dearest(costs)))
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

async function everyCost(house: House, requests: number): Promise<Cost[]> {
  const opened = (await house.server.ask<string[]>('routes')).filter((route) => !route.startsWith('HEAD '))
  const routes = [...opened, UNKNOWN].filter((route) => !wanted || wanted.includes(route))
  const costs: Cost[] = []
  for (const route of routes.toSorted((one, other) => Number(one === ENDS_SESSION) - Number(other === ENDS_SESSION)))
    for (const caller of callerNames) {
      const milliseconds = await costOf(house, route, caller, requests)
      costs.push({ route, caller, milliseconds })
    }
  return costs
}

/** An address that the service does not have. */
const UNKNOWN = 'GET /nothing/here'

let asked = 0

async function costOf(house: House, route: string, caller: CallerName, requests: number): Promise<number> {
  const { server, port } = house
  const requester = new Requester(port, CONNECTIONS)
  const send = (count: number) =>
    Promise.all(Array.from({ length: count }, () => requester.send(requestOf(house, route, caller, asked++))))
  await send(WARM_UP)
  const before = await server.ask<number>('mainThreadTime')
  await send(requests)
  const after = await server.ask<number>('mainThreadTime')
  requester.end()
  return (after - before) / 1000 / requests
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
  const { server, port } = house
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
    const ground: Ground = { house, players, attacker, quiet: [await play(players, 'quiet', FLOOD_SECONDS)] }
    const results: Result[] = []
    for (const cost of costs) results.push(...(await compared(ground, cost)))
    return results
  } finally {
    await Promise.all([clients.end(), attacker.end()])
  }
}

/** `quiet`: the last play before the next flood. */
type Ground = { house: House; players: Players; attacker: Process; quiet: Played[] }

/** A route that misses its aim is flooded once more, and both times count: one pause of the machine is not the route's. */
async function compared(ground: Ground, cost: Cost): Promise<Result[]> {
  const flooded: Played[] = []
  for (let time = 0; time < 2; time++) {
    flooded.push(await playFlooded(ground, cost, time))
    if (!isMissed(floodResults(cost, flooded, ground.quiet)[0]!)) break
  }
  const results = floodResults(cost, flooded, ground.quiet)
  ground.quiet = ground.quiet.slice(-1)
  return results
}

async function playFlooded(ground: Ground, { route, caller }: Cost, time: number): Promise<Played> {
  const { house, players, attacker, quiet } = ground
  const requests = Array.from({ length: 1_000 }, () => requestOf(house, route, caller, asked++))
  const { port, place } = house
  const attack: Attack = { kind: 'requests in turn', port, table: place.table, token: '', requests }
  await attacker.ask('begin', attack)
  await rest(SETTLES_MS)
  const flooded = await play(players, `${route} ${time}`, FLOOD_SECONDS)
  await attacker.ask('end')
  await rest(SETTLES_MS)
  quiet.push(await play(players, `quiet after ${route} ${time}`, FLOOD_SECONDS))
  return flooded
}

function floodResults({ route, caller }: Cost, flooded: readonly Played[], quiet: readonly Played[]): Result[] {
  const held = (played: readonly Played[]) => Math.max(...played.map((one) => one.held))
  return [
    { work: `${route}: ${caller}`, unit: 'ms', ours: p99(flooded), floor: p99(quiet), ratioMax: SLOWER_MAX },
    { work: '  longest turn, processor time', unit: 'ms', ours: held(flooded), floor: held(quiet), ratioMax: null },
  ]
}

/** Parts of the floods with names of their own: `npm run floods -- routes` and `npm run floods -- innocent`. */
export const routeCosts: Bench = { name: 'floods routes', run }
export const routeFloods: Bench = { name: 'floods innocent', run: runFloods }
