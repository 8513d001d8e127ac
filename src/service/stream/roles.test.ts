import { describe, expect, test } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { MemoryLeases } from '../../../test/support/memory-leases.ts'
import { type Line, type Move, type Moved, type Purse, purses, type Said } from '../../../test/support/purses.ts'
import { turns } from '../../../test/support/service.ts'
import { HeldJournal, nodeView } from '../../../test/support/stream.ts'
import { allOf } from '../../record/journal-reader.ts'
import { type Journal, JournalConflict, LeaseLost, StoreFault } from '../journal/journal.ts'
import { Stream, StreamElsewhere, StreamStopped } from './stream.ts'
import type { StreamRole } from './stream-options.ts'
import type { TableStream } from './table-stream.ts'
import { catchUpWith } from './table-stream.ts'

/** Streams of two nodes over one journal: who writes, who follows, and what is decided again. */

type PurseStream = Stream<Purse, Move, Moved, Said, Line>

const now = () => '2026-03-01T04:00:00.000Z'
const open = (journal: Journal, role: Exclude<StreamRole, 'owner'>, id = 'purse'): Promise<PurseStream> =>
  Stream.open(id, purses(), { journal, now, role, reviveAfterMs: 1 })

function store() {
  const clock = { now: 0 }
  const leases = new MemoryLeases(() => clock.now)
  return { clock, leases, journal: memoryJournal(leases) }
}

const moves = async (journal: Journal, id = 'purse'): Promise<number[]> =>
  (await allOf(journal.pages(id))).map(({ body }) => (JSON.parse(body) as Line).move.add)

async function owned(stream: PurseStream, leases: MemoryLeases, node: string): Promise<void> {
  await stream.own((await leases.take(stream.id, node))!)
}

describe('a follower that rests', () => {
  async function resting() {
    const { leases, journal } = store()
    const [one, two] = [await open(nodeView(journal), 'follower'), await open(nodeView(journal), 'follower')]
    await owned(one, leases, 'a')
    one.watch({ landed: (entries) => two.takeIn(entries.map(({ seq, body }) => ({ seq, body }))) })
    two.rest(true)
    return { one, two, leases, journal }
  }

  test('keeps how far the stream has come, and reads the entries when somebody asks', async () => {
    const { one, two } = await resting()
    expect(two.upToDate()).toBeNull()
    await one.submit({ add: 5 }, 'x')
    expect([two.durable, two.behind]).toEqual([0, 0])
    await two.upToDate()
    expect([two.settled.balance, two.durable, two.upToDate()]).toEqual([5, 1, null])
  })

  test('reads what it left out when it follows again, or is asked for an entry', async () => {
    const { one, two } = await resting()
    await one.submit({ add: 5 }, 'x')
    await two.reached(1)
    expect(two.settled.balance).toBe(5)
    await one.submit({ add: 1 }, 'x')
    two.rest(false)
    await two.reached(2)
    await one.submit({ add: 1 }, 'x')
    expect(two.settled.balance).toBe(7)
  })

  test('takes the stream over with all that was written meanwhile', async () => {
    const { one, two, leases } = await resting()
    await one.submit({ add: 5 }, 'x')
    await one.handOver()
    await leases.release({ stream: 'purse', node: 'a', epoch: 1 })
    await owned(two, leases, 'b')
    expect(await two.submit({ add: -5 }, 'x')).toEqual({ balance: 0 })
  })

  test('begins from a newer snapshot where that spares it many entries, and reads only those after it', async () => {
    const { one, two } = await resting()
    await Promise.all(Array.from({ length: 1_200 }, () => one.submit({ add: 1 }, 'x')))
    await one.snapshot()
    await one.submit({ add: 7 }, 'x')
    const [heard, leaps]: [number[], number[]] = [[], []]
    two.watch({ recorded: (_, seq) => heard.push(seq), leapt: () => leaps.push(two.durable) })
    await two.upToDate()
    expect([two.settled.balance, leaps, heard]).toEqual([1_207, [1_200], [1_201]])
  })

  test('reads every entry where the snapshot does not fit', async () => {
    const { one, two, journal } = await resting()
    await Promise.all(Array.from({ length: 1_200 }, () => one.submit({ add: 1 }, 'x')))
    await journal.saveSnapshot('purse', { seq: 1_200, body: '{"memory":{"balance":1,"entries":1},"hash":"x"}' })
    const heard: number[] = []
    two.watch({ recorded: (_, seq) => heard.push(seq) })
    await two.upToDate()
    expect([two.settled.balance, heard.length]).toEqual([1_200, 1_200])
  })
})

