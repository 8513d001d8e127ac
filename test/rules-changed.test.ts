import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { RuleBook } from '../src/books/rule-book.ts'
import type { TableEvent } from '../src/engine/events.ts'
import { readConfig } from '../src/service/config.ts'
import { startService } from '../src/service/service.ts'
import { corpus } from './corpus.ts'
import { entriesIn, findingsIn } from './support/journal.ts'
import { cleanUp, freshFolder, must, signedInAs } from './support/service.ts'

/**
 * The rules change: from today on a straight-up number pays 34 to 1 in `mbs/roulette@3`. The registry keeps the earlier
 * value of the book, so earlier rounds are what they were.
 */
const { changed, NEW } = vi.hoisted(() => ({ changed: { book: null as RuleBook | null }, NEW: 'c'.repeat(64) }))

vi.mock('../src/books/registry.ts', async (original) => {
  const before = await original<typeof import('../src/books/registry.ts')>()
  const { roulette3 } = await import('../src/books/roulette-3.ts')
  const wagers = roulette3.layouts.table.wagers.map((row) => (row.kind === 'straight-up' ? { ...row, pays: 34 } : row))
  changed.book = { ...roulette3, layouts: { table: { ...roulette3.layouts.table, wagers } } }
  const registry = [...before.registry, { fingerprint: NEW, book: changed.book }]
  return {
    registry,
    bookByFingerprint: (wanted: string) => registry.find(({ fingerprint }) => fingerprint === wanted)?.book,
    fingerprintOf: (wanted: RuleBook) => registry.find(({ book }) => book === wanted)!.fingerprint,
  }
})

vi.mock('../src/books/index.ts', async (original) => {
  const before = await original<typeof import('../src/books/index.ts')>()
  await import('../src/books/registry.ts')
  const books = before.books.map((book) => (book.id === changed.book!.id ? changed.book! : book))
  return { books, bookById: (id: string) => books.find((book) => book.id === id) }
})

afterAll(cleanUp)

function copyOf(name: string): string {
  const folder = freshFolder()
  cpSync(corpus(name), folder, { recursive: true })
  return folder
}

const booksIn = async (folder: string): Promise<Set<string>> =>
  new Set((await entriesIn(folder)).get('single')!.map(({ body }) => JSON.parse(body).book as string))

describe('after the rules have changed, a journal from before', () => {
  test('is sound: its rounds are decided again by the book of then', async () => {
    expect(await findingsIn(copyOf('version-1'))).toEqual([])
  })

  test('is served: a round of before is corrected by its own book, a new one is played by the new', async () => {
    const folder = copyOf('version-1')
    const flags = { port: '0', 'log-level': 'silent', config: join(folder, 'config.json'), data: folder }
    const service = await startService(readConfig(flags, {}))
    const manager = await signedInAs('shift-manager', service.address)
    const give = async (command: object) =>
      (await must(service.address, manager, 'single', command as never)).events as readonly TableEvent[]
    const reason = 'the rules have changed'
    const [corrected] = await give({ do: 'correct-outcome', round: 1, pocket: '17', reason })
    // 10.00 on 17 by the book of before: 350.00, and the stake that was collected.
    expect(corrected).toMatchObject({
      type: 'outcome-corrected',
      lines: expect.arrayContaining([paying('17', 35_000)]),
    })
    for (const command of [{ do: 'open-table', reason }, { do: 'place-your-bets' }]) await give(command)
    await give({ do: 'wager', player: 'ann', spot: '17', stake: 1_000 })
    for (const command of [{ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' }])
      await give(command)
    await give({ do: 'ball-at-rest', pocket: '17' })
    expect(await give({ do: 'settle' })).toMatchObject([{ lines: [paying('17', 34_000)] }])
    await service.stop()
    expect(await findingsIn(folder)).toEqual([])
    expect(await booksIn(folder)).toContain(NEW)
  })
})

const paying = (spot: string, paid: number) => expect.objectContaining({ spot, paid })
