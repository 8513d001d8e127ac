import { en } from './en/index.ts'
import { type Language, type Shelf, wordsOn } from './languages.ts'
import { complete, type Vocabulary } from './vocabulary.ts'

const shelves: readonly Shelf[] = ['hall', 'desk', 'story']

/** A language, whole: with English where it lacks a word. */
export const vocabularyIn = (language: Language): Promise<Vocabulary> =>
  Promise.all(shelves.map((shelf) => wordsOn(shelf, language))).then((parts) =>
    complete(en, Object.assign({}, ...parts)),
  )
