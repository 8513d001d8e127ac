import { expect, test } from 'vitest'
import { type Edition, inEnglish } from '../edition.ts'
import { books } from '../index.ts'
import { rulesOf } from '../rule-book.ts'
import { irregularities } from './chinese.ts'
import { chineseWords, inChinese, withChinese } from './index.ts'

test('every built-in book has its Chinese words', () => {
  expect(Object.keys(chineseWords)).toEqual(books.map(({ id }) => id))
})

test.each(books)('$id: every clause and appendix has its words, and there is none beside them', (book) => {
  const { clauses, appendices } = chineseWords[book.id]!
  expect(Object.keys(clauses).sort()).toEqual(book.texts.en.clauses.map(({ clause }) => clause).sort())
  expect(Object.keys(appendices).sort()).toEqual(book.texts.en.appendices.map(({ appendix }) => appendix).sort())
})

test('every irregularity has its words, and there is none beside them', () => {
  const codes = books.flatMap((book) => book.irregularities.map(({ code }) => code))
  expect(Object.keys(irregularities).sort()).toEqual([...new Set(codes)].sort())
})

const rows = ({ texts: { clauses, appendices } }: Edition) => [...clauses, ...appendices]
const numbersIn = (text: string): string[] => text.match(/\d+(?:\.\d+)*/g) ?? []
const wordsIn = (text: string): string[] => text.match(/[A-Za-z]{2,}/g) ?? []

test.each(books)('$id: what is said in Chinese has the numbers of the English, and no English in it', (book) => {
  const edition = inChinese(book)
  for (const [index, { means, why }] of rows(edition).entries()) {
    const english = rows(inEnglish(book))[index]!
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
  expect(edition.texts).not.toEqual(book.texts.en)
  expect(inChinese(book)).toBe(edition)
  const { texts: _, ...rules } = edition
  expect(rules).toEqual(rulesOf(book))
  expect(rows(edition).map(({ where }) => where)).toEqual(rows(inEnglish(book)).map(({ where }) => where))
  expect(Object.keys(edition.texts.irregularities)).toEqual(Object.keys(book.texts.en.irregularities))
})

test('a book without a Chinese edition is Chinese only in the words that all books share', () => {
  const other = { ...books[0]!, id: 'other/roulette@1' }
  const { irregularities: listed, ...rest } = inChinese(other).texts
  const { irregularities: english, ...asItIs } = other.texts.en
  expect(rest).toEqual({ ...asItIs, kinds: {}, bets: {} })
  expect(listed).toEqual(Object.fromEntries(Object.keys(english).map((code) => [code, irregularities[code]])))
})

test('an earlier state of a book is told by its own rules', () => {
  const [book] = books
  const before = { ...book!, rules: { ...book!.rules, spin: { ...book!.rules.spin, revolutionsMin: 3 } } }
  expect(inChinese(before).rules.spin.revolutionsMin).toBe(3)
  expect(inChinese(book!).rules.spin.revolutionsMin).toBe(4)
})

test('the texts in the file of a book go before the common ones, and English fills in', () => {
  const [book] = books
  const zh = {
    title: '轮盘',
    labels: { red: '红色' },
    clauses: { '1.1': { means: '用语。' } },
    kinds: { red: { label: '红' } },
  }
  const { texts } = inChinese({ ...book!, texts: { ...book!.texts, zh } })
  const { en } = book!.texts
  expect([texts.title, texts.operator, texts.labels.red, texts.labels.black]).toEqual([
    '轮盘',
    en.operator,
    '红色',
    'Black',
  ])
  expect(texts.clauses[0]).toEqual({ ...en.clauses[0], means: '用语。' })
  expect(texts.clauses[1]).toEqual(en.clauses[1])
  expect([texts.kinds, texts.irregularities['ball-broke']]).toEqual([zh.kinds, irregularities['ball-broke']])
})

test.each(books)('$id: the whole book has its Chinese texts inside, and reads the same', (book) => {
  const whole = withChinese(book)
  expect(whole.texts.zh).toMatchObject({ title: chineseWords[book.id]!.title })
  expect(inChinese(JSON.parse(JSON.stringify(whole)))).toEqual(inChinese(book))
  expect(rulesOf(whole)).toEqual(rulesOf(book))
})
