import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '../../../test/postgres/cable.ts'
import { freshStore } from '../../../test/postgres/fresh-store.ts'
import { readStore } from '../../../test/support/journal.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { entriesOf } from '../../../test/support/receipts.ts'
import { ask, cleanUp, freshFolder, runCroupier, serve, within } from '../../../test/support/service.ts'
import { allOf } from '../../record/journal-reader.ts'
import { NO_HASH } from '../../record/leaf-hash.ts'
import type { RoundMark } from '../../record/round-index.ts'
import type { Append } from '../../record/stored-entry.ts'
import { indexedEntry } from './entry-index.ts'
import { groupCommit } from './group-commit.ts'
import { type Journal, JournalConflict, JournalUnusable } from './journal.ts'
import { isDatabase, openStore } from './open-store.ts'
import { openReader } from './reader.ts'
import { sqliteJournal } from './sqlite.ts'
import { journalFile } from './sqlite-file.ts'

/**
 * The contract of every store. `lasts`: entries are still there when the store is opened again; `isAlone`: while it is
 * open, no other process can open it.
 */
type Store = {
  name: string
  lasts: boolean
  isAlone: boolean
  fresh: () => string | Promise<string>
  open: (place: string) => Promise<Journal>
}

const stores: readonly Store[] = [
  { name: 'memory', lasts: false, isAlone: false, fresh: () => '', open: async () => memoryJournal() },
  { name: 'SQLite', lasts: true, isAlone: true, fresh: freshFolder, open: openStore },
  { name: 'PostgreSQL', lasts: true, isAlone: false, fresh: freshStore, open: openStore },
]

afterAll(cleanUp)

const entry = (stream: string, seq: number, body = `${stream} ${seq}`): Append => ({ stream, seq, body })
const run = (stream: string, from: number, to: number): Append[] =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(stream, from + index))

const marked = (stream: string, seq: number, ...marks: [round: number, mark: RoundMark['mark']][]): Append[] => [
  { ...entry(stream, seq), marks: marks.map(([round, mark]) => ({ round, mark })) },
]

/** Two rounds as a table writes them, with their places and the keys of the entries from the second on. */
function playedRounds() {
  const commands: object[] = [1, 2].flatMap(() => [
    { do: 'place-your-bets' },
    { do: 'wager', player: 'ann', spot: '17', stake: 500 },
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17' },
    { do: 'settle' },
  ])
  const given = [{ do: 'buy-in', player: 'ann', amount: 10_000 }, ...commands]
  const bodies = entriesOf(
    { book: 'mbs/roulette@3' },
    given.map((command, nth) => ({ ...command, id: `i${nth}` })),
  )
  const entries = bodies.map((body, nth) => indexedEntry({ stream: 'a', seq: nth + 1, body }))
  const places = [0, 6].map((past, nth) => ({
    round: nth + 1,
    opened: 3 + past,
    closed: 6 + past,
    concluded: 8 + past,
    isSettled: true,
    played: [5 + past, 7 + past],
    changed: [],
  }))
  return { entries, places, keys: entries.slice(1).map(({ keys }) => keys![0]!) }
}

