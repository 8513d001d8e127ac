import { describe, expect, test, vi } from 'vitest'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { type Line, type Move, type Moved, type Purse, purses, type Said } from '../../../test/support/purses.ts'
import { turns } from '../../../test/support/service.ts'
import { HeldJournal } from '../../../test/support/stream.ts'
import { allOf, entryAt } from '../../record/journal-reader.ts'
import type { Journal } from '../journal/journal.ts'
import { Stream, StreamStopped } from './stream.ts'

const now = () => '2026-03-01T04:00:00.000Z'
const open = (journal: Journal, id = 'purse', changes = {}) =>
  Stream.open<Purse, Move, Moved, Said, Line>(id, purses(changes), { journal, now, reviveAfterMs: 1 })

const isDone = async (promise: Promise<unknown>): Promise<boolean> => {
  let done = false
  const note = () => {
    done = true
  }
  promise.then(note, note)
  await turns()
  return done
}

describe('entries that are not durable', () => {
  test('is answered, shown and told to nobody', async () => {
    const held = new HeldJournal(memoryJournal())
    const purse = await open(held.journal)
    const heard: Moved[] = []
    purse.watch({ recorded: (events) => heard.push(...events) })
    held.hold()
    const [first, poor, foreseen] = [
      purse.submit({ add: 5 }, 'a'),
      purse.submit({ add: -9 }, 'a'),
      purse.foresee({ add: 1 }, ({ balance }) => ({ balance: balance + 1 })),
    ]
    expect([await isDone(first), await isDone(poor), await isDone(foreseen)]).toEqual([false, false, false])
    expect([purse.settled.balance, purse.durable, heard]).toEqual([0, 0, []])
    await held.release()
    expect(await Promise.all([first, poor, foreseen])).toEqual([
      { balance: 5 },
      { refused: 'too-little' },
      { balance: 6 },
    ])
    expect([purse.settled.balance, purse.durable, heard]).toEqual([5, 1, [{ moved: 5 }]])
  })

  test('is what the next command is decided on all the same', async () => {
    const held = new HeldJournal(memoryJournal())
    const purse = await open(held.journal)
    held.hold()
    const answers = [purse.submit({ add: 5 }, 'a'), purse.submit({ add: -5 }, 'a'), purse.submit({ add: -1 }, 'a')]
    expect(purse.consider(({ balance }) => balance)).toBe(0)
    await held.release()
    expect(await Promise.all(answers)).toEqual([{ balance: 5 }, { balance: 0 }, { refused: 'too-little' }])
  })
})

describe('the same id', () => {
  test('is the same answer at once, after a restart, and not for somebody else', async () => {
    const journal = memoryJournal()
    const purse = await open(journal)
    const twice = await Promise.all([purse.submit({ add: 5, id: 'x' }, 'a'), purse.submit({ add: 5, id: 'x' }, 'a')])
    expect(twice).toEqual([{ balance: 5 }, { balance: 5 }])
    expect(await purse.submit({ add: 5, id: 'x' }, 'b')).toEqual({ balance: 10 })
    const again = await open(journal)
    expect(await again.submit({ add: 5, id: 'x' }, 'a')).toEqual({ balance: 5 })
    expect(again.durable).toBe(2)
  })

  test('for another request is a refusal, on its way and on record, and the first stands', async () => {
    const held = new HeldJournal(memoryJournal())
    const purse = await open(held.journal)
    held.hold()
    const [first, other] = [purse.submit({ add: 5, id: 'x' }, 'a'), purse.submit({ add: 6, id: 'x' }, 'a')]
    await held.release()
    expect(await Promise.all([first, other])).toEqual([{ balance: 5 }, { refused: 'id-taken' }])
    const again = await open(held.journal)
    expect(await again.submit({ add: 6, id: 'x' }, 'a')).toEqual({ refused: 'id-taken' })
    expect(await again.submit({ add: 5, id: 'x' }, 'a')).toEqual({ balance: 5 })
    expect(again.durable).toBe(1)
  })

  test('of a refusal that is on record is that refusal, though the money came meanwhile', async () => {
    const purse = await open(memoryJournal())
    expect(await purse.submit({ add: -200, id: 'x' }, 'a')).toEqual({ refused: 'too-little' })
    await purse.submit({ add: 500 }, 'a')
    expect(await purse.submit({ add: -200, id: 'x' }, 'a')).toEqual({ refused: 'too-little' })
    expect(purse.settled).toMatchObject({ balance: 500, entries: 2 })
  })
})