describe('an owner', () => {
  test('decides, and a follower has the same memory from what it wrote', async () => {
    const { leases, journal } = store()
    const [one, two] = [await open(nodeView(journal), 'follower'), await open(nodeView(journal), 'follower')]
    await owned(one, leases, 'a')
    one.watch({ landed: (entries) => two.takeIn(entries.map(({ seq, body }) => ({ seq, body }))) })
    const heard: [number, number][] = []
    two.watch({ recorded: (events, seq) => heard.push([events[0]!.moved, seq]) })
    expect(await one.submit({ add: 5 }, 'x')).toEqual({ balance: 5 })
    expect(await one.submit({ add: -2 }, 'x')).toEqual({ balance: 3 })
    expect([two.settled.balance, two.durable, heard]).toEqual([
      3,
      2,
      [
        [5, 1],
        [-2, 2],
      ],
    ])
  })

  test('that lost a write conflict to another owner writes nothing, reports it once, and follows', async () => {
    const { clock, leases, journal } = store()
    const [one, two] = [await open(nodeView(journal), 'follower'), await open(nodeView(journal), 'follower')]
    await owned(one, leases, 'a')
    await one.submit({ add: 5 }, 'x')
    clock.now += 10_000
    await owned(two, leases, 'b')
    expect(two.settled.balance).toBe(5)
    await two.submit({ add: 1 }, 'x')
    const left: string[] = []
    one.watch({ left: (how) => left.push(how) })
    const late = [one.submit({ add: 100 }, 'x'), one.submit({ add: 200 }, 'x')]
    for (const { reason } of (await Promise.allSettled(late)) as PromiseRejectedResult[])
      expect(reason).toBeInstanceOf(StreamElsewhere)
    await one.reached(2)
    expect([one.role, one.settled.balance, left]).toEqual(['follower', 6, ['fenced']])
    expect(await moves(journal)).toEqual([5, 1])
  })

  test('hands over when all that it decided is on disk, and takes nothing more', async () => {
    const { leases, journal } = store()
    const held = new HeldJournal(nodeView(journal))
    const one = await open(held.journal, 'follower')
    await owned(one, leases, 'a')
    held.hold()
    const before = one.submit({ add: 5 }, 'x')
    const leaving = one.handOver()
    await expect(one.submit({ add: 7 }, 'x')).rejects.toBeInstanceOf(StreamElsewhere)
    await turns()
    await held.release()
    expect(await before).toEqual({ balance: 5 })
    await leaving
    expect([one.role, one.epoch, await moves(journal)]).toEqual(['follower', null, [5]])
  })

  test('whose lease ends while the store is silent tells nobody that it was written, unless it was', async () => {
    const { leases, journal } = store()
    const held = new HeldJournal(nodeView(journal))
    const one = await open(held.journal, 'follower')
    await owned(one, leases, 'a')
    held.hold()
    const first = one.submit({ add: 5 }, 'x')
    await turns()
    const second = one.submit({ add: 6 }, 'x')
    second.catch(() => {})
    await turns()
    one.letGo()
    await held.pass(1)
    held.failing = () => new StoreFault('gone', true)
    await held.release()
    expect(await first).toEqual({ balance: 5 })
    // The outcome is unknown, so the caller must not simply retry.
    await expect(second).rejects.not.toBeInstanceOf(StreamElsewhere)
    expect(await moves(journal)).toEqual([5])
  })

  test('an id given to the owner before is the same answer at the next one', async () => {
    const { clock, leases, journal } = store()
    const [one, two] = [await open(nodeView(journal), 'follower'), await open(nodeView(journal), 'follower')]
    await owned(one, leases, 'a')
    expect(await one.submit({ add: 5, id: 'k' }, 'x')).toEqual({ balance: 5 })
    await one.submit({ add: 1 }, 'x')
    clock.now += 10_000
    await owned(two, leases, 'b')
    expect(await two.submit({ add: 5, id: 'k' }, 'x')).toEqual({ balance: 5 })
    expect(await two.submit({ add: 6, id: 'k' }, 'x')).toEqual({ refused: 'id-taken' })
    expect(await moves(journal)).toEqual([5, 1])
  })
})