/** On PostgreSQL ids are columns of the entries themselves, and the rounds may be emptied besides. */
async function dropIndex(place: string, table: string): Promise<void> {
  if (isDatabase(place)) return void (await sql(place, table === 'rounds' ? 'DROP TABLE rounds' : 'DELETE FROM rounds'))
  const db = new DatabaseSync(journalFile(place))
  db.exec(`DROP TABLE IF EXISTS ${table}`)
  db.close()
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Entries with their hashes as the documents describe them. */
const hashed = (entries: readonly Append[]) => entries.map((one) => ({ ...one, hash: sha256(`\0${one.body}`) }))

const all = (journal: Journal, stream: string) => allOf(journal.pages(stream))

/** Checks that every stream holds these entries, in order and with correct hashes. */
async function holds(journal: Journal, streams: Readonly<Record<string, readonly Append[]>>): Promise<void> {
  const filled = Object.entries(streams).filter(([, entries]) => entries.length > 0)
  expect(await journal.streams()).toEqual(filled.map(([stream]) => stream).sort())
  for (const [stream, entries] of Object.entries(streams)) {
    const expected = hashed(entries)
    expect(await all(journal, stream)).toEqual(expected)
    const hash = expected.at(-1)?.hash ?? NO_HASH
    expect(await journal.last(stream)).toEqual({ seq: entries.length, hash })
  }
}

describe.each(stores)('a journal in $name', ({ open, lasts, isAlone, fresh }) => {
  async function using(work: (journal: Journal, place: string) => Promise<void>): Promise<void> {
    const place = await fresh()
    const journal = await open(place)
    try {
      await work(journal, place)
    } finally {
      await journal.close()
    }
  }

  test('is empty at first, and keeps entries in order, whatever is in them', () =>
    using(async (journal) => {
      await holds(journal, { a: [] })
      expect(await journal.snapshot('a')).toBeNull()
      const bodies = [
        '{"at":"now"}',
        '',
        'two\nlines',
        '"quotes" and \'others\'',
        'ünïcödé 輪盤 🎡',
        'x'.repeat(300_000),
      ]
      const entries = bodies.map((body, index) => entry('a', index + 1, body))
      for (const one of entries) await journal.append([one])
      await holds(journal, { a: entries })
    }))

  test('reads from one number to another', () =>
    using(async (journal) => {
      await journal.append(run('a', 1, 10))
      await journal.append(run('b', 1, 3))
      const read = async (from: number, to?: number) =>
        (await allOf(journal.pages('a', from, to))).map(({ seq }) => seq)
      expect(await read(1, 3)).toEqual([1, 2, 3])
      expect(await read(8)).toEqual([8, 9, 10])
      expect(await read(4, 4)).toEqual([4])
      expect(await read(11, 15)).toEqual([])
      expect(await read(4, 3)).toEqual([])
      expect(await read(0, 2)).toEqual([1, 2])
      expect(await allOf(journal.pages('no such stream'))).toEqual([])
    }))

  test('finds entries by their keys, however many came after them, and knows which keys are new', () =>
    using(async (journal) => {
      const keyed = (stream: string, seq: number, ...keys: number[]) => ({ ...entry(stream, seq), keys })
      await journal.append([keyed('a', 1, 7), keyed('b', 1, 7, 8), keyed('a', 2, 7)])
      await journal.append(run('a', 3, 20_000).map((one) => ({ ...one, keys: [1_000 + one.seq] })))
      const found = async (stream: string, key: number) =>
        (await journal.find(stream, key)).map(({ stream, seq }) => `${stream} ${seq}`)
      expect(await found('a', 7)).toEqual(['a 1', 'a 2'])
      expect(await found('b', 7)).toEqual(['b 1'])
      expect(await found('b', 8)).toEqual(['b 1'])
      expect(await found('a', 1_003)).toEqual(['a 3'])
      expect(await found('a', 21_000)).toEqual(['a 20000'])
      expect(await found('a', 9)).toEqual([])
      expect([7, 8, 1_003, 21_000].map((key) => journal.mayHold(key))).toEqual([true, true, true, true])
      await expect.poll(() => journal.mayHold(2 ** 40 + 9)).toBe(false)
    }))

  test('knows where a round lies: what opened, closed and concluded it, and what was about it besides', () =>
    using(async (journal) => {
      await journal.append([...run('a', 1, 2), ...marked('b', 1, [1, 'opened'])])
      await journal.append(marked('a', 3, [1, 'opened']))
      await journal.append([
        ...run('a', 4, 5),
        ...marked('a', 6, [1, 'mentioned']),
        ...marked('a', 7, [1, 'closed'], [1, 'settled']),
        ...marked('a', 8, [2, 'opened']),
        ...marked('a', 9, [1, 'voided'], [2, 'voided']),
        ...marked('a', 10, [1, 'mentioned']),
      ])
      expect(await journal.place('a', 1)).toEqual({
        round: 1,
        opened: 3,
        closed: 7,
        concluded: 7,
        isSettled: true,
        played: [6],
        changed: [9, 10],
      })
      expect(await journal.place('a', 2)).toMatchObject({ opened: 8, closed: null, concluded: 9, changed: [] })
      expect(await journal.place('b', 1)).toMatchObject({ opened: 1, concluded: null })
      expect([await journal.place('a', 3), await journal.place('c', 1)]).toEqual([null, null])
    }))

  test('an append that is refused leaves nothing in the index', () =>
    using(async (journal) => {
      await journal.append(run('a', 1, 2))
      const late = [{ ...marked('a', 2, [1, 'opened'])[0]!, keys: [7] }]
      await expect(journal.append(late)).rejects.toThrow(JournalConflict)
      expect([await journal.place('a', 1), await journal.find('a', 7)]).toEqual([null, []])
      await journal.append(marked('a', 3, [1, 'opened']))
      expect(await journal.place('a', 1)).toMatchObject({ opened: 3 })
    }))

  test('finds the entries between two numbers that contain a text, and such as are short', () =>
    using(async (journal) => {
      const bodies = [
        '{"player":"ann"}',
        '{"player":"anna"}',
        '{"player":"輪盤"}',
        '{"player":"ann"}',
        '{"player":"Ann"}',
      ]
      await journal.append(bodies.map((body, nth) => entry('a', nth + 1, body)))
      await journal.append([entry('b', 1, bodies[0])])
      const search = (first: number, last: number, text: string) => journal.search('a', first, last, text, 100)
      expect(await search(1, 5, '"player":"ann"')).toEqual([1, 4])
      expect(await search(2, 3, '"player":"ann"')).toEqual([])
      expect(await search(1, 9, '"player":"輪盤"')).toEqual([3])
      expect(await search(1, 9, '%')).toEqual([])
      expect(await journal.search('a', 1, 9, 'player', 16)).toEqual([1, 4, 5])
      expect(await journal.short('a', [5, 2, 1, 9], 16)).toEqual([1, 5])
    }))

  test.runIf(lasts)('the index is made again from the entries where it is gone', async () => {
    const { entries, places, keys } = playedRounds()
    const place = await fresh()
    const journal = await open(place)
    await journal.append(entries)
    await journal.close()
    for (const drop of ['no_table', 'rounds', 'ids', 'sums']) {
      await dropIndex(place, drop)
      const again = await open(place)
      expect(await Promise.all(places.map(({ round }) => again.place('a', round)))).toEqual(places)
      for (const [nth, key] of keys.entries())
        expect((await again.find('a', key)).map(({ seq }) => seq)).toEqual([nth + 2])
      await again.close()
    }
  })

  test('a page is as long as it may be in characters, and one entry at least', () =>
    using(async (journal) => {
      const long = (seq: number) => entry('a', seq, 'x'.repeat(3 << 20))
      for (const seq of [1, 2, 3, 4]) await journal.append([long(seq)])
      const pages = await Array.fromAsync(journal.pages('a', 1, 3))
      expect(pages.flatMap((page) => page.map(({ seq }) => seq))).toEqual([1, 2, 3])
      if (lasts) expect(pages.map(({ length }) => length)).toEqual([2, 1])
    }))

  // biome-ignore format: a table is read down its columns
  const conflicts: readonly [string, (stream: string) => readonly Append[]][] = [
    ['a gap',                      (stream) => [entry(stream, 5)]],
    ['a place that is taken',      (stream) => [entry(stream, 2)]],
    ['the last place again',       (stream) => [entry(stream, 3)]],
    ['before the beginning',       (stream) => [entry(stream, 0)]],
    ['a gap within',               (stream) => [entry(stream, 4), entry(stream, 6)]],
    ['the same place twice',       (stream) => [entry(stream, 4), entry(stream, 4)]],
    ['backwards',                  (stream) => [entry(stream, 5), entry(stream, 4)]],
    ['a stream that begins at 2',  (stream) => [entry(`${stream} new`, 2)]],
    ['no number',                  (stream) => [entry(stream, Number.NaN)]],
    ['half a number',              (stream) => [entry(stream, 3.5)]],
  ]

  test('an entry that is not the next of its stream is a conflict, and nothing is written', () =>
    using(async (journal) => {
      for (const [name, wrong] of conflicts) {
        await journal.append(run(name, 1, 3))
        await expect(journal.append(wrong(name)), name).rejects.toThrow(JournalConflict)
        expect(await all(journal, name), name).toEqual(hashed(run(name, 1, 3)))
        await journal.append([entry(name, 4)])
      }
      await holds(journal, Object.fromEntries(conflicts.map(([name]) => [name, run(name, 1, 4)])))
    }))

  test('an entry decided on another than the last is a conflict, and nothing is written', () =>
    using(async (journal) => {
      const decidedOn = async (stream: string) => ({ after: (await journal.last(stream)).hash })
      await journal.append([{ ...entry('a', 1), ...(await decidedOn('a')) }])
      const first = await decidedOn('a')
      await journal.append([entry('a', 2)])
      const second = await decidedOn('a')
      await expect(journal.append([{ ...entry('a', 3), ...first }])).rejects.toThrow(JournalConflict)
      await expect(journal.append([entry('b', 1), { ...entry('a', 3), ...first }])).rejects.toThrow(JournalConflict)
      await expect(journal.append([entry('a', 3), { ...entry('a', 4), ...second }])).rejects.toThrow(JournalConflict)
      await journal.append([{ ...entry('a', 3), ...second }, entry('a', 4)])
      await holds(journal, { a: run('a', 1, 4), b: [] })
    }))

  test('several streams are written together, all or none', () =>
    using(async (journal) => {
      await journal.append([entry('a', 1), entry('house', 1), entry('a', 2), entry('b', 1)])
      await expect(journal.append([entry('a', 3), entry('house', 1)])).rejects.toThrow(JournalConflict)
      await expect(journal.append([entry('house', 2), entry('c', 1), entry('a', 9)])).rejects.toThrow(JournalConflict)
      await holds(journal, { a: run('a', 1, 2), b: run('b', 1, 1), house: run('house', 1, 1), c: [] })
    }))

  test('nothing to write is written after all that was before it', () =>
    using(async (journal) => {
      const order: string[] = []
      const first = journal.append(run('a', 1, 50)).then(() => order.push('entries'))
      await journal.append([]).then(() => order.push('nothing'))
      await first
      expect(order).toEqual(['entries', 'nothing'])
    }))

  test("one stream's conflict does not harm those who wait with it", () =>
    using(async (journal) => {
      await journal.append([entry('b', 1)])
      const waiting = [
        journal.append([entry('a', 1)]),
        journal.append([entry('b', 1)]),
        journal.append([entry('a', 2)]),
        journal.append([entry('c', 1), entry('d', 5)]),
        journal.append([entry('c', 1)]),
        journal.append([entry('b', 2)]),
      ]
      const settled = await Promise.allSettled(waiting)
      expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true, true])
      for (const one of settled) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(JournalConflict)
      await holds(journal, { a: run('a', 1, 2), b: run('b', 1, 2), c: run('c', 1, 1), d: [] })
    }))

  test('two writers of one stream: every place is taken once', () =>
    using(async (journal) => {
      const tries = Array.from({ length: 40 }, (_, index) =>
        entry('a', 1 + Math.floor(index / 2), `writer ${index % 2}`),
      )
      const settled = await Promise.allSettled(tries.map((one) => journal.append([one])))
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
      expect((await all(journal, 'a')).map(({ seq }) => seq)).toEqual(run('a', 1, 20).map(({ seq }) => seq))
    }))

  test('many at once, from many streams, each in its order', () =>
    using(async (journal) => {
      const names = Array.from({ length: 20 }, (_, index) => `table-${index}`)
      const landed: string[] = []
      const writing = Array.from({ length: 200 }, (_, index) =>
        names.map((name) => journal.append([entry(name, index + 1)]).then(() => landed.push(name))),
      )
      await Promise.all(writing.flat())
      expect(landed).toHaveLength(4_000)
      await holds(journal, Object.fromEntries(names.map((name) => [name, run(name, 1, 200)])))
    }))

  test('the journal holds exactly the accepted entries', () =>
    using(async (journal) => {
      const streams = ['a', 'b', 'c']
      const place = fc.record({ stream: fc.constantFrom(...streams), off: fc.constantFrom(1, 1, 1, 1, 1, 0, 2, -1) })
      let runs = 0
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(place, { maxLength: 4 }), { maxLength: 12 }), async (groups) => {
          const nth = ++runs
          const expected = new Map(streams.map((stream) => [`${stream}${nth}`, [] as Append[]]))
          const writing = groups.map((group) => {
            const { entries, isRight } = meant(expected, group, nth)
            if (isRight) for (const one of entries) expected.get(one.stream)!.push(one)
            return journal.append(entries).then(
              () => isRight,
              (error) => error instanceof JournalConflict && !isRight,
            )
          })
          expect(await Promise.all(writing)).not.toContain(false)
          for (const [stream, entries] of expected) expect(await all(journal, stream)).toEqual(hashed(entries))
        }),
        { numRuns: 40 },
      )
    }))

  test('a snapshot replaces the one before, and each stream has its own', () =>
    using(async (journal) => {
      await journal.saveSnapshot('a', { seq: 5, body: 'five' })
      await journal.saveSnapshot('b', { seq: 1, body: '"one"' })
      await journal.saveSnapshot('a', { seq: 9, body: 'ünïcödé' })
      expect(await journal.snapshot('a')).toEqual({ seq: 9, body: 'ünïcödé' })
      expect(await journal.snapshot('b')).toEqual({ seq: 1, body: '"one"' })
      expect(await journal.streams()).toEqual([])
    }))

  test.runIf(lasts)('is there when it is opened again, and goes on', async () => {
    const place = await fresh()
    const first = await open(place)
    await first.append([...run('a', 1, 3), entry('house', 1)])
    await first.saveSnapshot('a', { seq: 2, body: 'two' })
    await first.close()
    const again = await open(place)
    expect(await again.snapshot('a')).toEqual({ seq: 2, body: 'two' })
    await expect(again.append([entry('a', 3)])).rejects.toThrow(JournalConflict)
    await again.append([entry('a', 4)])
    await holds(again, { a: run('a', 1, 4), house: run('house', 1, 1) })
    await again.close()
  })

  test.runIf(isAlone)('is not opened twice', () =>
    using(async (_, place) => {
      await expect(open(place)).rejects.toThrow(JournalUnusable)
    }),
  )

  test.runIf(lasts)('is closed with what was asked of it done, and then refuses', async () => {
    const place = await fresh()
    const journal = await open(place)
    const writing = Array.from({ length: 50 }, (_, index) => journal.append([entry('a', index + 1)]))
    await Promise.all([...writing, Promise.all(writing).then(() => journal.close())])
    const late = journal.append([entry('a', 51)])
    late.catch(() => {})
    await expect(within(2, 'an append to a closed journal', late)).rejects.not.toThrow(/took more than/)
    const again = await open(place)
    await holds(again, { a: run('a', 1, 50) })
    await again.close()
  })
})

