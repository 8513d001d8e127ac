import { expect, test } from 'vitest'
import { books } from '../index.ts'
import { rulesOf } from '../registry.ts'
import type { Book } from '../rule-book.ts'
import { irregularities } from './chinese.ts'
import { chineseWords, inChinese } from './index.ts'

test('every book on the shelf has its Chinese words', () => {
  expect(Object.keys(chineseWords)).toEqual(books.map(({ id }) => id))
})

test.each(books)('$id: every clause and appendix has its words, and there is none beside them', (book) => {
  const { clauses, appendices } = chineseWords[book.id]!
  expect(Object.keys(clauses).sort()).toEqual(book.texts.clauses.map(({ clause }) => clause).sort())
  expect(Object.keys(appendices).sort()).toEqual(book.texts.appendices.map(({ appendix }) => appendix).sort())
})

test('every irregularity has its words, and there is none beside them', () => {
  const codes = books.flatMap((book) => book.irregularities.map(({ code }) => code))
  expect(Object.keys(irregularities).sort()).toEqual([...new Set(codes)].sort())
})

const rows = ({ texts: { clauses, appendices } }: Book) => [...clauses, ...appendices]
const numbersIn = (text: string): string[] => text.match(/\d+(?:\.\d+)*/g) ?? []
const wordsIn = (text: string): string[] => text.match(/[A-Za-z]{2,}/g) ?? []

test.each(books)('$id: what is said in Chinese has the numbers of the English, and no English in it', (book) => {
  const edition = inChinese(book)
  for (const [index, { means, why }] of rows(edition).entries()) {
    const english = rows(book)[index]!
    expect(numbersIn(means), means).toEqual(expect.arrayContaining(numbersIn(english.means)))
    expect(means).toMatch(/\p{Script=Han}.*。$/su)
    expect(
      wordsIn(means).filter((word) => !['MBS', 'Rapid', 'Alfastreet'].includes(word)),
      means,
    ).toEqual([])
    expect(why).toMatch(/\p{Script=Han}|^[\w.]+ 与 [\w.]+$/u)
  }
})

test.each(books)('$id: the Chinese edition has the same rules', (book) => {
  const edition = inChinese(book)
  expect(edition.texts).not.toEqual(book.texts)
  expect(inChinese(book)).toBe(edition)
  expect(rulesOf(edition)).toEqual(rulesOf(book))
  expect(rows(edition).map(({ where }) => where)).toEqual(rows(book).map(({ where }) => where))
  expect(Object.keys(edition.texts.irregularities)).toEqual(Object.keys(book.texts.irregularities))
})

test('of a book that has no Chinese edition only what every book calls alike is Chinese', () => {
  const other = { ...books[0]!, id: 'other/roulette@1' }
  const { irregularities: listed, ...rest } = inChinese(other).texts
  const { irregularities: english, ...asItIs } = other.texts
  expect(rest).toEqual(asItIs)
  expect(listed).toEqual(Object.fromEntries(Object.keys(english).map((code) => [code, irregularities[code]])))
})

test('an earlier state of a book is told by its own rules', () => {
  const [book] = books
  const before = { ...book!, rules: { ...book!.rules, spin: { ...book!.rules.spin, revolutionsMin: 3 } } }
  expect(inChinese(before).rules.spin.revolutionsMin).toBe(3)
  expect(inChinese(book!).rules.spin.revolutionsMin).toBe(4)
})