describe('a follower', () => {
  test('fills what it missed from the journal, and nothing is taken twice', async () => {
    const { leases, journal } = store()
    const [one, two] = [await open(nodeView(journal), 'follower'), await open(nodeView(journal), 'follower')]
    await owned(one, leases, 'a')
    const told: { seq: number; body: string }[] = []
    one.watch({ landed: (entries) => told.push(...entries) })
    for (const add of [1, 2, 3, 4]) await one.submit({ add }, 'x')
    two.takeIn([told[3]!])
    await two.reached(4)
    two.takeIn(told)
    two.takeIn([told[1]!])
    expect([two.settled.balance, two.settled.entries, two.durable]).toEqual([10, 4, 4])
  })

  test('reads on for somebody who says to have heard of more, and does not take their word for it', async () => {
    const { leases, journal } = store()
    const [one, two] = [await open(nodeView(journal), 'follower'), await open(nodeView(journal), 'follower')]
    await owned(one, leases, 'a')
    await one.submit({ add: 1 }, 'x')
    expect(two.durable).toBe(0)
    await catchUpWith(two as unknown as TableStream, 1_000_000)
    expect([two.durable, two.behind]).toEqual([1, 0])
  })

  test('decides nothing', async () => {
    const one = await open(nodeView(store().journal), 'follower')
    await expect(one.submit({ add: 1 }, 'x')).rejects.toBeInstanceOf(StreamElsewhere)
    await expect(one.foresee({ add: 1 }, () => 0)).rejects.toBeInstanceOf(StreamElsewhere)
  })
})

describe('a stream that every node may write', () => {
  test('is decided again where another was quicker: a balance spent from two places is spent once', async () => {
    const { journal } = store()
    const [one, two] = [await open(nodeView(journal), 'shared'), await open(nodeView(journal), 'shared')]
    await one.submit({ add: 10 }, 'x')
    await two.readOn()
    const spent = await Promise.all([one.submit({ add: -10 }, 'x'), two.submit({ add: -10 }, 'y')])
    expect(spent).toEqual([{ balance: 0 }, { refused: 'too-little' }])
    expect(await moves(journal)).toEqual([10, -10])
  })

  test('the same id at two places is one entry and one answer', async () => {
    const { journal } = store()
    const [one, two] = [await open(nodeView(journal), 'shared'), await open(nodeView(journal), 'shared')]
    const both = await Promise.all([one.submit({ add: 3, id: 'k' }, 'x'), two.submit({ add: 3, id: 'k' }, 'x')])
    expect(both).toEqual([{ balance: 3 }, { balance: 3 }])
    expect(await moves(journal)).toEqual([3])
  })

  test('many at once from three places: each once, in order for each asker', async () => {
    const { journal } = store()
    const places = await Promise.all([0, 1, 2].map(() => open(nodeView(journal), 'shared')))
    const all = Array.from({ length: 60 }, (_, nth) => places[nth % 3]!.submit({ add: nth + 1 }, `${nth % 3}`))
    await Promise.all(all)
    const written = await moves(journal)
    expect([...written].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, nth) => nth + 1))
    for (const place of [0, 1, 2]) {
      const own = written.filter((add) => (add - 1) % 3 === place)
      expect(own).toEqual([...own].sort((a, b) => a - b))
    }
  })

  test('a refusal goes by the newest, also where nobody told of it', async () => {
    const { journal } = store()
    const [one, two] = [await open(nodeView(journal), 'shared'), await open(nodeView(journal), 'shared')]
    await one.submit({ add: 10 }, 'x')
    expect(await two.submit({ add: -10 }, 'y')).toEqual({ balance: 0 })
  })

  test('a snapshot that was begun before a write conflict holds what the journal holds', async () => {
    const { journal } = store()
    const held = new HeldJournal(nodeView(journal))
    const [one, two] = [await open(held.journal, 'shared'), await open(nodeView(journal), 'shared')]
    held.hold()
    const late = one.submit({ add: 5 }, 'x')
    const saved = one.snapshot()
    await turns()
    await two.submit({ add: 100 }, 'y')
    await held.release()
    await Promise.all([late, saved])
    expect((await open(nodeView(journal), 'shared')).settled.balance).toBe(105)
  })

  test('catches up with what others wrote after an entry of its own whose answer is late', async () => {
    const { journal } = store()
    const answered = Promise.withResolvers<void>()
    const view = nodeView(journal)
    const late: Journal = {
      ...view,
      async append(entries, fences) {
        await view.append(entries, fences)
        if (entries.length > 0) await answered.promise
      },
    }
    const [one, two] = [await open(late, 'shared'), await open(nodeView(journal), 'shared')]
    const own = one.submit({ add: 5 }, 'x')
    await turns()
    await two.catchUp()
    await two.submit({ add: 7 }, 'y')
    const caughtUp = one.catchUp()
    await turns()
    answered.resolve()
    await caughtUp
    expect([one.durable, one.settled.balance, await own]).toEqual([2, 12, { balance: 5 }])
  })

  test('while it is stopped nobody waits for it to catch up: they hear that it is stopped', async () => {
    const { journal } = store()
    const held = new HeldJournal(nodeView(journal))
    const one = await Stream.open('purse', purses(), { journal: held.journal, now, role: 'shared', reviveAfterMs: 1e6 })
    held.failing = () => new StoreFault('the line is gone', false)
    await expect(one.submit({ add: 10 }, 'x')).rejects.toThrow(StreamStopped)
    await expect(one.catchUp()).rejects.toThrow(StreamStopped)
    await expect(one.reached(7)).rejects.toThrow(StreamStopped)
  })
})

