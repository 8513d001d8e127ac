import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '../src/service/journal/open-store.ts'
import { freePort, PostgresServer } from '../test/postgres/server.ts'
import { databaseTime } from './database-time.ts'
import { median, type Result } from './measure.ts'
import { clock, Process } from './processes/ask.ts'
import type { Pump, Pumped } from './processes/clients.ts'
import type { NodePlan, NodeWork } from './processes/server.ts'
import { hello, type Seat, terminalsMax } from './processes/world.ts'
import { conclusion, dealer, spots } from './wagers.ts'

/** Houses of one, two and three nodes, each node a process, on one database: what they acknowledge, publish and take over. */

const tablesNamed = (count: number): string[] => Array.from({ length: count }, (_, nth) => `table-${nth + 1}`)
const TABLES = tablesNamed(7)
const SEATS = 64
/** Wagers of each terminal in a turn. */
const WAGERS = 48
/** Wagers of each node before the measurement: after them its code is compiled. */
const TURNS_UNCOUNTED = 2
const TURNS = 3
const LISTENERS = 5_000
const MOVES = 3

type Node = { id: string; process: Process; url: (table: string) => string }

class Hall {
  readonly tables: readonly string[]
  readonly store: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'croupier-bench-nodes-'))
  nodes: readonly Node[] = []
  seats: ReadonlyMap<string, readonly Seat[]> = new Map()

  constructor(store: string, tables: readonly string[] = TABLES) {
    this.store = store
    this.tables = tables
  }

  async start(id: string): Promise<Node> {
    const process = new Process('server.ts')
    const [port, link] = [await freePort(), await freePort()]
    const { store, tables } = this
    const node: NodePlan = { id, tables, store, keys: this.#folder, folder: join(this.#folder, id), port, link }
    await process.ask('start', { isOpen: true, node })
    const started = { id, process, url: (table: string) => `ws://127.0.0.1:${port}/ws?table=${table}` }
    this.nodes = [...this.nodes, started]
    return started
  }

  /** Starts the nodes of a house. The first one seats the terminals; then each node gets its share of the tables. */
  async open(count: number, seats: number): Promise<void> {
    const first = await this.start('a')
    await this.shared()
    const seated = new Map<string, Seat[]>()
    for (const table of this.tables)
      seated.set(table, await first.process.ask<Seat[]>('seat', { count: seats, at: table }))
    this.seats = seated
    for (const id of ['b', 'c'].slice(0, count - 1)) await this.start(id)
    await this.shared()
  }

  /** The owner of each table, as soon as each has one. */
  async owners(): Promise<ReadonlyMap<string, Node>> {
    for (;;) {
      const owners = await this.#ownersNow()
      if (owners.size === this.tables.length) return owners
      await pause(50)
    }
  }

  async #ownersNow(): Promise<ReadonlyMap<string, Node>> {
    const owned = this.nodes.map(async (node) =>
      (await node.process.ask<string[]>('ownedTables')).map((table) => [table, node] as const),
    )
    return new Map((await Promise.all(owned)).flat())
  }

  /** Resolves when every table has an owner, and each node has its share. */
  async shared(): Promise<void> {
    for (;;) {
      const owners = await this.owners()
      const counts = this.nodes.map((node) => [...owners.values()].filter((owner) => owner === node).length)
      if (Math.max(...counts) - Math.min(...counts) <= 1) return
      await pause(50)
    }
  }

  async deal(...commands: readonly unknown[]): Promise<void> {
    for (const [table, { process }] of await this.owners())
      for (const command of commands) await process.ask('deal', { command, at: table })
  }

  async end(node: Node, how: 'stop' | 'kill'): Promise<void> {
    this.nodes = this.nodes.filter((one) => one !== node)
    if (how === 'stop') await node.process.ask('stop')
    await node.process.kill()
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map(({ process }) => process.end()))
    rmSync(this.#folder, { recursive: true })
  }
}

const placeYourBets = { do: 'place-your-bets', by: dealer }

// ---- What a wager costs -----------------------------------------------------------------------------------------------

/** Where terminals connect: to the owner of their table, as clients go by themselves, or to all nodes alike. */
type Way = 'owner' | 'any'

