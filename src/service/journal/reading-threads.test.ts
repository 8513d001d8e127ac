import { Worker } from 'node:worker_threads'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { freshStore } from '../../../test/postgres/fresh-store.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import { entryHash, type Journal } from './journal.ts'
import { lentReader } from './lent-reader.ts'
import { openStore } from './open-store.ts'

afterAll(cleanUp)

/** Records the calls to each thread of a journal. */
function watchThreads() {
  const spy = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => spy.mockRestore())
  return (call: string): unknown[] =>
    spy.mock.calls.flatMap(([message], nth) =>
      (message as readonly unknown[])[1] === call ? [spy.mock.contexts[nth]] : [],
    )
}

async function written(place: string): Promise<Journal> {
  const journal = await openStore(place)
  onTestFinished(() => journal.close())
  await journal.append([1, 2, 3].map((seq) => ({ stream: 'a', seq, body: `entry ${seq} "player":"ann"` })))
  return journal
}

test('reads of a journal on SQLite do not use the writing thread', async () => {
  const journal = await written(freshFolder())
  const askedOf = watchThreads()
  await journal.append([{ stream: 'a', seq: 4, body: 'entry 4' }])
  expect(await journal.search('a', 1, 4, '"player":"ann"', 1_000)).toEqual([1, 2, 3])
  expect(await journal.short('a', [1, 4], 10)).toEqual([4])
  expect(await journal.place('a', 1)).toBeNull()
  expect(await journal.latestCheckpoint('a')).toBeNull()
  expect(await journal.proven('a', [4], 4)).toMatchObject([{ stored: { seq: 4 } }])
  await journal.inclusion('a', 2, 4)
  await journal.consistency('a', 2, 4)
  for await (const page of journal.pages('a')) expect(page).not.toEqual([])
  const [writer] = askedOf('append')
  expect(writer).toBeInstanceOf(Worker)
  const reads = ['search', 'short', 'place', 'latestCheckpoint', 'proven', 'inclusion', 'consistency', 'read']
  for (const read of reads) {
    expect(askedOf(read).length, read).toBeGreaterThan(0)
    expect(askedOf(read), read).not.toContain(writer)
  }
})

test('proofs of a journal on PostgreSQL are computed in a thread of their own', async () => {
  const journal = await written(await freshStore())
  const askedOf = watchThreads()
  const [proven] = await journal.proven('a', [3], 3)
  expect(proven).toMatchObject({ stored: { seq: 3, body: 'entry 3 "player":"ann"' } })
  expect(proven!.hashes).toEqual(await journal.inclusion('a', 3, 3))
  expect(askedOf('proven')).toHaveLength(1)
  await expect(journal.proven('a', [4], 4)).rejects.toThrow('a has 3 entries, not 4')
  // The thread is one for all proofs, and closes with the journal.
  expect(new Set(askedOf('proven')).size).toBe(1)
})

test('a long entry of a journal on PostgreSQL is hashed in a thread of its own, and a short one is not', async () => {
  const journal = await written(await freshStore())
  const askedOf = watchThreads()
  const lines = Array.from({ length: 4_000 }, (_, nth) => ({ player: `p${nth % 9}`, stake: 500, result: 'lost' }))
  const body = JSON.stringify({ v: 1, salt: 'ab', events: [{ type: 'round-settled', round: 1, lines }] })
  await journal.append([4, 5].map((seq) => ({ stream: 'a', seq, body: seq === 5 ? body : 'entry 4' })))
  expect(askedOf('hash')).toHaveLength(1)
  expect(await journal.last('a')).toEqual({ seq: 5, hash: entryHash(body) })
  await journal.append([{ stream: 'a', seq: 6, body: 'entry 6' }])
  expect(askedOf('hash')).toHaveLength(1)
})

test.each([
  ['SQLite', async () => freshFolder()],
  ['PostgreSQL', freshStore],
])('a journal on %s is lent to other threads: its opener is not asked for a page', async (_, place) => {
  const journal = await written(await place())
  const port = await journal.lend()
  onTestFinished(() => port.close())
  const askedOf = watchThreads()
  expect((await lentReader(port)('a', 2, 5)).map(({ seq }) => seq)).toEqual([2, 3])
  expect(askedOf('read')).toEqual([])
})
