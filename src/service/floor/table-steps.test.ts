import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Hall } from '../../../test/support/cluster.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { testKeyMaterial } from '../../../test/support/secrets.ts'
import { within } from '../../../test/support/service.ts'
import { diskFullFor, HeldJournal, nodeView, now, quietPlans } from '../../../test/support/stream.ts'
import { type CommandName, readCommand } from '../../engine/language.ts'
import { HOUSE } from '../../house/state.ts'
import { allOf } from '../../record/journal-reader.ts'
import type { Append } from '../../record/stored-entry.ts'
import { askHouse } from '../stream/house-stream.ts'
import { StreamElsewhere } from '../stream/stream-stopped.ts'
import type { TableStream } from '../stream/table-stream.ts'
import { takeDemoSeat } from './demo-seat.ts'
import { openFloor } from './open-floor.ts'
import { bodyOf } from './reply.ts'
import { Step } from './table-steps.ts'

/** The service's own steps at a table: each is done, or its failure raises an alarm and it is tried again. */

describe('a step', () => {
  const quickly = 1

  test('that fails raises one alarm, is retried until it is done, and may fail again later', async () => {
    const failures: string[] = []
    let [owed, broken] = [1, 3]
    const attempt = async () => {
      if (broken-- > 0) throw new Error(`broken ${broken}`)
      owed--
    }
    const step = new Step(
      () => (owed > 0 ? attempt : null),
      (why) => failures.push(why),
      quickly,
    )
    step.take()
    await vi.waitUntil(() => owed === 0)
    expect(failures).toEqual(['broken 2'])
    owed = 1
    broken = 1
    step.take()
    await vi.waitUntil(() => owed === 0)
    expect(failures).toEqual(['broken 2', 'broken 0'])
  })

  test('that cannot say whether it is due raises an alarm too', async () => {
    const failures: string[] = []
    const step = new Step(
      () => {
        throw new Error('no key')
      },
      (why) => failures.push(why),
    )
    onTestFinished(() => step.end())
    step.take()
    await vi.waitUntil(() => failures.length > 0)
    expect(failures).toEqual(['no key'])
  })

  test('is taken once at a time; what becomes due meanwhile is done after it', async () => {
    const owed = ['first']
    const log: string[] = []
    let isRunning = false
    const take = async () => {
      expect(isRunning).toBe(false)
      isRunning = true
      await new Promise(setImmediate)
      isRunning = false
      log.push(owed.shift()!)
    }
    const step = new Step(() => (owed.length > 0 ? take : null), expect.unreachable)
    step.take()
    step.take()
    owed.push('second')
    step.take()
    await vi.waitUntil(() => log.length === 2)
    expect(log).toEqual(['first', 'second'])
  })

  test('of a table that moved to another node is left to that node', async () => {
    let attempts = 0
    const take = async () => {
      attempts++
      throw new StreamElsewhere('one')
    }
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    new Step(() => take, expect.unreachable).take()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(attempts).toBe(1)
  })
})

type Order = { do: CommandName; [field: string]: unknown }
const give = async (table: TableStream, ...orders: readonly Order[]) => {
  for (const order of orders) await table.submit(readCommand(order) as never, 'test')
}

const bets: readonly Order[] = [
  { do: 'place-your-bets' },
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
]
const isDraw = ({ body }: Append): boolean => body.includes('"do":"bonus-numbers"')
const brokenFor = (isBroken: (entry: Append) => boolean) => (entries: readonly Append[]) =>
  entries.some(isBroken) ? new Error('the disk is full') : null

async function floorWith(held: HeldJournal) {
  const floor = await openFloor({ journal: held.journal, keyMaterial: testKeyMaterial(), plans: quietPlans(), now })
  onTestFinished(() => floor.close())
  const room = (table: string) => floor.rooms.get(table)!
  const codes = () => floor.alarms.list.map((alarm) => ('step' in alarm ? `${alarm.alarm} ${alarm.step}` : alarm.alarm))
  return { floor, room, codes }
}

const drawIn = ({ settled }: TableStream) => ('draw' in settled.state.round ? settled.state.round.draw : null)

test('a draw that the store did not take raises an alarm, and is made when the table comes back', async () => {
  const held = new HeldJournal(memoryJournal())
  const { room, codes } = await floorWith(held)
  const { table } = room('fast')
  const restored = new Promise<void>((done) => table.watch({ restored: done }))
  held.failing = brokenFor(isDraw)
  await give(table, ...bets)
  await vi.waitUntil(() => codes().length === 2)
  expect(codes()).toEqual(['step-failed draw-bonus-numbers', 'table-stopped'])
  expect(drawIn(table)).toBeNull()
  held.failing = null
  await within(30, 'coming back', restored)
  await vi.waitUntil(() => drawIn(table))
  const bodies = (await allOf(held.journal.pages('fast'))).filter(({ body }) => body.includes('"bonus-numbers-drawn"'))
  expect(bodies).toHaveLength(1)
})