/** Of one wager. Times in microseconds; `database`: null where the system does not tell. */
type WagerCost = {
  rate: number
  nodes: number
  database: number | null
  links: number
  statements: number
  databaseBytes: number
  linkBytes: number
  wagersInFrame: number
  wagersInBatch: number
}

async function connectAll(hall: Hall, clients: Process, way: Way, group: string): Promise<number> {
  const owners = await hall.owners()
  await clients.ask('begin', { group })
  let terminals = 0
  for (const [table, seats] of hall.seats) {
    const at = way === 'owner' ? [owners.get(table)!] : hall.nodes
    for (const [nth, { url }] of at.entries()) {
      const hellos = seats.filter((_, seat) => seat % at.length === nth).map(hello)
      await clients.ask('join', { group, url: url(table), hellos })
      terminals += hellos.length
    }
  }
  return terminals
}

/** The players of a group, in the order in which they connected. */
const playersOf = (hall: Hall, way: Way): string[] =>
  [...hall.seats.values()].flatMap((seats) => {
    const parts = way === 'owner' ? 1 : hall.nodes.length
    return Array.from({ length: parts }, (_, nth) => seats.filter((_, seat) => seat % parts === nth))
      .flat()
      .map(({ player }) => player)
  })

async function workOf({ nodes }: Hall): Promise<readonly NodeWork[]> {
  return Promise.all(nodes.map(({ process }) => process.ask<NodeWork>('work')))
}

/** Every terminal waits for its answer. */
async function turnOf(hall: Hall, clients: Process, way: Way, turn: string, data: string): Promise<WagerCost> {
  await connectAll(hall, clients, way, turn)
  const bodies = playersOf(hall, way).map((player) => wagersOf(player, turn))
  const [before, databaseBefore] = [await workOf(hall), databaseTime(data)]
  const pump: Pump = { group: turn, needle: '"events"', bodies, inFlight: 1, warmUp: bodies.length }
  const { rate } = await clients.ask<Pumped>('pump', pump)
  const [after, databaseAfter] = [await workOf(hall), databaseTime(data)]
  await clients.ask('disconnect', { group: turn })
  const count = bodies.length * WAGERS
  const sum = (value: (work: NodeWork) => number): number =>
    after.reduce((total, work, nth) => total + value(work) - value(before[nth]!), 0)
  return {
    rate,
    nodes: sum(({ time }) => time) / count,
    database: databaseBefore === null ? null : (databaseAfter! - databaseBefore) / count,
    links: sum(({ links }) => links.time) / count,
    statements: sum(({ statements }) => statements) / count,
    databaseBytes: sum(({ bytes }) => bytes) / count,
    linkBytes: sum(({ links }) => links.bytes) / count,
    wagersInFrame:
      count /
      Math.max(
        1,
        sum(({ links }) => links.frames),
      ),
    wagersInBatch: count / sum(({ appends }) => appends),
  }
}

const wagersOf = (player: string, turn: string): string[] =>
  Array.from({ length: WAGERS }, (_, at) =>
    JSON.stringify({ do: 'wager', player, spot: spots[at % spots.length], stake: 100, id: `${turn}-${at}` }),
  )

const ofMany = (costs: readonly WagerCost[], value: (cost: WagerCost) => number | null): number =>
  median(costs.map((cost) => value(cost) ?? Number.NaN))

const totalOf = ({ nodes, database }: WagerCost): number => nodes + (database ?? 0)

/** All processes together, against a house of one node. */
const GROWTH_MAX = 1.15

function costRows(name: string, costs: readonly WagerCost[], alone: readonly WagerCost[], aim: number | null) {
  const row = (
    work: string,
    unit: string,
    value: (cost: WagerCost) => number | null,
    ratioMax: number | null = null,
  ) => {
    const floor = costs === alone ? null : ofMany(alone, value)
    return { work, unit, ours: ofMany(costs, value), floor, ratioMax: costs === alone ? null : ratioMax }
  }
  const results: Result[] = [
    row(`processor time of a wager, ${name}`, 'µs', totalOf, aim),
    row('  of it the nodes', 'µs', ({ nodes }) => nodes),
    row('  of that writing and reading frames between nodes', 'µs', ({ links }) => links),
    row('  the database', 'µs', ({ database }) => database),
    row('  statements', 'of a wager', ({ statements }) => statements),
    row('  bytes to and from the database', 'B', ({ databaseBytes }) => databaseBytes),
    row('  bytes between nodes', 'B', ({ linkBytes }) => linkBytes),
    row('  wagers in a batch', 'wagers', ({ wagersInBatch }) => wagersInBatch),
    row('  wagers in a frame between nodes', 'wagers', ({ wagersInFrame, linkBytes }) =>
      linkBytes > 1 ? wagersInFrame : null,
    ),
    row('  wagers acknowledged', 'wagers/s', ({ rate }) => rate),
  ]
  return results.filter(({ ours }) => !Number.isNaN(ours))
}

