import { editionsBy, translateTexts } from '../edition.ts'
import type { Book, TranslatedTexts } from '../rule-book.ts'
import { type ChineseOf, irregularities, labels } from './chinese.ts'
import { roulette3InChinese } from './roulette-3.ts'
import { rouletteDoubleZeroEtg4InChinese } from './roulette-double-zero-etg-4.ts'
import { sandsFastActionRoulette2InChinese } from './sands-fast-action-roulette-2.ts'
import { sandsRoulette1InChinese } from './sands-roulette-1.ts'
import { sandsRoulette2InChinese } from './sands-roulette-2.ts'

type Words = Readonly<Record<string, string>>

// biome-ignore format: a table is read down its columns
export const chineseWords: Readonly<Record<string, ChineseOf<Book>>> = {
  'mbs/sands-roulette@1':             sandsRoulette1InChinese,
  'mbs/sands-roulette@2':             sandsRoulette2InChinese,
  'mbs/roulette@3':                   roulette3InChinese,
  'mbs/sands-fast-action-roulette@2': sandsFastActionRoulette2InChinese,
  'rws/roulette-double-zero-etg@4':   rouletteDoubleZeroEtg4InChinese,
}

/**
 * Returns the Chinese texts of a book. A book from outside without them has Chinese only for texts that all books
 * share.
 */
function chineseOf({ id, texts: { en, zh } }: Book): TranslatedTexts {
  const common = { irregularities: pick(irregularities, en.irregularities) }
  if (zh) return { ...zh, irregularities: { ...common.irregularities, ...zh.irregularities } }
  const own = chineseWords[id]
  return own ? { ...own, ...common, labels: pick(labels, en.labels) } : common
}

const pick = (words: Words, wanted: Words): Words =>
  Object.fromEntries(Object.entries(words).filter(([name]) => Object.hasOwn(wanted, name)))

export const inChinese = editionsBy((book) => translateTexts(book.texts.en, chineseOf(book)))

/** Returns the whole book, one of ours with its Chinese texts. A browser loads them only when they are needed. */
export const withChinese = (book: Book): Book => ({ ...book, texts: { ...book.texts, zh: chineseOf(book) } })
