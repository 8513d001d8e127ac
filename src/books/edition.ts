import { type Book, type BookTexts, type Meaning, type RuleBook, rulesOf, type TranslatedTexts } from './rule-book.ts'

/** A book as it is read in one language. */
export type Edition = RuleBook & { readonly texts: BookTexts }

/** Makes each edition once, so that a cache by the identity of a book finds it again. */
export function editionsBy(textsOf: (book: Book) => BookTexts): (book: Book) => Edition {
  const editions = new WeakMap<Book, Edition>()
  return (book) => {
    const edition = editions.get(book) ?? { ...rulesOf(book), texts: textsOf(book) }
    editions.set(book, edition)
    return edition
  }
}

export const inEnglish = editionsBy(({ texts }) => texts.en)

/** Returns the texts in another language, with English in place of each text that it lacks. */
export function translateTexts(english: BookTexts, translated: TranslatedTexts): BookTexts {
  const { clauses = {}, appendices = {}, ...words } = translated
  return {
    ...english,
    ...words,
    labels: { ...english.labels, ...words.labels },
    irregularities: { ...english.irregularities, ...words.irregularities },
    kinds: { ...english.kinds, ...words.kinds },
    bets: { ...english.bets, ...words.bets },
    clauses: english.clauses.map((row) => withMeaning(row, clauses[row.clause])),
    appendices: english.appendices.map((row) => withMeaning(row, appendices[row.appendix])),
  }
}

const withMeaning = <Row extends object>(row: Row, meaning: Meaning | undefined): Row => ({ ...row, ...meaning })
