import type { Translation, Vocabulary } from './vocabulary.ts'

/** A browser fetches what it needs of a language: what players read, what staff read, how a story is told, what a report says, or what the lab does. */
export type Shelf = 'hall' | 'desk' | 'story' | 'paper' | 'lab'
export const shelfNames: readonly Shelf[] = ['hall', 'desk', 'story', 'paper', 'lab']
export type Words = Translation<Vocabulary>
type Speech = {
  /** As its speakers call it. */
  name: string
  /** For the `lang` of a page. */
  tag: string
  shelves: { readonly [Name in Shelf]?: () => Promise<{ words: Words }> }
}

/** A further language is a folder beside `zh/` and a row here. Words that it lacks are English. */
export const languages = {
  en: { name: 'English', tag: 'en', shelves: {} },
  zh: {
    name: '中文',
    tag: 'zh-Hans',
    shelves: {
      hall: () => import('./zh/hall.zh.ts'),
      desk: () => import('./zh/desk.zh.ts'),
      story: () => import('./zh/story.zh.ts'),
      paper: () => import('./zh/paper.zh.ts'),
      lab: () => import('./zh/laboratory.zh.ts'),
    },
  },
} as const satisfies Readonly<Record<string, Speech>>

export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]
export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code)

/** What a language has on a shelf. */
export function wordsOn(shelf: Shelf, language: Language): Promise<Words> {
  const { shelves }: Speech = languages[language]
  const load = shelves[shelf]
  return load ? load().then(({ words }) => words) : Promise.resolve({})
}
