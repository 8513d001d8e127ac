import { expect, test } from 'vitest'
import { books } from '../index.ts'
import type { RuleBook } from '../rule-book.ts'
import { irregularities } from './chinese.ts'
import { chineseWords, inChinese } from './index.ts'

test('every book on the shelf has its Chinese words', () => {
  expect(Object.keys(chineseWords)).toEqual(books.map(({ id }) => id))
})

test.each(books)('$id: every clause and appendix has its words, and there is none beside them', (book) => {
  const { clauses, appendices } = chineseWords[book.id]!
  expect(Object.keys(clauses).sort()).toEqual(book.clauses.map(({ clause }) => clause).sort())
  expect(Object.keys(appendices).sort()).toEqual(book.appendices.map(({ appendix }) => appendix).sort())
})

test('every irregularity has its words, and there is none beside them', () => {
  const codes = books.flatMap((book) => book.irregularities.map(({ code }) => code))
  expect(Object.keys(irregularities).sort()).toEqual([...new Set(codes)].sort())
})

const rows = ({ clauses, appendices }: RuleBook) => [...clauses, ...appendices]
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

/** A book without what a person reads of it. */
function mute(book: RuleBook) {
  const { rules, irregularities: listed, clauses, appendices, ...rest } = book
  const silent = <Row extends object>(row: Row) => ({ ...row, means: '', why: '' })
  return {
    ...rest,
    title: '',
    operator: '',
    rules: { ...rules, opening: { ...rules.opening, says: '' }, closing: { ...rules.closing, says: '' } },
    irregularities: listed.map(silent),
    clauses: clauses.map(silent),
    appendices: appendices.map(silent),
  }
}

test.each(books)('$id: the Chinese edition has the same rules', (book) => {
  const edition = inChinese(book)
  expect(edition).not.toEqual(book)
  expect(inChinese(book)).toBe(edition)
  expect(mute(edition)).toEqual(mute(book))
})

test('of a book that has no Chinese edition only what every book calls alike is Chinese', () => {
  const other = { ...books[0]!, id: 'other/roulette@1' }
  const { irregularities: listed, ...rest } = inChinese(other)
  const { irregularities: english, ...asItIs } = other
  expect(rest).toEqual(asItIs)
  expect(listed.map(({ code, means }) => [code, means])).toEqual(
    english.map(({ code }) => [code, irregularities[code]]),
  )
})

test('an earlier state of a book is told by its own rules', () => {
  const [book] = books
  const before = { ...book!, rules: { ...book!.rules, spin: { ...book!.rules.spin, revolutionsMin: 3 } } }
  expect(inChinese(before).rules.spin.revolutionsMin).toBe(3)
  expect(inChinese(book!).rules.spin.revolutionsMin).toBe(4)
})