test('the draw waits until no more bets is durable', async () => {
  const held = new HeldJournal(memoryJournal())
  const { room } = await floorWith(held)
  const { table } = room('fast')
  await give(table, ...bets.slice(0, 2))
  held.hold()
  const closing = give(table, ...bets.slice(2))
  await vi.waitUntil(() => held.waiting === 1)
  expect(table.consider(({ state: { round } }) => 'draw' in round && round.draw)).toBeNull()
  await held.release()
  await closing
  await vi.waitUntil(() => drawIn(table))
})

test('a node that takes a table over makes the draw that the one before could not make', async () => {
  const hall = new Hall({
    view: (store, node) => {
      const journal = nodeView(store)
      const append: typeof journal.append = async (entries, fences) => {
        if (node === 'a' && entries.some(isDraw)) throw new Error('the connection broke')
        await journal.append(entries, fences)
      }
      return { ...journal, append }
    },
  })
  onTestFinished(() => hall.close())
  const a = await hall.add('a')
  await vi.waitUntil(() => hall.ownerOf('fast') === a)
  await give(a.floor.rooms.get('fast')!.table, ...bets)
  await vi.waitUntil(() => a.floor.alarms.list.some(({ alarm }) => alarm === 'step-failed'))
  const b = await hall.add('b')
  a.kill()
  await vi.waitUntil(() => drawIn(b.floor.rooms.get('fast')!.table), 20_000)
})

test('terminals that the house could not close after a round are closed when it can', async () => {
  const held = new HeldJournal(memoryJournal())
  const { floor, room, codes } = await floorWith(held)
  const { table } = room('single')
  const { terminal } = bodyOf(await takeDemoSeat(floor, 'single')) as { terminal: string }
  await give(table, { do: 'place-your-bets' })
  const reason = 'cleaning'
  await askHouse(floor.house, { do: 'close-terminal', terminal, reason, finishing: true, by: { console: 'test' } })
  const status = () => floor.house.settled.state.terminals.get(terminal)!.status
  expect(status()).toBe('closing')
  const restored = new Promise<void>((done) => floor.house.watch({ restored: done }))
  held.failing = diskFullFor(HOUSE)
  await give(table, { do: 'no-spin' })
  await vi.waitUntil(() => codes().length > 0)
  expect(codes()).toContain('step-failed close-terminals')
  held.failing = null
  await within(30, 'coming back', restored)
  await vi.waitUntil(() => status() === 'closed')
})

test('notices that the house could not record are given in order when it can', async () => {
  const held = new HeldJournal(memoryJournal())
  const { floor, room, codes } = await floorWith(held)
  const { table } = room('single')
  const { terminal } = bodyOf(await takeDemoSeat(floor, 'single')) as { terminal: string }
  const restored = new Promise<void>((done) => floor.house.watch({ restored: done }))
  held.failing = diskFullFor(HOUSE)
  const limits = (min: number): Order => ({
    do: 'set-limits',
    limits: { default: { min, max: 100_000 } },
    by: { role: 'pit-supervisor' },
  })
  await give(table, limits(600))
  await vi.waitUntil(() => codes().length > 0)
  expect(codes()).toContain('step-failed give-notices')
  await give(table, limits(700))
  held.failing = null
  await within(30, 'coming back', restored)
  const unread = () => floor.house.settled.state.notices.get(terminal)?.unread ?? []
  await vi.waitUntil(() => unread().length === 2)
  expect(unread()).toMatchObject([
    { limits: { to: { default: { min: 600 } } } },
    { limits: { to: { default: { min: 700 } } } },
  ])
})

test('a snapshot that cannot be saved raises an alarm, and the floor closes all the same', async () => {
  const journal = memoryJournal()
  const broken = { ...journal, saveSnapshot: () => Promise.reject(new Error('the disk is full')) }
  const floor = await openFloor({ journal: broken, keyMaterial: testKeyMaterial(), plans: quietPlans(), now })
  await floor.close()
  const of = ({ table, ...alarm }: { table: string | null }) => ({ table, alarm })
  const failed = { alarm: { alarm: 'step-failed', step: 'save-snapshot', why: 'the disk is full' } }
  expect(floor.alarms.list.map(of)).toMatchObject(
    quietPlans()
      .map(({ id }) => ({ table: id, ...failed }))
      .reverse(),
  )
})
