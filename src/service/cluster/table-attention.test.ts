import { afterEach, expect, test } from 'vitest'
import { Hall, type SmallNode, signedIn } from '../../../test/support/cluster.ts'
import type { StaffCaller } from '../../house/caller.ts'
import { callerOf } from '../../house/find-caller.ts'
import { giveCommand } from '../floor/give-command.ts'
import type { Listener } from '../publishing/listeners.ts'
import { TableAttention } from './table-attention.ts'

/** Two nodes, and the tables that each of them follows. */

let hall: Hall
afterEach(async () => {
  await hall?.close()
})

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(setImmediate)
}
const tableAt = ({ floor }: SmallNode, table = 'etg') => floor.rooms.get(table)!.table

async function twoNodes() {
  hall = new Hall()
  const a = await hall.add('a')
  await until(() => hall.ownerOf('etg') !== null)
  const credential = await signedIn(a.floor, 'dealer')
  const b = await hall.add('b')
  await until(() => a.node.held.length === 2 && b.node.held.length === 1 && hall.ownerOf('etg') !== null)
  const [owner, other] = hall.ownerOf('etg') === a ? [a, b] : [b, a]
  const buyIn = (at: SmallNode, id: string) => {
    const dealer = callerOf(at.floor.house.settled.state, credential, at.floor.presence) as StaffCaller
    return giveCommand(at.floor, dealer, 'etg', { do: 'buy-in', player: 'ann', amount: 500, id })
  }
  return { owner, other, buyIn }
}

const display = (): Listener & { heard: string[] } => {
  const heard: string[] = []
  return { audience: 'display', player: null, heard, send: (message) => heard.push(String(message)) }
}

test('a table that nobody watches or asks for at a node is known there by its last number', async () => {
  const { owner, other, buyIn } = await twoNodes()
  await buyIn(owner, '1')
  // The number comes without the entry.
  await until(() => tableAt(other).upToDate() !== null || tableAt(other).durable > 1)
  expect(other.node.behind).toBe(0)
  await tableAt(other).upToDate()
  expect(tableAt(other).durable).toBe(tableAt(owner).durable)
})

test('it is followed while it has a screen there', async () => {
  const { owner, other, buyIn } = await twoNodes()
  const { publisher } = other.floor.rooms.get('etg')!
  const screen = display()
  publisher.add(screen, undefined)
  await buyIn(owner, '1')
  await until(() => tableAt(other).durable === tableAt(owner).durable)
  expect(tableAt(other).durable).toBeGreaterThan(1)
})

test('a command given at another node is answered when the replica there has it', async () => {
  const { owner, other, buyIn } = await twoNodes()
  await buyIn(other, '1')
  expect(tableAt(other).durable).toBe(tableAt(owner).durable)
})

test('a table rests again some time after its last screen has gone and nobody asked for it any more', () => {
  let [now, changes] = [0, 0]
  const [resting, audiences] = [new Map<string, boolean>(), new Map<string, () => void>()]
  const publisher = { size: 0, watchAudience: (changed: () => void) => audiences.set('etg', changed) }
  const table = { rest: (isResting: boolean) => resting.set('etg', isResting) }
  const attention = new TableAttention({ steady: () => now, changed: () => changes++ })
  attention.begin({ rooms: new Map([['etg', { publisher, table }]]) } as never)
  expect(resting.get('etg')).toBe(true)
  publisher.size = 1
  audiences.get('etg')!()
  expect([resting.get('etg'), attention.followed]).toEqual([false, ['etg']])
  now = 60_000
  attention.sweep()
  expect(attention.followed).toEqual(['etg'])
  publisher.size = 0
  audiences.get('etg')!()
  now = 69_999
  attention.sweep()
  expect(attention.followed).toEqual(['etg'])
  now = 70_000
  attention.sweep()
  expect([resting.get('etg'), attention.followed, changes]).toEqual([true, [], 2])
})