describe('an id that is perhaps known', () => {
  /** A journal that must be searched for every id, and answers only when the test lets it. */
  async function unsure() {
    const store = memoryJournal()
    const asked: (() => void)[] = []
    const journal: Journal = {
      ...store,
      mayHold: () => true,
      async find(stream, key) {
        await new Promise<void>((go) => asked.push(go))
        return store.find(stream, key)
      },
    }
    const answer = async () => {
      for (const go of asked.splice(0)) go()
      await turns()
    }
    return { purse: await open(journal), asked, answer }
  }

  test('is decided when the journal has said that it is not, and what its sender asked after it comes after it', async () => {
    const { purse, answer } = await unsure()
    const both = [purse.submit({ add: 5, id: 'x' }, 'a'), purse.submit({ add: -5 }, 'a')]
    expect(await purse.submit({ add: -1 }, 'b')).toEqual({ refused: 'too-little' })
    await answer()
    expect(await Promise.all(both)).toEqual([{ balance: 5 }, { balance: 0 }])
  })

  test('that comes twice at once is decided once', async () => {
    const { purse, asked, answer } = await unsure()
    const both = Promise.all([1, 2].map(() => purse.submit({ add: 5, id: 'x' }, 'a')))
    await answer()
    await expect.poll(() => asked.length).toBe(1)
    await answer()
    expect(await both).toEqual([{ balance: 5 }, { balance: 5 }])
    expect(purse.durable).toBe(1)
  })

  test('that cannot be looked up is not decided', async () => {
    const journal = { ...memoryJournal(), mayHold: () => true, find: () => Promise.reject(new Error('no')) }
    const purse = await open(journal)
    await expect(purse.submit({ add: 5, id: 'x' }, 'a')).rejects.toThrow(StreamStopped)
    expect(purse.durable).toBe(0)
    purse.close()
  })
})

describe('an append that fails', () => {
  test('stops the stream; those who wait are told, and it comes back from the journal by itself', async () => {
    const held = new HeldJournal(memoryJournal())
    const purse = await open(held.journal)
    await purse.submit({ add: 5 }, 'a')
    const back = new Promise<void>((restored) => purse.watch({ restored }))
    held.failNext(new Error('the disk is full'))
    const lost = purse.submit({ add: 7, id: 'x' }, 'a')
    await expect(lost).rejects.toThrow(StreamStopped)
    await expect(lost).rejects.toThrow('the disk is full')
    await back
    expect([purse.stopped, purse.settled.balance]).toEqual([null, 5])
    expect(await purse.submit({ add: 7, id: 'x' }, 'a')).toEqual({ balance: 12 })
    expect(purse.durable).toBe(2)
  })

  test('keeps it stopped for as long as the store takes nothing', async () => {
    const store = memoryJournal()
    let isBroken = false
    const broken = {
      ...store,
      append: async (entries: Parameters<Journal['append']>[0]) => {
        if (isBroken) throw new Error('no')
        return store.append(entries)
      },
    }
    const purse = await open(broken)
    const append = vi.spyOn(broken, 'append')
    isBroken = true
    await expect(purse.submit({ add: 1 }, 'a')).rejects.toThrow('no')
    await expect.poll(() => append.mock.calls.length).toBeGreaterThan(3)
    expect(purse.stopped?.message).toBe('no')
    await expect(purse.flushed()).rejects.toThrow(StreamStopped)
    const back = new Promise<void>((restored) => purse.watch({ restored }))
    isBroken = false
    await back
    expect(await purse.submit({ add: 1 }, 'a')).toEqual({ balance: 1 })
  })

  test('a bug stops it too, and nothing of the command is kept', async () => {
    const purse = await open(memoryJournal())
    await expect(purse.submit({ add: Number.NaN }, 'a')).rejects.toThrow('a bug')
    expect(purse.durable).toBe(0)
  })
})

