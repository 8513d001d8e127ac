import { afterEach, describe, expect, test } from 'vitest'
import { allEntries, recordProblems } from '../../../test/simulation/findings.ts'
import { Hall, type SmallNode, signedIn } from '../../../test/support/cluster.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { MemoryLeases } from '../../../test/support/memory-leases.ts'
import { buyIn, give, nodeView, quietPlans } from '../../../test/support/stream.ts'
import { callerOf } from '../../house/find-caller.ts'
import { HOUSE } from '../../house/state.ts'
import { after, DAY, HOUR } from '../../house/time.ts'
import { allOf } from '../../record/journal-reader.ts'
import type { TimeSource } from '../clock.ts'
import { giveCommand } from '../floor/give-command.ts'
import { statusOf } from '../http/http-replies.ts'
import type { Journal } from '../journal/journal.ts'
import { askHouse, openHouse } from '../stream/house-stream.ts'
import { openTableStream } from '../stream/table-stream.ts'

/** The clocks of a cluster: the store's, and those of nodes whose wall clocks are wrong or whose record is ahead. */

const START = Date.parse('2026-03-01T04:00:00.000Z')
const at = (ms: number): string => new Date(START + ms).toISOString()
const FAR = 100 * DAY
const service = { system: 'service' } as const

let halls: Hall[] = []
afterEach(async () => {
  for (const hall of halls) await hall.close()
  halls = []
})

/**
 * A cluster whose clocks the test sets; they run on by themselves. `walls`: how far the wall clock of a node is ahead.
 * `seen`: how often the store's clock was read and the house restored.
 */
function clusterAt(walls: Record<string, number> = {}) {
  const set = { store: 0, walls }
  const began = performance.now()
  const passed = (): number => performance.now() - began
  const time = (node: string): TimeSource => ({
    wall: () => START + passed() + set.store + (set.walls[node] ?? 0),
    steady: passed,
  })
  const seen = { readings: 0, restores: 0 }
  const storeNow = (): number => {
    seen.readings++
    return START + passed() + set.store
  }
  const store = memoryJournal(new MemoryLeases(storeNow, 400))
  const view = (shared: Journal): Journal => ({
    ...nodeView(shared),
    snapshot(stream) {
      if (stream === HOUSE) seen.restores++
      return shared.snapshot(stream)
    },
  })
  const hall = new Hall({ store, time, view })
  halls.push(hall)
  return { hall, store, set, seen }
}

type Cluster = ReturnType<typeof clusterAt>

/** Writes an entry by a wrong clock, as a node of an earlier version did. */
async function writeInHouse({ hall, store }: Pick<Cluster, 'hall' | 'store'>, now: string): Promise<number> {
  const house = await openHouse({ journal: nodeView(store), now: () => now, role: 'shared' })
  const counts = [{ actor: 'terminal:t1', count: 1, since: now }]
  await askHouse(house, { do: 'count-refusals', counts, by: service })
  house.close()
  for (const { desk } of hall.nodes.values()) desk.heardOf(HOUSE, house.durable)
  return house.durable
}

const correctClock = async ({ store }: Pick<Cluster, 'store'>, from: string, to: string): Promise<void> => {
  const house = await openHouse({ journal: nodeView(store), now: () => to, role: 'shared' })
  await askHouse(house, { do: 'correct-clock', from, to, by: service })
  house.close()
}

const problemsIn = async ({ store }: Pick<Cluster, 'store'>): Promise<string[]> =>
  recordProblems(await allEntries(store))
const alarmsOf = ({ floor }: SmallNode): string[] => floor.alarms.list.map(({ alarm }) => alarm)

/** The status of the answer to a dealer's command. */
async function buyInAt({ floor }: SmallNode, table: string, credential: string): Promise<number> {
  const dealer = callerOf(floor.house.settled.state, credential, floor.presence)!
  return statusOf(await giveCommand(floor, dealer, table, { do: 'buy-in', player: 'ann', amount: 500 }))
}

async function timesIn({ store }: Pick<Cluster, 'store'>): Promise<number[]> {
  const entries = [...(await allEntries(store)).values()].flat()
  return entries.map(({ body }) => Date.parse((JSON.parse(body) as { at: string }).at) - START)
}

describe('a node that starts', () => {
  test.each([
    ['ahead', 7_500, '7.5 seconds ahead'],
    ['ahead', FAR, '100 days ahead'],
    ['behind', -3 * HOUR, '3 hours behind'],
  ])('is refused where its wall clock is %s by %i ms, and writes nothing', async (_, off, difference) => {
    const cluster = clusterAt({ a: off })
    await expect(cluster.hall.add('a')).rejects.toThrow(
      new RegExp(
        `^the clock of this machine says \\S+Z, and that of the database \\S+Z: this machine is ${difference}; set the clock ` +
          'that is wrong, or let the node differ more \\(serve --clock-seconds\\)$',
      ),
    )
    expect(await cluster.store.streams()).toEqual([])
  })

  test('goes by the clock of the store with every entry, those that open its tables included', async () => {
    const cluster = clusterAt({ a: 4_000 })
    const { floor } = await cluster.hall.add('a')
    await signedIn(floor, 'dealer')
    const times = await timesIn(cluster)
    expect(times.length).toBeGreaterThan(quietPlans().length)
    expect(Math.max(...times)).toBeLessThan(4_000)
  })

  test('is refused where the record is ahead of the store, and is told the way out', async () => {
    const cluster = clusterAt()
    await writeInHouse(cluster, at(FAR))
    await expect(cluster.hall.add('a')).rejects.toThrow(
      `the last entry of the record cannot be followed: it is of ${at(FAR)}, 100 days ahead of the clock of the database; ` +
        'set that clock if it is wrong, else stop all nodes and put a correction on record (croupier nodes correct-clock)',
    )
  })

  test('starts when the correction is on record, and tables that are still ahead are played on', async () => {
    const cluster = clusterAt()
    const [plan] = quietPlans()
    const table = await openTableStream(plan!.id, plan!.setup, { journal: nodeView(cluster.store), now: () => at(FAR) })
    table.close()
    await expect(cluster.hall.add('a')).rejects.toThrow('100 days ahead')
    await correctClock(cluster, at(FAR), at(0))
    const a = await cluster.hall.add('a')
    const credential = await signedIn(a.floor, 'dealer')
    expect(await buyInAt(a, plan!.id, credential)).toBe(200)
    expect(await problemsIn(cluster)).toEqual([])
  })

  test('writes nothing before the end of the record, also where a snapshot spares it the reading', async () => {
    const cluster = clusterAt()
    const house = await openHouse({ journal: nodeView(cluster.store), now: () => at(30_000), role: 'shared' })
    await askHouse(house, { do: 'correct-clock', from: at(30_000), to: at(30_000), by: service })
    await house.snapshot()
    house.close()
    const { floor } = await cluster.hall.add('a')
    await signedIn(floor, 'dealer')
    expect(await problemsIn(cluster)).toEqual([])
  })
})

