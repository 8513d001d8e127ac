import { afterEach, describe, expect, test, vi } from 'vitest'
import { Hall, type SmallNode, signedIn, terminalAt } from '../../../test/support/cluster.ts'
import { cents } from '../../../test/support/service.ts'
import { cashOf } from '../../engine/ledger.ts'
import type { StaffCaller } from '../../house/caller.ts'
import { callerOf } from '../../house/find-caller.ts'
import { giveCommand } from '../floor/give-command.ts'
import { bodyOf } from '../floor/reply.ts'
import { issueTicket, redeemTicket } from '../floor/ticket-desk.ts'
import { openHttp } from '../http/http.ts'
import { defaultHttpOptions } from '../http/http-options.ts'

/** Nodes that all reach the store, but not each other. */

let hall: Hall
let cuts: Set<string>
afterEach(() => hall.close())

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(setImmediate)
}

/** Ends the link between two nodes. Neither reaches the other until it is restored. */
function cut(one: SmallNode, other: SmallNode): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    cuts.add(`${from.id} ${to.id}`)
    from.desk.links.get(to.id)?.close()
  }
}

async function nodes(...names: readonly string[]) {
  cuts = new Set()
  hall = new Hall({ reaches: (from, to) => !cuts.has(`${from} ${to}`) })
  const all: SmallNode[] = []
  for (const name of names) all.push(await hall.add(name))
  await until(() => all.every(({ desk }) => desk.links.all.length === names.length - 1))
  await until(
    () => all.every(({ node }) => node.held.length > 0) && ['etg', 'single', 'fast'].every((one) => hall.ownerOf(one)),
  )
  const credential = await signedIn(all[0]!.floor, 'dealer')
  await until(() => all.every(({ floor }) => floor.house.durable === all[0]!.floor.house.durable))
  const asDealer = ({ floor }: SmallNode) =>
    callerOf(floor.house.settled.state, credential, floor.presence) as StaffCaller
  const give = (at: SmallNode, table: string, command: object) => giveCommand(at.floor, asDealer(at), table, command)
  return { all, give, asDealer }
}

/** The alarms that the node raised itself. Those of other nodes arrive when there is a link. */
const alarmsOf = ({ id, floor }: SmallNode) =>
  floor.alarms.list
    .filter((one) => (one.alarm === 'link-lost' || one.alarm === 'link-found') && one.node === id)
    .map(({ at: _, ...alarm }) => alarm)

const readiness = async ({ floor }: SmallNode) => {
  const app = await openHttp(floor, defaultHttpOptions)
  const { statusCode, body } = await app.inject('/readyz')
  await app.close()
  return { status: statusCode, body: JSON.parse(body) }
}

/** The owner of a table, and a node that does not own it. */
function ownerAndOther(all: readonly SmallNode[]) {
  const owner = hall.ownerOf('etg')!
  const [other, ...rest] = all.filter((one) => one !== owner)
  return { owner, other: other!, third: rest[0] }
}

describe('without a link between two of three nodes', () => {
  test('a request for the owner goes through the third node, and is answered once its entry has arrived', async () => {
    const { all, give } = await nodes('a', 'b', 'c')
    const { owner, other, third } = ownerAndOther(all)
    cut(owner, other)
    const before = third!.desk.forwarded
    expect(await give(other, 'etg', { do: 'buy-in', player: 'ann', amount: 5_000, id: '1' })).toHaveProperty('done')
    expect(cashOf(other.floor.rooms.get('etg')!.table.settled.state.ledger, 'ann')).toBe(5_000)
    expect(await give(other, 'etg', { do: 'buy-in', player: 'ann', amount: 5_000, id: '1' })).toHaveProperty('done')
    expect(cashOf(other.floor.rooms.get('etg')!.table.settled.state.ledger, 'ann')).toBe(5_000)
    expect(third!.desk.forwarded).toBe(before)
  })

  test('screens at that node are not told that its tables are moving', async () => {
    const { all } = await nodes('a', 'b', 'c')
    const { owner, other } = ownerAndOther(all)
    const heard: object[] = []
    const send = (text: string | Buffer) => void heard.push(JSON.parse(String(text)) as object)
    other.floor.rooms.get('etg')!.publisher.add({ audience: 'display', player: null, send }, undefined)
    cut(owner, other)
    // Waits for longer than clients would have been left without notice.
    await until(() => other.desk.links.lost.includes(owner.id))
    expect(heard.filter((message) => 'moving' in message)).toEqual([])
    expect(heard.length).toBeGreaterThan(0)
  })

  test('so do tickets, and the node stays ready, also when the link counts as lost', async () => {
    const { all, give } = await nodes('a', 'b', 'c')
    const { owner, other } = ownerAndOther(all)
    const terminal = await terminalAt(other.floor, 'etg')
    cut(owner, other)
    await until(() => other.desk.links.lost.includes(owner.id) && owner.desk.links.lost.includes(other.id))
    await give(other, 'etg', { do: 'buy-in', player: terminal.player, amount: 9_000, id: 'b' })
    const issued = await issueTicket(other.floor, terminal, cents(9_000), 'out')
    const { number } = (bodyOf(issued) as { ticket: { number: string } }).ticket
    expect(await redeemTicket(other.floor, terminal, { number }, 'in')).toHaveProperty('done')
    expect(await readiness(other)).toMatchObject({ status: 200, body: { ready: true } })
  })

  test('a third node that does not reach the owner either is not asked', async () => {
    const { all } = await nodes('a', 'b', 'c')
    const { owner, other, third } = ownerAndOther(all)
    cut(owner, other)
    cut(owner, third!)
    await until(() => other.desk.unreached.length > 0 && third!.desk.unreached.length > 0)
    expect(other.desk.links.relayTo(owner.id)).toBeUndefined()
  })
})

