import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, test } from 'vitest'
import { checkBook } from '../../src/book-files/read-book.ts'
import { withChinese } from '../../src/books/chinese/index.ts'
import { books } from '../../src/books/index.ts'
import type { Book } from '../../src/books/rule-book.ts'
import { fingerprintOf } from '../../src/record/known-books.ts'
import { foreignBooks } from '../books/foreign-books.ts'
import { prisonBooks } from '../books/french-en-prison.ts'
import { campaign } from '../campaign.ts'
import { Dice } from '../simulation/dice.ts'
import { croupier } from '../support/cli.ts'
import { type Json, mutateBook } from './mutate-book.ts'
import { playRounds } from './random-rounds.ts'

/** Books with seeded changes: the schema and the reader agree on them, and the engine plays by every book that is accepted. */

const BOOKS = Math.ceil(1_000 * campaign)
const ROUNDS = 100
const SEED = 24

const folder = mkdtempSync(join(tmpdir(), 'croupier-mutated-'))
afterAll(() => rmSync(folder, { recursive: true }))

const originals: readonly Book[] = [...books.map(withChinese), ...foreignBooks, ...prisonBooks]
const known = new Set(originals.map((book) => fingerprintOf(book)))
const diceOf = (nth: number): Dice => Dice.of(SEED, `book ${nth}`)
const mutated: readonly Json[] = Array.from({ length: BOOKS }, (_, nth) => {
  const dice = diceOf(nth)
  return mutateBook(dice, dice.oneOf(originals))
})
const checked = mutated.map((value) => checkBook(value))

const schema = JSON.parse(readFileSync(new URL('../../schemas/rule-book.json', import.meta.url), 'utf8'))
const isOfSchema = new Ajv2020().compile(schema)

test.skipIf(BOOKS < 200)('the changes make books of every kind', () => {
  const share = (kind: (nth: number) => boolean) => mutated.filter((_, nth) => kind(nth)).length / BOOKS
  expect(share((nth) => !checked[nth]!.isBook)).toBeGreaterThan(0.2)
  expect(share((nth) => checked[nth]!.isBook && !checked[nth]!.book)).toBeGreaterThan(0.1)
  expect(share((nth) => checked[nth]!.book !== null)).toBeGreaterThan(0.2)
  // Books that nobody has seen: other rules, and not only other texts.
  expect(share((nth) => checked[nth]!.book !== null && !known.has(fingerprintOf(checked[nth]!.book!)))).toBeGreaterThan(
    0.05,
  )
})

test('the published schema and the reader agree on which have the shape of a book', () => {
  for (const book of originals) expect(isOfSchema(book), book.id).toBe(true)
  const differing = mutated.flatMap((value, nth) => {
    const { isBook, problems } = checked[nth]!
    return isOfSchema(value) === isBook ? [] : [{ nth, isBook, problems, errors: isOfSchema.errors }]
  })
  expect(differing).toEqual([])
})

test('book check says the same of each, and never fails', async () => {
  for (const [nth, value] of mutated.entries()) {
    const file = join(folder, 'mutated.json')
    writeFileSync(file, JSON.stringify(value))
    const { book, isBook, problems } = checked[nth]!
    const answer = await croupier(['book', 'check', file, '--json'])
    expect([nth, answer.status]).toEqual([nth, book ? 0 : isBook ? 1 : 2])
    expect(answer.json(), `book ${nth}`).toMatchObject({ isBook, problems })
  }
})

/** The failure in play by a book, or null. */
function troubleWith(book: Book, nth: number): string | null {
  try {
    playRounds(diceOf(nth), book, ROUNDS)
    return null
  } catch (error) {
    return `book ${nth} of seed ${SEED}, from ${book.id}: ${(error as Error).stack}`
  }
}

test('a book that is accepted is played, and no cent is lost', () => {
  expect(checked.flatMap(({ book }, nth) => (book ? (troubleWith(book, nth) ?? []) : []))).toEqual([])
})
