import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { BookChanged } from '../src/record/carried-books.ts'
import { fingerprintOf } from '../src/record/known-books.ts'
import { readConfig } from '../src/service/config.ts'
import { startService } from '../src/service/service.ts'
import { corpus } from './corpus.ts'
import { entriesIn, reportsOn } from './support/journal.ts'
import { cleanUp, freshFolder } from './support/service.ts'

/** The program changes a book in place: a straight-up number pays 34 to 1 in `mbs/roulette@3`. A release never does that. */
vi.mock('../src/books/index.ts', async (original) => {
  const before = await original<typeof import('../src/books/index.ts')>()
  const { roulette3 } = await import('../src/books/roulette-3.ts')
  const wagers = roulette3.layouts.table.wagers.map((row) => (row.kind === 'straight-up' ? { ...row, pays: 34 } : row))
  const changed = { ...roulette3, layouts: { table: { ...roulette3.layouts.table, wagers } } }
  const books = before.books.map((book) => (book.id === changed.id ? changed : book))
  return { books, bookById: (id: string) => books.find((book) => book.id === id) }
})

afterAll(cleanUp)

function copyOf(name: string): string {
  const folder = freshFolder()
  cpSync(corpus(name), folder, { recursive: true })
  return folder
}

describe('after the rules of a book have changed in place, a journal from before', async () => {
  const { books } = await import('../src/books/index.ts')
  const now = fingerprintOf(books.find(({ id }) => id === 'mbs/roulette@3')!)
  const [first] = (await entriesIn(copyOf('version-1'))).get('single')!
  const then = JSON.parse(first!.body).book as string

  test('is sound, for it carries its own rules; that the program has others is remarked', async () => {
    const reports = await reportsOn(copyOf('version-1'))
    expect(reports.flatMap(({ finding }) => finding ?? [])).toEqual([])
    expect(reports.flatMap(({ remarks }) => remarks)).toEqual([
      `its rule book mbs/roulette@3 is ${then}; this program's is ${now}`,
    ])
  })

  test('is not served: one id would stand for two sets of rules', async () => {
    const folder = copyOf('version-1')
    const flags = { port: '0', 'log-level': 'silent', config: join(folder, 'config.json'), data: folder }
    const before = await entriesIn(folder)
    const refused = await startService(readConfig(flags, {})).catch((error) => error)
    expect(refused).toBeInstanceOf(BookChanged)
    expect(refused.message).toContain(then)
    expect(refused.message).toContain(now)
    expect(refused.message).toContain('set-book')
    expect(await entriesIn(folder)).toEqual(before)
  })
})
