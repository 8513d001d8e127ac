import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announcedRoulette, foreignBookById, foreignBooks, tripleZeroRoulette } from '../../test/books/foreign-books.ts'
import { croupier } from '../../test/support/cli.ts'
import { bookById } from '../books/index.ts'
import type { Book } from '../books/rule-book.ts'
import { layoutNames, spotsOf } from '../engine/spots.ts'
import { fingerprintOf } from '../record/known-books.ts'

/** Wherever a command takes the id of a book, it takes a file. */

const folder = mkdtempSync(join(tmpdir(), 'croupier-named-'))
const home = process.cwd()
const american = foreignBookById('abroad/american-roulette@1')!
const second: Book = { ...american, id: 'abroad/american-roulette@2', version: 2 }
const writeBook = (file: string, book: Book): void => writeFileSync(file, JSON.stringify(book))
const roulette = bookById('mbs/roulette@3')!
/** A book of ours with another title, and with another pay. */
const retitled: Book = {
  ...roulette,
  texts: { ...roulette.texts, en: { ...roulette.texts.en, title: 'House roulette' } },
}
const repaying: Book = {
  ...roulette,
  layouts: {
    table: { ...roulette.layouts.table!, wagers: roulette.layouts.table!.wagers.map((row) => ({ ...row, pays: 1 })) },
  },
}

beforeAll(() => {
  process.chdir(folder)
  mkdirSync('books')
  mkdirSync('scripts')
  writeBook('books/american.json', american)
  writeBook('books/second.json', second)
  writeBook('triple.json', tripleZeroRoulette)
  writeBook('retitled.json', retitled)
  writeBook('repaying.json', repaying)
})
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

async function said(args: readonly string[], input = ''): Promise<string> {
  const { status, stdout, stderr } = await croupier(args, input)
  expect([status, stderr], args.join(' ')).toEqual([0, ''])
  return stdout
}

const linesOf = (...steps: object[]): string => steps.map((step) => JSON.stringify(step)).join('\n')
const money = { do: 'buy-in', player: 'ann', amount: 10_000 }
const roundOn17 = [
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 100 },
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
]

test.each(foreignBooks.map((book) => [book.id, book] as const))('%s: one book', async (_, book) => {
  writeBook('one.json', book)
  const [layout] = layoutNames(book)
  expect(JSON.parse(await said(['spots', 'one.json', '--json']))).toHaveLength(spotsOf(book, layout!).list.length)
  expect(JSON.parse(await said(['odds', 'one.json', '--json']))).toHaveLength(spotsOf(book, layout!).list.length)
  expect(await said(['layout', 'one.json'])).toMatch(/^<svg/)
  for (const language of ['en', 'zh'])
    expect(await said(['clauses', 'one.json', '--language', language])).toContain(book.texts.en.document)
  await said(['report', 'book', 'one.json', '--out', 'one.html'])
  expect(readFileSync('one.html', 'utf8')).toContain(fingerprintOf(book))
  writeFileSync('wheel.log', await said(['wheel', '--book', './one.json', '--simulate', '2', '--seed', 's']))
  expect(await said(['wheel', 'wheel.log', '--book', 'one.json'])).toContain('ball-at-rest')
  expect(await said(['randomness', 'wheel', '--book', 'one.json', '--count', '5000', '--seed', 's'])).toContain(book.id)
})

test('the wager of a several-piece bet, and the difference of two books', async () => {
  expect(JSON.parse(await said(['expand', 'triple.json', 'zeros', '--json'])).total.pieces).toBeGreaterThan(1)
  expect(await said(['diff', 'mbs/sands-roulette@1', 'books/american.json'])).toContain(`to   ${american.id}`)
})

// biome-ignore format: a table is read down its columns
test.each([
  ['Layout main: 0 00 000 1 2 and 34 more: pays', '"grid":"number","wins":"covered","pays":35',      '"grid":"number","wins":"covered","pays":34'],
  ['Layout main: column-1 covers',              '"kind":"column","covers":["1","4",',                '"kind":"column","covers":["1","2",'],
  ['Layout main: clauses',                      '"kind":"split","grid":"split","wins":"covered","pays":17,"placed":"2.3"', '"kind":"split","grid":"split","wins":"covered","pays":17,"placed":"3.1"'],
  ['Layout main: printed places',               '{"spot":"top-line","x":0,"y":3}',                  '{"spot":"top-line","x":0,"y":2.9}'],
  ['Layout main, touch: zeros',                 '"choose":"nothing","pieces":[{"spot":"000","pieces":1', '"choose":"nothing","pieces":[{"spot":"000","pieces":2'],
  ['Several-piece bets',                        '"sidesMin":1,',                                     '"sidesMin":2,'],
  ['Late wagers',                               '"lateWager":{"clause":"4.3"}',                      '"lateWager":{"clause":"reading 9"}'],
  ['Voids the round: something fell into the wheel before the ball was at rest', '"code":"foreign-object"',                      '"from":"spin","code":"foreign-object"'],
  ['En prison',                                 '"placedByStaff":',                                  '"enPrison":{"kinds":["red"],"pockets":["0"],"further":"stays","clause":"3.2"},"placedByStaff":'],
])('diff tells what changed in a copy: %s', async (what, from, to) => {
  const text = JSON.stringify(tripleZeroRoulette)
  expect(text).toContain(from)
  writeFileSync('changed.json', text.replace(from, to))
  const { values } = JSON.parse(await said(['diff', 'triple.json', 'changed.json', '--json']))
  expect(values.map((one: { what: string }) => one.what)).toEqual([what])
})

