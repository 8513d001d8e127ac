import { computed, effect, signal } from '@preact/signals'
import {
  isLanguage,
  type Language,
  languageCodes,
  languages,
  type PartialVocabulary,
  type WordBundle,
  wordsIn,
} from '../../words/languages.ts'
import { complete, type PartialTranslation, type Subject, type Vocabulary } from '../../words/vocabulary.ts'
import { keep, readKept } from '../storage.ts'

/** The language that is spoken, with its words: they change together. */
const speech = signal<{ language: Language; words: PartialVocabulary }>({ language: 'en', words: {} })
export const language = computed(() => speech.value.language)
/** The language after the present one, for the button that changes it. */
export const nextLanguage = computed(() => {
  const next = (languageCodes.indexOf(language.value) + 1) % languageCodes.length
  return languageCodes[next]!
})

/** The words that the opened screens need of a language, and those that are loaded. */
const bundlesInUse = new Set<WordBundle>()
const fetches = new Map<string, Promise<PartialVocabulary>>()
let choice: Language = 'en'

/**
 * Subjects in the language spoken: `dealer.spin`, `dealer.pay('Ann', money(500))`. A component that reads a word follows
 * when the language changes. `bundle`: what a browser fetches for them in another language. `english`: a module of
 * `words/en/`, whose exports are its subjects.
 */
export function spokenWords<English extends Partial<Vocabulary>>(bundle: WordBundle, english: English): English {
  bundlesInUse.add(bundle)
  const spoken = Object.entries(english).map(([subject, table]) => [subject, spokenTable(subject as Subject, table)])
  return Object.fromEntries(spoken)
}

function spokenTable<S extends Subject>(subject: S, english: Vocabulary[S]): Vocabulary[S] {
  const table = computed(() =>
    complete(english, speech.value.words[subject] as PartialTranslation<Vocabulary[S]> | undefined),
  )
  const words = {}
  for (const key of Object.keys(english))
    Object.defineProperty(words, key, { enumerable: true, get: () => table.value[key as keyof Vocabulary[S]] })
  return words as Vocabulary[S]
}

/** Loads the missing words of a language, then switches to it. A failed load changes nothing. */
export async function speak(chosen: Language): Promise<void> {
  choice = chosen
  // The words stay as they are.
  const parts = await Promise.all([...bundlesInUse].map((bundle) => fetchOnce(bundle, chosen))).catch(() => null)
  if (parts && choice === chosen) speech.value = { language: chosen, words: Object.assign({}, ...parts) }
}

function fetchOnce(bundle: WordBundle, language: Language): Promise<PartialVocabulary> {
  const key = `${language} ${bundle}`
  const words = fetches.get(key) ?? wordsIn(bundle, language)
  fetches.set(key, words)
  words.catch(() => fetches.delete(key))
  return words
}

/** For a screen that was just opened: its words in the language that is wanted. */
export const speakOn = (): Promise<void> => speak(choice)

/** Stores a chosen language, so that it stays chosen. */
export function chooseLanguage(language: Language): Promise<void> {
  keep('language', language)
  return speak(language)
}

function firstLanguage(): Language {
  const before = readKept('language') ?? ''
  if (isLanguage(before)) return before
  const own = globalThis.navigator?.language?.toLowerCase() ?? ''
  return languageCodes.find((code) => own.startsWith(code)) ?? 'en'
}

/** Type that a language brings along; the others make do with the usual one. */
const type: { readonly [Code in Language]?: () => Promise<unknown> } = {
  zh: () => import('@fontsource-variable/noto-sans-sc'),
}

/** Once, when the screens start: the language of before or of the browser; the page says which it is. */
export function followLanguage(): Promise<void> {
  effect(() => {
    document.documentElement.lang = languages[language.value].tag
    void type[language.value]?.()
  })
  return speak(firstLanguage())
}