test('a node that has all tables gives one to a node that it reaches, though another has as few', async () => {
  cuts = new Set(['a b', 'b a'])
  hall = new Hall({ reaches: (from, to) => !cuts.has(`${from} ${to}`) })
  const b = await hall.add('b')
  await hall.add('a')
  expect(b.node.held).toHaveLength(3)
  const c = await hall.add('c')
  await until(() => c.node.held.length === 1)
})

describe('without a link between two nodes', () => {
  test('both raise an alarm, are not ready, and say at once which node has the table; the link comes back by itself', async () => {
    const { all, give } = await nodes('a', 'b')
    const { owner, other } = ownerAndOther(all)
    expect(await readiness(other)).toMatchObject({ status: 200 })
    cut(owner, other)
    const lost = (node: SmallNode, peer: SmallNode) => ({
      table: null,
      alarm: 'link-lost',
      node: node.id,
      peer: peer.id,
    })
    await until(() => [owner, other].every((one) => alarmsOf(one).length === 1))
    expect(alarmsOf(owner)).toEqual([lost(owner, other)])
    expect(alarmsOf(other)).toEqual([lost(other, owner)])
    const unreached = hall.ownerOf('single') === owner ? ['etg', 'single'] : ['etg']
    const found = await readiness(other)
    expect(found).toMatchObject({ status: 503, body: { ready: false, stopped: [] } })
    expect(found.body.unreached.map(({ table }: { table: string }) => table)).toEqual(expect.arrayContaining(unreached))
    expect(found.body.unreached[0]).toEqual({ table: expect.any(String), node: owner.id })
    expect(bodyOf(await give(other, 'etg', { do: 'buy-in', player: 'ann', amount: 100, id: '1' }))).toEqual({
      problem: `table etg is at node ${owner.id}, which cannot be reached from this node; try another`,
      moving: true,
    })
    cuts.clear()
    await until(() => [owner, other].every((one) => alarmsOf(one).length === 2))
    expect(alarmsOf(other)[0]).toEqual({ ...lost(other, owner), alarm: 'link-found' })
    expect(await readiness(other)).toMatchObject({ status: 200 })
    expect(await give(other, 'etg', { do: 'buy-in', player: 'ann', amount: 100, id: '1' })).toHaveProperty('done')
  })

  test('where only one gets through to the other, it calls in the end', async () => {
    const { all } = await nodes('a', 'b')
    const [a, b] = all as [SmallNode, SmallNode]
    cut(a, b)
    await until(() => a.desk.links.lost.length === 1 && b.desk.links.lost.length === 1)
    // The node that was started later calls first. Now only the earlier one gets through.
    cuts.delete('a b')
    await until(() => a.desk.links.all.length === 1 && b.desk.links.all.length === 1)
    await until(() => a.desk.links.lost.length === 0 && b.desk.links.lost.length === 0)
    expect(alarmsOf(b)[0]).toMatchObject({ alarm: 'link-found', node: 'b', peer: 'a' })
  })

  test('each tells the store which node it misses, and its metrics say so', async () => {
    const { all } = await nodes('a', 'b')
    const { owner, other } = ownerAndOther(all)
    const unlinked = async () => (await hall.store.leases!.roster()).nodes.map((node) => [node.id, node.unlinked])
    expect(await unlinked()).toEqual([
      ['a', []],
      ['b', []],
    ])
    cut(owner, other)
    await expect.poll(unlinked).toEqual([
      ['a', ['b']],
      ['b', ['a']],
    ])
    expect(owner.desk.links.states).toEqual([{ node: other.id, isUp: false }])
  })

  test('a node that ends leaves no timer that would keep its process running', async () => {
    const { all } = await nodes('a', 'b')
    const { other } = ownerAndOther(all)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    other.desk.end()
    const timers = vi.getTimerCount()
    vi.useRealTimers()
    expect(timers).toBe(0)
  })

  test('a node that dies meanwhile is missed no more', async () => {
    const { all } = await nodes('a', 'b')
    const { owner, other } = ownerAndOther(all)
    cut(owner, other)
    await until(() => other.desk.unreached.length > 0)
    owner.kill()
    await until(() => hall.ownerOf('etg') === other)
    await until(() => other.desk.links.lost.length === 0)
    expect(await readiness(other)).toMatchObject({ status: 200 })
  })
})