describe('two streams in one transaction', () => {
  async function pair() {
    const { leases, journal } = store()
    const held = new HeldJournal(nodeView(journal))
    const table = await open(held.journal, 'follower', 'table')
    const [house, other] = [
      await open(held.journal, 'shared', 'house'),
      await open(nodeView(journal), 'shared', 'house'),
    ]
    await owned(table, leases, 'a')
    return { journal, held, table, house, other, leases }
  }

  test('a conflict of the shared one is decided again, and what came after it at the table too', async () => {
    const { journal, held, table, house, other } = await pair()
    held.hold()
    const together = table.submitWith({ add: 5 }, house, { add: 1, id: 't' }, 'x')
    await turns()
    const after = table.submit({ add: 2 }, 'x')
    await turns()
    await other.submit({ add: 100 }, 'y')
    await held.release()
    expect(await together).toEqual({ answer: { balance: 7 }, otherAnswer: { balance: 101 } })
    expect(await after).toEqual({ balance: 2 })
    expect([await moves(journal, 'table'), await moves(journal, 'house')]).toEqual([
      [2, 5],
      [100, 1],
    ])
    expect([table.stopped, table.role, house.stopped]).toEqual([null, 'owner', null])
  })

  test('a joint command that the other stream refuses leaves the table as it was', async () => {
    const { journal, table, house, other } = await pair()
    await other.submit({ add: 10 }, 'y')
    await house.readOn()
    const [mine, theirs] = await Promise.all([
      table.submitWith({ add: 5 }, house, { add: -10, id: 't' }, 'x'),
      other.submit({ add: -10, id: 't' }, 'y'),
    ])
    const won = 'answer' in mine
    expect(won ? theirs : mine).toMatchObject(
      won ? { refused: 'too-little' } : { otherRefused: { refused: 'too-little' } },
    )
    expect(await moves(journal, 'table')).toEqual(won ? [5] : [])
    expect(await table.submit({ add: 1 }, 'x')).toEqual({ balance: won ? 6 : 1 })
  })

  test('a lease that is lost takes the pair with it, and the shared one goes on', async () => {
    const { journal, table, house, leases } = await pair()
    await leases.release({ stream: 'table', node: 'a', epoch: table.epoch! })
    await leases.take('table', 'b')
    const waiting = house.submit({ add: 4 }, 'z')
    await expect(table.submitWith({ add: 5 }, house, { add: 1, id: 't' }, 'x')).rejects.toBeInstanceOf(StreamElsewhere)
    expect(await waiting).toEqual({ balance: 4 })
    expect([await moves(journal, 'table'), await moves(journal, 'house')]).toEqual([[], [4]])
    expect([table.role, house.stopped]).toEqual(['follower', null])
  })

  test('a house that always writes first ends in a fault that writes nothing, and the table plays on', async () => {
    const { journal, held, table, house } = await pair()
    held.failing = (entries) => (entries.some(({ stream }) => stream === 'house') ? new JournalConflict('house') : null)
    const together = table.submitWith({ add: 5 }, house, { add: 1, id: 't' }, 'x')
    together.catch(() => {})
    await turns()
    expect(await table.submit({ add: 2 }, 'x')).toEqual({ balance: 2 })
    await expect(together).rejects.toThrow('write conflict')
    expect([await moves(journal, 'table'), table.role, table.stopped]).toEqual([[2], 'owner', null])
  })

  test('a fence that fails without a lease is a lease that is lost', async () => {
    const { journal } = store()
    const entry = { stream: 'purse', seq: 1, body: '{}' }
    await expect(journal.append([entry], [{ stream: 'purse', epoch: 1 }])).rejects.toBeInstanceOf(LeaseLost)
    expect(await journal.last('purse')).toMatchObject({ seq: 0 })
  })
})
