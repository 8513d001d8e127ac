import { effect, signal } from '@preact/signals'
import { keep, kept } from './storage.ts'

export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

/** One thing in both languages, side by side, so that neither can be forgotten. */
export type Pair = readonly [en: string, zh: string]
type Table = Readonly<Record<string, Pair | ((...facts: never[]) => Pair)>>
export type Words<T extends Table> = {
  readonly [K in keyof T]: T[K] extends (...facts: infer Facts) => Pair ? (...facts: Facts) => string : string
}

export const language = signal<Language>(firstLanguage())

function firstLanguage(): Language {
  const before = kept('language')
  if (before === 'en' || before === 'zh') return before
  return globalThis.navigator?.language?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export const inLanguage = ([en, zh]: Pair): string => (language.value === 'zh' ? zh : en)

/** A table of pairs becomes words: reading one gives it in the language chosen, and follows when that changes. */
export function words<const T extends Table>(table: T): Words<T> {
  const said = {}
  for (const [name, pair] of Object.entries(table))
    Object.defineProperty(said, name, {
      enumerable: true,
      get: () =>
        typeof pair === 'function' ? (...facts: never[]) => inLanguage(pair(...facts)) : inLanguage(pair as Pair),
    })
  return said as Words<T>
}

/** Once, when the screens start: the page says its language, and Chinese brings its own type. */
export function followLanguage(): void {
  effect(() => {
    keep('language', language.value)
    document.documentElement.lang = language.value === 'zh' ? 'zh-Hans' : 'en'
    if (language.value === 'zh') void import('@fontsource-variable/noto-sans-sc')
  })
}