/** The places of a group if all groups before it succeed: right when each is the next of its stream. */
function meant(written: ReadonlyMap<string, Append[]>, group: readonly { stream: string; off: number }[], nth: number) {
  const at = new Map([...written].map(([stream, entries]) => [stream, entries.length]))
  const isRight = group.every(({ off }) => off === 1)
  const entries = group.map(({ stream, off }) => {
    const name = `${stream}${nth}`
    const seq = at.get(name)! + off
    at.set(name, seq)
    return entry(name, seq)
  })
  return { entries, isRight }
}

describe('group commit', () => {
  /** A store whose writes finish when the test says so. */
  function slowStore(refuses: (entry: Append) => boolean = () => false) {
    const writes: string[] = []
    const done: (() => void)[] = []
    const write = async (entries: readonly Append[]) => {
      writes.push(entries.map(({ stream, seq }) => `${stream}${seq}`).join(' '))
      await new Promise<void>((go) => done.push(go))
      if (entries.some(refuses)) throw new JournalConflict('refused')
    }
    const finish = async (count: number) => {
      for (let nth = 0; nth < count; nth++) {
        done.shift()!()
        await new Promise(setImmediate)
      }
    }
    return { writes, finish, append: groupCommit(write, 0) }
  }

  test('entries that arrive during a write go into the next batch, and no two batches are written at once', async () => {
    const { writes, finish, append } = slowStore()
    const landed: string[] = []
    for (const one of [...run('a', 1, 2), ...run('b', 1, 2)])
      void append([one]).then(() => landed.push(`${one.stream}${one.seq}`))
    expect(writes).toEqual(['a1'])
    expect(landed).toEqual([])
    await finish(1)
    expect(writes).toEqual(['a1', 'a2 b1 b2'])
    expect(landed).toEqual(['a1'])
    await finish(1)
    expect(landed).toEqual(['a1', 'a2', 'b1', 'b2'])
    void append([entry('a', 3)])
    expect(writes).toEqual(['a1', 'a2 b1 b2', 'a3'])
  })

  test('when a group fails each member is written alone, in order, before what came later', async () => {
    const { writes, finish, append } = slowStore(({ stream }) => stream === 'bad')
    const asked = [[entry('a', 1)], [entry('a', 2)], [entry('bad', 1), entry('house', 1)], [entry('b', 1)]]
    const settled = Promise.allSettled(asked.map((entries) => append(entries)))
    await finish(1)
    const later = append([entry('c', 1)])
    await finish(5)
    expect(writes).toEqual(['a1', 'a2 bad1 house1 b1', 'a2', 'bad1 house1', 'b1', 'c1'])
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    await later
  })
})

