import { afterEach, expect, test } from 'vitest'
import { Hall, type SmallNode } from '../../../test/support/cluster.ts'
import { HOUSE } from '../../house/state.ts'
import { VERSION } from '../../record/versions.ts'
import { openFloor } from '../floor/open-floor.ts'
import type { Lease, NodeFacts } from '../journal/leases.ts'

/** A node beside one of a newer version, which writes a format that this one does not know. */

const NEWER = VERSION + 1
const newerEntry = JSON.stringify({ v: NEWER, what: 'nobody knows yet' })
const facts: NodeFacts = {
  id: 'newer',
  address: 'http://newer',
  link: 'link:newer',
  version: `9.0.0+record.${NEWER}`,
  startedAt: 'now',
  isDraining: false,
  behind: 0,
}

let closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  closing = []
})

/**
 * A node of a newer version as seen from the store: it sends beats, holds tables and appends entries of its own format.
 */
class NewerNode {
  readonly #hall: Hall
  readonly held = new Map<string, Lease>()
  #beating: NodeJS.Timeout | undefined

  constructor(hall: Hall) {
    this.#hall = hall
  }

  get #leases() {
    return this.#hall.store.leases!
  }

  async begin(): Promise<void> {
    const beat = () => this.#leases.beat(facts, [...this.held.values()])
    await beat()
    this.#beating = setInterval(() => void beat(), 50)
  }

  async take(table: string): Promise<void> {
    const taken = async () => {
      const lease = await this.#leases.take(table, facts.id)
      if (lease) this.held.set(table, lease)
      return lease
    }
    await expect.poll(taken).not.toBeNull()
  }

  async append(stream: string): Promise<{ seq: number; body: string }> {
    const { seq: before } = await this.#hall.store.last(stream)
    const entry = { stream, seq: before + 1, body: newerEntry }
    const lease = this.held.get(stream)
    await this.#hall.store.append([entry], lease ? [lease] : [])
    // The store announces it to every node.
    for (const { desk } of this.#hall.nodes.values()) desk.heardOf(stream, entry.seq)
    return entry
  }

  end(): void {
    clearInterval(this.#beating)
  }
}

/** A cluster of one node of this version and a newer one that has every table. */
async function beside() {
  const hall = new Hall()
  const first = await hall.add('first')
  const tables = [...first.floor.rooms.keys()].sort()
  await expect.poll(() => first.node.held.length).toBe(tables.length)
  await first.node.stop()
  first.desk.end()
  hall.nodes.delete('first')
  const newer = new NewerNode(hall)
  await newer.begin()
  for (const table of tables) await newer.take(table)
  const older = await hall.add('older')
  closing.push(async () => {
    newer.end()
    await hall.close()
  })
  return { hall, newer, older, tables }
}

const stoppedAt = ({ floor }: SmallNode, table: string) => floor.rooms.get(table)!.table.stopped?.message
const format = (seq: number, stream: string) =>
  `entry ${seq} of ${stream}: it is of format ${NEWER}; this version of Croupier knows ${VERSION}`

test('an entry that a newer version wrote holds that table here, in one line; the newer node goes on with it', async () => {
  const { hall, newer, older, tables } = await beside()
  const { seq } = await newer.append('single')
  // A client of this node looks at that table.
  older.floor.rooms.get('single')!.table.rest(false)
  await expect.poll(() => stoppedAt(older, 'single')).toBe(format(seq, 'single'))
  expect(older.floor.alarms.list.filter(({ table }) => table === 'single')).toMatchObject([
    { alarm: 'table-stopped', why: format(seq, 'single') },
  ])
  await newer.append('single')
  // The newer node falls silent. Tables that can be read here are taken over, the others are left as they are.
  newer.end()
  const others = tables.filter((table) => table !== 'single')
  await expect.poll(() => older.node.held.map(({ stream }) => stream).sort()).toEqual(others)
  for (let nth = 0; nth < 5; nth++) await older.node.resume()
  const leaseOf = async () => (await hall.store.leases!.roster()).leases.find(({ stream }) => stream === 'single')
  expect(await leaseOf()).toMatchObject({ node: 'newer', epoch: newer.held.get('single')!.epoch })
  expect(await hall.store.last('single')).toMatchObject({ seq: seq + 1 })
  // The newer node comes back and continues with its tables, to which no entry was added meanwhile.
  await newer.begin()
  expect(await newer.append('single')).toMatchObject({ seq: seq + 2 })
})

test('a table at which nobody looked is read before its lease is taken: one of a newer version is left as it is', async () => {
  const { hall, newer, older, tables } = await beside()
  const { seq } = await newer.append('single')
  expect(stoppedAt(older, 'single')).toBeUndefined()
  newer.end()
  const others = tables.filter((table) => table !== 'single')
  await expect.poll(() => older.node.held.map(({ stream }) => stream).sort()).toEqual(others)
  await expect.poll(() => stoppedAt(older, 'single')).toBe(format(seq, 'single'))
  const leaseOf = async () => (await hall.store.leases!.roster()).leases.find(({ stream }) => stream === 'single')
  expect(await leaseOf()).toMatchObject({ node: 'newer', epoch: newer.held.get('single')!.epoch })
})

test('told by the other node itself, it is held in the same way', async () => {
  const { hall, older } = await beside()
  const { seq } = await hall.store.last('etg')
  const next = seq + 1
  const { table } = older.floor.rooms.get('etg')!
  table.rest(false)
  table.takeIn([{ seq: next, body: newerEntry }])
  expect(stoppedAt(older, 'etg')).toBe(format(next, 'etg'))
})

test('where the record of the house is newer, a node gives up every table: who may do what is not known to it', async () => {
  const { newer, older, tables } = await beside()
  newer.end()
  await expect.poll(() => older.node.held.length).toBe(tables.length)
  const { seq } = await newer.append(HOUSE)
  await expect.poll(() => older.floor.house.stopped?.message).toBe(format(seq, HOUSE))
  await expect.poll(() => older.node.held).toEqual([])
  for (let nth = 0; nth < 5; nth++) await older.node.resume()
  expect(older.node.held).toEqual([])
  for (const table of tables) expect(older.floor.rooms.get(table)!.table.role).toBe('follower')
})

test('it does not start on such a record, and says which entry it is', async () => {
  const { hall, newer, older } = await beside()
  const { seq } = await newer.append('fast')
  const { keyMaterial } = older.floor
  const plans = [...older.floor.rooms.values()].map(({ plan }) => plan)
  await expect(openFloor({ journal: hall.store, keyMaterial, plans })).rejects.toThrow(format(seq, 'fast'))
})
