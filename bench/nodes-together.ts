import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/postgres/server.ts'
import { median, type Result } from './measure.ts'
import { clock, Process } from './processes/ask.ts'
import type { Pump, Pumped } from './processes/clients.ts'
import type { NodePlan } from './processes/server.ts'
import { hello, type Seat, terminalsMax } from './processes/world.ts'
import { conclusion, dealer, spots } from './wagers.ts'

/** Nodes of one house, each in a process of its own, on one database: what they acknowledge, tell and take over. */

const TABLES = ['table', 'other'] as const
const SEATS = 128
const WAGERS = 4_096
const WARM_UP = 512
const LISTENERS = 5_000
const TURNS = 3

type Node = { id: string; process: Process; url: (table: string) => string }

class Hall {
  readonly #store: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'croupier-bench-nodes-'))
  readonly #nodes: Node[] = []
  readonly clients = new Process('clients.ts')

  constructor(store: string) {
    this.#store = store
  }

  async start(id: string): Promise<Node> {
    const process = new Process('server.ts')
    const [port, link] = [await freePort(), await freePort()]
    const node: NodePlan = { id, store: this.#store, keys: this.#folder, folder: join(this.#folder, id), port, link }
    await process.ask('start', { isOpen: true, node })
    const started = { id, process, url: (table: string) => `ws://127.0.0.1:${port}/ws?table=${table}` }
    this.#nodes.push(started)
    return started
  }

  async close(): Promise<void> {
    await Promise.all([...this.#nodes.map(({ process }) => process.kill()), this.clients.end()])
    rmSync(this.#folder, { recursive: true })
  }
}

const owned = ({ process }: Node, tables: readonly string[]) => process.ask<string>('owned', { tables })
const [spin, noMoreBets, ballAtRest, settle] = conclusion
const placeYourBets = { do: 'place-your-bets', by: dealer }

type Seated = { table: string; seats: Seat[] }

/** Every terminal waits for its answer. `at`: where the terminals of a table connect, one after the other. */
async function wagersAt({ clients }: Hall, at: readonly Node[], all: readonly Seated[], turn: string): Promise<number> {
  await clients.ask('begin', { group: turn })
  const bodies: string[][] = []
  for (const { table, seats } of all)
    for (const [nth, { url }] of at.entries()) {
      const own = seats.filter((_, seat) => seat % at.length === nth)
      await clients.ask('join', { group: turn, url: url(table), hellos: own.map(hello) })
      bodies.push(...own.map(({ player }) => wagersOf(player, turn, all.length * seats.length)))
    }
  const pump: Pump = { group: turn, needle: '"events"', bodies, inFlight: 1, warmUp: WARM_UP }
  const { rate } = await clients.ask<Pumped>('pump', pump)
  await clients.ask('disconnect', { group: turn })
  return rate
}

const wagersOf = (player: string, turn: string, terminals: number): string[] =>
  Array.from({ length: WAGERS / terminals }, (_, at) =>
    JSON.stringify({ do: 'wager', player, spot: spots[at % spots.length], stake: 100, id: `${turn}-${at}` }),
  )

async function rateOf(hall: Hall, at: readonly Node[], all: readonly Seated[]): Promise<number> {
  const rates: number[] = []
  for (let turn = 0; turn < TURNS; turn++) rates.push(await wagersAt(hall, at, all, `${at.length}-${turn}`))
  return median(rates)
}

/** Every event of two rounds, from the dealer's word to the last of the terminals, half of them at each node. */
async function oneToAll({ clients }: Hall, nodes: readonly Node[], owner: Node, table: string): Promise<Result> {
  const count = Math.min(LISTENERS, terminalsMax())
  const seats = await owner.process.ask<Seat[]>('seat', { count, at: table })
  await clients.ask('begin', { group: 'all' })
  for (const [nth, { url }] of nodes.entries())
    await clients.ask('join', {
      group: 'all',
      url: url(table),
      hellos: seats.filter((_, seat) => seat % nodes.length === nth).map(hello),
    })
  const times: number[] = []
  // The round that the wagers were placed in is concluded first.
  const phases = [spin, noMoreBets, ballAtRest, settle, placeYourBets, spin, noMoreBets, ballAtRest, settle]
  const names = ['ball-spinning', 'betting-closed', 'outcome-determined', 'settled', 'betting-open']
  for (const [nth, command] of phases.entries()) {
    await clients.ask('arm', { group: 'all', needle: `"phase":"${names[nth % names.length]}"` })
    const { started } = await owner.process.ask<{ started: number }>('deal', { command, at: table })
    times.push((await clients.ask<{ last: number }>('told')).last - started)
  }
  await clients.ask('disconnect', { group: 'all' })
  const work = `one event to ${count.toLocaleString('en')} terminals at two nodes, to the last`
  return { work, unit: 'ms', ours: median(times), floor: null, ratioMax: null }
}

/** From the moment that a node goes until another has acknowledged a command at its table. */
async function takenOver(next: Node, table: string, go: () => Promise<unknown>): Promise<number> {
  const began = clock()
  const gone = go()
  await owned(next, [table])
  const command = { do: 'buy-in', player: 'p1', amount: 1_000, by: dealer }
  const { durable } = await next.process.ask<{ durable: number }>('deal', { command, at: table })
  await gone
  return durable - began
}

export async function nodesTogether(store: string): Promise<Result[]> {
  const hall = new Hall(store)
  try {
    const a = await hall.start('a')
    for (const table of TABLES) await owned(a, [table])
    const all: Seated[] = []
    for (const table of TABLES)
      all.push({ table, seats: await a.process.ask<Seat[]>('seat', { count: SEATS, at: table }) })
    const b = await hall.start('b')
    // Between rounds one of the two tables goes to the second node.
    const atSecond = await owned(b, TABLES)
    const atFirst = TABLES.find((table) => table !== atSecond)!
    for (const [node, table] of [
      [a, atFirst],
      [b, atSecond],
    ] as const)
      await node.process.ask('deal', { command: placeYourBets, at: table })
    const two = await rateOf(hall, [a, b], all)
    const told = await oneToAll(hall, [a, b], a, atFirst)
    const handOver = await takenOver(b, atFirst, () => a.process.ask('stop'))
    await b.process.ask('deal', { command: placeYourBets, at: atFirst })
    const one = await rateOf(hall, [b], all)
    const c = await hall.start('c')
    // With a round under way at both tables nothing goes to it by itself.
    const failover = await takenOver(c, atFirst, () => b.process.kill())
    return [
      {
        work: 'wagers acknowledged by one node on PostgreSQL',
        unit: 'wagers/s',
        ours: one,
        floor: null,
        ratioMax: null,
      },
      {
        work: '  by two, each asked for both tables, against one',
        unit: 'wagers/s',
        ours: two,
        floor: one,
        ratioMax: null,
      },
      told,
      {
        work: 'a table handed over, until the next acknowledgement',
        unit: 'ms',
        ours: handOver,
        floor: null,
        ratioMax: null,
      },
      {
        work: 'a table of a node that was killed, likewise',
        unit: 'ms',
        ours: failover,
        floor: null,
        ratioMax: null,
        most: 5_000,
      },
    ]
  } finally {
    await hall.close()
  }
}