describe('the data folder', () => {
  const refused = (place: string) =>
    sqliteJournal(place).then(
      () => 'opened',
      (error) => (error instanceof JournalUnusable ? error.message : `not a JournalUnusable: ${error}`),
    )

  /** Tries the same from the command line: exit 2, one line. */
  async function refusedToServe(place: string): Promise<string> {
    const { exit } = runCroupier(['serve', '--demo', '--port=0', '--log-level=silent', `--data=${place}`])
    const { code, said } = await within(20, 'refusing', exit)
    expect(code).toBe(2)
    expect(said).toMatch(/^croupier: [^\n]+\n$/)
    return said
  }

  test('is made if missing, for its owner alone', async () => {
    const place = join(freshFolder(), 'not', 'there', 'yet')
    const journal = await sqliteJournal(place)
    await journal.append([entry('a', 1)])
    await journal.close()
    expect(existsSync(journalFile(place))).toBe(true)
    expect(statSync(place).mode & 0o777).toBe(0o700)
  })

  test('that cannot be made is named', async () => {
    const file = join(freshFolder(), 'file')
    writeFileSync(file, '')
    const place = join(file, 'data')
    expect(await refused(place)).toBe(`the data folder ${place} cannot be made: ENOTDIR`)
    expect(await refusedToServe(place)).toContain(place)
  })

  test('that cannot be written is named', async () => {
    const place = freshFolder()
    mkdirSync(journalFile(place))
    expect(await refused(place)).toContain(`the data folder ${place} cannot be written`)
  })

  test.skipIf(process.getuid?.() === 0)('that is read-only is named', async () => {
    const place = freshFolder()
    chmodSync(place, 0o500)
    expect(await refused(place)).toContain(`the data folder ${place} cannot be written`)
    chmodSync(place, 0o700)
  })

  test('that holds something else is named, and left as it is', async () => {
    const place = freshFolder()
    writeFileSync(journalFile(place), 'my letters, not a journal'.repeat(100))
    expect(await refused(place)).toContain(`${place} does not hold a journal of Croupier`)
    expect(statSync(journalFile(place)).size).toBe(2_500)
  })

  test('of a newer version is refused, and left as it is', async () => {
    const place = freshFolder()
    const journal = await sqliteJournal(place)
    await journal.append([entry('a', 1)])
    await journal.close()
    const db = new DatabaseSync(journalFile(place))
    db.exec("UPDATE about SET value = '99' WHERE name = 'format'")
    db.close()
    expect(await refused(place)).toMatch(/written by a newer version of Croupier \(99; this one knows \d+\)/)
    expect(await refusedToServe(place)).toContain('newer version')
    await expect(openReader(place)).rejects.toThrow('newer version')
  })

  test('of a running service is refused to a second, until that one is gone, however it goes', async () => {
    const place = freshFolder()
    const first = await serve(place, { demo: true })
    expect(await refusedToServe(place)).toContain(`the data folder ${place} is in use by another process`)
    expect((await ask(first.address, 'GET', '/readyz')).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.exit
    const second = await serve(place, { demo: true })
    second.child.kill('SIGTERM')
    expect((await within(10, 'stopping', second.exit)).code).toBe(0)
  })

  test('a port that is taken is refused in the same way', async () => {
    const first = createServer().listen(0, '127.0.0.1')
    await once(first, 'listening')
    const { port } = first.address() as AddressInfo
    const { child, exit } = runCroupier([
      'serve',
      '--demo',
      `--port=${port}`,
      `--data=${freshFolder()}`,
      '--log-level=silent',
    ])
    const ended = await within(20, 'refusing a taken port', exit).finally(() => {
      child.kill('SIGKILL')
      first.close()
    })
    expect(ended).toEqual({ code: 2, said: expect.stringContaining(String(port)) })
  })

  test('a copy made while it is in use is whole', async () => {
    const place = freshFolder()
    const copy = freshFolder()
    const journal = await sqliteJournal(place)
    const writing = run('a', 1, 300).map((one) => journal.append([one]))
    await writing[100]
    await readStore(place, (reader) => reader.copyTo(journalFile(copy)))
    await Promise.all(writing)
    await journal.close()
    const restored = await sqliteJournal(copy)
    const { seq } = await restored.last('a')
    expect(seq).toBeGreaterThan(100)
    await holds(restored, { a: run('a', 1, seq) })
    await restored.close()
  })
})
