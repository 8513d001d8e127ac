import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { environmentFor } from './environment.ts'
import { NodeRing } from './node-ring.ts'

const [a, b, c] = ['http://a', 'http://b', 'http://c'] as const
const opened: string[] = []

beforeEach(() => {
  opened.length = 0
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor(url: string) {
        opened.push(url)
      }
    },
  )
})
afterEach(() => void vi.unstubAllGlobals())

function atOwner() {
  const nodes = new NodeRing(a)
  nodes.hear([b, c])
  const environment = environmentFor(nodes)
  environment.open('/ws')
  environment.openOwner!('/ws', b)!.adopt()
  return { nodes, environment }
}

test('a connection that broke is opened again at the owner, and elsewhere when that is gone', () => {
  const { nodes, environment } = atOwner()
  environment.open('/ws')
  environment.tryElsewhere!()
  environment.open('/ws')
  expect(opened).toEqual(['ws://a/ws', 'ws://b/ws', 'ws://b/ws', 'ws://a/ws'])
  expect(nodes.current).toBe(a)
})

test('an owner that is used already is not opened a second time', () => {
  const { environment } = atOwner()
  expect(environment.openOwner!('/ws', b)).toBeNull()
  expect(environment.openOwner!('/ws', c)).not.toBeNull()
})

test('an owner that was never used changes nothing', () => {
  const environment = environmentFor(new NodeRing(a))
  environment.open('/ws')
  environment.openOwner!('/ws', b)
  environment.open('/ws')
  expect(opened).toEqual(['ws://a/ws', 'ws://b/ws', 'ws://a/ws'])
})