test('exact results in money are cut at the maximum payout of the book, and odds per unit are not', async () => {
  writeBook('announced.json', announcedRoulette)
  const wagers = ['--wager', '17=10000', '--wager', '14/17=20000']
  const results = JSON.parse(await said(['odds', 'announced.json', ...wagers, '--json']))
  // 350,000 and 340,000 are won on 17, 400,000 are paid.
  expect(results.at(-1)).toEqual({ result: 400_000, probability: '1/37' })
  expect(await said(['odds', 'announced.json', ...wagers])).toContain('4,000.00 (3.4), is counted')
  expect(await said(['odds', 'announced.json', ...wagers, '--rounds', '10'])).toContain('4,000.00 (3.4), is counted')
  expect(await said(['odds', 'announced.json'])).toContain('(3.4) is not counted')
})

test('a simulation by a file, and its report with the folder of the file', async () => {
  const wager = ['--wager', 'top-line=500', '--rounds', '20000', '--seed', '1', '--json']
  writeFileSync('played.json', await said(['simulate', 'books/american.json', ...wager]))
  expect(JSON.parse(readFileSync('played.json', 'utf8'))).toMatchObject({
    book: american.id,
    fingerprint: fingerprintOf(american),
    exact: '35/38',
  })
  const report = ['report', 'simulation', 'played.json', '--out', 'played.html']
  expect(await said([...report, '--books', 'books'])).toContain('played.html')
  expect(readFileSync('played.html', 'utf8')).toContain(american.texts.en.title)
  expect((await croupier(report)).stderr).toBe(
    `croupier: played.json, book: there is no rule book ${american.id}; --books names the folder of its file\n`,
  )
  writeFileSync('repaid.json', await said(['simulate', 'repaying.json', '--wager', '17=500', ...wager.slice(2)]))
  const { status, stderr } = await croupier(['report', 'simulation', 'repaid.json', '--out', 'x.html'])
  expect(status).toBe(2)
  for (const book of [roulette, repaying]) expect(stderr).toContain(fingerprintOf(book))
})

test('books lists those of a folder too', async () => {
  const ids = JSON.parse(await said(['books', '--books', 'books', '--json'])).map(({ id }: Book) => id)
  expect(ids.slice(-2)).toEqual([american.id, second.id])
})

describe('a script', () => {
  test('names a file from its own folder, and from here where it is standard input', async () => {
    writeFileSync('scripts/round.jsonl', linesOf({ table: { book: '../books/american.json' } }, money, ...roundOn17))
    const played = await said(['play', 'scripts/round.jsonl', '--summary'])
    expect(JSON.parse(played.trimEnd().split('\n').at(-1)!).summary.players.ann.balance).toBe(13_500)
    const here = linesOf({ table: { book: './books/american.json' } }, money, ...roundOn17)
    expect(await said(['play', '--summary'], here)).toBe(played)
    const absolute = linesOf({ table: { book: join(folder, 'books/american.json') } }, money, ...roundOn17)
    expect(await said(['play', '-', '--summary'], absolute)).toBe(played)
    expect(await said(['explain', 'scripts/round.jsonl'])).toContain(american.texts.en.title)
    expect(await said(['explain', 'scripts/round.jsonl', '--language', 'zh'])).toContain(american.id)
  })

  test('names the books of a folder by id, and changes to them', async () => {
    const change = { do: 'set-book', book: second.id, reason: 'the rules of the new year' }
    const script = linesOf({ table: { book: american.id } }, money, ...roundOn17, change, ...roundOn17)
    const played = await said(['play', '--summary', '--books', 'books'], script)
    expect(played).not.toContain('refused')
    expect(JSON.parse(played.trimEnd().split('\n').at(-1)!).summary.players.ann.balance).toBe(17_000)
    expect(await said(['explain', '--books', 'books'], script)).toContain(second.id)
    const { status, stderr } = await croupier(['play'], script)
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(`croupier: standard input, line 1, book: there is no rule book ${american.id};`),
    ])
  })

  test('changes to no file: set-book takes an id', async () => {
    const change = { do: 'set-book', book: './books/second.json', reason: 'the rules of the new year' }
    const played = await said(['play'], linesOf({ table: { book: 'books/american.json' } }, change))
    expect(JSON.parse(played)).toMatchObject({ refused: expect.any(String) })
  })

  test('has the texts of the file, and no second set of rules under one id', async () => {
    expect(await said(['explain'], linesOf({ table: { book: 'retitled.json' } }, ...roundOn17.slice(0, 1)))).toContain(
      'House roulette, mbs/roulette@3',
    )
    const { status, stdout, stderr } = await croupier(['play'], linesOf({ table: { book: 'repaying.json' } }, money))
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^croupier: standard input, line 1, book: repaying\.json: [^\n]*takes a new version\n$/)
    for (const book of [roulette, repaying]) expect(stderr).toContain(fingerprintOf(book))
  })

  test('a folder that is not there', async () => {
    const table = linesOf({ table: { book: american.id } })
    for (const command of ['play', 'explain'])
      expect(await croupier([command, '--books', 'nowhere'], table)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: 'croupier: books: nowhere cannot be read: ENOENT\n',
      })
  })

  test('a folder with bad books: every problem of every file', async () => {
    mkdirSync('bad')
    writeFileSync('bad/a.json', '{}}')
    writeFileSync('bad/b.json', '[]')
    writeFileSync('bad/c.txt', 'this is no book, and nobody says so')
    const { status, stderr } = await croupier(['play', '--books', 'bad'], linesOf({ table: { book: roulette.id } }))
    expect(status).toBe(2)
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^croupier: bad\/a\.json: \$ is not JSON/),
      expect.stringMatching(/^croupier: bad\/b\.json: \$ is a list, not an object/),
    ])
  })
})
