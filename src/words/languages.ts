import type { PartialTranslation, Vocabulary } from './vocabulary.ts'

/** The parts of a language that a browser fetches one by one: for players, staff, stories, reports, the lab, and problems of books. */
export const bundleNames = ['hall', 'desk', 'story', 'report', 'lab', 'bookProblems'] as const
export type WordBundle = (typeof bundleNames)[number]
export type PartialVocabulary = PartialTranslation<Vocabulary>
type Speech = {
  /** As its speakers call it. */
  name: string
  /** For the `lang` of a page. */
  tag: string
  /** A module whose exports are the subjects. */
  bundles: { readonly [Name in WordBundle]?: () => Promise<PartialVocabulary> }
}

/** A further language is a folder beside `zh/` and a row here. Words that it lacks are English. */
export const languages = {
  en: { name: 'English', tag: 'en', bundles: {} },
  zh: {
    name: '中文',
    tag: 'zh-Hans',
    bundles: {
      hall: () => import('./zh/hall.zh.ts'),
      desk: () => import('./zh/desk.zh.ts'),
      story: () => import('./zh/story.zh.ts'),
      report: () => import('./zh/report.zh.ts'),
      lab: () => import('./zh/lab.zh.ts'),
      bookProblems: () => import('./zh/book-problems.zh.ts'),
    },
  },
} as const satisfies Readonly<Record<string, Speech>>

/** The code of a language that there are texts in. */
export type Language = keyof typeof languages
/** The codes of all languages. */
export const languageCodes = Object.keys(languages) as Language[]
/**
 * Tells whether there are texts in a language.
 *
 * @example
 * const isKnown: boolean = isLanguage('zh')
 */
export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code)

/** Fetches a bundle of a language. English has none: it is part of the program. */
export function wordsIn(bundle: WordBundle, language: Language): Promise<PartialVocabulary> {
  const { bundles }: Speech = languages[language]
  return bundles[bundle]?.() ?? Promise.resolve({})
}
