import { fundsOf, stakedBy } from '../../engine/summary.ts'
import type { TableState } from '../../engine/table.ts'
import type { Left } from '../../house/house-commands.ts'
import { type Reading, readingOf } from '../../house/meters.ts'
import { nothing } from '../../house/terminals.ts'
import { readTable, type TableStream } from '../stream/table-stream.ts'
import { deciderOf, type Floor } from './floor.ts'

/** The meters of players at a table: what the table counted and what the tickets counted. */
export async function readMeters(floor: Floor, table: string, players: readonly string[]): Promise<Reading[]> {
  const own = await streamOf(floor, table)
  const tickets = floor.tickets.settled.meters
  const streams = own ? [own.settled.meters, tickets] : [tickets]
  return players.map((player) => readingOf(streams, table, player))
}

/** A player's funds at a table, open or not. A command is built from them, so they include pending decisions. */
export async function creditsLeft(floor: Floor, table: string, player: string): Promise<Left> {
  const asked = await askFunds(floor, table, player)
  if (asked) return asked.left
  const own = await streamOf(floor, table)
  return own ? own.consider(({ state }) => leftIn(state, player)) : nothing
}

/** Credits and stakes alone. They are recorded when the terminal is removed. */
export function leftIn(state: TableState, player: string): Left {
  const { balance, staked } = fundsOf(state, player)
  return { balance, staked }
}

/** Whether a player has a stake in the round in progress, including pending decisions. */
export async function isPlaying(floor: Floor, table: string, player: string): Promise<boolean> {
  const asked = await askFunds(floor, table, player)
  if (asked) return asked.staked > 0
  const room = floor.rooms.get(table)
  return !!room && fundsAt(room.table, player).staked > 0
}

/** A player's funds and stakes at the node that decides the table. */
type DecidedFunds = { left: Left; staked: number }

export const fundsAt = (table: TableStream, player: string): DecidedFunds =>
  table.consider(({ state }) => ({ left: leftIn(state, player), staked: stakedBy(state, player) }))

/** Null if the table is decided here, or if its owner cannot be reached: then only durable state is known. */
async function askFunds(floor: Floor, table: string, player: string): Promise<DecidedFunds | null> {
  const room = floor.rooms.get(table)
  const reply = room && (await deciderOf(floor, room.table)?.ask(table, { ask: 'funds', player }))
  return reply && 'done' in reply ? (reply.done as DecidedFunds) : null
}

/** A closed or stopped table is read from the journal. */
async function streamOf({ rooms, journal, now }: Floor, table: string): Promise<TableStream | null> {
  const own = rooms.get(table)?.table
  return own && !own.stopped ? own : readTable(table, journal, now)
}
