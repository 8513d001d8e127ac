import { fundsOf } from '../../engine/summary.ts'
import type { Left } from '../../house/house-commands.ts'
import { type Reading, readingOf } from '../../house/meters.ts'
import { nothing } from '../../house/terminals.ts'
import { readTable, type TableStream } from '../stream/table-stream.ts'
import type { Floor } from './floor.ts'

/** The meters of players at a table: what the table counted and what the tickets counted. */
export async function readMeters(floor: Floor, table: string, players: readonly string[]): Promise<Reading[]> {
  const own = await streamOf(floor, table)
  const house = floor.house.settled.meters
  const streams = own ? [own.settled.meters, house] : [house]
  return players.map((player) => readingOf(streams, table, player))
}

/** What a player has at a table, be it open or not. A command is made of it, so it is what was decided last. */
export async function creditsLeft(floor: Floor, table: string, player: string): Promise<Left> {
  const own = await streamOf(floor, table)
  return own ? own.consider(({ state }) => fundsOf(state, player)) : nothing
}

/** A shut table, and one that stopped, is read from the journal. */
async function streamOf({ rooms, journal, now }: Floor, table: string): Promise<TableStream | null> {
  const own = rooms.get(table)?.table
  return own && !own.stopped ? own : readTable(table, journal, now)
}
