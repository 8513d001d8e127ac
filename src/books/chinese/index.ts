import { books } from '../index.ts'
import type { RuleBook } from '../rule-book.ts'
import { type ChineseOf, irregularities, type Told } from './chinese.ts'
import { roulette3InChinese } from './roulette-3.ts'
import { rouletteDoubleZeroEtg4InChinese } from './roulette-double-zero-etg-4.ts'
import { sandsFastActionRoulette2InChinese } from './sands-fast-action-roulette-2.ts'
import { sandsRoulette1InChinese } from './sands-roulette-1.ts'
import { sandsRoulette2InChinese } from './sands-roulette-2.ts'

// biome-ignore format: a table is read down its columns
export const chineseWords: Readonly<Record<string, ChineseOf<RuleBook>>> = {
  'mbs/sands-roulette@1':             sandsRoulette1InChinese,
  'mbs/sands-roulette@2':             sandsRoulette2InChinese,
  'mbs/roulette@3':                   roulette3InChinese,
  'mbs/sands-fast-action-roulette@2': sandsFastActionRoulette2InChinese,
  'rws/roulette-double-zero-etg@4':   rouletteDoubleZeroEtg4InChinese,
}

/** The Chinese edition of a book: the same rules under the same id, and what a person reads of it in Chinese. */
function editionOf(book: RuleBook): RuleBook {
  const told = chineseWords[book.id]
  if (!told) return book
  const { rules, clauses, appendices } = book
  return {
    ...book,
    title: told.title,
    operator: told.operator,
    rules: {
      ...rules,
      opening: { ...rules.opening, says: told.opening },
      closing: { ...rules.closing, says: told.closing },
    },
    irregularities: book.irregularities.map((row) => ({ ...row, means: irregularities[row.code] ?? row.means })),
    clauses: clauses.map((row) => inWords(row, told.clauses[row.clause])),
    appendices: appendices.map((row) => inWords(row, told.appendices[row.appendix])),
  }
}

const inWords = <Row extends object>(row: Row, told: Told | undefined): Row =>
  told ? { ...row, means: told[0], why: told[1] } : row

const editions = new Map(books.map((book) => [book.id, editionOf(book)]))

/** A book that has no Chinese edition is read as it is. */
export const inChinese = (book: RuleBook): RuleBook => editions.get(book.id) ?? book