describe('two streams in one transaction', () => {
  const pair = async (journal: Journal) => [await open(journal, 'one'), await open(journal, 'two')] as const

  test('are both written, and the second names the first', async () => {
    const journal = memoryJournal()
    const [one, two] = await pair(journal)
    void one.submit({ add: 1 }, 'a')
    expect(await one.submitWith({ add: 5 }, two, { add: 7, id: 'x' }, 'a')).toEqual({
      answer: { balance: 6 },
      otherAnswer: { balance: 7 },
    })
    const entry = await entryAt(journal, 'two', 1)
    expect(JSON.parse(entry!.body)).toMatchObject({ beside: { stream: 'one', seq: 2 } })
  })

  test('asked for again are the answer of then', async () => {
    const journal = memoryJournal()
    const [one, two] = await pair(journal)
    await one.submitWith({ add: 5 }, two, { add: 7, id: 'x' }, 'a')
    const again = { again: { answer: { balance: 7 }, beside: { stream: 'one', seq: 1 } } }
    expect(await one.submitWith({ add: 5 }, two, { add: 7, id: 'x' }, 'a')).toMatchObject(again)
    const [first, second] = await pair(journal)
    expect(await first.submitWith({ add: 5 }, second, { add: 7, id: 'x' }, 'a')).toMatchObject(again)
    expect([first.durable, second.durable]).toEqual([1, 1])
  })

  test('where one refuses, neither is written', async () => {
    const [one, two] = await pair(memoryJournal())
    expect(await one.submitWith({ add: -5 }, two, { add: 7 }, 'a')).toEqual({ refused: { refused: 'too-little' } })
    expect(await one.submitWith({ add: 5 }, two, { add: -7 }, 'a')).toEqual({ otherRefused: { refused: 'too-little' } })
    expect([one.durable, two.durable, one.settled.balance, two.settled.balance]).toEqual([0, 0, 0, 0])
  })

  test('where the append fails, both stop and both come back', async () => {
    const held = new HeldJournal(memoryJournal())
    const [one, two] = await pair(held.journal)
    const back = Promise.all([one, two].map((stream) => new Promise<void>((restored) => stream.watch({ restored }))))
    held.failNext(new Error('no'))
    await expect(one.submitWith({ add: 5 }, two, { add: 7 }, 'a')).rejects.toThrow('no')
    await back
    expect([one.durable, two.durable]).toEqual([0, 0])
    expect(await one.submitWith({ add: 5 }, two, { add: 7 }, 'a')).toMatchObject({ answer: { balance: 5 } })
  })
})

describe('a snapshot', () => {
  const filled = async (journal: Journal) => {
    const purse = await open(journal)
    for (const add of [1, 2, 3]) await purse.submit({ add }, 'a')
    await purse.snapshot()
    await purse.submit({ add: 4 }, 'a')
  }

  test('spares a restart what is behind it', async () => {
    const journal = memoryJournal()
    await filled(journal)
    const remember = vi.fn(purses().remember)
    const again = await open(journal, 'purse', { remember })
    expect([again.settled.balance, remember.mock.calls.length]).toEqual([10, 1])
  })

  test.each([
    ['of an entry between two', { seq: 1.5 }],
    ['of no entry', { seq: 0 }],
    ['of an entry that is not there', { seq: 99 }],
    ['of a text', { seq: 'three' as unknown as number }],
    ['bound to another entry', { seq: 2 }],
    ['that cannot be read', { body: 'rubbish' }],
  ])('%s is left aside, and the journal replayed', async (_, change) => {
    const journal = memoryJournal()
    await filled(journal)
    const snapshot = (await journal.snapshot('purse'))!
    await journal.saveSnapshot('purse', { ...snapshot, body: snapshot.body.replace('6', '999'), ...change })
    const remember = vi.fn(purses().remember)
    const again = await open(journal, 'purse', { remember })
    expect([again.settled.balance, remember.mock.calls.length]).toEqual([10, 4])
  })
})

test('a long entry is written in parts, and what comes after it does not overtake it', async () => {
  const journal = memoryJournal()
  const write = (line: Line) => (line.move.add === 1 ? inParts(line) : JSON.stringify(line))
  function* inParts(line: Line): Generator<void, string> {
    for (let part = 0; part < 50; part++) yield
    return JSON.stringify(line)
  }
  const purse = await open(journal, 'purse', { write })
  await Promise.all([1, 2, 1, 3].map((add) => purse.submit({ add }, 'a')))
  const entries = await allOf(journal.pages('purse'))
  expect(entries.map(({ body }) => (JSON.parse(body) as Line).move.add)).toEqual([1, 2, 1, 3])
})