const houses = [
  { count: 1, way: 'owner', name: 'one node' },
  { count: 2, way: 'owner', name: 'two nodes, each terminal at the owner of its table' },
  { count: 3, way: 'owner', name: 'three nodes, likewise' },
  { count: 2, way: 'any', name: 'two nodes, terminals at both' },
  { count: 3, way: 'any', name: 'three nodes, terminals at all of them' },
] as const

async function wagerRows(halls: readonly Hall[], clients: Process, data: string): Promise<Result[]> {
  const costs = houses.map((): WagerCost[] => [])
  // One way after the other: a node follows a table for a while after the last terminal there has left.
  for (const where of ['owner', 'any'] as const)
    for (let turn = -TURNS_UNCOUNTED * houses.length; turn < TURNS; turn++)
      for (const [nth, { count, way }] of houses.entries()) {
        const uncounted = where === 'owner' ? TURNS_UNCOUNTED * count : 1
        if (way !== where || turn < -uncounted) continue
        const cost = await turnOf(halls[count - 1]!, clients, way, `${nth}-${turn}`, data)
        if (turn >= 0) costs[nth]!.push(cost)
      }
  return houses.flatMap(({ name, way }, nth) =>
    costRows(name, costs[nth]!, costs[0]!, way === 'owner' ? GROWTH_MAX : null),
  )
}

// ---- One event to many ------------------------------------------------------------------------------------------------

const [spin, noMoreBets, ballAtRest, settle] = conclusion

/** Every event of two rounds, from the dealer's word to the last of the terminals, as many of them at each node. */
async function oneToAll(hall: Hall, clients: Process): Promise<number> {
  const [table] = hall.tables
  const { process } = (await hall.owners()).get(table!)!
  const count = Math.min(LISTENERS, terminalsMax())
  const seats = await process.ask<Seat[]>('seat', { count, at: table })
  await clients.ask('begin', { group: 'all' })
  for (const [nth, { url }] of hall.nodes.entries()) {
    const hellos = seats.filter((_, seat) => seat % hall.nodes.length === nth).map(hello)
    await clients.ask('join', { group: 'all', url: url(table!), hellos })
  }
  const times: number[] = []
  // The round that the wagers were placed in is concluded first.
  const phases = [spin, noMoreBets, ballAtRest, settle, placeYourBets, spin, noMoreBets, ballAtRest, settle]
  const names = ['ball-spinning', 'betting-closed', 'outcome-determined', 'settled', 'betting-open']
  for (const [nth, command] of phases.entries()) {
    await clients.ask('arm', { group: 'all', needle: `"phase":"${names[nth % names.length]}"` })
    const { started } = await process.ask<{ started: number }>('deal', { command, at: table })
    times.push((await clients.ask<{ last: number }>('told')).last - started)
  }
  await clients.ask('disconnect', { group: 'all' })
  await process.ask('deal', { command: placeYourBets, at: table })
  return median(times)
}

/** Two nodes, against one. */
const LISTENERS_RATIO_MAX = 1.2

async function listenerRows([one, two]: readonly Hall[], clients: Process): Promise<Result[]> {
  const count = Math.min(LISTENERS, terminalsMax()).toLocaleString('en')
  const work = `one event to ${count} terminals of a table, half of them at each of two nodes, to the last`
  const [floor, ours] = [await oneToAll(one!, clients), await oneToAll(two!, clients)]
  return [{ work, unit: 'ms', ours, floor, ratioMax: LISTENERS_RATIO_MAX }]
}

// ---- Tables that move -------------------------------------------------------------------------------------------------

