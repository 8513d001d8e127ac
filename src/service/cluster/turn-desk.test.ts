import { expect, test, vi } from 'vitest'
import type { SharedWriter } from '../stream/writing-turns.ts'
import { TurnDesk, type TurnMessage } from './turn-desk.ts'

/** Linked nodes, each with a stream that receives entries when the test says so. */

type Sent = { from: string; to: string; message: TurnMessage }

class Writer implements SharedWriter {
  durable = 0
  readonly decided: (() => void)[] = []
  comes = () => new Promise<void>(() => {})
  reached = async (seq: number) => {
    this.durable = seq
  }
  answered = () => new Promise<void>((resolve) => this.decided.push(resolve))
}

function nodesOf(...names: readonly string[]) {
  const sent: Sent[] = []
  const time = { now: 0 }
  const nodes = new Map(
    names.map((me) => {
      const writer = new Writer()
      const desk = new TurnDesk({
        me,
        steady: () => time.now,
        linked: () => names.filter((name) => name !== me),
        tell: (to, message) => sent.push({ from: me, to, message }) > 0,
      })
      return [me, { desk, writer, turns: desk.of('tickets', writer) }] as const
    }),
  )
  /** Delivers all messages, and the messages sent in reply. */
  const deliver = (): void => {
    for (let next = sent.shift(); next; next = sent.shift()) nodes.get(next.to)!.desk.heard(next.from, next.message)
  }
  const node = (name: string) => nodes.get(name)!
  return { node, sent, deliver, time }
}

const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve))

/** Whether a node may write, after its promise had time to resolve. */
async function mayWrite(next: Promise<void> | null): Promise<boolean> {
  let isThere = next === null
  void next?.then(() => {
    isThere = true
  })
  await Promise.resolve()
  return isThere
}

test('nobody waits before there was a conflict, nor a second after it', () => {
  const { node, deliver, time } = nodesOf('a', 'b')
  expect(node('b').turns.next()).toBeNull()
  node('b').turns.metConflict()
  deliver()
  time.now = 999
  expect(node('b').turns.next()).not.toBeNull()
  const quiet = nodesOf('a', 'b')
  quiet.node('b').turns.metConflict()
  quiet.time.now = 1_000
  expect(quiet.node('b').turns.next()).toBeNull()
})

test('a conflict at one node makes the others take turns too, which the first by name gives', async () => {
  const { node, sent, deliver } = nodesOf('a', 'b', 'c')
  node('c').turns.metConflict()
  deliver()
  const b = node('b').turns.next()
  expect(sent).toEqual([{ from: 'b', to: 'a', message: { turn: 'tickets', wants: true } }])
  deliver()
  expect(await mayWrite(b)).toBe(true)
  const c = node('c').turns.next()
  deliver()
  expect(await mayWrite(c)).toBe(false)
})

test('the next node writes when it has the entries of the turn before', async () => {
  const { node, deliver } = nodesOf('a', 'b', 'c')
  node('a').turns.metConflict()
  deliver()
  const [b, c] = [node('b').turns.next(), node('c').turns.next()]
  let come = (): void => {}
  node('c').writer.comes = () =>
    new Promise((resolve) => {
      come = resolve
    })
  deliver()
  expect(await mayWrite(b)).toBe(true)
  await turnOfLoop()
  node('b').writer.durable = 7
  node('b').writer.decided.shift()!()
  await turnOfLoop()
  deliver()
  expect(await mayWrite(c)).toBe(false)
  node('c').writer.durable = 7
  come()
  await turnOfLoop()
  expect(await mayWrite(c)).toBe(true)
})

test('all that waits at a node is decided in one turn, and what comes after it waits for another', async () => {
  const { node, deliver } = nodesOf('a', 'b')
  node('b').turns.metConflict()
  deliver()
  const [first, second] = [node('b').turns.next(), node('b').turns.next()]
  expect(second).toBe(first)
  deliver()
  await first
  expect(node('b').turns.next()).toBeNull()
  await turnOfLoop()
  expect(await mayWrite(node('b').turns.next())).toBe(false)
})

test('the node that gives the turns has its own at once, while nobody else writes', async () => {
  const { node, deliver } = nodesOf('a', 'b')
  node('a').turns.metConflict()
  deliver()
  expect(node('a').turns.next()).toBeNull()
  const b = node('b').turns.next()
  deliver()
  expect(await mayWrite(b)).toBe(false)
})

test('a turn ends with its node', async () => {
  const { node, deliver } = nodesOf('a', 'b', 'c')
  node('a').turns.metConflict()
  deliver()
  const b = node('b').turns.next()
  deliver()
  const c = node('c').turns.next()
  deliver()
  await b
  expect(await mayWrite(c)).toBe(false)
  node('a').desk.left('b')
  deliver()
  expect(await mayWrite(c)).toBe(true)
})

test('a node that is given no turn writes without one, and waits no more until the next conflict', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { node } = nodesOf('a', 'b')
    node('b').turns.metConflict()
    const waiting = node('b').turns.next()
    expect(await mayWrite(waiting)).toBe(false)
    vi.advanceTimersByTime(500)
    expect(await mayWrite(waiting)).toBe(true)
    expect(node('b').turns.next()).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('a turn that comes too late is given back', async () => {
  const { node, sent } = nodesOf('a', 'b')
  node('b').desk.heard('a', { turn: 'tickets', granted: 0, isCrowded: false })
  expect(sent).toEqual([{ from: 'b', to: 'a', message: { turn: 'tickets', done: 0 } }])
})

test('a node whose turn lasts too long does not hold up the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { node, deliver } = nodesOf('a', 'b', 'c')
    node('a').turns.metConflict()
    deliver()
    void node('b').turns.next()
    const c = node('c').turns.next()
    deliver()
    expect(await mayWrite(c)).toBe(false)
    vi.advanceTimersByTime(300)
    deliver()
    expect(await mayWrite(c)).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
