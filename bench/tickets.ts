import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, PostgresServer } from '../test/postgres/server.ts'
import type { Bench, Result } from './measure.ts'
import { Process } from './processes/ask.ts'
import type { NodePlan } from './processes/server.ts'
import type { TicketPlay, TicketsPlayed, TicketTerminal } from './processes/ticket-clients.ts'
import type { Seat } from './processes/world.ts'

/** Tickets of a house on PostgreSQL, issued and redeemed at the terminals of seven tables, by one node, two and three. */

const TABLES = Array.from({ length: 7 }, (_, nth) => `table-${nth + 1}`)
/** Of each table. */
const TERMINALS = 4
/** Tickets of each terminal; each is two requests. */
const TICKETS = 20
const WARM_UP = 100
const TURNS = 3

type Node = { process: Process; port: number }

class TicketHall {
  readonly #store: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'croupier-bench-tickets-'))
  readonly nodes: Node[] = []
  readonly clients = new Process('ticket-clients.ts')
  readonly #seats: Seat[] = []

  constructor(store: string) {
    this.#store = store
  }

  /** Starts one more node; resolves when it has its share of the tables. */
  async add(): Promise<void> {
    const process = new Process('server.ts')
    const [port, link] = [await freePort(), await freePort()]
    const id = 'abc'[this.nodes.length]!
    const own = { folder: join(this.#folder, id), port, link }
    const node: NodePlan = { id, tables: TABLES, store: this.#store, keys: this.#folder, ...own }
    await process.ask('start', { isOpen: true, node })
    this.nodes.push({ process, port })
    await process.ask('ownsTables', { count: Math.floor(TABLES.length / this.nodes.length) })
  }

  async seat(): Promise<void> {
    const [{ process }] = this.nodes as [Node]
    for (const at of TABLES) this.#seats.push(...(await process.ask<Seat[]>('seat', { count: TERMINALS, at })))
  }

  /** Terminals connect to one node after the other, whoever owns their table. */
  play(turn: string): Promise<TicketsPlayed> {
    const { nodes } = this
    const terminals = this.#seats.map(
      ({ token }, at): TicketTerminal => ({ port: nodes[Math.floor(at / TERMINALS + at) % nodes.length]!.port, token }),
    )
    const played: TicketPlay = { terminals, each: TICKETS, warmUp: WARM_UP, turn }
    return this.clients.ask('play', played)
  }

  async close(): Promise<void> {
    await Promise.all([...this.nodes.map(({ process }) => process.kill()), this.clients.end()])
    rmSync(this.#folder, { recursive: true })
  }
}

async function playTurns(hall: TicketHall): Promise<TicketsPlayed> {
  const turns: TicketsPlayed[] = []
  for (let turn = 0; turn < TURNS; turn++) turns.push(await hall.play(`${hall.nodes.length} ${turn}`))
  return turns.sort((a, b) => a.rate - b.rate)[Math.floor(TURNS / 2)]!
}

const counts = ['one node', 'two nodes', 'three nodes']

function resultsOf(nodes: number, { rate, p50, p99, tries }: TicketsPlayed): Result[] {
  const where = counts[nodes - 1]!
  return [
    { work: `tickets issued and redeemed at ${where}`, unit: 'requests/s', ours: rate, floor: null, ratioMax: null },
    { work: `  half of them within, at ${where}`, unit: 'ms', ours: p50, floor: null, ratioMax: null },
    { work: `  99 of 100 within, at ${where}`, unit: 'ms', ours: p99, floor: null, ratioMax: null },
    { work: `  sent for one answer, at ${where}`, unit: 'times', ours: tries, floor: null, ratioMax: null },
  ]
}

async function run(): Promise<Result[]> {
  const server = await PostgresServer.start()
  const hall = new TicketHall(server.address('postgres', 'tickets'))
  try {
    const results: Result[] = []
    for (let nodes = 1; nodes <= counts.length; nodes++) {
      await hall.add()
      if (nodes === 1) await hall.seat()
      results.push(...resultsOf(nodes, await playTurns(hall)))
    }
    return results
  } finally {
    await hall.close()
    await server.remove()
  }
}

export const tickets: Bench = { name: 'tickets', run }
