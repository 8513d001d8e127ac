import { quantile } from './measure.ts'
import type { Process } from './processes/ask.ts'
import type { Pace, Paced } from './processes/clients.ts'
import type { Hold } from './processes/probe.ts'
import type { Seat } from './processes/world.ts'
import { spots } from './wagers.ts'

/** Terminals that play as people do, at a table that nobody attacks. */
export const TERMINALS = 20
const EACH_PER_SECOND = 5

export type Players = { server: Process; clients: Process; seats: readonly Seat[] }
export type Played = Paced & { held: number; waited: number }

/**
 * Wagers at a steady rate for some seconds. `held`: the longest turn of the service's event loop, in processor time: what no
 * other process of the machine adds to. `waited`: for how much of the time threads of the service were ready and had no core,
 * in hundredths: what is the machine's doing and not the service's.
 */
export async function play({ server, clients, seats }: Players, turn: string, seconds: number): Promise<Played> {
  const bodies = seats.map(({ player }) =>
    Array.from({ length: EACH_PER_SECOND * seconds }, (_, at) =>
      JSON.stringify({ do: 'wager', player, spot: spots[at % spots.length], stake: 100, id: `${turn} ${at}` }),
    ),
  )
  const pace: Pace = { group: 'ours', needle: '"events"', perSecond: TERMINALS * EACH_PER_SECOND, bodies }
  await server.ask('forgetHolds')
  const before = await server.ask<number | null>('waitedForCore')
  const paced = await clients.ask<Paced>('pace', pace)
  const { work } = await server.ask<Hold>('hold')
  const after = await server.ask<number | null>('waitedForCore')
  const waited = before === null || after === null ? Number.NaN : (after - before) / (seconds * 10)
  return { ...paced, held: work, waited }
}

/** The time within which 99 of 100 wagers were answered. */
export const p99 = (played: readonly Played[]): number =>
  quantile(
    played.flatMap(({ latencies }) => latencies),
    0.99,
  )

export const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
