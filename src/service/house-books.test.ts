import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { foreignBookById } from '../../test/books/foreign-books.ts'
import { stores } from '../../test/postgres/stores.ts'
import { entriesIn, findingsIn } from '../../test/support/journal.ts'
import {
  ask,
  cleanUp,
  demoFlags,
  freshFolder,
  type HousePlace,
  must,
  quietService,
  staffOf,
} from '../../test/support/service.ts'
import type { Book } from '../books/rule-book.ts'
import { BookChanged } from '../record/carried-books.ts'
import { fingerprintOf } from '../record/known-books.ts'
import { readTableEntry } from '../record/table-entry.ts'
import { readConfig } from './config.ts'
import { type Service, startService } from './service.ts'
import { setupWarnings } from './setups.ts'
import { bookOf } from './stream/table-stream.ts'

/** A house that plays by books of its own, from files. */

afterAll(cleanUp)

const american = foreignBookById('abroad/american-roulette@1')!
/** The same game, with another pay for a straight-up number. */
const paying = (pays: number, book: Book = american): Book => ({
  ...book,
  layouts: Object.fromEntries(
    Object.entries(book.layouts).map(([name, layout]) => [
      name,
      { ...layout, wagers: layout.wagers.map((row) => (row.kind === 'straight-up' ? { ...row, pays } : row)) },
    ]),
  ),
})
const second: Book = { ...paying(34), id: 'abroad/american-roulette@2', version: 2 }

const table = { id: 'harbour', book: './books/american.json' }

function bookFile(folder: string, name: string, book: unknown): string {
  mkdirSync(join(folder, 'books'), { recursive: true })
  const file = join(folder, 'books', name)
  writeFileSync(file, typeof book === 'string' ? book : JSON.stringify(book))
  return file
}

const outOfForce = { 'out-of-force': 'true' }
const opened = ({ folder, flags }: HousePlace, more: Record<string, string> = {}): Promise<Service> =>
  quietService(folder, { ...flags, ...outOfForce, ...more }, [table])

async function handOf(service: Service) {
  const manager = (await staffOf(service))['shift-manager']
  return async (command: object) => must(service.address, manager, 'harbour', command as never)
}

const setBook = { do: 'set-book', book: second.id, reason: 'the rules of the new year' }

