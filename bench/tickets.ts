import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, PostgresServer } from '../test/postgres/server.ts'
import { databaseTime } from './database-time.ts'
import { type Bench, median, type Result } from './measure.ts'
import { Process } from './processes/ask.ts'
import type { NodePlan, NodeWork } from './processes/server.ts'
import type { TicketPlay, TicketsPlayed, TicketTerminal } from './processes/ticket-clients.ts'
import type { Seat } from './processes/world.ts'

/**
 * Tickets of a house on PostgreSQL, issued and redeemed at the terminals of seven tables, by one node, two and three. Each
 * terminal is at the owner of its table, where clients go by themselves.
 */

const TABLES = Array.from({ length: 7 }, (_, nth) => `table-${nth + 1}`)
/** Of each table. */
const TERMINALS = 4
/** Tickets of each terminal; each is two requests. */
const TICKETS = 40
const WARM_UP = 100
const TURNS_UNCOUNTED = 2
const TURNS = 3
/** Processor time of a request, all processes of the house together, against one node. */
const GROWTH_MAX = 1.15

type Node = { process: Process; port: number }

/** The rate of requests, and the cost of one. Times in microseconds; `database`: null where the system does not tell. */
type TicketCost = TicketsPlayed & { nodes: number; database: number | null; statements: number }

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

  async play(turn: string, data: string): Promise<TicketCost> {
    const terminals = await this.#terminals()
    const [before, databaseBefore] = [await this.#work(), databaseTime(data)]
    const told: TicketPlay = { terminals, each: TICKETS, warmUp: WARM_UP, turn }
    const played = await this.clients.ask<TicketsPlayed>('play', told)
    const [after, databaseAfter] = [await this.#work(), databaseTime(data)]
    const ofRequest = (value: (work: NodeWork) => number): number =>
      after.reduce((total, work, nth) => total + value(work) - value(before[nth]!), 0) / played.answered
    return {
      ...played,
      nodes: ofRequest(({ time }) => time),
      database: databaseBefore === null ? null : (databaseAfter! - databaseBefore) / played.answered,
      statements: ofRequest(({ statements }) => statements),
    }
  }

  async #terminals(): Promise<TicketTerminal[]> {
    const owned = await Promise.all(this.nodes.map(({ process }) => process.ask<string[]>('ownedTables')))
    return this.#seats.map(({ token }, at) => {
      const owner = owned.findIndex((tables) => tables.includes(TABLES[Math.floor(at / TERMINALS)]!))
      return { port: this.nodes[owner]!.port, token }
    })
  }

  #work(): Promise<NodeWork[]> {
    return Promise.all(this.nodes.map(({ process }) => process.ask<NodeWork>('work')))
  }

  async close(): Promise<void> {
    await Promise.all([...this.nodes.map(({ process }) => process.end()), this.clients.end()])
    rmSync(this.#folder, { recursive: true })
  }
}

async function playTurns(hall: TicketHall, data: string): Promise<TicketCost[]> {
  const turns: TicketCost[] = []
  for (let turn = -TURNS_UNCOUNTED; turn < TURNS; turn++) {
    const cost = await hall.play(`${hall.nodes.length} ${turn}`, data)
    if (turn >= 0) turns.push(cost)
  }
  return turns
}

const counts = ['one node', 'two nodes', 'three nodes']

function resultsOf(nodes: number, costs: readonly TicketCost[], alone: readonly TicketCost[]): Result[] {
  const row = (work: string, unit: string, value: (cost: TicketCost) => number, ratioMax: number | null = null) => {
    const [ours, floor] = [median(costs.map(value)), median(alone.map(value))]
    return costs === alone ? { work, unit, ours, floor: null, ratioMax: null } : { work, unit, ours, floor, ratioMax }
  }
  const all = ({ nodes, database }: TicketCost) => nodes + (database ?? 0)
  return [
    row(`processor time of a ticket's request, ${counts[nodes - 1]!}`, 'µs', all, GROWTH_MAX),
    row('  of it the nodes', 'µs', (cost) => cost.nodes),
    row('  statements', 'of a request', ({ statements }) => statements),
    row('  tickets issued and redeemed', 'requests/s', ({ rate }) => rate),
    row('  half of them within', 'ms', ({ p50 }) => p50),
    row('  99 of 100 within', 'ms', ({ p99 }) => p99),
    row('  sent for one answer', 'times', ({ tries }) => tries),
  ]
}

export async function ticketResults(): Promise<Result[]> {
  const server = await PostgresServer.start()
  const hall = new TicketHall(server.address('postgres', 'tickets'))
  try {
    const results: Result[] = []
    let alone: TicketCost[] = []
    for (let nodes = 1; nodes <= counts.length; nodes++) {
      await hall.add()
      if (nodes === 1) await hall.seat()
      const costs = await playTurns(hall, server.data)
      if (nodes === 1) alone = costs
      results.push(...resultsOf(nodes, costs, alone))
    }
    return results
  } finally {
    await hall.close()
    await server.remove()
  }
}

/** The part of `nodes` about tickets. */
export const nodesTickets: Bench = { name: 'nodes tickets', run: ticketResults }
