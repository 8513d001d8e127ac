import { type Bench, median, type Result } from './measure.ts'
import type { Process } from './processes/ask.ts'
import type { Hold } from './processes/probe.ts'
import { hello, inWorld, type Seat, terminalsMax, type World } from './processes/world.ts'
import { conclusion, dealer } from './wagers.ts'

const TURNS = 3

type Told = { last: number; bytes: number }
type Dealt = { started: number; durable: number }

/** Memory of the server with and without these terminals, and the time until all of them receive an event. */
async function terminals(world: World, count: number): Promise<Result[]> {
  const { server, plain } = world
  const seats = await server.ask<Seat[]>('seat', { count })
  const memory = async () => [await server.ask<number>('memory'), await plain.ask<number>('memory')] as const
  const [before, plainBefore] = await memory()
  await connect(world, seats)
  const [after, plainAfter] = await memory()
  const each = (bytes: number): number => bytes / count / 1024
  return [
    await oneToAll(world, count),
    {
      work: '  memory of one of them',
      unit: 'KiB',
      ours: each(after - before),
      floor: each(plainAfter - plainBefore),
      ratioMax: null,
    },
  ]
}

async function connect({ clients, url, plainUrl }: World, seats: readonly Seat[]): Promise<void> {
  await clients.ask('connect', { group: 'ours', url, hellos: seats.map(hello) })
  await clients.ask('connect', { group: 'plain', url: plainUrl, hellos: seats.map(() => '') })
}

const [spin, noMoreBets, ballAtRest, settle] = conclusion
const placeYourBets = { do: 'place-your-bets', by: dealer }
const events = [
  ['betting-open', placeYourBets],
  ['ball-spinning', spin],
  ['betting-closed', noMoreBets],
  ['outcome-determined', ballAtRest],
  ['settled', settle],
] as const

/** Every event of five rounds to everybody, from the dealer's word; the floor sends as many bytes to as many. */
async function oneToAll({ server, plain, clients }: World, count: number): Promise<Result> {
  const [ours, floor]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round++)
    for (const [phase, command] of events) {
      await clients.ask('arm', { group: 'ours', needle: `"phase":"${phase}"` })
      const { started } = await server.ask<Dealt>('deal', { command })
      const { last, bytes } = await clients.ask<Told>('told')
      ours.push(last - started)
      await clients.ask('arm', { group: 'plain', needle: phase })
      const sent = await plain.ask<number>('broadcast', { bytes: Math.round(bytes), needle: phase })
      floor.push((await clients.ask<Told>('told')).last - sent)
    }
  const work = `one event to ${count.toLocaleString('en')} terminals, to the last`
  return { work, unit: 'ms', ours: median(ours), floor: median(floor), ratioMax: 1.5 }
}

const PLAYERS = 1_000
const WAGERS_EACH = 100

/**
 * Milliseconds from the dealer's command until it is on disk and until all are notified, and the longest hold of the
 * event loop.
 */
type LargeRound = { durable: number; told: number; held: number; work: number }

/**
 * Rounds of a hundred thousand wagers. The floor settles as many by hand, in one go. The first round is a row of its
 * own.
 */
async function largeRounds(world: World): Promise<Result[]> {
  const seats = await world.server.ask<Seat[]>('seat', { count: PLAYERS })
  await connect(world, seats)
  const [ours, plain]: [LargeRound[], LargeRound[]] = [[], []]
  for (let turn = 0; turn <= TURNS; turn++) {
    ours.push(await largeRound(world, seats))
    plain.push(await plainRound(world))
  }
  const warm = (rounds: readonly LargeRound[], what: keyof LargeRound) =>
    median(rounds.slice(1).map((one) => one[what]))
  const both = (what: keyof LargeRound) => ({
    unit: 'ms',
    ours: warm(ours, what),
    floor: warm(plain, what),
    ratioMax: null,
  })
  const first = (what: keyof LargeRound) => ({
    unit: 'ms',
    ours: ours[0]![what],
    floor: plain[0]![what],
    ratioMax: null,
  })
  return [
    { work: '100,000 wagers settled, on disk', ...both('durable') },
    { work: '  and all 1,000 players told', ...both('told'), most: 2_000 },
    { work: '  the event loop held at most', ...both('held'), most: 50 },
    { work: '  that is, in processor time', ...both('work') },
    { work: '  by the first such round after a start', ...first('held'), most: 50 },
    { work: '  that is, in processor time', ...first('work') },
  ]
}

/** Wagers are published before the ball rests. The hold is measured from no more bets until the service is idle. */
async function largeRound({ server, clients }: World, seats: readonly Seat[]): Promise<LargeRound> {
  await server.ask('deal', { command: placeYourBets })
  await server.ask('place', { players: seats.map(({ player }) => player), each: WAGERS_EACH })
  await clients.ask('arm', { group: 'ours', needle: '"phase":"ball-spinning"' })
  await server.ask('deal', { command: spin })
  await clients.ask('told')
  await server.ask('forgetHolds')
  await clients.ask('arm', { group: 'ours', needle: '"phase":"outcome-determined"' })
  await server.ask('deal', { command: noMoreBets })
  await rest(500) // the ball runs for longer
  await server.ask('deal', { command: ballAtRest })
  await clients.ask('told')
  await clients.ask('arm', { group: 'ours', needle: '"phase":"settled"' })
  const { started, durable } = await server.ask<Dealt>('deal', { command: settle })
  const { last } = await clients.ask<Told>('told')
  await rest(300)
  return { durable: durable - started, told: last - started, ...(await holdOf(server)) }
}

async function holdOf(process: Process): Promise<{ held: number; work: number }> {
  const { clock, work } = await process.ask<Hold>('hold')
  return { held: clock, work }
}

const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function plainRound({ plain, clients }: World): Promise<LargeRound> {
  await plain.ask('forgetHolds')
  await clients.ask('arm', { group: 'plain', needle: '"phase":"settled"' })
  const { started, durable } = await plain.ask<Dealt>('settle', {
    wagersEach: WAGERS_EACH,
    needle: '"phase":"settled"',
  })
  const { last } = await clients.ask<Told>('told')
  return { durable: durable - started, told: last - started, ...(await holdOf(plain)) }
}

async function run(): Promise<Result[]> {
  const many = [1_000, 5_000].map((count) => Math.min(count, terminalsMax()))
  const told: Result[] = []
  for (const count of many) told.push(...(await inWorld((world) => terminals(world, count))))
  return [...told, ...(await inWorld(largeRounds))]
}

export const service: Bench = { name: 'service', run }
