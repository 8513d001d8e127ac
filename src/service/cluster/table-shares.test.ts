import { expect, test } from 'vitest'
import type { NodeFacts } from '../journal/leases.ts'
import { HeldLeases } from './held-leases.ts'
import { leastLoaded, lighterNode, loadsOf, shareOut } from './table-shares.ts'

const node = (id: string, isDraining = false): NodeFacts => ({
  id,
  address: '',
  link: '',
  version: '',
  startedAt: '',
  isDraining,
  behind: 0,
})
const lease = (stream: string, owner: string, { epoch = 1, leftMs = 100 } = {}) => ({
  stream,
  node: owner,
  epoch,
  leftMs,
  takenAt: 0,
})

test('tables count for nodes that take tables, and only while their lease runs', () => {
  const leases = [lease('t1', 'a'), lease('t2', 'a', { leftMs: 0 }), lease('t3', 'b'), lease('t4', 'gone')]
  expect([...loadsOf([node('a'), node('b', true), node('c')], leases)]).toEqual([
    ['a', 1],
    ['c', 0],
  ])
})

test.each([
  ['no node', {}, null],
  ['the one with fewer', { a: 2, b: 1 }, 'b'],
  ['of two alike the first by its id', { b: 1, a: 1 }, 'a'],
])('least loaded: %s', (_, loads, expected) => {
  expect(leastLoaded(new Map(Object.entries(loads)))).toBe(expected)
})

test('tables are shared out one by one, and the loads that were given stay as they are', () => {
  const loads = new Map([
    ['a', 2],
    ['b', 0],
  ])
  expect([...shareOut(['t1', 't2', 't3', 't4'], loads)]).toEqual([
    ['t1', 'b'],
    ['t2', 'b'],
    ['t3', 'a'],
    ['t4', 'b'],
  ])
  expect(loads.get('b')).toBe(0)
  expect([...shareOut(['t1'], new Map())]).toEqual([['t1', null]])
})

test.each([
  ['one table more is no reason to move', { me: 2, b: 1 }, null],
  ['two tables more are', { me: 3, b: 1 }, 'b'],
  ['the fewest are its own', { me: 0, b: 1 }, null],
])('balance: %s', (_, loads, expected) => {
  expect(lighterNode('me', new Map(Object.entries(loads)))).toBe(expected)
})

test('a lease counts from when it was asked for, is renewed by its epoch, and expires', () => {
  let now = 0
  const held = new HeldLeases(100, () => now)
  expect(held.ageMs).toBeNull()
  const [kept, lost, expired] = [lease('t1', 'me'), lease('t2', 'me'), lease('t3', 'me')]
  for (const one of [kept, lost, expired]) held.hold(one, now)
  now = 50
  const roster = { now: 0, nodes: [], leases: [kept, lease('t2', 'b', { epoch: 2 }), lease('t3', 'me')] }
  expect(held.renew([kept, lost], roster, 40)).toEqual([lost])
  expect(held.ageMs).toBe(50)
  now = 100
  expect(held.expired).toEqual([lost, expired])
  expect(held.drop('t3')).toBe(expired)
  held.drop('t2')
  expect(held.list).toEqual([kept])
  expect(held.ageMs).toBe(60)
})

test('a lease that was taken again meanwhile is neither renewed nor lost by the answer to an older beat', () => {
  const held = new HeldLeases(100, () => 0)
  const [before, now] = [lease('t1', 'me'), lease('t1', 'me', { epoch: 2 })]
  held.hold(now, 0)
  expect(held.renew([before], { now: 0, nodes: [], leases: [] }, 0)).toEqual([])
  expect(held.get('t1')).toBe(now)
})