/** Plays one round, with 10.00 on 17. Returns the payment. */
async function roundOn17(service: Service): Promise<number> {
  const give = await handOf(service)
  await give({ do: 'place-your-bets' })
  await give({ do: 'wager', player: 'ann', spot: '17', stake: 1_000 })
  await give({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  await give({ do: 'no-more-bets' })
  await give({ do: 'ball-at-rest', pocket: '17' })
  const { events } = (await give({ do: 'settle' })) as { events: { lines: { paid: number }[] }[] }
  return events[0]!.lines[0]!.paid
}

const carriedIn = async (store: string): Promise<string[]> =>
  (await entriesIn(store)).get('harbour')!.flatMap(({ body }) => {
    const entry = readTableEntry(body)
    return 'ruleBook' in entry && entry.ruleBook ? [`${entry.ruleBook.id} ${fingerprintOf(entry.ruleBook)}`] : []
  })

describe.each(stores)('on %s a table plays by a book from a file', (_, fresh) => {
  test('and goes on by its journal when every file is gone', async () => {
    const place = await fresh()
    bookFile(place.folder, 'american.json', american)
    bookFile(place.folder, 'later.json', second)
    const first = await opened(place, { books: join(place.folder, 'books') })
    const give = await handOf(first)
    await give({ do: 'buy-in', player: 'ann', amount: 100_000 })
    expect(await roundOn17(first)).toBe(35_000)
    await give(setBook)
    expect(await roundOn17(first)).toBe(34_000)
    expect(await setupWarnings(first.floor)).toEqual([
      `table harbour: its rule book is ${second.id}, as its journal says, and that of the configuration is ${american.id}; set-book changes it`,
    ])
    await first.stop()

    rmSync(join(place.folder, 'books'), { recursive: true })
    for (const round of [3, 4]) {
      const again = await opened(place)
      expect(bookOf(again.floor.rooms.get('harbour')!.table.settled)).toMatchObject({ id: second.id })
      expect(await setupWarnings(again.floor)).toContain(
        `table harbour: no file here has the rule book ${second.id}; its journal carries the rules, and not the texts`,
      )
      expect(await roundOn17(again), `round ${round}`).toBe(34_000)
      await again.stop()
    }
    const last = await opened(place)
    const giveLast = await handOf(last)
    const corrected = await giveLast({ do: 'correct-outcome', round: 1, pocket: '18', reason: 'the camera shows 18' })
    expect(corrected.events).toMatchObject([{ type: 'outcome-corrected', adjustments: [{ amount: -36_000 }] }])
    // Changes back to a book that only the journal has.
    await giveLast({ ...setBook, book: american.id })
    expect(await roundOn17(last)).toBe(35_000)
    await last.stop()

    expect(await findingsIn(place.store)).toEqual([])
    expect(await carriedIn(place.store)).toEqual([american, second].map((book) => `${book.id} ${fingerprintOf(book)}`))
  })

  test('and a file that has changed under the same id is refused, with both fingerprints', async () => {
    const place = await fresh()
    bookFile(place.folder, 'american.json', american)
    bookFile(place.folder, 'later.json', second)
    const books = join(place.folder, 'books')
    const first = await opened(place, { books })
    await (await handOf(first))(setBook)
    await first.stop()
    const before = await entriesIn(place.store)

    for (const [name, changed, then] of [
      ['american.json', paying(30), american],
      ['later.json', paying(30, second), second],
    ] as const) {
      const file = bookFile(place.folder, name, changed)
      const refused = await opened(place, { books }).catch((error) => error)
      expect(refused).toBeInstanceOf(BookChanged)
      for (const book of [then, changed]) expect(refused.message).toContain(fingerprintOf(book))
      expect(refused.message).toMatch(/^table harbour: [^\n]*new version[^\n]*set-book[^\n]*$/)
      writeFileSync(file, JSON.stringify(then))
    }
    expect(await entriesIn(place.store)).toEqual(before)

    // A change of texts does not change the rules.
    const texts = { en: { ...american.texts.en, title: 'Harbour roulette' } }
    bookFile(place.folder, 'american.json', { ...american, texts })
    await (await opened(place, { books })).stop()
  })
})

test('a book with a new version in the same file is for set-book', async () => {
  const folder = freshFolder()
  bookFile(folder, 'american.json', american)
  await (await quietService(folder, outOfForce, [table])).stop()
  bookFile(folder, 'american.json', second)
  const service = await quietService(folder, outOfForce, [table])
  const give = await handOf(service)
  expect(bookOf(service.floor.rooms.get('harbour')!.table.settled).id).toBe(american.id)
  await give(setBook)
  expect(bookOf(service.floor.rooms.get('harbour')!.table.settled).texts.en.title).toBe(second.texts.en.title)
  await service.stop()
  expect(await findingsIn(folder)).toEqual([])
})

test('anybody may read a book of the house, whole', async () => {
  const folder = freshFolder()
  bookFile(folder, 'american.json', american)
  const service = await quietService(folder, outOfForce, [table])
  const listed = (await ask(service.address, 'GET', '/api/books')).body as never as {
    id: string
    fingerprint: string
  }[]
  expect(listed.find(({ id }) => id === american.id)).toMatchObject({ fingerprint: fingerprintOf(american) })
  expect((await ask(service.address, 'GET', `/api/books/${american.id}`)).body).toEqual(american)
  expect((await ask(service.address, 'GET', '/api/books/abroad/american-roulette@9')).status).toBe(404)
  await service.stop()
  rmSync(join(folder, 'books'), { recursive: true })
  const again = await quietService(folder, outOfForce, [table])
  const carried = (await ask(again.address, 'GET', `/api/books/${american.id}`)).body as never as Book
  expect(fingerprintOf(carried)).toBe(fingerprintOf(american))
  expect(carried.texts.en.title).toBe(american.id)
  await again.stop()
})

describe('nothing is started by', () => {
  const refusal = async (book: unknown, more: Record<string, string> = {}, tables: readonly object[] = [table]) => {
    const folder = freshFolder()
    if (book !== null) bookFile(folder, 'american.json', book)
    const config = join(folder, 'config.json')
    writeFileSync(config, JSON.stringify({ tables }))
    const data = join(folder, 'data')
    const flags = { port: '0', 'log-level': 'silent', config, data, ...more }
    const said = await Promise.resolve()
      .then(() => startService(readConfig(flags, {})))
      .then(
        () => 'it starts',
        ({ message }: Error) => message.replaceAll(folder, ''),
      )
    expect(existsSync(data)).toBe(false)
    return said
  }

  // biome-ignore format: a table is read down its columns
  test.each([
    ['a book that is not there',       null,                                       'tables[0].book: there is no rule book "./books/american.json"'],
    ['a file that is not JSON',        '{"id":',                                   '/books/american.json: $ is not JSON'],
    ['a file that is no book',         '[]',                                       '/books/american.json: $ is a list, not an object'],
    ['a file that is too long',        ' '.repeat(5_000_001),                      '/books/american.json is too large: a book has 5000000 bytes at most'],
    ['a pay that is a fraction',       paying(35.5),                               '/books/american.json: $.layouts.table.wagers[0].pays 35.5 is not a whole number'],
    ['the id of a book of ours',       { ...american, id: 'mbs/roulette@3', version: 3 }, `/books/american.json: mbs/roulette@3 is ${fingerprintOf({ ...american, id: 'mbs/roulette@3', version: 3 })}, and another book of that id is`],
  ])('%s', async (_, book, said) => {
    expect(await refusal(book)).toContain(said)
  })

  test('several problems: each has a line', async () => {
    const { id: _, ...nameless } = paying(-1)
    const lines = (await refusal(nameless)).split('\n')
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toMatch(/^\/books\/american\.json: /)
  })

  test('a folder of books that is not there', async () => {
    expect(await refusal(american, { books: '/nowhere' })).toBe('books: /nowhere cannot be read: ENOENT')
  })

  test('a book for the demonstration, where there is none', async () => {
    expect(await refusal(american, { book: 'american.json' })).toContain('book is for the demonstration')
  })

  test('an id that only looks like that of the journal', async () => {
    const folder = freshFolder()
    bookFile(folder, 'american.json', american)
    await (await quietService(folder, outOfForce, [table])).stop()
    const other = quietService(folder, outOfForce, [{ ...table, book: 'abroad/american-roulette@7' }])
    await expect(other).rejects.toThrow('there is no rule book "abroad/american-roulette@7"')
  })
})

test('the demonstration opens one more table with a book of somebody, and starts without it again', async () => {
  const folder = freshFolder()
  const book = bookFile(folder, 'american.json', american)
  const start = (more: Record<string, string>) =>
    startService(readConfig({ ...demoFlags, data: join(folder, 'data'), ...more } as never, {}))
  const plain = await start({})
  const tables = [...plain.floor.rooms.keys()]
  await plain.stop()
  const added = await start({ book })
  expect([...added.floor.rooms.keys()]).toEqual([...tables, 'abroad-american-roulette-1'])
  await added.stop()
  const again = await start({})
  expect([...again.floor.rooms.keys()]).toEqual(tables)
  await again.stop()
})
