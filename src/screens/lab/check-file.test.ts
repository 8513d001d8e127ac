import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { americanRoulette, foreignBooks } from '../../../test/books/foreign-books.ts'
import { BOOK_BYTES_MAX } from '../../book-files/read-book.ts'
import { books } from '../../books/index.ts'
import { unpackText } from '../kit/packed-text.ts'
import { LINK_LENGTH_MAX, packBook } from './book-link.ts'
import { checkSource, PROBLEMS_SHOWN } from './check-file.ts'

const american = readFileSync('examples/books/american.json', 'utf8')
const fileOf = (...parts: BlobPart[]) => ({ file: new Blob(parts) })
const packed = (text: string | Buffer) => ({ packed: deflateRawSync(text).toString('base64url') })

test.each([...books, ...foreignBooks])('$id comes out of a link as it went in, in letters of a URL', async (book) => {
  const text = await packBook(book)
  expect(text).toMatch(/^[\w-]+$/)
  expect(text.length).toBeLessThan(LINK_LENGTH_MAX)
  expect((await checkSource({ packed: text })).book).toEqual(book)
})

test('a file and a link are checked alike', async () => {
  const broken = american.replace('"pays": 35', '"pays": -35').replace('"wheel"', '"wheels"')
  const found = await checkSource(fileOf(broken))
  expect(found).toMatchObject({ book: null, warnings: 0 })
  expect(found.problems.map(({ at }) => at)).toEqual(['$.wheel', '$.layouts.table.wagers[0].pays', '$.wheels'])
  expect(await checkSource(packed(broken))).toEqual(found)
})

test('a warning leaves the book playable', async () => {
  const generous = { ...americanRoulette, texts: { en: { ...americanRoulette.texts.en, irregularities: {} } } }
  const found = await checkSource(fileOf(JSON.stringify(generous)))
  expect(found.book).toEqual(generous)
  expect([found.errors, found.warnings]).toEqual([0, found.problems.length])
  expect(found.warnings).toBeGreaterThan(3)
})

const bomb = deflateRawSync(Buffer.alloc(1 << 26, ' ')).toString('base64url')
const whole = deflateRawSync(american).toString('base64url')

test.each([
  ['no Base 64', { packed: 'book!' }, 'damaged-link'],
  ['cut off', { packed: whole.slice(0, -40) }, 'damaged-link'],
  ['not packed', { packed: Buffer.from(american).toString('base64url') }, 'damaged-link'],
  ['a bomb', { packed: bomb }, 'damaged-link'],
  ['nothing', { packed: '' }, 'damaged-link'],
  ['no UTF-8', fileOf(new Uint8Array([0x7b, 0xff, 0x7d])), 'not-utf8'],
  ['too large a file', fileOf('x'.repeat(BOOK_BYTES_MAX + 1)), 'too-long'],
  ['an empty file', fileOf(''), 'empty'],
  ['a page', packed('<script>alert(1)</script>'), 'not-json'],
  ['a deep text', packed('['.repeat(1_000_000)), 'not-json'],
  ['a prototype', packed(american.replace('"version"', '"__proto__": {}, "version"')), 'unknown-field'],
])('%s is told in one line', async (_, source, code) => {
  const { book, problems } = await checkSource(source)
  expect([book, problems.map((one) => one.code)]).toEqual([null, [code]])
})

test('a book with very many problems is told with the first of them, and their number', async () => {
  const sections = Array.from({ length: 400 }, () => 7)
  const text = JSON.stringify({
    ...americanRoulette,
    layouts: { table: { ...americanRoulette.layouts.table, sections } },
  })
  const { errors, problems } = await checkSource(fileOf(text))
  expect(errors).toBeGreaterThanOrEqual(400)
  expect(problems).toHaveLength(PROBLEMS_SHOWN)
})

test('a file that unpacks to more than the maximum is dropped', async () => {
  expect(await unpackText(whole, american.length)).toHaveLength(american.length)
  expect(await unpackText(whole, american.length - 1)).toBeNull()
})
