import { channel } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Command, isProblem, readCommand } from '../../src/engine/language.ts'
import type { Cents } from '../../src/engine/money.ts'
import type { HouseEventOf } from '../../src/house/house-events.ts'
import { readConfig } from '../../src/service/config.ts'
import { addDemoStaff, demoStaff } from '../../src/service/demo.ts'
import { freshToken, tokenHash } from '../../src/service/secrets/key-material.ts'
import { type Service, startService } from '../../src/service/service.ts'
import { askHouse } from '../../src/service/stream/house-stream.ts'
import type { TableStream } from '../../src/service/stream/table-stream.ts'
import { dealer, plainTable, spots } from '../wagers.ts'
import { answer, clock } from './ask.ts'
import { beginCosts, endCosts } from './cost-probe.ts'
import { forgetHolds, longestHold, mainThreadTime, memory, processorTime, waitedForCore } from './probe.ts'
import { type Queries, queriesSoFar } from './queries.ts'

/** The service as it is, in a process of its own, without a wheel: the bench deals at one table, another is beside it. */
const TABLE = 'table'
const TABLES = [TABLE, 'other']
const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
let service: Service

/** Every route that the service opened, such as `GET /api/tables/:id`. */
const opened = new Set<string>()
channel('fastify.initialization').subscribe((message) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) opened.add(`${one} ${url}`)
  }),
)

/** A node of several: its name and folder, its tables, the database, the folder of the house's keys, and where it listens. */
export type NodePlan = {
  id: string
  tables: readonly string[]
  store: string
  keys: string
  folder: string
  port: number
  link: number
}

/** `isOpen`: without the limits that a house has unless told. */
async function start(told: { isOpen: boolean; node?: NodePlan } | null): Promise<string> {
  const file = join(folder, 'config.json')
  const tables = (told?.node?.tables ?? TABLES).map((id) => ({ id, ...plainTable }))
  writeFileSync(file, JSON.stringify({ tables }))
  const flags = { config: file, 'log-level': 'silent', ...(told?.node ? flagsOf(told.node) : alone) }
  const limits = told?.isOpen === false ? {} : openLimits
  service = await startService(readConfig({ ...flags, ...limits }, {}))
  return `${service.address.replace('http', 'ws')}/ws?table=${TABLE}`
}

const openLimits = Object.fromEntries(
  ['commands-per-second', 'requests-per-minute', 'sockets-per-address'].map((limit) => [limit, '1000000000']),
)
const alone = { data: join(folder, 'data'), port: '0' }
const flagsOf = ({ id, store, keys, folder: data, port, link }: NodePlan) => ({
  node: id,
  store,
  data,
  port: String(port),
  'node-port': String(link),
  'house-key-file': join(keys, 'house.key'),
})

/** Waits until this node decides these tables, and gives each a command: when it was on disk. */
async function acknowledged({ tables, command }: { tables: readonly string[]; command: unknown }): Promise<number[]> {
  const first = async (at: string): Promise<number> => {
    while (table(at).role !== 'owner') await new Promise(setImmediate)
    return (await deal({ command, at })).durable
  }
  return Promise.all(tables.map(first))
}

/** The tables that this node decides. */
const ownedTables = (): string[] =>
  [...service.floor.rooms].flatMap(
    ([
      id,
      {
        table: { role },
      },
    ]) => (role === 'owner' ? [id] : []),
  )

/** Resolves when this node owns a number of tables. */
async function ownsTables({ count }: { count: number }): Promise<void> {
  while (ownedTables().length < count) await new Promise(setImmediate)
}

/**
 * The work of a node so far. Times in microseconds; `links`: frames and bytes sent, and the time to write and read
 * frames.
 */
export type NodeWork = Queries & { time: number; links: { frames: number; bytes: number; time: number } }

async function work(): Promise<NodeWork> {
  const { body } = await service.app.inject('/metrics')
  const counted = (name: string) => Number(new RegExp(`^croupier_link_${name}_total (.*)$`, 'm').exec(body)?.[1] ?? 0)
  const links = { frames: counted('frames_sent'), bytes: counted('bytes_sent'), time: counted('seconds') * 1e6 }
  return { time: processorTime(), links, ...queriesSoFar() }
}

const table = (id = TABLE): TableStream => service.floor.rooms.get(id)!.table

type Seat = { token: string; player: string }

/** Terminals with credits, and the tokens that they say. */
async function seat({ count, at: id = TABLE }: { count: number; at?: string }): Promise<Seat[]> {
  const { floor } = service
  const seats: Seat[] = []
  const adding: Promise<void>[] = []
  for (let at = 0; at < count; at++) {
    const token = freshToken(floor.keyMaterial.chance)
    const credential = tokenHash(token)
    const by = { system: 'demo' } as const
    adding.push(
      askHouse(floor.house, { do: 'add-demo-terminal', table: id, credential, by }).then(async ({ events }) => {
        const { player } = events[0] as HouseEventOf<'terminal-added'>
        seats[at] = { token, player }
        await table(id).submit({ do: 'buy-in', player, amount: 10_000_000 as Cents, by: dealer }, 'service')
      }),
    )
    if (at % 100 === 99 || at === count - 1) await Promise.all(adding.splice(0))
  }
  return seats
}

/** The tokens of everybody on the staff, by their roles. */
async function staff(): Promise<Record<string, string>> {
  const { floor } = service
  await addDemoStaff(floor)
  const tokens: Record<string, string> = {}
  for (const { badge, role } of demoStaff) {
    const token = freshToken(floor.keyMaterial.chance)
    const session = tokenHash(token)
    const by = { system: 'service' } as const
    await askHouse(floor.house, { do: 'sign-in', badge, session, station: session, mark: 'none', by })
    tokens[role] = token
  }
  return tokens
}

/** A command of the dealer: when it was given, and when it was on disk. */
async function deal({ command, at }: { command: unknown; at?: string }): Promise<{ started: number; durable: number }> {
  const read = readCommand(command)
  if (isProblem(read)) throw new Error(read.problem)
  const started = clock()
  const decision = await table(at).submit(read, 'staff:bench')
  if ('refused' in decision) throw new Error(decision.refused)
  return { started, durable: clock() }
}

/** Places this number of wagers for each player, as fast as possible; the bench measures the time after that. */
async function place({ players, each }: { players: string[]; each: number }): Promise<void> {
  for (const spot of spots.slice(0, each)) {
    const placed = players.map((player) => table().submit(wager(player, spot), `terminal:${player}`))
    for (const decision of await Promise.all(placed)) if ('refused' in decision) throw new Error(decision.refused)
  }
}

const wager = (player: string, spot: string): Command => ({
  do: 'wager',
  player,
  spot,
  stake: 100 as Cents,
  by: { role: 'player', name: player },
})

answer({
  start,
  seat,
  acknowledged,
  ownedTables,
  ownsTables,
  work,
  staff,
  routes: () => [...opened],
  deal,
  place,
  memory,
  processorTime,
  mainThreadTime,
  beginCosts,
  endCosts,
  forgetHolds,
  hold: longestHold,
  waitedForCore,
  stop: () => service.stop(),
})
