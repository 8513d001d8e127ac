import { expect, test } from 'vitest'
import { NodeRing } from './node-ring.ts'

/** The addresses that a client tries, one after the other, when none answers. */
function roundOf(ring: NodeRing): string[] {
  return Array.from({ length: ring.size }, () => {
    const { current } = ring
    ring.leave(current)
    return current
  })
}

test('the nodes that a house names are tried in turn, the newest word first', () => {
  const ring = new NodeRing('a')
  ring.hear(['b', 'c'])
  expect(roundOf(ring)).toEqual(['a', 'b', 'c'])
  ring.hear(['d', 'c'])
  expect(roundOf(ring)).toEqual(['a', 'd', 'c', 'b'])
})

test('a node that knows of no other for a moment makes nobody forget them', () => {
  const ring = new NodeRing('a')
  ring.hear(['b', 'c'])
  ring.hear([])
  expect(roundOf(ring)).toEqual(['a', 'b', 'c'])
})

test('a limited number of addresses is kept, with the one in use among them', () => {
  const ring = new NodeRing('first')
  ring.hear(['used'])
  ring.leave('first')
  for (let nth = 0; nth < 100; nth++) ring.hear([`node-${nth}`])
  expect([ring.current, ring.size]).toEqual(['used', 16])
  expect(roundOf(ring)).toContain('node-99')
})

test('when several requests find no answer, only the first moves to the next address', () => {
  const ring = new NodeRing('a')
  ring.hear(['b', 'c'])
  ring.leave('a')
  ring.leave('a')
  expect(ring.current).toBe('b')
})
