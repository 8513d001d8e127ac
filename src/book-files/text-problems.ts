import { commonBets, commonKinds } from '../books/common-names.ts'
import type { Book, BookTexts, Layout, TranslatedTexts } from '../books/rule-book.ts'
import { type BookPath, type BookProblem, bookError, bookWarning, soundIn } from '../engine/book-path.ts'
import { isRecord } from '../engine/shape.ts'
import type { BookCitation } from './check-shape.ts'

/** Returns what is wrong with the texts of a book. `found`: what is wrong with its shape. */
export function textProblems(
  book: Book,
  citations: readonly BookCitation[],
  found: readonly BookProblem[],
): readonly BookProblem[] {
  const isSound = soundIn(found)
  const named: BookPath[] = [
    ['texts', 'en', 'clauses'],
    ['texts', 'en', 'appendices'],
  ]
  const ofClauses = named.every(isSound) ? [...repeatedClauses(book), ...unlistedClauses(book, citations)] : []
  const things = namedThings(book, isSound)
  return [...ofClauses, ...things.flatMap(missingTexts), ...things.flatMap(idleTexts), ...zhProblems(book, isSound)]
}

/** Where a document is silent, a value may cite a reading of the operator's own. */
const isReading = (clause: string): boolean => /^reading [1-9]\d*$/.test(clause)

function unlistedClauses({ texts: { en } }: Book, citations: readonly BookCitation[]): BookProblem[] {
  const names = [...en.clauses.map(({ clause }) => clause), ...en.appendices.map(({ appendix }) => appendix)]
  return citations
    .filter(({ clause }) => !names.includes(clause) && !isReading(clause))
    .map(({ path, clause }) => bookError(path, 'unlisted-clause', { name: clause }))
}

function repeatedClauses({ texts: { en } }: Book): BookProblem[] {
  const rows = [
    ...en.clauses.map(({ clause }, nth) => ({ path: ['texts', 'en', 'clauses', nth, 'clause'], name: clause })),
    ...en.appendices.map(({ appendix }, nth) => ({
      path: ['texts', 'en', 'appendices', nth, 'appendix'],
      name: appendix,
    })),
  ]
  return rows
    .filter(({ name }, nth) => rows.findIndex((other) => other.name === name) < nth)
    .map(({ path, name }) => bookError(path, 'repeated', { name }))
}

type NamedPart = 'labels' | 'kinds' | 'bets' | 'irregularities'
/** The things of a book that have a text, by the part of the texts that names them. */
type NamedThings = { part: NamedPart; needed: string[]; known: string[]; texts: object }
/** Lists the things of one part, from values that have their shape. */
type Listing = {
  from: (layouts: readonly string[]) => BookPath[]
  list: (book: Book) => Pick<NamedThings, 'needed' | 'known'>
}

const inLayouts =
  (...fields: (keyof Layout)[]) =>
  (layouts: readonly string[]): BookPath[] =>
    layouts.flatMap((name) => fields.map((field) => ['layouts', name, field]))

const listings: Readonly<Record<NamedPart, Listing>> = {
  labels: { from: inLayouts('areas', 'grids'), list: labelled },
  kinds: {
    from: inLayouts('wagers'),
    list: ({ layouts }) => uncommon(Object.values(layouts).flatMap(kindNames), commonKinds),
  },
  bets: {
    from: inLayouts('severalPieceBets'),
    list: ({ layouts }) => uncommon(Object.values(layouts).flatMap(betNames), commonBets),
  },
  irregularities: {
    from: () => [['irregularities']],
    list: ({ irregularities }) => uncommon(irregularities.map(({ code }) => code)),
  },
}

function labelled({ layouts }: Book) {
  const printed = Object.values(layouts).flatMap(({ areas }) => areas.map(({ spot }) => spot))
  const inGrids = Object.values(layouts).flatMap(({ grids }) => grids.flatMap(({ rows }) => rows.flat()))
  return { needed: printed, known: [...printed, ...inGrids] }
}

const kindNames = ({ wagers }: Layout): string[] => wagers.map(({ kind }) => kind)

const betNames = ({ severalPieceBets }: Layout): string[] =>
  severalPieceBets.flatMap((offer) => offer.bets.map(({ bet }) => bet))

const uncommon = (known: string[], common: readonly string[] = []) => ({
  needed: known.filter((name) => !common.includes(name)),
  known,
})

function namedThings(book: Book, isSound: (path: BookPath) => boolean): NamedThings[] {
  const { layouts, texts } = book
  if (!isRecord(layouts) || !isRecord(texts) || !isRecord(texts.en)) return []
  const parts = Object.entries(listings) as [NamedPart, Listing][]
  return parts
    .filter(([part, { from }]) => [['texts', 'en', part], ...from(Object.keys(layouts))].every(isSound))
    .map(([part, { list }]) => ({ part, texts: texts.en[part] ?? {}, ...list(book) }))
}

const missingTexts = ({ part, needed, texts }: NamedThings): BookProblem[] =>
  [...new Set(needed)]
    .filter((name) => !Object.hasOwn(texts, name))
    .map((name) => bookWarning(['texts', 'en', part, name], 'text-missing', {}))

const idleTexts = ({ part, known, texts }: NamedThings): BookProblem[] =>
  Object.keys(texts)
    .filter((name) => !known.includes(name))
    .map((name) => bookWarning(['texts', 'en', part, name], 'text-of-nothing', {}))

const translatedParts = ['labels', 'kinds', 'bets', 'irregularities', 'clauses', 'appendices'] as const

/**
 * A translation may lack any text, but each text in it must belong to something in the book, or it would never be
 * shown.
 */
function zhProblems({ texts }: Book, isSound: (path: BookPath) => boolean): BookProblem[] {
  if (!isSound(['texts']) || !isRecord(texts.zh)) return []
  const { en, zh } = texts
  return translatedParts.flatMap((part) => [...untranslated(part, en, zh), ...idleTranslations(part, en, zh)])
}

/** A label may be the same in every language, and the vocabulary knows the common irregularities. */
const wordless: ReadonlySet<string> = new Set(['labels', 'irregularities'])

type TranslatedPart = (typeof translatedParts)[number]

function englishNames(part: TranslatedPart, en: BookTexts): string[] {
  if (part === 'clauses') return en.clauses.map(({ clause }) => clause)
  return part === 'appendices' ? en.appendices.map(({ appendix }) => appendix) : Object.keys(en[part] ?? {})
}

function untranslated(part: TranslatedPart, en: BookTexts, zh: TranslatedTexts): BookProblem[] {
  const names = englishNames(part, en).filter((name) => !Object.hasOwn(zh[part] ?? {}, name))
  if (names.length === 0 || wordless.has(part)) return []
  return [bookWarning(['texts', 'zh', part], 'translation-missing', { names })]
}

const idleTranslations = (part: TranslatedPart, en: BookTexts, zh: TranslatedTexts): BookProblem[] =>
  Object.keys(zh[part] ?? {})
    .filter((name) => part !== 'kinds' && part !== 'bets' && !englishNames(part, en).includes(name))
    .map((name) => bookWarning(['texts', 'zh', part, name], 'translation-of-nothing', {}))
