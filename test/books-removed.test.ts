import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildCheckPage, CHECK_PAGE } from '../build/check-page.ts'
import type { Book } from '../src/books/rule-book.ts'
import { readKey, type VerifierKey } from '../src/proof/keys.ts'
import { readBundle } from '../src/receipts/bundle.ts'
import { checkBundle, isSound } from '../src/receipts/check-bundle.ts'
import { CarriedBooks } from '../src/record/carried-books.ts'
import { builtInBooks, fingerprintOf } from '../src/record/known-books.ts'
import { readTableEntry } from '../src/record/table-entry.ts'
import { stepOf, toldIn } from '../src/screens/audit/steps.ts'
import { journalFile } from '../src/service/journal/sqlite-file.ts'
import { bookOf } from '../src/service/stream/table-stream.ts'
import type { RoundReceipts } from '../src/wire/floor-shapes.ts'
import * as en from '../src/words/en/index.ts'
import { americanRoulette } from './books/foreign-books.ts'
import { croupier } from './support/cli.ts'
import { entriesIn, findingsIn } from './support/journal.ts'
import { ask, cleanUp, freshFolder, must, quietService, seatAt, staffOf } from './support/service.ts'

/** A program without any rule book of its own. A journal that was played by a file proves every round all the same. */
vi.mock('../src/books/index.ts', () => ({ books: [], bookById: () => undefined }))

const first: Book = { ...americanRoulette, inForce: { from: null, until: null } }
const second: Book = { ...first, id: 'abroad/american-roulette@2', version: 2 }
const folder = freshFolder()
const receipts: { seq: number; receipt: string }[] = []
let [key, houseKey]: [string, VerifierKey | null] = ['', null]

beforeAll(async () => {
  if (!existsSync(CHECK_PAGE)) await buildCheckPage()
  const books = join(folder, 'books')
  mkdirSync(books)
  for (const book of [first, second]) writeFileSync(join(books, `${book.version}.json`), JSON.stringify(book))
  const service = await quietService(folder, { books }, [{ id: 'harbour', book: './books/1.json' }])
  const manager = (await staffOf(service))['shift-manager']
  const ann = await seatAt(service, 'harbour', 'ann')
  const give = (command: object) => must(service.address, manager, 'harbour', command as never)
  for (const round of [1, 2]) {
    if (round === 2) await give({ do: 'set-book', book: second.id, reason: 'the rules of the new year' })
    await give({ do: 'place-your-bets' })
    await give({ do: 'wager', player: ann.player, spot: '17', stake: 1_000 })
    await give({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
    await give({ do: 'no-more-bets' })
    await give({ do: 'ball-at-rest', pocket: '17' })
    await give({ do: 'settle' })
    const path = `/api/tables/harbour/rounds/${round}/receipts`
    const made = (await ask(service.address, 'GET', path, { token: ann.token })).body as never as RoundReceipts
    receipts.push(...made.receipts.map(({ seq, receipt }) => ({ seq, receipt: receipt! })))
    key = made.key!
  }
  await service.stop()
  rmSync(books, { recursive: true })
  houseKey = readKey(key) as VerifierKey
})
afterAll(cleanUp)

test('the program has no book', () => {
  expect(builtInBooks.list).toEqual([])
  expect(receipts).toHaveLength(2)
})

test('verify finds nothing wrong', async () => {
  expect(await findingsIn(folder)).toEqual([])
})

test('verify, report and randomness take the books from the journal', async () => {
  const verified = await croupier(['verify', folder])
  expect([verified.status, verified.stderr]).toEqual([0, ''])
  const page = join(folder, 'report.html')
  expect(await croupier(['report', 'journal', folder, '--out', page])).toMatchObject({ status: 0, stderr: '' })
  for (const book of [first, second]) expect(readFileSync(page, 'utf8')).toContain(book.id)
  expect((await croupier(['randomness', folder, '--json'])).json().wheels).toMatchObject([
    { wheel: 'harbour', book: first.id, spins: 2 },
  ])
})

test('a receipt of each round tells by which rules it pays, whoever makes it', async () => {
  for (const [nth, { seq, receipt }] of receipts.entries()) {
    const later = (await croupier(['prove', 'harbour', String(seq), '--data', folder])).stdout
    const book = [first, second][nth]!
    for (const one of [receipt, later]) {
      const { stdout, status } = await croupier(['check', '-', '--key', key], one)
      expect(status).toBe(0)
      for (const part of ['pays 35 to 1: $350.00', book.id, fingerprintOf(book)]) expect(stdout).toContain(part)
    }
  }
})

test('an export is proved by the page that checks, and every entry is told', async () => {
  const file = join(folder, 'whole.zip')
  expect(await croupier(['export', file, '--data', folder])).toMatchObject({ status: 0, stderr: '' })
  const bundle = readBundle(unzipSync(readFileSync(file)))
  if ('problem' in bundle) throw new Error(bundle.problem)
  const checked = await checkBundle(bundle, { keys: [houseKey!], witnesses: [] })
  if ('problem' in checked) throw new Error(checked.problem)
  expect(isSound(checked)).toBe(true)
  expect(checked.streams).toMatchObject([{ report: { stream: 'harbour', rounds: 2 }, problem: null }])
  expect(checked.books.map(({ id, standing }) => `${id} ${standing}`).sort()).toEqual([
    'abroad/american-roulette@1 foreign',
    'abroad/american-roulette@2 foreign',
  ])
  const books = new CarriedBooks()
  let state = null
  for (const stored of (await entriesIn(folder)).get('harbour')!) {
    books.take(readTableEntry(stored.body))
    const step = stepOf(state, stored, books)
    expect(toldIn(en, step).length, `entry ${stored.seq}`).toBeGreaterThan(0)
    state = step.after
  }
})

/** How many snapshots were there. A service that stops keeps one for each stream. */
function deleteSnapshots(): number {
  const db = new DatabaseSync(journalFile(folder))
  const { changes } = db.prepare('DELETE FROM snapshots').run()
  db.close()
  return Number(changes)
}

test('the service starts again from the entries alone, and goes on by the rules that they carry', async () => {
  expect(deleteSnapshots()).toBe(2)
  const service = await quietService(folder, {}, [{ id: 'harbour', book: './books/1.json' }])
  const { table } = service.floor.rooms.get('harbour')!
  expect(fingerprintOf(bookOf(table.settled))).toBe(fingerprintOf(second))
  const manager = (await staffOf(service))['shift-manager']
  const give = (command: object) => must(service.address, manager, 'harbour', command as never)
  // Round 1 was played by the first book, and is settled again by it.
  const corrected = await give({ do: 'correct-outcome', round: 1, pocket: '18', reason: 'the camera shows 18' })
  expect(corrected.events).toMatchObject([{ type: 'outcome-corrected', adjustments: [{ amount: -36_000 }] }])
  await give({ do: 'place-your-bets' })
  await give({ do: 'no-spin' })
  await service.stop()
  expect(deleteSnapshots()).toBe(2)
  expect(await findingsIn(folder)).toEqual([])
  expect(await croupier(['verify', folder])).toMatchObject({ status: 0, stderr: '' })
})
