import { commonBets, commonKinds } from '../books/common-names.ts'
import type { Book, BookTexts, TranslatedTexts } from '../books/rule-book.ts'
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
  const things = [['texts'], ['layouts'], ['irregularities']].every(isSound) ? namedThings(book) : []
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

/** The things of a book that have a text, by the part of the texts that names them. */
type NamedThings = {
  part: 'labels' | 'kinds' | 'bets' | 'irregularities'
  needed: string[]
  known: string[]
  texts: object
}

function namedThings({ layouts, irregularities, texts: { en } }: Book): NamedThings[] {
  const all = Object.values(layouts)
  const printed = all.flatMap(({ areas }) => areas.map(({ spot }) => spot))
  const kinds = all.flatMap(({ wagers }) => wagers.map(({ kind }) => kind))
  const bets = all.flatMap(({ severalPieceBets }) =>
    severalPieceBets.flatMap((offer) => offer.bets.map(({ bet }) => bet)),
  )
  const codes = irregularities.map(({ code }) => code)
  const without = (names: string[], common: readonly string[]) => names.filter((name) => !common.includes(name))
  const inGrids = all.flatMap(({ grids }) => grids.flatMap(({ rows }) => rows.flat()))
  return [
    { part: 'labels', needed: printed, known: [...printed, ...inGrids], texts: en.labels },
    { part: 'kinds', needed: without(kinds, commonKinds), known: kinds, texts: en.kinds ?? {} },
    { part: 'bets', needed: without(bets, commonBets), known: bets, texts: en.bets ?? {} },
    { part: 'irregularities', needed: codes, known: codes, texts: en.irregularities },
  ]
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
