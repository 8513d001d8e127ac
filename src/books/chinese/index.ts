import type { Book, BookTexts } from '../rule-book.ts'
import { type ChineseOf, irregularities, type Meaning } from './chinese.ts'
import { roulette3InChinese } from './roulette-3.ts'
import { rouletteDoubleZeroEtg4InChinese } from './roulette-double-zero-etg-4.ts'
import { sandsFastActionRoulette2InChinese } from './sands-fast-action-roulette-2.ts'
import { sandsRoulette1InChinese } from './sands-roulette-1.ts'
import { sandsRoulette2InChinese } from './sands-roulette-2.ts'

// biome-ignore format: a table is read down its columns
export const chineseWords: Readonly<Record<string, ChineseOf<Book>>> = {
  'mbs/sands-roulette@1':             sandsRoulette1InChinese,
  'mbs/sands-roulette@2':             sandsRoulette2InChinese,
  'mbs/roulette@3':                   roulette3InChinese,
  'mbs/sands-fast-action-roulette@2': sandsFastActionRoulette2InChinese,
  'rws/roulette-double-zero-etg@4':   rouletteDoubleZeroEtg4InChinese,
}

/**
 * The Chinese edition of a book: the same rules, and its texts in Chinese. Of a book that has none, only what every book
 * calls alike is told in Chinese; the rest is read as it is.
 */
function editionOf(book: Book): Book {
  const { texts } = book
  const common = { ...texts, irregularities: { ...texts.irregularities, ...alikeIn(texts) } }
  const told = chineseWords[book.id]
  return { ...book, texts: told ? { ...common, ...wordsOf(texts, told) } : common }
}

const alikeIn = ({ irregularities: own }: BookTexts): BookTexts['irregularities'] =>
  Object.fromEntries(Object.entries(irregularities).filter(([code]) => code in own))

const wordsOf = ({ clauses, appendices }: BookTexts, told: ChineseOf<Book>): Partial<BookTexts> => ({
  title: told.title,
  operator: told.operator,
  opening: told.opening,
  closing: told.closing,
  clauses: clauses.map((row) => inWords(row, told.clauses[row.clause])),
  appendices: appendices.map((row) => inWords(row, told.appendices[row.appendix])),
})

const inWords = <Row extends object>(row: Row, told: Meaning | undefined): Row =>
  told ? { ...row, means: told[0], why: told[1] } : row

/** By the book itself and not by its id: an earlier state of a book keeps its own rules. */
const editions = new WeakMap<Book, Book>()

export function inChinese(book: Book): Book {
  const edition = editions.get(book) ?? editionOf(book)
  editions.set(book, edition)
  return edition
}