describe('a node that runs', () => {
  test('does not follow an entry of the house that is far ahead: the house stops, and tables play on', async () => {
    const cluster = clusterAt()
    const a = await cluster.hall.add('a')
    const credential = await signedIn(a.floor, 'dealer')
    await expect.poll(() => a.node.held.length).toBe(3)
    const seq = await writeInHouse(cluster, at(FAR))
    const why = `entry ${seq} of house cannot be followed: it is of ${at(FAR)}, 100 days ahead of the clock of the database`
    await expect.poll(() => a.floor.house.stopped?.message).toBe(why)
    expect(a.floor.alarms.list[0]).toMatchObject({ table: null, alarm: 'house-stopped', why })
    expect(await buyInAt(a, 'etg', credential)).toBe(200)
    expect(Date.parse(a.floor.now())).toBeLessThan(START + DAY)
    expect(await problemsIn(cluster)).toEqual([])
  })

  test('keeps the house stopped though others keep a snapshot of it, and comes back by a correction', async () => {
    const cluster = clusterAt()
    const a = await cluster.hall.add('a')
    await writeInHouse(cluster, at(FAR))
    await expect.poll(() => a.floor.house.stopped).not.toBeNull()
    const other = await openHouse({ journal: nodeView(cluster.store), now: () => at(FAR), role: 'shared' })
    await other.snapshot()
    other.close()
    // The first of two more attempts is over when the second begins.
    const before = cluster.seen.restores
    await expect.poll(() => cluster.seen.restores).toBeGreaterThanOrEqual(before + 2)
    expect(alarmsOf(a)).not.toContain('house-restored')
    await correctClock(cluster, at(FAR), a.floor.now())
    await expect.poll(() => alarmsOf(a)).toContain('house-restored')
    await signedIn(a.floor, 'dealer')
    expect(await problemsIn(cluster)).toEqual([])
  })

  test('stops a table that another node wrote far ahead', async () => {
    const { hall } = clusterAt()
    const nodes = [await hall.add('a'), await hall.add('b')]
    const plan = quietPlans().find(({ id }) => id === 'etg')!
    await expect.poll(() => hall.ownerOf(plan.id)).not.toBeNull()
    const journal = memoryJournal()
    const elsewhere = await openTableStream(plan.id, plan.setup, { journal, now: () => at(FAR) })
    await give(elsewhere, buyIn('ann', 500))
    const [, entry] = await allOf(journal.pages(plan.id, 1, 2))
    const { floor } = nodes.find((node) => node !== hall.ownerOf(plan.id))!
    const { table } = floor.rooms.get(plan.id)!
    table.rest(false)
    table.takeIn([entry!])
    expect(table.stopped?.message).toMatch(
      /^entry 2 of etg cannot be followed: it is of .*, 100 days ahead of the clock/,
    )
    expect(floor.alarms.list[0]).toMatchObject({ table: plan.id, alarm: 'table-stopped' })
    expect(table.durable).toBe(1)
  })

  test.each([FAR, -FAR])('changes nothing when its wall clock is set by %i ms, and raises one alarm', async (off) => {
    const cluster = clusterAt()
    const a = await cluster.hall.add('a')
    await signedIn(a.floor, 'dealer')
    cluster.set.walls.a = off
    await expect.poll(() => alarmsOf(a)).toEqual(['clocks-apart'])
    const before = cluster.seen.readings
    await expect.poll(() => cluster.seen.readings).toBeGreaterThan(before + 10)
    expect(alarmsOf(a)).toEqual(['clocks-apart'])
    expect(a.floor.alarms.list[0]).toMatchObject({ table: null, node: 'a' })
    expect(Math.abs(Date.parse(a.floor.now()) - START)).toBeLessThan(HOUR)
  })

  test('ends sessions by the record when it has slept', async () => {
    const cluster = clusterAt()
    const a = await cluster.hall.add('a')
    const credential = await signedIn(a.floor, 'dealer')
    const whose = () => callerOf(a.floor.house.settled.state, credential, a.floor.presence)
    expect(whose()).not.toBeNull()
    cluster.set.store = 13 * HOUR
    await expect.poll(() => alarmsOf(a)).toContain('clock-set')
    expect(whose()).toBeNull()
    expect(Date.parse(a.floor.now())).toBeGreaterThanOrEqual(Date.parse(after(at(0), 13 * HOUR)))
  })
})