/** Ends a node. For each of its tables, the time until the other node has acknowledged a command there. */
async function movesOf(hall: Hall, how: 'stop' | 'kill'): Promise<number[]> {
  const [leaving, next] = hall.nodes as [Node, Node]
  const tables = await leaving.process.ask<string[]>('ownedTables')
  const began = clock()
  const gone = hall.end(leaving, how)
  const times = await next.process.ask<number[]>('acknowledged', {
    tables,
    command: { do: 'buy-in', player: 'p1', amount: 1_000, by: dealer },
  })
  await gone
  return times.map((at) => at - began)
}

async function moveRows(hall: Hall): Promise<Result[]> {
  await hall.deal(...conclusion)
  const rows = async (work: string, how: 'stop' | 'kill', most: number): Promise<Result[]> => {
    const times: number[] = []
    for (let nth = 0; nth < MOVES; nth++) {
      times.push(...(await movesOf(hall, how)))
      await hall.start(`${how}-${nth}`)
      await hall.shared()
    }
    const none = { unit: 'ms', floor: null, ratioMax: null }
    return [
      { work, ours: median(times), ...none },
      { work: `  the slowest of ${times.length}`, ours: Math.max(...times), ...none, most },
    ]
  }
  return [
    ...(await rows('a table handed over by a node that stops, until the next acknowledgement', 'stop', 1_000)),
    ...(await rows('a table of a node that was killed, likewise', 'kill', 5_000)),
  ]
}

// ---- Idle tables ------------------------------------------------------------------------------------------------------

const IDLE_TABLES = 200
const IDLE_MS = 10_000
/** Shares of a core, at each node and at the database. */
const IDLE_PERCENT_MAX = 1

/** One node has all of the tables. The others are drained, so that none moves meanwhile. */
async function idleRows(store: string, data: string): Promise<Result[]> {
  const hall = new Hall(store, tablesNamed(IDLE_TABLES))
  try {
    await hall.start('a')
    await hall.shared()
    const journal = await openStore(store)
    for (const id of ['b', 'c']) {
      await hall.start(id)
      await journal.leases!.drain(id, true)
    }
    await journal.close()
    // The nodes see in their next beats that these are drained.
    await pause(3_000)
    const times = () => Promise.all(hall.nodes.map(({ process }) => process.ask<number>('processorTime')))
    const [before, databaseBefore] = [await times(), databaseTime(data)]
    const began = clock()
    await pause(IDLE_MS)
    const [after, databaseAfter] = [await times(), databaseTime(data)]
    const elapsed = clock() - began
    const percent = (time: number): number => (time / 1_000 / elapsed) * 100
    const nodes = after.map((time, nth) => percent(time - before[nth]!))
    const row = (work: string, ours: number): Result => ({
      work,
      unit: '% of a core',
      ours,
      floor: null,
      ratioMax: null,
      most: IDLE_PERCENT_MAX,
    })
    return [
      row(`${IDLE_TABLES} idle tables at three nodes: the owner of all`, nodes[0]!),
      row('  the busier of the others', Math.max(...nodes.slice(1))),
      ...(databaseBefore === null ? [] : [row('  the database', percent(databaseAfter! - databaseBefore))]),
    ]
  } finally {
    await hall.close()
  }
}

/** `TMPDIR=/dev/shm npm run bench -- nodes` takes the disk out of it: then all that is measured is work. */
export async function nodesTogether(): Promise<Result[]> {
  const server = await PostgresServer.start()
  const halls = [1, 2, 3].map((count) => new Hall(server.address('postgres', `house_${count}`)))
  const clients = new Process('clients.ts')
  const closeHalls = () => Promise.all(halls.splice(0).map((hall) => hall.close()))
  try {
    for (const [nth, hall] of halls.entries()) {
      await hall.open(nth + 1, SEATS)
      await hall.deal(placeYourBets)
    }
    const [, two] = halls
    const wagers = await wagerRows(halls, clients, server.data)
    const listeners = await listenerRows(halls, clients)
    const moves = await moveRows(two!)
    await closeHalls()
    return [...wagers, ...listeners, ...moves, ...(await idleRows(server.address('postgres', 'idle'), server.data))]
  } finally {
    await closeHalls()
    await clients.end()
    await server.remove()
  }
}
