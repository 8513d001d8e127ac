import { type Bench, median, quantile, type Result } from './measure.ts'
import { Process } from './processes/ask.ts'
import type { Attack, FloodKind } from './processes/attacker.ts'
import { hello, type Seat } from './processes/world.ts'
import { type Played, type Players, play, rest, TERMINALS } from './steady-play.ts'
import { dealer } from './wagers.ts'

/** Seconds of each quiet and of each flood. */
const SECONDS = Number(process.env.FLOOD_SECONDS ?? 4)
/** Every flood comes so often, with quiet before, between and after: a machine that is busy for a while is so for both. */
const TIMES = 2
/** An attack has begun to be answered before it is measured. */
const SETTLES_MS = 1_000

const kinds: readonly FloodKind[] = [
  'the attacker’s processor alone',
  'one-byte frames',
  'pings',
  'refused commands',
  'commands of 60 KB',
  'sign-ins',
  '/metrics',
  'reconnects',
]

/** `FLOOD_KINDS=reconnects,pings`: these alone. */
const wanted = process.env.FLOOD_KINDS?.split(',') ?? kinds

type Ground = Players & { attacker: Process; target: Omit<Attack, 'kind'> }

/**
 * How long a wager takes while another table is flooded, against the same in quiet, by the limits that a house has unless
 * told. The attacker is a process of its own; where cores are few it takes its part of them, which the first row shows.
 */
async function run(): Promise<Result[]> {
  const [server, clients, attacker] = [new Process('server.ts'), new Process('clients.ts'), new Process('attacker.ts')]
  try {
    const url = await server.ask<string>('start', { isOpen: false })
    const seats = await server.ask<Seat[]>('seat', { count: TERMINALS })
    const [other] = await server.ask<Seat[]>('seat', { count: 1, at: 'other' })
    await server.ask('deal', { command: { do: 'place-your-bets', by: dealer } })
    await clients.ask('connect', { group: 'ours', url, hellos: seats.map(hello) })
    const target = { port: Number(new URL(url).port), table: 'other', token: other!.token }
    const results = await eachKind({ server, clients, attacker, target, seats })
    await server.ask('stop')
    return results
  } finally {
    await Promise.all([server.end(), clients.end(), attacker.end()])
  }
}

async function eachKind(ground: Ground): Promise<Result[]> {
  await play(ground, 'warm-up', SECONDS)
  const results: Result[] = []
  let last = await play(ground, 'quiet', SECONDS)
  for (const kind of kinds.filter((one) => wanted.includes(one))) {
    const [quiet, flooded]: [Played[], Played[]] = [[last], []]
    for (let time = 0; time < TIMES; time++) {
      flooded.push(await playFlooded(ground, kind, `${kind} ${time}`))
      last = await play(ground, `quiet after ${kind} ${time}`, SECONDS)
      quiet.push(last)
    }
    results.push(...compared(kind, pooled(flooded), pooled(quiet)))
  }
  return results
}

async function playFlooded(ground: Ground, kind: FloodKind, turn: string): Promise<Played> {
  await ground.attacker.ask('begin', { kind, ...ground.target } satisfies Attack)
  await rest(SETTLES_MS)
  const flooded = await play(ground, turn, SECONDS)
  await ground.attacker.ask('end')
  await rest(SETTLES_MS)
  return flooded
}

/** All that was played, as if it had been in one go. */
const pooled = (played: readonly Played[]): Played => ({
  latencies: played.flatMap(({ latencies }) => latencies),
  held: Math.max(...played.map(({ held }) => held)),
  waited: median(played.map(({ waited }) => waited)),
})

function compared(kind: FloodKind, flooded: Played, quiet: Played): Result[] {
  const both = (part: number) => ({
    unit: 'ms',
    ours: quantile(flooded.latencies, part),
    floor: quantile(quiet.latencies, part),
  })
  const aim = kind === kinds[0] ? null : 3
  const waits = { ours: flooded.waited, floor: quiet.waited, ratioMax: null }
  return [
    { work: `${kind}: half of the wagers within`, ...both(0.5), ratioMax: null },
    { work: '  99 of 100 within', ...both(0.99), ratioMax: aim },
    { work: '  longest turn, processor time', unit: 'ms', ours: flooded.held, floor: quiet.held, ratioMax: null },
    ...(Number.isNaN(waits.ours) ? [] : [{ work: '  the service waited for a core', unit: '% of time', ...waits }]),
  ]
}

export const floods: Bench = { name: 'floods', run }
