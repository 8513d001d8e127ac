import { en } from './en/index.ts'
import { type Language, shelfNames, wordsOn } from './languages.ts'
import { complete, type Vocabulary } from './vocabulary.ts'

/** A language, whole: with English where it lacks a word. */
export const vocabularyIn = (language: Language): Promise<Vocabulary> =>
  Promise.all(shelfNames.map((shelf) => wordsOn(shelf, language))).then((parts) =>
    complete(en, Object.assign({}, ...parts)),
  )
