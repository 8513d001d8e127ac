import type * as en from './en/index.ts'

/**
 * Every word that a person reads, by subject. English is complete, and is the type of them all; another language may lack
 * words, and is English where it does.
 */
export type Vocabulary = typeof en
export type Subject = keyof Vocabulary
/** The vocabulary of a story. */
export type StoryWords = Pick<Vocabulary, 'books' | 'clauses' | 'commands' | 'nouns' | 'story'>

/** A table of words, and tables within it. A word is a text, a list of texts, or a function from facts to a text. */
type Word = string | readonly string[] | ((...facts: never[]) => unknown)
type Entry = Word | { readonly [key: string]: Entry }
type WordTable = object

/** The same table in another language: any word may be missing. */
export type PartialTranslation<T> = T extends Word ? T : { readonly [Key in keyof T]?: PartialTranslation<T[Key]> }
/** A subject in another language. */
export type Translated<S extends Subject> = PartialTranslation<Vocabulary[S]>

const isTable = (entry: unknown): entry is Readonly<Record<string, Entry>> =>
  typeof entry === 'object' && entry !== null && !Array.isArray(entry)

/** A translation with English in the place of every word that it lacks. */
export function complete<T extends WordTable>(english: T, translation: PartialTranslation<T> | undefined): T {
  if (!translation) return english
  const rows = Object.entries(translation).filter(([, entry]) => entry !== undefined)
  const own = rows.map(([key, entry]) => [key, completeEntry((english as Record<string, unknown>)[key], entry)])
  return { ...english, ...Object.fromEntries(own) }
}

const completeEntry = (english: unknown, entry: unknown): unknown =>
  isTable(entry) && isTable(english) ? complete(english, entry) : entry

/** The path of every word in a table: `pit.tabFloor`, `nouns.roles.dealer`. */
export const pathsOf = (table: WordTable, before = ''): string[] =>
  Object.entries(table).flatMap(([key, entry]) =>
    isTable(entry) ? pathsOf(entry, `${before}${key}.`) : [`${before}${key}`],
  )
